//! The server that the hostile table attacks: small tools that count themselves.
//!
//! The environment sets its bounds: `VICTIM_CALLS`, `VICTIM_THREADS` and `VICTIM_CONNECTIONS` how many
//! there are at once, `VICTIM_HEAD_MS` and `VICTIM_BODY_MS` the time that the parts of a request over HTTP
//! may take to arrive, `VICTIM_WRITE_MS` the time in which a client may take nothing, `VICTIM_CALL_MS` that of
//! a call, and `VICTIM_DRAIN_MS` that of calls under way when the server stops.

mod counts;
mod tools;

use std::{str::FromStr, time::Duration};

use ferramenta::{Limits, Server};

use crate::{counts::Counts, tools::Tools};

fn main() -> ferramenta::Result<()> {
    Server::new("victim")
        .version(env!("CARGO_PKG_VERSION"))
        .service(Counts::default())
        .limits(limits())
        .tools::<Tools>()
        .run()
}

/// The defaults, but for a short drain and what the environment asks for.
fn limits() -> Limits {
    let mut limits =
        Limits::default().drain(time("VICTIM_DRAIN_MS").unwrap_or(Duration::from_secs(1)));
    if let Some(calls) = number("VICTIM_CALLS") {
        limits = limits.concurrent_calls(calls);
    }
    if let Some(threads) = number("VICTIM_THREADS") {
        limits = limits.blocking_calls(threads).blocking_queue(0);
    }
    if let Some(time) = time("VICTIM_CALL_MS") {
        limits = limits.call(time);
    }
    if let Some(connections) = number("VICTIM_CONNECTIONS") {
        limits = limits.connections(connections);
    }
    if let Some(time) = time("VICTIM_BODY_MS") {
        limits = limits.body(time);
    }
    if let Some(time) = time("VICTIM_HEAD_MS") {
        limits = limits.head(time);
    }
    if let Some(time) = time("VICTIM_WRITE_MS") {
        limits = limits.write(time);
    }
    limits
}

fn number<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

fn time(name: &str) -> Option<Duration> {
    number(name).map(Duration::from_millis)
}
