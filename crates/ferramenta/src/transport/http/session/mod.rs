//! Sessions of the legacy era (specification 2025-11-25: *Streamable HTTP, Session Management*).
//!
//! A session's id is what was negotiated, sealed: nothing is remembered but what hangs on an open connection,
//! which sessions were ended here, what some have subscribed to and want to be told, and for a while what calls have sent.

mod capabilities;
mod ended;
mod facts;
mod hearing;
mod open;
mod recording;
mod remembered;
mod resumable;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use ferramenta_protocol::{Id, Request, Version};
use http::{HeaderName, HeaderValue};

use self::{
    ended::Ended, facts::Facts, hearing::Hearing, open::Open, recording::Recordings,
    remembered::Remembered,
};
pub(super) use self::{
    hearing::Listener,
    open::{Stream, UnderWay},
    recording::{Reading, Recorder},
    resumable::Resumable,
};
use crate::{
    Identity, Limits,
    context::ConnectionLevel,
    dispatch::{Refusal, requested_version},
    identity::Caller,
    interact::{Live, Waiting},
    seal::StateKeys,
};

/// The header that has the id of the last event that a client has received.
pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The header that has a session's id.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// What a session is told apart by.
type Key = [u8; 16];

/// The sessions of a service.
pub(super) struct Sessions {
    keys: StateKeys,
    /// The server's name: an id is good for servers of this name alone.
    server: String,
    /// How long a session lasts.
    age: Duration,
    ended: Mutex<Ended>,
    hearings: Mutex<Remembered<Hearing>>,
    levels: Mutex<Remembered<Arc<ConnectionLevel>>>,
    open: Open,
    recordings: Arc<Recordings>,
    /// What clients were asked, and have not answered.
    asked: Arc<Waiting>,
}

/// A session that a request belongs to.
pub(super) struct Session(Facts);

impl Session {
    pub(super) const fn version(&self) -> Version {
        self.0.version
    }

    /// The client's capabilities, as raw JSON.
    pub(super) fn capabilities(&self) -> bytes::Bytes {
        self.0.capabilities.clone()
    }
}

impl Sessions {
    pub(super) fn new(keys: StateKeys, server: &str, limits: &Limits) -> Self {
        Self {
            keys,
            server: server.to_owned(),
            age: limits.session,
            ended: Mutex::new(Ended::new(limits.ended_sessions)),
            hearings: Mutex::new(Remembered::new(limits.remembered_sessions)),
            levels: Mutex::new(Remembered::new(limits.remembered_sessions)),
            open: Open::default(),
            recordings: Arc::new(Recordings::new(limits)),
            asked: Arc::default(),
        }
    }

    /// The id of the session that an `initialize` opens, which was answered.
    pub(super) fn issue(
        &self,
        request: &Request<'_>,
        caller: Option<&Caller>,
    ) -> Option<HeaderValue> {
        let facts = Facts {
            key: StateKeys::random_bytes()?,
            version: requested_version(&request.params).ok()?,
            opened: now(),
            capabilities: capabilities::kept(request.params.capabilities?),
        };
        let id = self.keys.seal(&self.purpose(caller), &facts.write())?;
        let mut id = HeaderValue::try_from(id).ok()?;
        id.set_sensitive(true);
        Some(id)
    }

    /// The session of this id, where the same somebody has opened it, and it hasn't ended.
    ///
    /// # Errors
    /// When there is none, whatever the reason.
    pub(super) fn find(&self, id: &str, caller: Option<&Caller>) -> Result<Session, Refusal> {
        let facts = self.keys.open(&self.purpose(caller), id);
        let session = facts
            .and_then(Facts::read)
            .filter(|facts| age(facts) <= self.age && !lock(&self.ended).contains(&facts.key));
        session.map(Session).ok_or_else(Refusal::no_session)
    }

    /// Which log messages the client of a session wants, where it has said so.
    pub(super) fn log_level(&self, session: &Session) -> Option<Arc<ConnectionLevel>> {
        lock(&self.levels).get(&session.0.key).cloned()
    }

    /// The same, to be kept from now on.
    pub(super) fn kept_log_level(&self, session: &Session) -> Arc<ConnectionLevel> {
        let mut levels = lock(&self.levels);
        if let Some(level) = levels.get(&session.0.key) {
            return Arc::clone(level);
        }
        let level = Arc::default();
        levels.set(session.0.key, Arc::clone(&level));
        level
    }

    /// The way to a session's client.
    pub(super) fn live(&self, session: &Session) -> Live {
        Live::new(Arc::clone(&self.asked), Some(session.0.key))
    }

    /// Hands an answer of a session's client to whoever waits for it.
    pub(super) fn settle(
        &self,
        session: &Session,
        id: Id<'_>,
        result: Option<&str>,
        error: Option<&str>,
    ) {
        self.asked.settle(Some(session.0.key), id, result, error);
    }

    /// Ends all waiting for answers.
    pub(super) fn stop(&self) {
        self.asked.close();
    }

    /// How much longer a session lasts.
    pub(super) fn left(&self, session: &Session) -> Duration {
        self.age.saturating_sub(age(&session.0))
    }

    /// Ends a session, and what hangs on it; calls under way go on.
    pub(super) fn end(&self, session: &Session) {
        let last = session.0.opened.saturating_add(self.age.as_secs());
        lock(&self.ended).add(session.0.key, last, now());
        self.open.close_stream(&session.0.key);
        self.asked.end(session.0.key);
        lock(&self.hearings).remove(&session.0.key);
        lock(&self.levels).remove(&session.0.key);
        self.recordings.forget_all(session.0.key);
    }

    /// What an id is sealed for: whoever steals one can't use it in a name of their own.
    fn purpose(&self, caller: Option<&Caller>) -> String {
        let Self { server, .. } = self;
        let holder = caller
            .map(|caller| &*caller.identity)
            .map(Identity::subject);
        // lengths keep one pair of names from looking like another
        match holder {
            Some(holder) => format!("session {} {server} of {holder}", server.len()),
            None => format!("session {} {server}", server.len()),
        }
    }
}

/// How long ago a session was opened; clocks of two servers differ a little.
fn age(facts: &Facts) -> Duration {
    Duration::from_secs(now().saturating_sub(facts.opened))
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
