//! What other servers haven't been told yet.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::Notify, task::AbortHandle};

use super::{
    Change,
    message::{Message, Origin},
    shared::{ErasedBus, hear, send},
};
use crate::catalog::Handle;

/// Most changes that are kept one by one; of more it is said that everything has changed.
const MOST: usize = 1_024;

/// Tells other servers what has changed here, and hears of theirs, as long as it lives.
pub(crate) struct Outgoing {
    queue: Arc<Queue>,
    tasks: [AbortHandle; 2],
}

/// Changes that wait to be sent, each once.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// There is something to send.
    filled: Notify,
    /// All has been sent.
    emptied: Notify,
}

#[derive(Default)]
struct State {
    changes: BTreeSet<Change>,
    everything: bool,
    /// Something was taken out, and isn't sent yet.
    sending: bool,
}

impl Outgoing {
    /// Begins to send and to hear.
    pub(super) fn open(bus: Arc<dyn ErasedBus>, server: Handle) -> Self {
        let queue = Arc::new(Queue::default());
        let origin = Origin::new();
        let sending = forward(Arc::clone(&queue), Arc::clone(&bus), origin);
        Self {
            queue,
            tasks: [
                tokio::spawn(sending).abort_handle(),
                tokio::spawn(hear(bus, server, origin)).abort_handle(),
            ],
        }
    }

    /// Notes a change; never waits.
    pub(super) fn note(&self, change: Change) {
        self.queue.note(change);
    }

    /// Waits until all that was noted is sent.
    pub(super) async fn sent(&self) {
        loop {
            let emptied = self.queue.emptied.notified();
            if self.queue.state().is_idle() {
                return;
            }
            emptied.await;
        }
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, change: Change) {
        self.state().note(change);
        self.filled.notify_one();
    }

    /// What is sent next, once there is something.
    async fn next(&self, origin: Origin) -> Message {
        loop {
            let next = self.state().take();
            if let Some(change) = next {
                return Message { origin, change };
            }
            self.emptied.notify_waiters();
            self.filled.notified().await;
        }
    }
}

impl State {
    fn is_idle(&self) -> bool {
        !self.sending && !self.everything && self.changes.is_empty()
    }

    fn note(&mut self, change: Change) {
        if self.everything {
            return;
        }
        self.changes.insert(change);
        if self.changes.len() > MOST {
            self.changes.clear();
            self.everything = true;
        }
    }

    /// A change, or everything; nothing where all is sent.
    #[allow(clippy::option_option, reason = "the inner one is that of a message")]
    fn take(&mut self) -> Option<Option<Change>> {
        let taken = if std::mem::take(&mut self.everything) {
            Some(None)
        } else {
            self.changes.pop_first().map(Some)
        };
        self.sending = taken.is_some();
        taken
    }
}

/// Sends what is noted, one message after the other, for ever.
async fn forward(queue: Arc<Queue>, bus: Arc<dyn ErasedBus>, origin: Origin) {
    loop {
        let message = queue.next(origin).await.to_string();
        send(&*bus, &message).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subscribe::Listed;

    const TOOLS: Change = Change::List(Listed::Tools);

    #[test]
    fn a_change_waits_once_and_too_many_are_everything() {
        let mut state = State::default();
        assert!(state.is_idle());
        state.note(TOOLS);
        state.note(TOOLS);
        assert_eq!(state.take(), Some(Some(TOOLS)));
        assert!(!state.is_idle());
        assert_eq!(state.take(), None);
        assert!(state.is_idle());
        for number in 0..=MOST {
            state.note(Change::Resource(format!("a://{number}").into()));
        }
        state.note(TOOLS);
        assert_eq!(state.take(), Some(None));
        assert_eq!(state.take(), None);
    }
}
