//! The server that the hostile table attacks: small tools that count themselves.
//!
//! `VICTIM_CALLS=N` and `VICTIM_CONNECTIONS=N` bound how many there are at once, `VICTIM_HEAD_MS=N` and
//! `VICTIM_BODY_MS=N` the time that the parts of a request over HTTP may take to arrive, and
//! `VICTIM_DRAIN_MS=N` the time that calls get when the server stops.

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
    let mut limits = Limits::default().drain(time("VICTIM_DRAIN_MS").unwrap_or(Duration::from_secs(1)));
    if let Some(calls) = number("VICTIM_CALLS") {
        limits = limits.concurrent_calls(calls);
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
    limits
}

fn number<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

fn time(name: &str) -> Option<Duration> {
    number(name).map(Duration::from_millis)
}
