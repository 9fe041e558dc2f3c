use std::{
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;

use super::{EventId, Key, Name, Recordings, lock, tape::Tape};
use crate::transport::http::stream::{event, event_with_id};

/// How long a client waits before it comes back, where nobody has said anything else.
const RETRY: Duration = Duration::from_secs(1);

/// A stream that is recorded, and who reads it: one connection at a time, the newest.
pub(super) struct Recording {
    name: Name,
    owner: Key,
    state: Mutex<State>,
}

struct State {
    tape: Tape,
    is_over: bool,
    /// What the connection has to be closed with, once it has sent everything.
    closing: Option<Duration>,
    /// Counts the connections.
    reader: u64,
    is_read: bool,
    /// The next event to be sent.
    next: u64,
    waker: Option<Waker>,
}

/// A connection's end of a stream that is recorded.
pub(in super::super::super) struct Reading {
    recording: Arc<Recording>,
    reader: u64,
}

impl Recording {
    pub(super) const fn new(name: Name, owner: Key, tape: Tape) -> Self {
        let state = State {
            tape,
            is_over: false,
            closing: None,
            reader: 0,
            is_read: false,
            next: 0,
            waker: None,
        };
        Self {
            name,
            owner,
            state: Mutex::new(state),
        }
    }

    pub(super) const fn name(&self) -> Name {
        self.name
    }

    pub(super) const fn owner(&self) -> Key {
        self.owner
    }

    /// Whether there was such an event.
    pub(super) fn has_sent(&self, number: u64) -> bool {
        number < lock(&self.state).tape.next()
    }

    /// Reads the stream from an event on; whoever has read it before is done.
    pub(super) fn read(recording: &Arc<Self>, next: u64) -> Reading {
        let mut state = lock(&recording.state);
        state.reader += 1;
        state.is_read = true;
        state.next = next;
        state.closing = None;
        let (reader, before) = (state.reader, state.waker.take());
        drop(state);
        wake(before);
        Reading {
            recording: Arc::clone(recording),
            reader,
        }
    }

    /// Records a message; without room for it, what was sent makes some, and then streams that have ended. False
    /// when there is none, and nobody who reads.
    pub(super) fn record(&self, mut message: Bytes, room: &Recordings) -> bool {
        let mut state = lock(&self.state);
        while let Err(back) = state.tape.keep(message) {
            message = back;
            if state.forget_sent() || room.forget_oldest() {
                continue;
            }
            if !state.is_read {
                return false;
            }
            state.tape.hold(message);
            break;
        }
        let waker = state.waker.take();
        drop(state);
        wake(waker);
        true
    }

    /// Whether there is a place for one more among the stream's events.
    pub(super) fn has_place(&self, most: usize) -> bool {
        let mut state = lock(&self.state);
        state.tape.len() < most || state.forget_sent()
    }

    /// Closes the connection, once it has sent everything; the client is asked to come back after `retry`.
    pub(super) fn close(&self, retry: Duration) {
        let mut state = lock(&self.state);
        if state.is_read {
            state.closing = Some(retry);
        }
        let waker = state.waker.take();
        drop(state);
        wake(waker);
    }

    pub(super) fn end(&self) {
        let mut state = lock(&self.state);
        state.is_over = true;
        let waker = state.waker.take();
        drop(state);
        wake(waker);
    }
}

impl State {
    /// Forgets the first event, if it was sent.
    fn forget_sent(&mut self) -> bool {
        let sent = self.next;
        self.tape.forget_before(sent)
    }

    fn leave(&mut self) {
        self.is_read = false;
        self.waker = None;
        self.tape.let_go();
    }
}

impl Reading {
    /// Writes what there is to send; ready when there is no more to come over this connection.
    pub(in super::super::super) fn poll(
        &self,
        task: &mut Context<'_>,
        out: &mut Vec<u8>,
    ) -> Poll<()> {
        let mut state = lock(&self.recording.state);
        if state.reader != self.reader || !state.is_read {
            return Poll::Ready(());
        }
        self.write(&mut state, out);
        if let Some(retry) = state.closing.take() {
            out.extend_from_slice(format!("retry: {}\n\n", retry.as_millis()).as_bytes());
            state.leave();
            return Poll::Ready(());
        }
        if state.is_over {
            return Poll::Ready(());
        }
        state.waker = Some(task.waker().clone());
        Poll::Pending
    }

    fn write(&self, state: &mut State, out: &mut Vec<u8>) {
        let id = |number| EventId {
            stream: self.recording.name,
            number,
        };
        if state.next == 0 {
            // it has no message: a client learns from it where to go on
            let first = format!("id: {}\nretry: {}\n", id(0), RETRY.as_millis());
            out.extend_from_slice(first.as_bytes());
            event(out, b"");
        }
        for (number, message) in state.tape.from(state.next) {
            event_with_id(out, &id(number), message);
        }
        state.next = state.tape.next();
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut state = lock(&self.recording.state);
        if state.reader == self.reader {
            state.leave();
        }
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}
