//! Keeps the connection open: opens it, says why when it can't, tries again.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep, timeout},
};

use super::{
    Link,
    open::{Open, Refused, Route, open},
};
use crate::{
    hub::Hub,
    state::{Connection, Era, Status},
    subscription,
};

/// What is waited before the first new try; it doubles, up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// A connection that has lasted this long was a good one.
const STEADY: Duration = Duration::from_secs(3);
/// Tries for a process that gets no good connection.
const TRIES: u32 = 5;
/// What rmcp gets to close its side.
const GOODBYE: Duration = Duration::from_secs(6);
/// How long after a failed request the end of the connection may come to light, which is the better reason.
const END_SHOWS: Duration = Duration::from_millis(200);

const CLOSED: &str = "the server closed the connection";

/// What the supervisor is told.
#[derive(Debug)]
pub(crate) enum Control {
    /// Connect again, as is wanted now.
    Reconnect,
    /// Connect to this from now on.
    Route(Route),
    /// End everything; the sender hears when that is done.
    End(oneshot::Sender<()>),
}

impl std::fmt::Debug for Route {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Route")
    }
}

/// What becomes of the supervisor after something has happened.
enum Next {
    Connect,
    /// Wait, and try again.
    Retry(String),
    Wait,
    End(oneshot::Sender<()>),
}

pub(crate) struct Supervisor {
    hub: Arc<Hub>,
    control: mpsc::UnboundedReceiver<Control>,
    route: Option<Route>,
    /// Tries since the last connection, or since something has changed.
    tries: u32,
    /// Whether the server has shown that it doesn't survive being asked for the modern era.
    legacy_only: bool,
}

impl Supervisor {
    pub(crate) fn new(
        hub: Arc<Hub>,
        control: mpsc::UnboundedReceiver<Control>,
        route: Option<Route>,
    ) -> Self {
        Self {
            hub,
            control,
            route,
            tries: 0,
            legacy_only: false,
        }
    }

    pub(crate) async fn run(mut self) {
        let mut next = Next::Connect;
        loop {
            next = match next {
                Next::Connect => self.connect().await,
                Next::Retry(reason) => self.pause(reason).await,
                Next::Wait => self.told().await,
                Next::End(ended) => {
                    // an error says that nobody waits for it
                    let _ = ended.send(());
                    return;
                }
            };
        }
    }

    async fn connect(&mut self) -> Next {
        let Some(route) = self.route.clone() else {
            return Next::Wait;
        };
        let mut wanted = self.hub.wanted();
        if self.legacy_only && wanted.era == Era::Auto {
            wanted.era = Era::Legacy;
        }
        if self.tries == 0 {
            self.show(|connection| connection.not_connected(Status::Connecting, None));
        }
        let hub = Arc::clone(&self.hub);
        let opened = tokio::select! {
            opened = open(&hub, &route, &wanted) => opened,
            told = self.told() => return told,
        };
        match opened {
            Ok(open) => self.serve(open).await,
            Err(Refused { ended_early, .. }) if ended_early && !self.legacy_only => {
                self.legacy_only = true;
                Next::Connect
            }
            Err(refused) => Next::Retry(refused.reason),
        }
    }

    async fn pause(&mut self, reason: String) -> Next {
        self.tries += 1;
        if matches!(self.route, Some(Route::Process(_))) && self.tries >= TRIES {
            let reason = format!("gave up after {TRIES} tries: {reason}");
            self.show(|connection| connection.not_connected(Status::Closed, Some(reason)));
            return Next::Wait;
        }
        let doublings = (self.tries - 1).min(8);
        let wait = (FIRST_WAIT * 2_u32.pow(doublings)).min(LONGEST_WAIT);
        let reason = format!("{reason}; next try in {} s", wait.as_secs_f32());
        self.show(|connection| connection.not_connected(Status::Failed, Some(reason)));
        tokio::select! {
            () = sleep(wait) => Next::Connect,
            told = self.told() => told,
        }
    }

    /// Stays until the connection ends, or something else is wanted.
    async fn serve(&mut self, open: Open) -> Next {
        let Open {
            service,
            process,
            link,
            hello,
        } = open;
        self.hub.set_link(Some(Arc::clone(&link)));
        self.show(|connection| {
            connection.status = Status::Connected;
            connection.reason = None;
            connection.era = Some(link.era);
            connection.protocol_version = hello.version;
            connection.server_info = hello.server_info;
            connection.instructions = hello.instructions;
            connection.capabilities = hello.capabilities;
            connection.number += 1;
        });
        let stop = service.cancellation_token();
        let opened = Instant::now();
        let mut ended = tokio::spawn(service.waiting());
        let following = tokio::spawn(follow_again(Arc::clone(&self.hub), Arc::clone(&link)));
        let next = tokio::select! {
            _ = &mut ended => ControlFlow::Continue(CLOSED),
            () = link.lost.notified() => match timeout(END_SHOWS, &mut ended).await {
                Ok(_) => ControlFlow::Continue(CLOSED),
                Err(_) => ControlFlow::Continue("the server can't be reached"),
            },
            told = self.told() => ControlFlow::Break(told),
        };
        if opened.elapsed() >= STEADY {
            self.tries = 0;
        }
        following.abort();
        self.hub.set_link(None);
        self.hub.questions.clear();
        stop.cancel();
        if !ended.is_finished() {
            // what rmcp doesn't close in that time ends with the process, or with the connection
            let _ = timeout(GOODBYE, &mut ended).await;
            ended.abort();
        }
        let last = match process {
            Some(process) => Some(process.end().await),
            None => None,
        };
        match (next, last) {
            (ControlFlow::Break(told), _) => told,
            (ControlFlow::Continue(_), Some(Ok(last))) => Next::Retry(last.to_string()),
            (ControlFlow::Continue(_), Some(Err(error))) => {
                Next::Retry(format!("the server's process can't be ended: {error}"))
            }
            (ControlFlow::Continue(reason), None) => Next::Retry(reason.into()),
        }
    }

    /// Waits to be told something.
    async fn told(&mut self) -> Next {
        match self.control.recv().await {
            Some(Control::Reconnect) => {
                self.start_over();
                Next::Connect
            }
            Some(Control::Route(route)) => {
                self.start_over();
                self.route = Some(route);
                Next::Connect
            }
            Some(Control::End(ended)) => Next::End(ended),
            // the hub holds a sender
            None => Next::Wait,
        }
    }

    fn start_over(&mut self) {
        self.tries = 0;
        self.legacy_only = false;
    }

    fn show(&self, change: impl FnOnce(&mut Connection)) {
        self.hub.change(|state| change(&mut state.connection));
    }
}

/// Asks for the changes that the page wanted to hear of before.
async fn follow_again(hub: Arc<Hub>, link: Arc<Link>) {
    let agreed = subscription::follow(&link, &hub.subscribed()).await;
    if let Some(failure) = agreed.failure {
        crate::terminal::tell(&format!("the server doesn't tell what changes: {failure}"));
    }
}
