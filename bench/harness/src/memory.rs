//! Resident memory: idle, and after many calls.

use serde_json::json;

use crate::Result;
use crate::cpu::Target;
use crate::load::Until;
use crate::options::{Options, ServerCommand};
use crate::pinning::Cores;
use crate::raw;
use crate::table::{Table, number};

/// How many calls each server has answered when its memory is looked at.
const CALLS: [u64; 3] = [1, 100_000, 1_000_000];

/// Looks at every server, one after the other.
pub(crate) async fn measure(options: &Options) -> Result<Table> {
    let cores = Cores::split(options.pin)?;
    let mut table = Table::new(&[
        "transport",
        "server",
        "idle KiB",
        "after 100,000 calls KiB",
        "after 1,000,000 calls KiB",
    ]);
    for command in &options.servers {
        let mut cells = vec![options.transport.name().to_owned(), command.name.clone()];
        let sizes = sizes(options, command, cores).await?;
        let line = json!({
            "measured": "memory",
            "transport": options.transport.name(),
            "server": command.name,
            "calls": CALLS,
            "kib": sizes,
        });
        raw::write(options, [line])?;
        cells.extend(sizes.map(|kib| number(kib as f64, 0)));
        table.row(cells);
    }
    Ok(table)
}

async fn sizes(options: &Options, command: &ServerCommand, cores: Cores) -> Result<[u64; 3]> {
    let case = options.cases[0];
    let mut target = Target::start(command, options, case, cores).await?;
    let mut sizes = [0; CALLS.len()];
    let mut answered = 0;
    for (calls, size) in CALLS.iter().zip(&mut sizes) {
        target.drive(Until::Count(calls - answered)).await?;
        answered = *calls;
        *size = target.memory()?;
    }
    target.stop()?;
    Ok(sizes)
}
