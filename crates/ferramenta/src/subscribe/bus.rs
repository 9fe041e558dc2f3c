use std::{
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Poll, Waker},
};

use super::{Change, Filter};

/// Tells all who listen in this process what has changed. It never waits for one of them: what somebody hasn't
/// heard yet is noted once, however often it happens.
#[derive(Default)]
pub(crate) struct Bus {
    subscribers: Mutex<Vec<Weak<Subscriber>>>,
}

impl Bus {
    /// Somebody who listens from now on, for as long as the value lives.
    pub(crate) fn subscribe(&self, filter: Filter) -> Arc<Subscriber> {
        let subscriber = Arc::new(Subscriber {
            filter,
            state: Mutex::default(),
        });
        let mut subscribers = lock(&self.subscribers);
        // a list that has grown to its room holds some who are gone
        if subscribers.len() == subscribers.capacity() {
            subscribers.retain(|subscriber| subscriber.strong_count() > 0);
        }
        subscribers.push(Arc::downgrade(&subscriber));
        subscriber
    }

    /// Tells everybody who wants to know.
    pub(crate) fn publish(&self, change: Change) {
        lock(&self.subscribers).retain(|subscriber| {
            let subscriber = subscriber.upgrade();
            if let Some(subscriber) = &subscriber {
                subscriber.note(change);
            }
            subscriber.is_some()
        });
    }
}

/// Somebody who listens.
pub(crate) struct Subscriber {
    filter: Filter,
    state: Mutex<State>,
}

/// What was not heard yet.
#[derive(Default)]
struct State {
    tools: bool,
    reader: Option<Waker>,
}

impl Subscriber {
    fn note(&self, change: Change) {
        if !self.filter.wants(change) {
            return;
        }
        let mut state = lock(&self.state);
        match change {
            Change::Tools => state.tools = true,
        }
        let reader = state.reader.take();
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Something that has changed since the last time; without that, `waker` is woken when it does.
    pub(crate) fn poll_next(&self, waker: &Waker) -> Poll<Change> {
        let mut state = lock(&self.state);
        if std::mem::take(&mut state.tools) {
            return Poll::Ready(Change::Tools);
        }
        state.reader = Some(waker.clone());
        Poll::Pending
    }

    /// Waits for the next change.
    pub(crate) async fn next(&self) -> Change {
        poll_fn(|task| self.poll_next(task.waker())).await
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: Filter = Filter { tools: true };

    fn heard(subscriber: &Subscriber) -> bool {
        subscriber.poll_next(Waker::noop()).is_ready()
    }

    #[test]
    fn a_change_is_heard_once_however_often_it_happens() {
        let bus = Bus::default();
        bus.publish(Change::Tools);
        let late = bus.subscribe(TOOLS);
        assert!(!heard(&late));
        bus.publish(Change::Tools);
        bus.publish(Change::Tools);
        assert!(heard(&late));
        assert!(!heard(&late));
    }

    #[test]
    fn nobody_hears_what_they_do_not_want() {
        let bus = Bus::default();
        let other = bus.subscribe(Filter::default());
        bus.publish(Change::Tools);
        assert!(!heard(&other));
    }

    #[test]
    fn who_is_gone_takes_no_room() {
        let bus = Bus::default();
        let stays = bus.subscribe(TOOLS);
        for _ in 0..1000 {
            drop(bus.subscribe(TOOLS));
        }
        assert!(lock(&bus.subscribers).len() < 10);
        bus.publish(Change::Tools);
        assert_eq!(lock(&bus.subscribers).len(), 1);
        assert!(heard(&stays));
    }
}
