//! A limit, and what each caller has left of it.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use governor::{RateLimiter, clock::Clock, middleware::NoOpMiddleware, nanos::Nanos};
use tokio::time::Instant;

use super::{
    RateLimit,
    table::{MOST, Table},
};

/// Keeps a limit for each caller.
pub(crate) struct Limiter<C: Clock = Uptime> {
    pub(super) limit: RateLimit,
    callers: RateLimiter<u64, Table, C, NoOpMiddleware<C::Instant>>,
    /// What the limiter keeps its state in.
    table: Table,
    /// The time after which one call comes back.
    interval: Nanos,
    seed: RandomState,
}

impl Limiter {
    /// Keeps this limit; none that is wrong can be kept.
    pub(crate) fn new(limit: RateLimit) -> Option<Self> {
        Self::with_clock(limit, Uptime(Instant::now()))
    }
}

impl<C: Clock> Limiter<C> {
    pub(super) fn with_clock(limit: RateLimit, clock: C) -> Option<Self> {
        let quota = limit.quota().ok()?;
        let table = Table::default();
        Some(Self {
            limit,
            callers: RateLimiter::new(quota, table.clone(), clock),
            table,
            interval: quota.replenish_interval().into(),
            seed: RandomState::new(),
        })
    }

    /// Takes one of the caller's calls, or tells how long to wait for it.
    pub(super) fn take(&self, caller: Option<&str>) -> Result<(), Duration> {
        if self.callers.len() >= MOST {
            self.callers.retain_recent();
        }
        let taken = self.callers.check_key(&self.key(caller));
        taken.map_err(|not_until| not_until.wait_time_from(self.callers.clock().now()))
    }

    /// Gives back a call that was taken and didn't take place.
    pub(super) fn give_back(&self, caller: Option<&str>) {
        self.table.give_back(self.key(caller), self.interval);
    }

    /// How many callers are remembered.
    #[cfg(test)]
    pub(super) fn known(&self) -> usize {
        self.callers.len()
    }

    /// A caller as a number. Names may be as long as somebody likes; two of the few that are kept have the
    /// same number about as often as two keys of a cipher, and nobody can look for such names without the
    /// seed.
    fn key(&self, caller: Option<&str>) -> u64 {
        self.seed.hash_one(caller)
    }
}

/// The time since the server was built, by the runtime's clock: a test that has stopped it decides.
pub(crate) struct Uptime(Instant);

impl Clock for Uptime {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Instant::now().saturating_duration_since(self.0).into()
    }
}
