//! The page that shows the server while it runs (feature `inspector`).

use std::{io::Write, net::Ipv4Addr, sync::Arc};

use ferramenta_inspector::{Inspector, Target};
use tokio::{net::TcpListener, sync::Mutex, task::JoinHandle};

use crate::{dispatch::Dispatcher, transport::stdio::converse};

/// The page of a server, from its start to its end.
#[derive(Default)]
pub(crate) struct Inspected(Mutex<Option<Page>>);

struct Page {
    inspector: Inspector,
    serving: JoinHandle<()>,
}

impl Inspected {
    /// Opens the page, once; a server that can't be shown is served all the same.
    pub(crate) async fn open(&self, dispatcher: &Arc<Dispatcher>) {
        let mut page = self.0.lock().await;
        if page.is_some() {
            return;
        }
        match open(dispatcher).await {
            Ok(opened) => *page = Some(opened),
            Err(error) => tracing::warn!(%error, "the server can't be inspected"),
        }
    }

    /// Closes the page and its connection.
    pub(crate) async fn close(&self) {
        if let Some(Page { inspector, serving }) = self.0.lock().await.take() {
            serving.abort();
            inspector.end().await;
        }
    }
}

async fn open(dispatcher: &Arc<Dispatcher>) -> crate::Result<Page> {
    dispatcher.live.check_stdio()?;
    let name = dispatcher.catalog().name.to_string();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let dispatcher = Arc::clone(dispatcher);
    let target = Target::server(&name, move || converse(Arc::clone(&dispatcher)));
    let inspector = Inspector::start(target)?;
    let address = inspector.address(listener.local_addr()?);
    // who doesn't read it has no use for the page
    let _ = writeln!(std::io::stderr(), "{name} is inspected at {address}");
    let serving = {
        let inspector = inspector.clone();
        tokio::spawn(async move {
            if let Err(error) = inspector.serve(listener).await {
                tracing::warn!(%error, "the inspector has ended");
            }
        })
    };
    Ok(Page { inspector, serving })
}
