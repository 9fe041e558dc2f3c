//! Who hears of changes for a session, whether its client listens or not.

use std::sync::Arc;

use super::{Key, Session, Sessions, lock};
use crate::subscribe::{Mark, Subscriber};

/// How a session hears of changes.
pub(super) enum Hearing {
    /// It listens, or has subscribed to resources.
    Awake(Arc<Subscriber>),
    /// Nobody listens; this is enough to tell the next who does what has changed meanwhile.
    Asleep(Mark),
}

/// Somebody who hears of changes for a session while a request needs it.
pub(in super::super) struct Listener<'a> {
    sessions: &'a Sessions,
    key: Key,
    subscriber: Arc<Subscriber>,
}

impl Sessions {
    /// Who hears of changes for a session; made if there is nobody, from where the last one has left off.
    pub(in super::super) fn listener(
        &self,
        session: &Session,
        make: impl FnOnce(Option<Mark>) -> Arc<Subscriber>,
    ) -> Listener<'_> {
        let key = session.0.key;
        let mut hearings = lock(&self.hearings);
        let subscriber = match hearings.get(&key) {
            Some(Hearing::Awake(subscriber)) => Arc::clone(subscriber),
            Some(Hearing::Asleep(mark)) => make(Some(*mark)),
            None => make(None),
        };
        hearings.set(key, Hearing::Awake(Arc::clone(&subscriber)));
        drop(hearings);
        Listener {
            sessions: self,
            key,
            subscriber,
        }
    }
}

impl Listener<'_> {
    pub(in super::super) fn subscriber(&self) -> Arc<Subscriber> {
        Arc::clone(&self.subscriber)
    }
}

impl Drop for Listener<'_> {
    /// Lets the session sleep where nobody else listens for it.
    fn drop(&mut self) {
        let mut hearings = lock(&self.sessions.hearings);
        let is_last = match hearings.get(&self.key) {
            Some(Hearing::Awake(known)) => {
                Arc::ptr_eq(known, &self.subscriber) && Arc::strong_count(known) == 2
            }
            _ => false,
        };
        if is_last && let Some(mark) = self.subscriber.mark() {
            hearings.set(self.key, Hearing::Asleep(mark));
        }
    }
}
