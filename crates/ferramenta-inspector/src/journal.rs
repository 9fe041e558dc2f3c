//! What happens, one JSON object a line: kept for pages that open later, and told to those that are open.

use std::{
    borrow::Cow,
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
    time::{SystemTime, UNIX_EPOCH},
};

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::broadcast;

use crate::{hub::lock, state::State};

/// Events that are kept, at most.
const KEPT_EVENTS: usize = 2_000;
/// Bytes of the events that are kept, at most.
const KEPT_BYTES: usize = 32 << 20;
/// Events that a page may be behind before its stream ends.
const BEHIND: usize = 4_096;

/// One line, without its end.
pub(crate) type Line = Arc<str>;

/// What pages are told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Event<'a> {
    State(&'a State),
    Question {
        id: &'a str,
        time: u64,
        key: Option<&'a str>,
        source: Source,
        name: Option<&'a str>,
        method: &'a str,
        params: Option<&'a RawValue>,
    },
    Answered {
        id: &'a str,
        reason: Closed,
    },
    Notification {
        time: u64,
        key: Option<&'a str>,
        method: &'a str,
        params: Option<&'a RawValue>,
    },
    Live,
}

/// Where a question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// Part of an answer.
    InputRequired,
    /// A request of the server.
    Request,
}

/// Why a question isn't open any longer.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Closed {
    Answered,
    Cancelled,
}

/// What is kept, and numbered.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Kept<'a> {
    Message {
        time: u64,
        direction: Direction,
        bytes: usize,
        key: Option<&'a str>,
        message: Option<&'a RawValue>,
        text: Option<Cow<'a, str>>,
        http: Option<Http>,
    },
    Stderr {
        time: u64,
        text: &'a str,
    },
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Out,
    In,
}

/// What HTTP adds to a message.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "pipes have none of it")
)]
pub(crate) enum Http {
    Status(Option<u16>),
    Headers(serde_json::Map<String, serde_json::Value>),
}

#[derive(Debug)]
pub(crate) struct Journal {
    kept: Mutex<Ring>,
    live: broadcast::Sender<Line>,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<Line>,
    bytes: usize,
    next: u64,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            live: broadcast::channel(BEHIND).0,
        }
    }
}

impl Journal {
    /// Numbers an event, keeps it and tells it.
    pub(crate) fn keep(&self, event: &Kept<'_>) {
        let mut ring = self.lock();
        let line = one_line(&Numbered {
            n: ring.next,
            event,
        });
        ring.next += 1;
        ring.push(Arc::clone(&line));
        self.publish(line);
    }

    /// Tells an event to the pages that are open.
    pub(crate) fn tell(&self, event: &Event<'_>) -> Line {
        let _in_order = self.lock();
        let line = one_line(event);
        self.publish(Arc::clone(&line));
        line
    }

    /// What is kept, and what comes after it, without a gap between.
    pub(crate) fn listen(&self) -> (Vec<Line>, broadcast::Receiver<Line>) {
        let ring = self.lock();
        (ring.lines.iter().cloned().collect(), self.live.subscribe())
    }

    fn publish(&self, line: Line) {
        // an error says that no page is open
        let _ = self.live.send(line);
    }

    fn lock(&self) -> MutexGuard<'_, Ring> {
        lock(&self.kept)
    }
}

impl Ring {
    fn push(&mut self, line: Line) {
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.lines.len() > KEPT_EVENTS || self.bytes > KEPT_BYTES {
            let Some(oldest) = self.lines.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
    }
}

#[derive(Serialize)]
struct Numbered<'a> {
    n: u64,
    #[serde(flatten)]
    event: &'a Kept<'a>,
}

/// An event as a line of JSON.
pub(crate) fn one_line(event: &impl Serialize) -> Line {
    let json =
        serde_json::to_string(event).expect("the names are strings, and the values can't refuse");
    // JSON has ends of lines between its tokens alone, never inside a string
    if json.contains(['\n', '\r']) {
        json.replace(['\n', '\r'], " ").into()
    } else {
        json.into()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}
