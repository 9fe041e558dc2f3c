//! What is asked and answered in one request.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Waker,
    time::Duration,
};

use ferramenta_protocol::ErrorCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::{Asking, canonical::canonical, state::State};
use crate::{Context, Failure, Identity, ProtocolError};

/// How often a question is asked again, when the answer isn't what was asked for.
const AGAIN: u8 = 3;

/// What one request knows of questions.
pub(crate) struct Round {
    pub(super) asking: Asking,
    /// What its state is sealed for.
    purpose: String,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    state: State,
    /// What the client has sent along.
    responses: BTreeMap<String, Value>,
    /// An effect began in this very request, so that what came along can't be an answer to what is asked behind it.
    acted: bool,
    /// What is still to be asked, as raw JSON.
    open: Vec<(String, Vec<u8>)>,
    /// Who waits for something to be asked.
    watcher: Option<Waker>,
    waits: Waits,
}

/// How long it was waited for answers, which isn't the time of the handler.
#[derive(Default)]
struct Waits {
    count: usize,
    since: Option<Instant>,
    before: Duration,
}

/// The members of a request's parameters that are about questions.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    #[serde(default)]
    input_responses: Value,
    #[serde(default)]
    request_state: Value,
    #[serde(default)]
    arguments: Value,
}

impl Round {
    /// The one of a request, begun when it is first asked for.
    ///
    /// # Errors
    /// When what the client has sent along isn't what it was given.
    pub(super) fn of(asking: &Asking, cx: &Context) -> Result<Arc<Self>, Failure> {
        let place = &cx.call().round;
        if let Some(known) = place.get() {
            return Ok(Arc::clone(known));
        }
        let begun = Arc::new(Self::begin(asking, cx)?);
        Ok(Arc::clone(place.get_or_init(|| begun)))
    }

    fn begin(asking: &Asking, cx: &Context) -> Result<Self, Failure> {
        let mut inner = Inner::default();
        if !cx.call().version.is_modern() {
            return Ok(Self {
                asking: asking.clone(),
                purpose: String::new(),
                inner: Mutex::new(inner),
            });
        }
        let raw = cx.call().params.as_deref().unwrap_or(b"{}");
        let sent = serde_json::from_slice(raw);
        let sent: Sent = sent.map_err(|_| unreadable())?;
        let purpose = purpose(cx, sent.arguments);
        match sent.request_state {
            Value::Null => {}
            Value::String(text) => {
                let state = State::read(asking, &purpose, &text);
                inner.state = state.ok_or_else(not_of_this)?;
            }
            _ => return Err(not_of_this()),
        }
        match sent.input_responses {
            Value::Null => {}
            Value::Object(responses) => inner.responses = responses.into_iter().collect(),
            _ => {
                return Err(refused(
                    "Invalid params: `inputResponses` has to be an object",
                ));
            }
        }
        Ok(Self {
            asking: asking.clone(),
            purpose,
            inner: Mutex::new(inner),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what an earlier run of the handler has asked.
    pub(super) fn restart(&self) {
        self.lock().open.clear();
    }

    /// What was answered to a question before.
    pub(super) fn answer(&self, key: &str) -> Option<Value> {
        self.lock().state.answers.get(key).cloned()
    }

    /// What came along as an answer to a question, once.
    pub(super) fn take_response(&self, key: &str) -> Option<Value> {
        let mut inner = self.lock();
        if inner.acted {
            return None;
        }
        inner.responses.remove(key)
    }

    /// Keeps an answer.
    pub(super) fn keep(&self, key: &str, answer: Value) {
        self.lock().state.answers.insert(key.to_owned(), answer);
    }

    /// Forgets an answer that can't be read any more.
    pub(super) fn forget(&self, key: &str) {
        self.lock().state.answers.remove(key);
    }

    /// Counts an answer that isn't what was asked for.
    ///
    /// # Errors
    /// When there were too many.
    pub(super) fn count_mistake(&self, key: &str, reason: &str) -> Result<(), Failure> {
        let mut inner = self.lock();
        let count = inner.state.again.entry(key.to_owned()).or_default();
        *count += 1;
        if *count <= AGAIN {
            return Ok(());
        }
        Err(refused(format!(
            "Invalid params: the answer to `{key}` is not what was asked for: {reason}"
        )))
    }

    /// Has a question asked when the handler can't go on.
    ///
    /// # Errors
    /// When another question has the key.
    pub(super) fn open(&self, key: &str, request: Vec<u8>) -> Result<(), Failure> {
        let mut inner = self.lock();
        if inner.open.iter().any(|(known, _)| known == key) {
            return Err(Failure::hidden(format!(
                "two questions have the key `{key}`"
            )));
        }
        inner.open.push((key.to_owned(), request));
        if let Some(watcher) = inner.watcher.take() {
            watcher.wake();
        }
        Ok(())
    }

    /// Whether something is still to be asked; if not, `waker` is woken when there is.
    pub(super) fn has_open(&self, waker: &Waker) -> bool {
        let mut inner = self.lock();
        if inner.open.is_empty() {
            inner.watcher = Some(waker.clone());
        }
        !inner.open.is_empty()
    }

    /// What is still to be asked, and the state that goes with it; none when it can't be sealed.
    pub(super) fn close(&self) -> (Vec<(String, Vec<u8>)>, Option<String>) {
        let mut inner = self.lock();
        let open = std::mem::take(&mut inner.open);
        (open, inner.state.write(&self.asking, &self.purpose))
    }

    /// What came of an effect before.
    #[cfg(feature = "sealing")]
    pub(super) fn done(&self, key: &str) -> Option<Value> {
        self.lock().state.done.get(key).cloned()
    }

    /// Notes that an effect begins.
    #[cfg(feature = "sealing")]
    pub(super) fn act(&self) {
        self.lock().acted = true;
    }

    /// Keeps what came of an effect.
    #[cfg(feature = "sealing")]
    pub(super) fn keep_done(&self, key: &str, value: Value) {
        self.lock().state.done.insert(key.to_owned(), value);
    }

    /// Takes the time that follows from the handler's, until what is given is dropped.
    pub(super) fn wait(&self) -> Waiting<'_> {
        let waits = &mut self.lock().waits;
        waits.count += 1;
        waits.since.get_or_insert_with(Instant::now);
        Waiting(self)
    }

    /// How long it was waited for answers, and whether it still is.
    pub(crate) fn waited(&self) -> (Duration, bool) {
        let waits = &self.lock().waits;
        let now = waits.since.map_or(Duration::ZERO, |since| since.elapsed());
        (waits.before + now, waits.since.is_some())
    }
}

/// As long as this lives, it is waited for an answer.
pub(super) struct Waiting<'a>(&'a Round);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let waits = &mut self.0.lock().waits;
        waits.count -= 1;
        if waits.count == 0
            && let Some(since) = waits.since.take()
        {
            waits.before += since.elapsed();
        }
    }
}

/// What a state is good for: this server, this caller, this request.
fn purpose(cx: &Context, arguments: Value) -> String {
    let arguments = match arguments {
        Value::Null => Value::Object(Map::new()),
        Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        other => other,
    };
    let holder = cx.identity().map(Identity::subject);
    let parts = (
        "questions",
        cx.server(),
        holder,
        cx.method(),
        cx.name(),
        canonical(&arguments),
    );
    serde_json::to_string(&parts).unwrap_or_default()
}

/// A member appears twice, or holds a text that is not Unicode.
fn unreadable() -> Failure {
    refused("Invalid params: `arguments`, `inputResponses` or `requestState` can't be read")
}

/// A state is refused in the same words, whatever is wrong with it.
fn not_of_this() -> Failure {
    refused("Invalid params: `requestState` is none that this request was given")
}

fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> Failure {
    ProtocolError::new(ErrorCode::InvalidParams, message).into()
}
