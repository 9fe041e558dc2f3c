use std::collections::VecDeque;

use bytes::Bytes;

use crate::transport::http::budget::Share;

/// What a stream takes of the room, besides its events.
pub(super) const STREAM: usize = 1 << 10;
/// What an event takes of the room, besides its message.
const EVENT: usize = 64;

/// The events of a stream that are kept, in their order. Number 0 is the one that opens it and has no message.
pub(super) struct Tape {
    events: VecDeque<Event>,
    /// The number of the next event.
    next: u64,
    share: Share,
}

struct Event {
    number: u64,
    message: Bytes,
    /// What it takes of the room; nothing, where there was none and somebody waits for it all the same.
    taken: usize,
}

impl Tape {
    pub(super) const fn new(share: Share) -> Self {
        Self {
            events: VecDeque::new(),
            next: 1,
            share,
        }
    }

    /// The number of the next event.
    pub(super) const fn next(&self) -> u64 {
        self.next
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Keeps an event; gives it back when there is no room for it.
    pub(super) fn keep(&mut self, message: Bytes) -> Result<(), Bytes> {
        let taken = message.len() + EVENT;
        if !self.share.take(taken) {
            return Err(message);
        }
        self.add(message, taken);
        Ok(())
    }

    /// Holds an event without room for it, until it was read.
    pub(super) fn hold(&mut self, message: Bytes) {
        self.add(message, 0);
    }

    fn add(&mut self, message: Bytes, taken: usize) {
        let number = self.next;
        self.next += 1;
        self.events.push_back(Event {
            number,
            message,
            taken,
        });
    }

    /// Makes room by forgetting the first event, if it comes before `number`.
    pub(super) fn forget_before(&mut self, number: u64) -> bool {
        let is_old = self
            .events
            .front()
            .is_some_and(|event| event.number < number);
        if is_old && let Some(event) = self.events.pop_front() {
            self.share.give_back(event.taken);
        }
        is_old
    }

    /// Lets go of what was only held.
    pub(super) fn let_go(&mut self) {
        self.events.retain(|event| event.taken > 0);
    }

    /// The events from `number` on.
    pub(super) fn from(&self, number: u64) -> impl Iterator<Item = (u64, &Bytes)> {
        let begin = self.events.partition_point(|event| event.number < number);
        let events = self.events.range(begin..);
        events.map(|event| (event.number, &event.message))
    }
}
