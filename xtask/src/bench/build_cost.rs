//! What a small server costs before it runs: the size of its program, and the time to build it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::servers::Servers;
use crate::Result;
use crate::process::Run;
use crate::workspace::Workspace;

/// The stripped size of each program, in MiB.
pub(crate) fn sizes(servers: &Servers) -> Result<String> {
    let mut table =
        "## Size of the program, stripped\n\n| server | MiB |\n| --- | ---: |\n".to_owned();
    let ours = [("limit", &servers.limit), ("ferramenta", &servers.ours)];
    let peers = servers
        .peers
        .iter()
        .filter_map(|peer| Some((peer.name, peer.program.as_ref()?)));
    for (name, program) in ours.into_iter().chain(peers) {
        let mib = stripped(program)? as f64 / f64::from(1 << 20);
        writeln!(table, "| {name} | {mib:.2} |")?;
    }
    Ok(table)
}

fn stripped(program: &Path) -> Result<u64> {
    let copy = program.with_extension("stripped");
    Run::new("strip")
        .arg_path("-o", &copy)
        .args(&[program])
        .succeed()?;
    let size = fs::metadata(&copy)?.len();
    fs::remove_file(copy)?;
    Ok(size)
}

/// A clean debug build of each: crates, and CPU seconds.
pub(crate) fn builds(workspace: &Workspace) -> Result<String> {
    let mut table =
        "## A clean debug build\n\n| server | crates | CPU seconds |\n| --- | ---: | ---: |\n"
            .to_owned();
    for (name, folder) in [
        ("ferramenta", "bench/server"),
        ("rmcp", "bench/peers/rmcp"),
        ("tower-mcp", "bench/peers/tower-mcp"),
    ] {
        let folder = workspace.root.join(folder);
        let target = workspace.target.join("clean");
        let seconds = cpu_seconds(&folder, &target);
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        let crates = crates(&folder)?;
        writeln!(table, "| {name} | {crates} | {:.0} |", seconds?)?;
    }
    Ok(table)
}

/// The CPU seconds, user and system, of a debug build.
pub(super) fn cpu_seconds(folder: &Path, target: &Path) -> Result<f64> {
    let script = "cargo build --quiet --target-dir \"$0\" >&2; times";
    let times = Run::new("sh")
        .args(&["-c", script])
        .args(&[target])
        .dir(folder)
        .env("CARGO_INCREMENTAL", "0")
        .succeed()?;
    let children = times.lines().nth(1).ok_or("`times` prints two lines")?;
    children.split_whitespace().map(seconds).sum()
}

/// Reads `1m2.5s`.
fn seconds(text: &str) -> Result<f64> {
    let (minutes, seconds) = text
        .trim_end_matches('s')
        .split_once('m')
        .ok_or_else(|| format!("no time: {text}"))?;
    let minutes: f64 = minutes.parse()?;
    Ok(minutes.mul_add(60.0, seconds.parse()?))
}

/// The crates that are built, its own included.
fn crates(folder: &Path) -> Result<usize> {
    let tree = Run::cargo(&["tree", "--edges", "normal,build", "--prefix", "none"])
        .dir(folder)
        .succeed()?;
    Ok(crate::crates::unique(&tree).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert!((seconds("1m2.5s").expect("a time") - 62.5).abs() < 1e-9);
        assert!(seconds("soon").is_err());
    }
}
