//! What both clients have in common: when to stop, and what came of it.

use std::time::{Duration, Instant};

/// When a client stops sending.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// After so many calls.
    Count(u64),
    /// At this moment.
    Time(Instant),
}

impl Until {
    /// Whether another call may be sent at this moment, after so many.
    pub(crate) fn allows(self, sent: u64, now: Instant) -> bool {
        match self {
            Self::Count(count) => sent < count,
            Self::Time(end) => now < end,
        }
    }

    /// What one of several clients has to do of it.
    pub(crate) fn share(self, at: u64, of: u64) -> Self {
        match self {
            Self::Count(count) => Self::Count(count / of + u64::from(at < count % of)),
            time @ Self::Time(_) => time,
        }
    }
}

/// How long each answered call took.
#[derive(Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn push(&mut self, latency: Duration) {
        self.0.push(latency);
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    pub(crate) fn calls(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// The latency that this share of the calls stayed within, once they are sorted.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let last = self.0.len().saturating_sub(1);
        let at = (last as f64 * share).round() as usize;
        self.0.get(at).copied().unwrap_or_default()
    }
}
