//! The server that the hostile table attacks: small tools that count themselves.
//!
//! `VICTIM_CALLS=N` bounds the calls at once, `VICTIM_BODY_MS=N` and `VICTIM_HEAD_MS=N` the time that
//! a request over HTTP may take to arrive.

mod counts;
mod tools;

use std::time::Duration;

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
    let mut limits = Limits::default().drain(Duration::from_secs(1));
    if let Some(calls) = number("VICTIM_CALLS") {
        limits = limits.concurrent_calls(calls as usize);
    }
    if let Some(time) = number("VICTIM_BODY_MS") {
        limits = limits.body(Duration::from_millis(time.into()));
    }
    if let Some(time) = number("VICTIM_HEAD_MS") {
        limits = limits.head(Duration::from_millis(time.into()));
    }
    limits
}

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
}
