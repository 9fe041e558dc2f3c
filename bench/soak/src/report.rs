//! What is looked at after each phase: whether everything was given back, and nobody was forgotten.

use std::time::{Duration, Instant};

use crate::Result;
use crate::server::{Held, Server};
use crate::tally::Tally;

/// Memory that may remain above what the server had before the first phase, in MiB: what an allocator keeps for threads
/// that it has given memory to.
const REMAINS: u64 = 32;
/// Memory that a phase may take beyond that while it lasts, in MiB.
const BUSY: u64 = 160;
/// Time in which the server gives back what a phase held.
const SETTLING: Duration = Duration::from_secs(15);

/// A server, and what it held at first.
pub(crate) struct Watch<'a> {
    pub(crate) server: &'a Server,
    first: Held,
    /// Panics that were asked for.
    provoked: u64,
    total: Tally,
}

/// A phase that is under way.
pub(crate) struct Begun<'a> {
    name: &'a str,
    start: Instant,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(server: &'a Server, title: &str) -> Result<Self> {
        println!(
            "\n| {title} | seconds | connections | requests | answered | refused | closed | MiB | at most | files | threads |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
        );
        Ok(Self {
            server,
            first: server.held()?,
            provoked: 0,
            total: Tally::default(),
        })
    }

    pub(crate) fn begin<'n>(&self, name: &'n str) -> Result<Begun<'n>> {
        self.server.forget_peak()?;
        Ok(Begun {
            name,
            start: Instant::now(),
        })
    }

    /// Waits until the server holds no more than at first, and judges the phase, whose handlers have so many MiB
    /// themselves.
    pub(crate) async fn end(
        &mut self,
        begun: &Begun<'_>,
        tally: Result<Tally>,
        of_handlers: u64,
    ) -> Result<()> {
        let name = begun.name;
        let tally = tally.map_err(|error| format!("{name}: {error}"))?;
        let lasted = begun.start.elapsed();
        self.provoked += tally.panics;
        let held = self.settled().await?;
        show(name, lasted, &tally, held);
        whole(name, &tally)?;
        let (first, panics) = (self.first, self.server.panics());
        for (what, now, most) in [
            ("open files", held.files as u64, first.files as u64),
            ("MiB", held.memory, first.memory + REMAINS),
            (
                "MiB at most",
                held.peak,
                first.memory + REMAINS + BUSY + of_handlers,
            ),
            ("panics", panics, self.provoked),
            ("panics provoked", self.provoked, panics),
        ] {
            if now > most {
                return Err(
                    format!("{name}: {now} {what}, and no more than {most} are right").into(),
                );
            }
        }
        self.total += tally;
        Ok(())
    }

    async fn settled(&self) -> Result<Held> {
        let start = Instant::now();
        loop {
            let held = self.server.held()?;
            let is_settled = held.files <= self.first.files
                && held.memory <= self.first.memory + REMAINS
                && self.server.panics() >= self.provoked;
            if is_settled || start.elapsed() > SETTLING {
                return Ok(held);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Says what became of all requests of all phases; each phase has held to it.
    pub(crate) fn sum_up(&self) {
        let Tally {
            requests,
            answered,
            refused,
            closed,
            ..
        } = self.total;
        let provoked = self.provoked;
        println!(
            "\n{requests} requests: {answered} answered, {refused} refused, {closed} closed; \
             0 lost, 0 answered twice, 0 answered to somebody else; {provoked} panics, all of them provoked"
        );
    }
}

/// Prints the row of a phase.
pub(crate) fn show(name: &str, time: Duration, tally: &Tally, held: Held) {
    let Tally {
        connections,
        requests,
        answered,
        refused,
        closed,
        ..
    } = tally;
    let Held {
        memory,
        peak,
        files,
        threads,
    } = held;
    let seconds = time.as_secs_f64();
    println!(
        "| {name} | {seconds:.1} | {connections} | {requests} | {answered} | {refused} | {closed} | {memory} | {peak} | {files} | {threads} |"
    );
}

/// Whether every request is accounted for.
pub(crate) fn whole(name: &str, tally: &Tally) -> Result<()> {
    if tally.is_whole() {
        return Ok(());
    }
    Err(format!("{name}: requests are missing: {tally:?}").into())
}
