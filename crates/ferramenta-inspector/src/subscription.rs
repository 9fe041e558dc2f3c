//! Asks the server to tell what changes: its lists, and the resources that the page wants to follow.

use std::{collections::BTreeSet, sync::Arc};

use rmcp::{
    model::{ClientRequest, CustomRequest, SubscriptionFilter},
    service::{ServiceError, Subscription, SubscriptionEnd},
};
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinHandle;

use crate::{
    connection::{Link, failure},
    state::Era,
};

/// The subscriptions of one connection.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    /// What the server has agreed to.
    agreed: BTreeSet<String>,
    /// The stream of the modern era, which is read until it is replaced.
    listening: Option<Listening>,
}

/// Ends the stream when it is dropped.
#[derive(Debug)]
struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What became of the page's wish.
#[derive(Debug, Serialize)]
pub(crate) struct Agreed {
    uris: Vec<String>,
    pub(crate) failure: Option<String>,
}

/// Follows these resources, and no others, on a connection.
pub(crate) async fn follow(link: &Arc<Link>, uris: &[String]) -> Agreed {
    let mut subscriptions = link.subscriptions.lock().await;
    let refused = match link.era {
        Era::Legacy => subscriptions.subscribe_each(link, uris).await.err(),
        Era::Auto | Era::Modern => subscriptions.listen(link, uris).await.err(),
    };
    Agreed {
        uris: subscriptions.agreed.iter().cloned().collect(),
        failure: refused.map(|error| failure(&error)),
    }
}

impl Subscriptions {
    async fn subscribe_each(&mut self, link: &Link, uris: &[String]) -> Result<(), ServiceError> {
        let wanted: BTreeSet<String> = uris.iter().cloned().collect();
        let dropped: Vec<String> = self.agreed.difference(&wanted).cloned().collect();
        for uri in dropped {
            send(link, "resources/unsubscribe", &uri).await?;
            self.agreed.remove(&uri);
        }
        let added: Vec<String> = wanted.difference(&self.agreed).cloned().collect();
        for uri in added {
            send(link, "resources/subscribe", &uri).await?;
            self.agreed.insert(uri);
        }
        Ok(())
    }

    async fn listen(&mut self, link: &Arc<Link>, uris: &[String]) -> Result<(), ServiceError> {
        let filter = filter(link, uris);
        if filter == SubscriptionFilter::new() {
            *self = Self::default();
            return Ok(());
        }
        // the old stream ends when the new one is there, so that nothing is missed between
        let subscription = link.peer.listen(filter).await?;
        let agreed = subscription.acknowledged().resource_subscriptions.clone();
        self.agreed = agreed.unwrap_or_default().into_iter().collect();
        let reading = read(subscription, Arc::clone(link));
        self.listening = Some(Listening(tokio::spawn(reading)));
        Ok(())
    }
}

/// Reads a stream to its end; the tap tells the page what comes.
async fn read(mut subscription: Subscription, link: Arc<Link>) {
    loop {
        match subscription.next().await {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                crate::terminal::tell(&format!(
                    "the stream of changes has ended: {}",
                    failure(&error)
                ));
                return;
            }
        }
    }
    if !matches!(subscription.end(), Some(SubscriptionEnd::Lagged { .. })) {
        link.lost.notify_one();
    }
}

async fn send(link: &Link, method: &str, uri: &str) -> Result<(), ServiceError> {
    let request = CustomRequest::new(method, Some(json!({"uri": uri})));
    let request = ClientRequest::CustomRequest(request);
    link.peer.send_request(request).await.map(|_| ())
}

/// All changes that the server can tell of.
fn filter(link: &Link, uris: &[String]) -> SubscriptionFilter {
    let info = link.peer.peer_info();
    let mut filter = SubscriptionFilter::new();
    let Some(capabilities) = info.as_ref().map(|info| &info.capabilities) else {
        return filter;
    };
    let tools = capabilities.tools.as_ref();
    let prompts = capabilities.prompts.as_ref();
    let resources = capabilities.resources.as_ref();
    let some_if = |flag: Option<bool>| flag.filter(|flag| *flag);
    filter.tools_list_changed = some_if(tools.and_then(|tools| tools.list_changed));
    filter.prompts_list_changed = some_if(prompts.and_then(|prompts| prompts.list_changed));
    filter.resources_list_changed = some_if(resources.and_then(|resources| resources.list_changed));
    if !uris.is_empty() {
        filter.resource_subscriptions = Some(uris.to_vec());
    }
    filter
}
