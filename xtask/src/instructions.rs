//! What does a call cost, compared with a bare server that does nothing but the same bytes?

use std::path::{Path, PathBuf};

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::tools;
use crate::workspace::Workspace;

/// The harness, the bare limit and our server.
const PACKAGES: [&str; 3] = ["bench", "bench-limit", "bench-server"];

/// How our server runs its handlers, which is what its rows are called in the harness's table.
const HANDLERS: [&str; 3] = ["async", "inline", "pool"];

/// The handlers that nothing is allowed for but the call itself; a pool's threads have a price of their own.
const JUDGED: [&str; 2] = ["async", "inline"];

/// The most instructions of a call, as a multiple of the bare limit's.
const MOST_RATIO: f64 = 1.4;

/// The most allocations of a call.
const MOST_ALLOCATIONS: f64 = 30.0;

/// Counts instructions and allocations; unlike times they hardly differ from run to run.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    if let Some(missing) = PACKAGES.iter().find(|package| !workspace.has(package)) {
        return Ok(Outcome::skipped(format!("there is no package {missing}")));
    }
    tools::valgrind()?;
    let [harness, limit, server] = build(workspace)?;
    let limit = command("limit", &limit);
    let tables: Result<Vec<String>> = HANDLERS
        .iter()
        .map(|handler| {
            Run::new(&harness)
                .args(&["instructions", "--server", &limit, "--server"])
                .args(&[command(handler, &server)])
                .env("HANDLER", handler)
                .succeed()
        })
        .collect();
    judge(&tables?.concat())
}

fn command(name: &str, program: &Path) -> String {
    format!("{name}={} http --listen 127.0.0.1:0", program.display())
}

fn build(workspace: &Workspace) -> Result<[PathBuf; 3]> {
    let mut arguments = vec!["build", "--release"];
    for package in PACKAGES {
        arguments.extend(["--package", package]);
    }
    Run::cargo(&arguments).dir(&workspace.root).succeed()?;
    let name = |package| format!("{package}{}", std::env::consts::EXE_SUFFIX);
    Ok(PACKAGES.map(|package| workspace.target.join("release").join(name(package))))
}

/// Compares our rows of the table with what is allowed.
fn judge(table: &str) -> Result<Outcome> {
    let mut measured = 0;
    let mut excess = Vec::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [case, handler, _, ratio, allocations] = cells[..] else {
            continue;
        };
        if !JUDGED.contains(&handler) {
            continue;
        }
        measured += 1;
        if figure(ratio)? > MOST_RATIO || figure(allocations)? > MOST_ALLOCATIONS {
            excess.push(format!("{case} ({handler})"));
        }
    }
    let good = measured >= JUDGED.len() && excess.is_empty();
    let allowed = format!("{MOST_RATIO}x and {MOST_ALLOCATIONS} allocations allowed");
    let note = if excess.is_empty() {
        format!("{measured} cases, {allowed}")
    } else {
        format!("{} above what is allowed, {allowed}", excess.join(", "))
    };
    Ok(Outcome::new(good, note, table))
}

/// Reads `1.25x` and `1,234.5`.
fn figure(cell: &str) -> Result<f64> {
    let digits = cell.trim_end_matches('x').replace(',', "");
    let number = digits.parse();
    Ok(number.map_err(|error| format!("{cell} in the harness's table: {error}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Verdict;

    fn verdict(rows: &str) -> Verdict {
        let head = "| case | server | instructions | ratio | allocations |\n| --- | --- | ---: | ---: | ---: |\n";
        judge(&format!(
            "{head}| echo | limit | 9,000 | 1.00x | 8.0 |\n{rows}"
        ))
        .unwrap()
        .verdict
    }

    #[test]
    fn what_costs_too_much_fails() {
        let good = "| echo | async | 12,000 | 1.33x | 12.0 |\n";
        assert!(
            verdict(&format!("{good}| echo | inline | 11,900 | 1.32x | 12.0 |")) == Verdict::Passed
        );
        assert!(
            verdict(&format!("{good}| echo | inline | 13,000 | 1.44x | 12.0 |")) == Verdict::Failed
        );
        assert!(
            verdict(&format!("{good}| echo | inline | 12,000 | 1.33x | 31.0 |")) == Verdict::Failed
        );
    }

    #[test]
    fn a_pool_may_cost_more() {
        let rows =
            "| echo | async | 9,900 | 1.10x | 12.0 |\n| echo | inline | 9,900 | 1.10x | 12.0 |\n";
        assert!(
            verdict(&format!("{rows}| echo | pool | 18,000 | 2.00x | 40.0 |")) == Verdict::Passed
        );
    }

    #[test]
    fn a_table_without_our_rows_fails() {
        assert!(verdict("| echo | async | 9,900 | 1.10x | 12.0 |") == Verdict::Failed);
        assert!(verdict("") == Verdict::Failed);
    }
}
