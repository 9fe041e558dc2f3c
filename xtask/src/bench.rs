//! What does Ferramenta cost beside the bare limit and beside other frameworks? All of it in one go, for the book.

mod build_cost;
mod growth;
mod plan;
mod plot;
mod servers;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::workspace::Workspace;
use plan::{Effort, Measurement};
use servers::Servers;

/// Where the book takes the tables from.
const TABLES: &str = "docs/src/performance/tables.md";
/// Every round of every measurement.
const RAW: &str = "bench/results/rounds.jsonl";

/// The longest that one measurement takes.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// Measures everything, one after the other, and writes it down.
pub(crate) fn run(workspace: &Workspace, quick: bool) -> Result<Outcome> {
    let effort = if quick { Effort::Quick } else { Effort::Whole };
    let servers = Servers::build(workspace)?;
    let raw = fresh(workspace, RAW)?;
    let tables = fresh(workspace, TABLES)?;
    let mut text = machine()?;
    for measurement in plan::all(&servers, effort) {
        eprintln!("{}", measurement.title);
        let table = measure(&servers, &measurement, &raw)?;
        write!(text, "\n## {}\n\n{table}", measurement.title)?;
        if let Some(name) = measurement.picture {
            let picture = tables.with_file_name(format!("{name}.svg"));
            fs::write(picture, plot::cpu_time(&measurement.title, &table)?)?;
        }
        fs::write(&tables, &text)?;
    }
    write!(text, "\n{}", build_cost::sizes(&servers)?)?;
    if !quick {
        write!(text, "\n{}", build_cost::builds(workspace)?)?;
        write!(text, "\n{}", growth::table(workspace)?)?;
    }
    fs::write(&tables, &text)?;
    Ok(Outcome::new(true, TABLES, text))
}

fn measure(servers: &Servers, measurement: &Measurement, raw: &Path) -> Result<String> {
    Run::new(&servers.harness)
        .args(&measurement.arguments)
        .arg_path("--raw", raw)
        .limit(LONGEST)
        .succeed()
}

/// An empty file in a folder that is there.
fn fresh(workspace: &Workspace, path: &str) -> Result<PathBuf> {
    let path = workspace.root.join(path);
    fs::create_dir_all(path.parent().ok_or("a file is in a folder")?)?;
    fs::write(&path, "")?;
    Ok(path)
}

/// What it was measured on.
fn machine() -> Result<String> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown", |name| name.trim_start_matches(['\t', ' ', ':']));
    let cores = std::thread::available_parallelism()?;
    let rustc = Run::new("rustc").args(&["--version"]).succeed()?;
    Ok(format!("{cores} cores, {model}; {}\n", rustc.trim()))
}
