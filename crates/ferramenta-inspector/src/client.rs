//! A connection without a page: requests of a program, and what the server says meanwhile.

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};
use tokio::{
    sync::{
        broadcast::{Receiver, error::RecvError},
        mpsc,
    },
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    access::Token,
    api::settings::{checked_bearer, read_headers},
    connection::open::{Hello, Open, open},
    hub::{Hub, Wanted},
    journal::Line,
    questions::Reply,
    refusal::Refusal,
    request::{End, Wish, fulfil},
    state::{Build, Connection, Era, State},
    target::Target,
};

/// What rmcp gets to close its side.
const GOODBYE: Duration = Duration::from_secs(6);

/// How a [`Client`] reaches its server.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Reach {
    /// Which protocol is spoken; either one, when nothing is said.
    pub era: Era,
    /// Headers of every HTTP request, by their names.
    pub headers: std::collections::BTreeMap<String, String>,
    /// The token of `Authorization: Bearer`.
    pub bearer: Option<String>,
}

impl std::fmt::Debug for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&String> = self.headers.keys().collect();
        f.debug_struct("Reach")
            .field("era", &self.era)
            .field("headers", &names)
            .field("bearer", &self.bearer.is_some())
            .finish()
    }
}

/// A connection that is open, to ask what is wanted and to end it.
///
/// The server's standard error goes to ours. Questions of the server are [events](Self::events), and wait until
/// they are [answered](Self::answer).
#[derive(Debug)]
pub struct Client {
    hub: Arc<Hub>,
    open: Open,
}

/// Why a request has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unanswered {
    /// The server answered with this error, which is JSON as it was.
    Refused(Box<RawValue>),
    /// It was cancelled, here or because a question was refused.
    Cancelled(String),
    /// No answer came that can be understood.
    Lost(String),
}

/// Why there is no connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotConnected {
    /// A header or the token can't be sent.
    Setting(String),
    /// The server can't be started or reached, or doesn't say hello.
    Unreached(String),
}

/// What a server says by itself.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ServerEvent {
    /// It wants to know something, and waits for [`Client::answer`].
    Question {
        /// What the answer is given by.
        id: String,
        /// `elicitation/create` or `sampling/createMessage`, and within an answer whatever the server put there.
        method: String,
        /// As the server sent them.
        params: Option<Value>,
    },
    /// It tells something.
    Notification {
        /// Such as `notifications/progress`.
        method: String,
        /// As the server sent them.
        params: Option<Value>,
    },
    /// Something that a page shows, and that is none of the above.
    #[serde(other)]
    Other,
}

/// What a server says by itself, from the time when this was asked for.
#[derive(Debug)]
pub struct ServerEvents(Receiver<Line>);

impl ServerEvents {
    /// The next one; none when the connection has ended.
    ///
    /// It can be dropped while it waits, and nothing is lost by that.
    pub async fn next(&mut self) -> Option<ServerEvent> {
        loop {
            match self.0.recv().await {
                // what a future version tells beside is left out
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(ServerEvent::Other) | Err(_) => {}
                    Ok(event) => return Some(event),
                },
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

impl Client {
    /// Connects once, within a runtime.
    ///
    /// # Errors
    /// When the server can't be started or reached, doesn't say hello within 40 s, or a header can't be sent.
    pub async fn connect(target: Target, reach: &Reach) -> Result<Self, NotConnected> {
        let mut wanted =
            wanted(reach).map_err(|refusal| NotConnected::Setting(refusal.message().to_owned()))?;
        let unreached = |problem: &str| NotConnected::Unreached(problem.to_owned());
        let route = target
            .route
            .ok_or_else(|| unreached("nothing is built yet"))?;
        let state = State {
            session: String::new(),
            target: target.shown,
            build: Build::default(),
            connection: Connection::default(),
        };
        let token = Token::random().map_err(|error| unreached(&error.to_string()))?;
        // nobody is told to connect again
        let (control, _) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub::new(token, state, wanted.clone(), control));
        let mut opened = open(&hub, &route, &wanted).await;
        if opened.as_ref().is_err_and(|refused| refused.ended_early) {
            wanted.era = Era::Legacy;
            opened = open(&hub, &route, &wanted).await;
        }
        let open = opened.map_err(|refused| NotConnected::Unreached(refused.reason))?;
        Ok(Self { hub, open })
    }

    /// Which protocol is spoken: [`Era::Modern`] or [`Era::Legacy`].
    pub fn era(&self) -> Era {
        self.open.link.era
    }

    /// The version that is spoken.
    pub fn version(&self) -> Option<&str> {
        self.hello().version.as_deref()
    }

    /// What the server said of itself, as it sent it.
    pub fn server_info(&self) -> Option<&Value> {
        self.hello().server_info.as_ref()
    }

    /// What the server tells a model of itself.
    pub fn instructions(&self) -> Option<&str> {
        self.hello().instructions.as_deref()
    }

    /// What the server can do, as it sent it.
    pub fn capabilities(&self) -> Option<&Value> {
        self.hello().capabilities.as_ref()
    }

    fn hello(&self) -> &Hello {
        &self.open.hello
    }

    /// What the server says by itself, from now on.
    pub fn events(&self) -> ServerEvents {
        ServerEvents(self.hub.journal.listen().1)
    }

    /// Sends a request, and sends it again with the answers that the server wants; the token cancels it.
    ///
    /// The result is JSON as it was.
    ///
    /// # Errors
    /// When the server refuses, or no answer comes.
    pub async fn request(
        &self,
        method: &str,
        params: Map<String, Value>,
        cancelled: &CancellationToken,
    ) -> Result<Box<RawValue>, Unanswered> {
        let wish = Wish {
            key: "request".into(),
            method: method.to_owned(),
            params,
        };
        match fulfil(&self.hub, &self.open.link, wish, cancelled)
            .await
            .end
        {
            End::Result(result) => Ok(result),
            End::Error(error) => Err(Unanswered::Refused(error)),
            End::Failure {
                code: crate::request::Code::Cancelled,
                message,
            } => Err(Unanswered::Cancelled(message)),
            End::Failure { message, .. } => Err(Unanswered::Lost(message)),
        }
    }

    /// Answers a question; `Err` says that nobody answers it.
    ///
    /// A question that is no longer open is left alone.
    pub fn answer(&self, id: &str, answer: Result<Value, String>) {
        let reply = match answer {
            Ok(result) => Reply::Result(result),
            Err(message) => Reply::Error { code: -1, message },
        };
        // an error says that the server has withdrawn it
        let _ = self.hub.questions.answer(id, reply);
    }

    /// Ends the connection, and the server's process with what it has started.
    ///
    /// # Errors
    /// When the system refuses to end the process.
    pub async fn end(self) -> std::io::Result<()> {
        let Open {
            service, process, ..
        } = self.open;
        self.hub.questions.clear();
        service.cancellation_token().cancel();
        let mut ended = tokio::spawn(service.waiting());
        // what rmcp doesn't close in that time ends with the process, or with the connection
        let _ = timeout(GOODBYE, &mut ended).await;
        ended.abort();
        match process {
            Some(process) => process.end().await.map(drop),
            None => Ok(()),
        }
    }
}

fn wanted(reach: &Reach) -> Result<Wanted, Refusal> {
    Ok(Wanted {
        era: reach.era,
        headers: read_headers(&reach.headers)?,
        bearer: reach.bearer.clone().map(checked_bearer).transpose()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Reach, wanted};

    #[test]
    fn secrets_are_not_shown() {
        let reach = Reach {
            headers: [("X-Key".to_owned(), "secret".to_owned())].into(),
            bearer: Some("secret".into()),
            ..Reach::default()
        };
        let shown = format!("{reach:?}{:?}", wanted(&reach).map_err(|_| ()));
        assert!(shown.to_lowercase().contains("x-key"), "{shown}");
        assert!(!shown.contains("secret"), "{shown}");
    }
}
