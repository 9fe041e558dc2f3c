//! An answer as a stream of events (specification: *Streamable HTTP*): a comment at once, notifications as
//! they come, the result, end.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::{reply::Reply, work::Work};
use crate::context::EventQueue;

/// The stream; it goes on working at the exchange.
pub(super) struct EventStream {
    state: State,
    queue: Arc<EventQueue>,
    /// What can be sent at once.
    ready: Vec<u8>,
    keep_alive: Duration,
    beat: Option<Pin<Box<Sleep>>>,
}

/// How far the exchange is.
enum State {
    UnderWay(Work),
    Answered(Reply),
    Over,
}

impl EventStream {
    /// A stream whose exchange isn't done.
    pub(super) fn open(
        work: Work,
        first: Option<Bytes>,
        queue: Arc<EventQueue>,
        keep_alive: Duration,
    ) -> Self {
        let mut stream = Self::new(State::UnderWay(work), queue, keep_alive);
        if let Some(first) = first {
            event(&mut stream.ready, &first);
        }
        stream
    }

    /// A stream whose exchange is done: what is in the queue, then the reply.
    pub(super) fn done(reply: Reply, queue: Arc<EventQueue>, keep_alive: Duration) -> Self {
        Self::new(State::Answered(reply), queue, keep_alive)
    }

    fn new(state: State, queue: Arc<EventQueue>, keep_alive: Duration) -> Self {
        Self {
            state,
            queue,
            ready: b": ok\n\n".to_vec(),
            keep_alive,
            beat: None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.ready.is_empty() && matches!(self.state, State::Over)
    }

    pub(super) fn poll_next(&mut self, task: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.advance(task);
        if !self.ready.is_empty() {
            self.beat = None;
            return Poll::Ready(Some(std::mem::take(&mut self.ready).into()));
        }
        if matches!(self.state, State::Over) {
            return Poll::Ready(None);
        }
        let beat = self
            .beat
            .get_or_insert_with(|| Box::pin(sleep(self.keep_alive)));
        if beat.as_mut().poll(task).is_pending() {
            return Poll::Pending;
        }
        self.beat = None;
        Poll::Ready(Some(Bytes::from_static(b": keep-alive\n\n")))
    }

    /// Takes a step of the exchange and collects what came of it.
    fn advance(&mut self, task: &mut Context<'_>) {
        if let State::UnderWay(work) = &mut self.state
            && let Poll::Ready(reply) = work.poll(task)
        {
            self.state = State::Answered(reply);
        }
        while let Some(message) = self.queue.next(task.waker()) {
            event(&mut self.ready, &message);
        }
        if let State::Answered(reply) = &self.state {
            if let Reply::Answer(answer) = reply
                && !answer.bytes.is_empty()
            {
                event(&mut self.ready, &answer.bytes);
            }
            self.state = State::Over;
        }
    }
}

/// Writes an event. Line breaks of JSON are space between its tokens, and would end the event's line.
fn event(out: &mut Vec<u8>, message: &[u8]) {
    out.reserve(message.len() + 8);
    out.extend_from_slice(b"data: ");
    for (place, part) in message
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .enumerate()
    {
        if place > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(part);
    }
    out.extend_from_slice(b"\n\n");
}

#[cfg(test)]
mod tests {
    use super::event;

    #[test]
    fn an_event_is_one_line() {
        let mut out = Vec::new();
        event(&mut out, b"{\r\n\"a\": 1\n}");
        assert_eq!(out, b"data: {  \"a\": 1 }\n\n");
    }
}
