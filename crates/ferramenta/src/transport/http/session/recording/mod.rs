//! Streams that can be resumed (specification 2025-11-25: *Streamable HTTP, Resumability and Redelivery*): what a
//! call sends is kept for a while, as much of it as there is room for, and a client that has lost the stream gets
//! the rest of it.

mod event_id;
mod reading;
mod recorder;
mod tape;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Instant, sleep_until},
};

use self::{
    event_id::EventId,
    reading::Recording,
    tape::{STREAM, Tape},
};
pub(in super::super) use self::{reading::Reading, recorder::Recorder};
use super::{Key, lock};
use crate::{Limits, seal::StateKeys, transport::http::budget::Budget};

/// What a stream is told apart by; nobody can guess it.
type Name = [u8; 16];

/// The streams that can be resumed, of all sessions of a service.
pub(super) struct Recordings {
    /// The room for what is kept.
    budget: Arc<Budget>,
    /// Most events that are kept of one stream.
    events: usize,
    /// How long a stream is kept after its end.
    kept: Duration,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    known: HashMap<Name, Arc<Recording>>,
    /// Those that have ended, and until when they are kept.
    ended: VecDeque<(Instant, Name)>,
    /// Whether a task forgets them in time.
    is_swept: bool,
}

impl Recordings {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            budget: Arc::new(Budget::new(limits.replay_bytes)),
            events: limits.replay_events,
            kept: limits.replay,
            table: Mutex::default(),
        }
    }

    /// Begins to record a stream of a session, where there is room for another: the end that writes, and the one
    /// that reads.
    pub(super) fn open(self: &Arc<Self>, owner: Key) -> Option<(Recorder, Reading)> {
        let name = StateKeys::random_bytes()?;
        let mut share = self.budget.share();
        while !share.take(STREAM) {
            if !self.forget_oldest() {
                return None;
            }
        }
        let recording = Arc::new(Recording::new(name, owner, Tape::new(share)));
        lock(&self.table).known.insert(name, Arc::clone(&recording));
        let reading = Recording::read(&recording, 0);
        Some((Recorder::new(Arc::clone(self), recording), reading))
    }

    /// What a session's stream has behind an event that its client has received.
    pub(super) fn resume(&self, owner: Key, last: &str) -> Option<Reading> {
        let EventId { stream, number } = EventId::parse(last)?;
        let recording = lock(&self.table).known.get(&stream).cloned()?;
        let next = number.checked_add(1)?;
        (recording.owner() == owner && recording.has_sent(number))
            .then(|| Recording::read(&recording, next))
    }

    /// Forgets the streams of a session.
    pub(super) fn forget_all(&self, owner: Key) {
        let is_other = |recording: &Arc<Recording>| recording.owner() != owner;
        lock(&self.table)
            .known
            .retain(|_, recording| is_other(recording));
    }

    /// Makes room by forgetting the stream that ended first; false when none has.
    fn forget_oldest(&self) -> bool {
        let mut table = lock(&self.table);
        let oldest = table.ended.pop_front();
        if let Some((_, name)) = oldest {
            table.known.remove(&name);
        }
        oldest.is_some()
    }

    fn forget(&self, name: &Name) {
        lock(&self.table).known.remove(name);
    }

    /// Keeps a stream that has ended for as long as it can be resumed.
    fn keep(self: &Arc<Self>, name: Name) {
        let mut table = lock(&self.table);
        table.ended.push_back((Instant::now() + self.kept, name));
        let is_swept = std::mem::replace(&mut table.is_swept, true);
        drop(table);
        if is_swept {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(sweep(Arc::clone(self)))),
            Err(_) => lock(&self.table).is_swept = false,
        }
    }

    /// Forgets what is kept no longer; gives when there is more to forget.
    fn forget_old(&self) -> Option<Instant> {
        let mut table = lock(&self.table);
        let now = Instant::now();
        while let Some((until, name)) = table.ended.front().copied() {
            if until > now {
                return Some(until);
            }
            table.ended.pop_front();
            table.known.remove(&name);
        }
        table.is_swept = false;
        None
    }
}

/// Forgets streams in time, until there is none left that has ended.
async fn sweep(recordings: Arc<Recordings>) {
    let recordings = Arc::downgrade(&recordings);
    while let Some(until) = recordings
        .upgrade()
        .and_then(|recordings| recordings.forget_old())
    {
        sleep_until(until).await;
    }
}
