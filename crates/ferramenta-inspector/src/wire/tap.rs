//! Sees every message both ways as it was on the wire, and knows whose it is.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::{
    hub::lock,
    journal::{Direction, Event, Http, Journal, Kept, now},
};

/// Live requests of the server that are remembered until they are handled.
const MAX_ASKED: usize = 256;

/// A request of the page, while it is under way; it goes with the message as an extension.
#[derive(Clone, Debug)]
pub(crate) struct Pending(Arc<PendingParts>);

#[derive(Debug)]
struct PendingParts {
    /// None when the inspector itself asks.
    key: Option<Arc<str>>,
    answer: Mutex<Option<oneshot::Sender<Answer>>>,
}

impl Pending {
    pub(crate) fn new(key: Option<Arc<str>>) -> (Self, oneshot::Receiver<Answer>) {
        let (answer, answered) = oneshot::channel();
        let parts = PendingParts {
            key,
            answer: Mutex::new(Some(answer)),
        };
        (Self(Arc::new(parts)), answered)
    }

    fn key(&self) -> Option<Arc<str>> {
        self.0.key.clone()
    }

    fn resolve(&self, answer: Answer) {
        let waiting = lock(&self.0.answer).take();
        if let Some(waiting) = waiting {
            // an error says that nobody waits any longer
            let _ = waiting.send(answer);
        }
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What the server answered, as it was.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    /// Length of the whole message.
    pub(crate) bytes: usize,
}

#[derive(Debug)]
pub(crate) enum Outcome {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
}

/// A request of the server, as it was.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) key: Option<Arc<str>>,
    pub(crate) method: String,
    pub(crate) params: Option<Box<RawValue>>,
}

/// The tap of one connection.
#[derive(Debug)]
pub(crate) struct Tap {
    journal: Arc<Journal>,
    under_way: Mutex<UnderWay>,
}

#[derive(Debug, Default)]
struct UnderWay {
    /// Ids and progress tokens as they are written in JSON.
    by_id: HashMap<String, Pending>,
    by_token: HashMap<String, Pending>,
    asked: HashMap<String, Asked>,
    /// The last result that nobody waited for: the one of the handshake, before there is a connection.
    opening: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Progress<'a> {
    #[serde(borrow, default, rename = "progressToken")]
    token: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, default, rename = "progressToken")]
    token: Option<&'a RawValue>,
}

impl Tap {
    pub(crate) fn new(journal: Arc<Journal>) -> Self {
        Self {
            journal,
            under_way: Mutex::default(),
        }
    }

    /// Records a message to the server, and remembers whose it is.
    pub(crate) fn sent(
        &self,
        message: &ClientJsonRpcMessage,
        http: Option<Http>,
    ) -> serde_json::Result<()> {
        let raw = serde_json::value::to_raw_value(message)?;
        let envelope: Envelope<'_> = serde_json::from_str(raw.get())?;
        let pending = pending_of(message);
        if let Some(pending) = &pending {
            self.expect(&envelope, pending);
        }
        self.journal.keep(&Kept::Message {
            time: now(),
            direction: Direction::Out,
            bytes: raw.get().len(),
            key: pending.and_then(Pending::key).as_deref(),
            message: Some(&raw),
            text: None,
            http,
        });
        Ok(())
    }

    /// Records what came, and hands it to who waits for it.
    ///
    /// `key` is that of the request in whose answer it came, where the transport knows that.
    pub(crate) fn received(&self, bytes: &[u8], key: Option<Arc<str>>, http: Option<Http>) {
        let text = std::str::from_utf8(bytes).map(str::trim);
        let message = text
            .ok()
            .and_then(|text| serde_json::from_str::<&RawValue>(text).ok());
        let envelope = message.and_then(|raw| serde_json::from_str::<Envelope<'_>>(raw.get()).ok());
        let key = key.or_else(|| self.owner(envelope.as_ref()?));
        self.journal.keep(&Kept::Message {
            time: now(),
            direction: Direction::In,
            bytes: bytes.len(),
            key: key.as_deref(),
            message,
            text: message
                .is_none()
                .then(|| String::from_utf8_lossy(bytes).into_owned().into()),
            http,
        });
        if let Some(envelope) = envelope {
            self.deliver(envelope, key, bytes.len());
        }
    }

    /// Records text that isn't a message: the body of a refusal, for one.
    #[cfg(feature = "http")]
    pub(crate) fn received_text(&self, text: &str, key: Option<&str>, http: Http) {
        self.journal.keep(&Kept::Message {
            time: now(),
            direction: Direction::In,
            bytes: text.len(),
            key,
            message: None,
            text: Some(text.into()),
            http: Some(http),
        });
    }

    /// Forgets a request that has ended.
    pub(crate) fn forget(&self, pending: &Pending) {
        let mut under_way = self.lock();
        under_way.by_id.retain(|_, other| !pending.is(other));
        under_way.by_token.retain(|_, other| !pending.is(other));
    }

    /// The request of the server with that id, written as JSON.
    pub(crate) fn asked(&self, id: &str) -> Option<Asked> {
        self.lock().asked.remove(id)
    }

    /// What the server said of itself when the connection opened.
    pub(crate) fn opening(&self) -> Option<Box<RawValue>> {
        self.lock().opening.take()
    }

    fn expect(&self, envelope: &Envelope<'_>, pending: &Pending) {
        let mut under_way = self.lock();
        if let Some(id) = envelope.id {
            under_way.by_id.insert(id.get().into(), pending.clone());
        }
        let meta = progress(envelope.params).and_then(|params| params.meta);
        if let Some(token) = meta.and_then(|meta| meta.token) {
            under_way
                .by_token
                .insert(token.get().into(), pending.clone());
        }
    }

    /// Whose a message is, by its id or its progress token.
    fn owner(&self, envelope: &Envelope<'_>) -> Option<Arc<str>> {
        let under_way = self.lock();
        if envelope.method.is_none() {
            return under_way.by_id.get(envelope.id?.get())?.key();
        }
        let token = progress(envelope.params)?.token?;
        under_way.by_token.get(token.get())?.key()
    }

    fn deliver(&self, envelope: Envelope<'_>, key: Option<Arc<str>>, bytes: usize) {
        match envelope {
            Envelope {
                method: Some(method),
                id: Some(id),
                params,
                ..
            } => {
                let asked = Asked {
                    key,
                    method: method.into_owned(),
                    params: params.map(ToOwned::to_owned),
                };
                let mut under_way = self.lock();
                if under_way.asked.len() < MAX_ASKED {
                    under_way.asked.insert(id.get().into(), asked);
                }
            }
            Envelope {
                method: Some(method),
                params,
                ..
            } => {
                self.journal.tell(&Event::Notification {
                    time: now(),
                    key: key.as_deref(),
                    method: &method,
                    params,
                });
            }
            Envelope {
                id: Some(id),
                result,
                error,
                ..
            } => self.resolve(id, result, error, bytes),
            Envelope { .. } => {}
        }
    }

    fn resolve(
        &self,
        id: &RawValue,
        result: Option<&RawValue>,
        error: Option<&RawValue>,
        bytes: usize,
    ) {
        let outcome = match (result, error) {
            (_, Some(error)) => Outcome::Error(error.to_owned()),
            (Some(result), None) => Outcome::Result(result.to_owned()),
            (None, None) => return,
        };
        let mut under_way = self.lock();
        match (under_way.by_id.remove(id.get()), outcome) {
            (Some(pending), outcome) => pending.resolve(Answer { outcome, bytes }),
            (None, Outcome::Result(result)) => under_way.opening = Some(result),
            (None, Outcome::Error(_)) => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, UnderWay> {
        lock(&self.under_way)
    }
}

/// The request of the page that a message is, where it is one.
pub(crate) fn pending_of(message: &ClientJsonRpcMessage) -> Option<&Pending> {
    let ClientJsonRpcMessage::Request(request) = message else {
        return None;
    };
    match &request.request {
        ClientRequest::CustomRequest(request) => request.extensions().get(),
        ClientRequest::SubscriptionsListenRequest(request) => request.extensions().get(),
        _ => None,
    }
}

#[cfg(feature = "http")]
pub(crate) fn key_of(message: &ClientJsonRpcMessage) -> Option<Arc<str>> {
    pending_of(message)?.key()
}

fn progress(params: Option<&RawValue>) -> Option<Progress<'_>> {
    serde_json::from_str(params?.get()).ok()
}
