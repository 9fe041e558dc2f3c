//! All faults at once, for as long as one likes, and whether memory stays where it is.

use std::future::Future;
use std::time::{Duration, Instant};

use super::{clients, faults, legacy, load};
use crate::server::Server;
use crate::tally::Tally;
use crate::{Address, Result};

/// Memory of handlers, in MiB: one that returns 100 MiB.
pub(crate) const OF_EVERYTHING: u64 = 200;

/// Looks at the memory so often.
const SAMPLES: u32 = 60;

/// By how much the memory in the last quarter may be above that in the second, in MiB.
const GROWS: u64 = 32;

/// Runs all kinds of clients beside each other, each again and again.
pub(crate) async fn everything(server: Address, time: Duration) -> Result<Tally> {
    let start = Instant::now();
    let over = || start.elapsed() >= time;
    let ran = tokio::try_join!(
        named("kept connections", load::kept_connections(server, 16, time)),
        named(
            "many connections",
            repeat(over, || load::many_connections(server, 500))
        ),
        named(
            "slow writers",
            repeat(over, || clients::slow_writers(server, 40))
        ),
        named(
            "slow readers",
            repeat(over, || clients::slow_readers(server, 4))
        ),
        named(
            "half-open connections",
            repeat(over, || clients::half_open(server, 48))
        ),
        named("subscriptions", clients::subscriptions(server, 20, time)),
        named("cancellations", clients::cancellations(server, 40, time)),
        named("faults", repeat(over, || faults::faults(server, 40))),
        named(
            "answers of 100 MiB",
            repeat(over, || faults::huge_answers(server, "huge", 1))
        ),
        named(
            "answers without an end",
            repeat(over, || faults::huge_answers(server, "endless", 4))
        ),
        named("stateless calls", legacy::stateless(server, 8, time)),
        named("sessions", legacy::sessions(server, 9, time)),
    )?;
    let (a, b, c, d, e, f, g, h, i, j, k, l) = ran;
    let mut total = Tally::default();
    for tally in [a, b, c, d, e, f, g, h, i, j, k, l] {
        total += tally;
    }
    Ok(total)
}

/// Says of an error whose it is.
async fn named(name: &str, clients: impl Future<Output = Result<Tally>>) -> Result<Tally> {
    clients
        .await
        .map_err(|error| format!("{name}: {error}").into())
}

async fn repeat<F>(over: impl Fn() -> bool, round: impl Fn() -> F) -> Result<Tally>
where
    F: Future<Output = Result<Tally>>,
{
    let mut total = Tally::default();
    while !over() {
        total += round().await?;
    }
    Ok(total)
}

/// Looks at the memory from time to time, in MiB.
pub(crate) async fn sample(server: &Server, time: Duration) -> Result<Vec<u64>> {
    let mut samples = Vec::new();
    for _ in 0..SAMPLES {
        tokio::time::sleep(time / SAMPLES).await;
        samples.push(server.held()?.memory);
    }
    Ok(samples)
}

/// Whether the memory stays where it is, once everything has happened.
///
/// # Errors
/// When the last quarter has more than the second; each is told by its median, for a handler's 100 MiB come and go.
pub(crate) fn flat(samples: &[u64]) -> Result<()> {
    let shown: Vec<String> = samples.iter().map(u64::to_string).collect();
    println!("\nMiB while everything went on: {}", shown.join(" "));
    let quarter = samples.len() / 4;
    let (second, last) = (
        median(&samples[quarter..2 * quarter]),
        median(&samples[3 * quarter..]),
    );
    println!("in the second quarter {second} (median), in the last {last}");
    match last > second + GROWS {
        true => Err(format!("memory grows: {second} MiB, and {last} MiB in the end").into()),
        false => Ok(()),
    }
}

fn median(samples: &[u64]) -> u64 {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
