//! What does a call cost, compared with a bare server that does nothing but the same bytes?

use std::path::{Path, PathBuf};

use crate::Result;
use crate::process::Run;
use crate::step::{Outcome, Verdict};
use crate::tools;
use crate::workspace::Workspace;

/// The harness, the bare limit and our server.
const PACKAGES: [&str; 3] = ["bench", "bench-limit", "bench-server"];

/// How our server runs its handlers, which is what its rows are called in the harness's table.
const HANDLERS: [&str; 3] = ["async", "inline", "pool"];

/// The handlers that nothing is allowed for but the call itself; a pool's threads have a price of their own.
const JUDGED: [&str; 2] = ["async", "inline"];

/// The most that a call of each case takes.
const MOST: [Most; 3] = [
    Most {
        case: "echo",
        ratio: 1.3,
        allocations: 25.0,
    },
    Most {
        case: "summarize",
        ratio: 1.3,
        allocations: 25.0,
    },
    // its texts are owned here, and borrowed by the bare limit
    Most {
        case: "ship",
        ratio: 1.7,
        allocations: 45.0,
    },
];

/// What a call may take.
struct Most {
    case: &'static str,
    /// Instructions, as a multiple of the bare limit's.
    ratio: f64,
    allocations: f64,
}

/// Where extras are counted: everything between a transport and its answer, which unlike the rest costs the same
/// from run to run.
const ANSWERING: &str = "--inside=*Dispatcher::answer::*";

/// What a call of `echo` can have on its way. The future of the outermost layer is in place, those of the others
/// are in boxes.
const CALL_EXTRAS: [Extra; 5] = [
    Extra::new("one service", "INJECT=1", Some(60.0)),
    Extra::new("five services", "INJECT=5", Some(300.0)),
    Extra::new("one layer", "LAYER=1", Some(150.0)),
    Extra::new("two layers", "LAYER=2", Some(600.0)),
    Extra::new("one around", "AROUND=1", None),
];

/// What each tool can have in a list of [`TOOLS`].
const LIST_EXTRAS: [Extra; 2] = [
    Extra::new("a rule as a closure", "RULES=closure", Some(600.0)),
    Extra::new("a rule as a method", "RULES=method", Some(600.0)),
];

/// The tools of the list.
const TOOLS: u32 = 1000;

/// Something that our server has when it is asked for it, and what that adds.
struct Extra {
    name: &'static str,
    /// What asks for it.
    variable: &'static str,
    /// The most instructions that it adds; `None` where that is only reported.
    most: Option<f64>,
}

/// Counts instructions and allocations; unlike times they hardly differ from run to run.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    if let Some(missing) = PACKAGES.iter().find(|package| !workspace.has(package)) {
        return Ok(Outcome::skipped(format!("there is no package {missing}")));
    }
    tools::valgrind()?;
    let [harness, limit, server] = build(workspace)?;
    let outcomes = [
        judge(&calls(&harness, &limit, &server)?)?,
        judge_extras(&call_extras(&harness, &server)?, &CALL_EXTRAS, 1)?,
        judge_extras(&list_extras(&harness, &server)?, &LIST_EXTRAS, TOOLS)?,
    ];
    Ok(together(&outcomes))
}

/// Our server beside the bare limit.
fn calls(harness: &Path, limit: &Path, server: &Path) -> Result<String> {
    let limit = command("limit", "", limit);
    let ours = HANDLERS.map(|handler| command(handler, &format!("HANDLER={handler}"), server));
    measure(harness, &[], &[&[limit], &ours[..]].concat())
}

/// `echo` with and without what it can have on its way.
fn call_extras(harness: &Path, server: &Path) -> Result<String> {
    let plain = command("plain", "", server);
    let extras = CALL_EXTRAS.map(|extra| command(extra.name, extra.variable, server));
    let options = ["--case=echo", "--requests=200,1200", ANSWERING];
    measure(harness, &options, &[&[plain], &extras[..]].concat())
}

/// A long list with and without what its tools can have.
fn list_extras(harness: &Path, server: &Path) -> Result<String> {
    let tools = format!("TOOLS={TOOLS}");
    let plain = command("plain", &tools, server);
    let extras = LIST_EXTRAS
        .map(|extra| command(extra.name, &format!("{tools} {}", extra.variable), server));
    let options = ["--case=list", "--requests=10,30", ANSWERING];
    measure(harness, &options, &[&[plain], &extras[..]].concat())
}

fn measure(harness: &Path, options: &[&str], servers: &[String]) -> Result<String> {
    let run = Run::new(harness).args(&["instructions"]).args(options);
    servers
        .iter()
        .fold(run, |run, server| run.args(&["--server", server]))
        .succeed()
}

fn command(name: &str, variables: &str, program: &Path) -> String {
    let program = program.display();
    format!("{name}={variables} {program} http --listen 127.0.0.1:0")
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
        let Some(most) = MOST.iter().find(|most| most.case == case) else {
            continue;
        };
        if !JUDGED.contains(&handler) {
            continue;
        }
        measured += 1;
        if figure(ratio)? > most.ratio || figure(allocations)? > most.allocations {
            let Most {
                ratio, allocations, ..
            } = most;
            excess.push(format!(
                "{case} ({handler}) above {ratio}x or {allocations} allocations"
            ));
        }
    }
    let good = measured >= JUDGED.len() && excess.is_empty();
    let note = match excess.as_slice() {
        [] => format!("{measured} cases within their bounds"),
        _ => excess.join(", "),
    };
    Ok(Outcome::new(good, note, table))
}

/// Compares what each extra adds to the first row of the table, for each of `count` things that have it, with
/// what is allowed.
fn judge_extras(table: &str, extras: &[Extra], count: u32) -> Result<Outcome> {
    let (_, plain) = rows(table)
        .next()
        .ok_or("the harness's table has no rows")?;
    let plain = figure(plain)?;
    let mut details = "| added by | instructions | allowed |\n| --- | ---: | ---: |\n".to_owned();
    let mut excess = Vec::new();
    for Extra { name, most, .. } in extras {
        let row = rows(table).find(|(server, _)| server == name);
        let (_, instructions) = row.ok_or(format!("the harness's table lacks {name}"))?;
        let added = (figure(instructions)? - plain) / f64::from(count);
        let allowed = most.map(|most| most.to_string()).unwrap_or_default();
        details += &format!("| {name} | {added:.0} | {allowed} |\n");
        if most.is_some_and(|most| added > most) {
            excess.push(*name);
        }
    }
    let note = if excess.is_empty() {
        format!("{} extras", extras.len())
    } else {
        format!("{} above what is allowed", excess.join(", "))
    };
    Ok(Outcome::new(excess.is_empty(), note, details))
}

/// The server and the instructions of each row below the head.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().skip(2).filter_map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        Some((cells.nth(1)?, cells.next()?))
    })
}

/// One outcome of several; good if all of them are.
fn together(outcomes: &[Outcome]) -> Outcome {
    let good = outcomes
        .iter()
        .all(|outcome| outcome.verdict == Verdict::Passed);
    let notes: Vec<&str> = outcomes
        .iter()
        .map(|outcome| outcome.note.as_str())
        .collect();
    let details: Vec<&str> = outcomes
        .iter()
        .map(|outcome| outcome.details.trim_end())
        .collect();
    Outcome::new(good, notes.join("; "), details.join("\n\n"))
}

impl Extra {
    const fn new(name: &'static str, variable: &'static str, most: Option<f64>) -> Self {
        Self {
            name,
            variable,
            most,
        }
    }
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
        let good = "| echo | async | 11,500 | 1.28x | 12.0 |\n";
        assert!(
            verdict(&format!("{good}| echo | inline | 11,600 | 1.29x | 12.0 |")) == Verdict::Passed
        );
        assert!(
            verdict(&format!("{good}| echo | inline | 12,600 | 1.40x | 12.0 |")) == Verdict::Failed
        );
        assert!(
            verdict(&format!("{good}| echo | inline | 11,600 | 1.29x | 26.0 |")) == Verdict::Failed
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

    const EXTRAS: [Extra; 2] = [
        Extra::new("one service", "INJECT=1", Some(60.0)),
        Extra::new("one around", "AROUND=1", None),
    ];

    fn extras(rows: &str, count: u32) -> Result<Outcome> {
        let head = "| case | server | instructions | ratio | allocations |\n| --- | --- | ---: | ---: | ---: |\n";
        let plain = "| echo | plain | 36,000 | 1.00x | 20.0 |\n";
        judge_extras(&format!("{head}{plain}{rows}"), &EXTRAS, count)
    }

    #[test]
    fn extras_that_cost_too_much_fail_unless_they_are_only_reported() {
        let around = "| echo | one around | 36,500 | 1.01x | 21.0 |\n";
        let good = extras(
            &format!("{around}| echo | one service | 36,060 | 1.00x | 20.0 |"),
            1,
        )
        .unwrap();
        assert!(good.verdict == Verdict::Passed);
        assert!(
            good.details
                .ends_with("| one service | 60 | 60 |\n| one around | 500 |  |\n")
        );
        let bad = format!("{around}| echo | one service | 36,061 | 1.00x | 20.0 |");
        assert!(extras(&bad, 1).unwrap().verdict == Verdict::Failed);
        assert!(extras(&bad, 2).unwrap().verdict == Verdict::Passed);
    }

    #[test]
    fn a_table_without_an_extra_is_an_error() {
        assert!(extras("| echo | one service | 36,060 | 1.00x | 20.0 |", 1).is_err());
        assert!(judge_extras("", &EXTRAS, 1).is_err());
    }

    #[test]
    fn one_failure_fails_all() {
        let all = together(&[Outcome::passed("a"), Outcome::new(false, "b", "why")]);
        assert!(all.verdict == Verdict::Failed && all.note == "a; b");
    }
}
