//! Questions to clients that are asked while the handler waits.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use ferramenta_protocol::{Id, json, write};
use tokio::sync::oneshot;

use crate::Context;

/// What a session is told apart by.
type Session = [u8; 16];
type Key = (Option<Session>, String);

/// The way to the client of a request, and back.
#[derive(Clone)]
pub(crate) struct Live {
    waiting: Arc<Waiting>,
    session: Option<Session>,
}

/// Questions that wait for their answers.
pub(crate) struct Waiting {
    table: Mutex<Table>,
    /// Tells the ids of one process from those of another.
    seed: u32,
    count: AtomicU64,
}

#[derive(Default)]
struct Table {
    closed: bool,
    waiting: HashMap<Key, oneshot::Sender<Heard>>,
}

/// What a client has answered, as raw JSON.
#[derive(Debug)]
pub(super) enum Heard {
    Result(String),
    Error(String),
}

impl Default for Waiting {
    fn default() -> Self {
        let seed = RandomState::new().hash_one(0u8);
        Self {
            table: Mutex::default(),
            seed: u32::try_from(seed >> 32).unwrap_or_default(),
            count: AtomicU64::new(1),
        }
    }
}

impl Waiting {
    /// Hands an answer to whoever waits for it; nobody may.
    pub(crate) fn settle(
        &self,
        session: Option<Session>,
        id: Id<'_>,
        result: Option<&str>,
        error: Option<&str>,
    ) {
        let Some(id) = json::string(id.token()) else {
            return;
        };
        let found = self.lock().waiting.remove(&(session, id.into_owned()));
        let heard = match (result, error) {
            (_, Some(error)) => Heard::Error(error.to_owned()),
            (result, None) => Heard::Result(result.unwrap_or("null").to_owned()),
        };
        if let Some(waiting) = found {
            // whoever waited may have stopped meanwhile
            let _ = waiting.send(heard);
        }
    }

    /// Ends all waiting, and lets nobody wait any more.
    pub(crate) fn close(&self) {
        let mut table = self.lock();
        table.closed = true;
        table.waiting.clear();
    }

    /// Ends all waiting of a session.
    pub(crate) fn end(&self, session: Session) {
        let is_other = |key: &Key| key.0 != Some(session);
        self.lock().waiting.retain(|key, _| is_other(key));
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    pub(crate) const fn new(waiting: Arc<Waiting>, session: Option<Session>) -> Self {
        Self { waiting, session }
    }

    /// Sends a request to the client, and waits for what it answers; none when it can't any more.
    pub(super) async fn ask(
        &self,
        cx: &Context,
        key: &str,
        method: &str,
        params: &[u8],
    ) -> Option<Heard> {
        let mut pending = self.enter(cx, key)?;
        let mut line = Vec::with_capacity(params.len() + 96);
        write::request(&mut line, &pending.key.1, method, params);
        if !cx.call().events.deliver(line).await {
            return None;
        }
        pending.sent = true;
        let heard = (&mut pending.answer).await.ok();
        pending.sent = heard.is_none();
        heard
    }

    fn enter<'a>(&'a self, cx: &'a Context, key: &str) -> Option<Pending<'a>> {
        let Waiting { seed, count, .. } = &*self.waiting;
        let number = count.fetch_add(1, Ordering::Relaxed);
        let key = (self.session, format!("{}#{seed:08x}-{number}", plain(key)));
        let (sender, answer) = oneshot::channel();
        let mut table = self.waiting.lock();
        if table.closed {
            return None;
        }
        table.waiting.insert(key.clone(), sender);
        drop(table);
        Some(Pending {
            waiting: &self.waiting,
            cx,
            key,
            answer,
            sent: false,
        })
    }
}

/// A name that nothing else has.
pub(super) fn unique() -> String {
    let part = || RandomState::new().hash_one(0u8);
    format!("{:016x}{:016x}", part(), part())
}

/// The part of a request's id that tells what is asked.
pub(crate) fn plain(key: &str) -> String {
    /// An id may be 256 bytes long.
    const MOST: usize = 128;
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "_.-".contains(c) {
            c
        } else {
            '_'
        }
    };
    key.chars().take(MOST).map(plain).collect()
}

/// A question that waits for its answer.
struct Pending<'a> {
    waiting: &'a Waiting,
    cx: &'a Context,
    key: Key,
    answer: oneshot::Receiver<Heard>,
    /// The client was asked, and has not answered.
    sent: bool,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.waiting.lock().waiting.remove(&self.key);
        if self.sent {
            self.cx.call().events.send(cancelled(&self.key.1));
        }
    }
}

/// Tells the client that nobody waits for its answer any more (specification: *Cancellation*).
fn cancelled(id: &str) -> Vec<u8> {
    let (mut params, mut line) = (b"{".to_vec(), Vec::new());
    write::value_member(&mut params, "requestId", id);
    params.push(b'}');
    write::notification(&mut line, "notifications/cancelled", &params);
    line
}
