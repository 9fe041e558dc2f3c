//! An answer as a stream of events (specification: *Streamable HTTP*): a comment at once, notifications as
//! they come, the result, end.

use std::{
    fmt::Display,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::{reply::Reply, session::Reading, work::Work};
use crate::context::EventQueue;

/// The stream; it goes on working at the exchange.
pub(super) struct EventStream {
    source: Source,
    /// What can be sent at once.
    ready: Vec<u8>,
    keep_alive: Duration,
    beat: Option<Pin<Box<Sleep>>>,
}

/// Where the events come from.
enum Source {
    UnderWay(Work, Arc<EventQueue>),
    Recorded(Reading),
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
        let mut stream = Self::new(Source::UnderWay(work, queue), keep_alive);
        if let Some(first) = first {
            event(&mut stream.ready, &first);
        }
        stream
    }

    /// A stream whose exchange is done: what is in the queue, then the reply.
    pub(super) fn done(reply: &Reply, queue: &EventQueue, keep_alive: Duration) -> Self {
        let mut stream = Self::new(Source::Over, keep_alive);
        drain(queue, Waker::noop(), &mut stream.ready);
        conclude(reply, &mut stream.ready);
        stream
    }

    /// A stream that is recorded elsewhere.
    pub(super) fn recorded(reading: Reading, keep_alive: Duration) -> Self {
        Self::new(Source::Recorded(reading), keep_alive)
    }

    fn new(source: Source, keep_alive: Duration) -> Self {
        Self {
            source,
            ready: b": ok\n\n".to_vec(),
            keep_alive,
            beat: None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.ready.is_empty() && matches!(self.source, Source::Over)
    }

    pub(super) fn poll_next(&mut self, task: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.advance(task) {
            self.source = Source::Over;
        }
        if !self.ready.is_empty() {
            self.beat = None;
            return Poll::Ready(Some(std::mem::take(&mut self.ready).into()));
        }
        if matches!(self.source, Source::Over) {
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

    /// Takes a step and collects what came of it; true when there is nothing to come.
    fn advance(&mut self, task: &mut Context<'_>) -> bool {
        match &mut self.source {
            Source::UnderWay(work, queue) => {
                let step = work.poll(task);
                drain(queue, task.waker(), &mut self.ready);
                if let Poll::Ready(reply) = &step {
                    conclude(reply, &mut self.ready);
                }
                step.is_ready()
            }
            Source::Recorded(reading) => reading.poll(task, &mut self.ready).is_ready(),
            Source::Over => true,
        }
    }
}

/// Writes what is in a queue; `waker` is woken when there is more.
fn drain(queue: &EventQueue, waker: &Waker, out: &mut Vec<u8>) {
    while let Some(message) = queue.next(waker) {
        event(out, &message);
    }
}

fn conclude(reply: &Reply, out: &mut Vec<u8>) {
    if let Some(answer) = reply.message() {
        event(out, answer);
    }
}

/// Writes an event that a client can name.
pub(super) fn event_with_id(out: &mut Vec<u8>, id: &impl Display, message: &[u8]) {
    out.extend_from_slice(format!("id: {id}\n").as_bytes());
    event(out, message);
}

/// Writes an event. Line breaks of JSON are space between its tokens, and would end the event's line.
pub(super) fn event(out: &mut Vec<u8>, message: &[u8]) {
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
