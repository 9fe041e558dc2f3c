use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use tokio::sync::mpsc;

/// Where the notifications of a call go.
pub(crate) enum Events {
    /// The client can't take them.
    Discarded,
    /// Into the event stream of this request.
    Queue(Arc<EventQueue>),
    /// Between the other messages of a pipe.
    Pipe(mpsc::Sender<Bytes>),
}

impl Events {
    /// Hands over a message; one that a slow client has no room for is dropped.
    pub(crate) fn send(&self, message: Vec<u8>) {
        match self {
            Self::Discarded => {}
            Self::Queue(queue) => queue.push(message.into()),
            Self::Pipe(pipe) => {
                let dropped = pipe.try_send(message.into()).is_err();
                if dropped {
                    tracing::debug!("a notification was dropped: the client reads too slowly");
                }
            }
        }
    }

    /// Hands over a message as soon as there is room for it; false when nobody reads any more.
    pub(crate) async fn deliver(&self, message: Vec<u8>) -> bool {
        match self {
            Self::Discarded => false,
            Self::Queue(queue) => {
                queue.room().await;
                queue.push(message.into());
                true
            }
            Self::Pipe(pipe) => pipe.send(message.into()).await.is_ok(),
        }
    }

    pub(crate) const fn are_discarded(&self) -> bool {
        matches!(self, Self::Discarded)
    }

    /// Closes the connection that the events go over, where the client can come back for the rest.
    pub(crate) fn close(&self, retry: Duration) {
        if let Self::Queue(queue) = self {
            queue.close(retry);
        }
    }
}

/// The notifications of one HTTP request that were not written yet.
pub(crate) struct EventQueue {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Bytes>,
    reader: Option<Waker>,
    /// Who waits for room.
    writer: Option<Waker>,
    /// Whether the client can come back for what it hasn't got when its connection is closed.
    is_resumable: bool,
    /// After what time it is asked to, when the connection has to be closed.
    closing: Option<Duration>,
}

impl EventQueue {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            state: Mutex::default(),
        }
    }

    fn push(&self, message: Bytes) {
        let mut state = self.lock();
        if state.waiting.len() < self.capacity {
            state.waiting.push_back(message);
        }
        if let Some(reader) = state.reader.take() {
            reader.wake();
        }
    }

    /// Says that the client can come back for what it hasn't got when its connection is closed.
    pub(crate) fn set_resumable(&self) {
        self.lock().is_resumable = true;
    }

    fn close(&self, retry: Duration) {
        let mut state = self.lock();
        if !state.is_resumable {
            return;
        }
        state.closing = Some(retry);
        if let Some(reader) = state.reader.take() {
            reader.wake();
        }
    }

    /// Whether the connection has to be closed.
    pub(crate) fn is_closing(&self) -> bool {
        self.lock().closing.is_some()
    }

    /// After what time the client is asked to come back, if its connection has to be closed now.
    pub(crate) fn take_closing(&self) -> Option<Duration> {
        self.lock().closing.take()
    }

    /// Waits until there is room for a notification.
    async fn room(&self) {
        poll_fn(|task| {
            let mut state = self.lock();
            if state.waiting.len() < self.capacity {
                return Poll::Ready(());
            }
            state.writer = Some(task.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// The next notification; without one, `waker` is woken when there is.
    pub(crate) fn next(&self, waker: &Waker) -> Option<Bytes> {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        if let Some(writer) = state.writer.take() {
            writer.wake();
        }
        if next.is_none()
            && !state
                .reader
                .as_ref()
                .is_some_and(|reader| reader.will_wake(waker))
        {
            state.reader = Some(waker.clone());
        }
        next
    }

    /// Whether no notification is waiting.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().waiting.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
