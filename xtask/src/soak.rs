//! A server under everything that wears it out, in phases, and then SIGTERM.

use std::time::Duration;

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// How long all faults are mixed in CI, in seconds, behind the phases that have one each.
pub(crate) const SECONDS: u64 = 5;

/// Reads `[--seconds N]`, and runs.
pub(crate) fn from_words(workspace: &Workspace, words: &[&str]) -> Result<Outcome> {
    match words {
        [] => check(workspace, SECONDS),
        ["--seconds", seconds] => check(workspace, seconds.parse()?),
        _ => Err("usage: cargo xtask soak [--seconds N]".into()),
    }
}

/// Builds the server as it would run, and wears it out.
pub(crate) fn check(workspace: &Workspace, seconds: u64) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::skipped("what a server holds is read from /proc"));
    }
    let client = workspace.build_of("soak", "soak")?;
    let server = [
        "build",
        "--release",
        "--package",
        "soak",
        "--bin",
        "soak-server",
    ];
    Run::cargo(&server).dir(&workspace.root).succeed()?;
    let server = workspace.target.join("release").join("soak-server");
    let soak = Run::new(client)
        .args(&[
            server.to_string_lossy().as_ref(),
            "--seconds",
            &seconds.to_string(),
        ])
        .limit(Duration::from_secs(seconds * 2 + 600))
        .end()?;
    let note = match soak.stderr.trim() {
        "" => "every request answered once or closed, and everything given back",
        fault => fault,
    };
    Ok(Outcome::new(soak.success, note, soak.stdout))
}
