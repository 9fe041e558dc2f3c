//! How often each caller may call.

mod limiter;
mod table;

use std::{fmt, num::NonZeroU32, time::Duration};

use governor::Quota;

pub(crate) use self::limiter::Limiter;
use crate::{Context, component::Component};

/// Longest time in which a burst may come back; what is counted in nanoseconds doesn't overflow below it.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How often each caller may call a tool, or all tools of a server together.
///
/// A caller has as many calls as its burst, at once if it likes, and gets back one after the other, evenly:
/// with `per_minute(10)` that is one each six seconds. Callers are told apart by the
/// [subject](crate::Identity::subject) of their identity; those without one share.
///
/// ```
/// use ferramenta::{RateLimit, Server, tool};
///
/// /// Search the catalog.
/// #[tool(rate_limit = RateLimit::per_minute(10).burst(3))]
/// async fn search(query: String) -> String {
///     format!("Nothing matches '{query}'.")
/// }
///
/// let server = Server::new("Shop").rate_limit(RateLimit::per_second(20)).tool::<search>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    calls: u32,
    per: Period,
    burst: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Period {
    Second,
    Minute,
    Hour,
}

impl RateLimit {
    /// So many calls per second, at least one.
    #[must_use]
    pub const fn per_second(calls: u32) -> Self {
        Self::new(calls, Period::Second)
    }

    /// So many calls per minute, at least one.
    #[must_use]
    pub const fn per_minute(calls: u32) -> Self {
        Self::new(calls, Period::Minute)
    }

    /// So many calls per hour, at least one.
    #[must_use]
    pub const fn per_hour(calls: u32) -> Self {
        Self::new(calls, Period::Hour)
    }

    /// Most calls without a pause between them, at least one; as many as in the whole time if not given.
    #[must_use]
    pub const fn burst(mut self, calls: u32) -> Self {
        self.burst = calls;
        self
    }

    const fn new(calls: u32, per: Period) -> Self {
        Self {
            calls,
            per,
            burst: calls,
        }
    }

    /// The limit as it is kept, or why it makes no sense and how to mend it.
    pub(crate) fn quota(self) -> Result<Quota, (&'static str, &'static str)> {
        let at_least_one = "allow at least one call";
        let calls = NonZeroU32::new(self.calls).ok_or(("is zero", at_least_one))?;
        let burst = NonZeroU32::new(self.burst).ok_or(("has a burst of zero", at_least_one))?;
        let quota = self.per.quota(calls).allow_burst(burst);
        if quota.replenish_interval() * self.burst > LONGEST {
            return Err((
                "has a burst that takes more than a year to come back",
                "choose a smaller burst, or more calls",
            ));
        }
        Ok(quota)
    }
}

impl Period {
    const fn quota(self, calls: NonZeroU32) -> Quota {
        match self {
            Self::Second => Quota::per_second(calls),
            Self::Minute => Quota::per_minute(calls),
            Self::Hour => Quota::per_hour(calls),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
        })
    }
}

/// Counts a call, or says why it is one too many; such a call isn't counted.
pub(crate) fn too_often(
    server: Option<&Limiter>,
    component: &Component,
    cx: &Context,
) -> Option<String> {
    if component.rate.is_none() && server.is_none() {
        return None;
    }
    let caller = cx.identity().map(|identity| identity.subject());
    count(component.rate.as_ref(), server, caller)
}

/// The same for what only the server limits.
pub(crate) fn too_often_at_all(server: Option<&Limiter>, cx: &Context) -> Option<String> {
    let caller = cx.identity().map(|identity| identity.subject());
    count(None, server, caller)
}

fn count<C: governor::clock::Clock>(
    tool: Option<&Limiter<C>>,
    server: Option<&Limiter<C>>,
    caller: Option<&str>,
) -> Option<String> {
    if let Some(tool) = tool
        && let Err(wait) = tool.take(caller)
    {
        return Some(reached(tool.limit, "", wait));
    }
    if let Some(server) = server
        && let Err(wait) = server.take(caller)
    {
        if let Some(tool) = tool {
            tool.give_back(caller);
        }
        return Some(reached(server.limit, " of this server", wait));
    }
    None
}

/// What the caller reads.
fn reached(limit: RateLimit, of: &str, wait: Duration) -> String {
    let RateLimit { calls, per, .. } = limit;
    let s = if calls == 1 { "" } else { "s" };
    let seconds = wait.as_nanos().div_ceil(1_000_000_000).max(1);
    format!("Rate limit reached: at most {calls} call{s}{of} per {per}; try again in {seconds} s")
}

#[cfg(test)]
mod tests;
