//! The checks that come with the Rust toolchain.

use std::time::Duration;

use crate::Result;
use crate::process::{Run, tail};
use crate::step::Outcome;
use crate::workspace::Workspace;

const WASM: &str = "wasm32-unknown-unknown";

/// Tests that hang are worth ending before the time of the whole run is used up.
const TEST_LIMIT: Duration = Duration::from_secs(40 * 60);

/// The framework as docs.rs builds it.
const WITH_ALL_FEATURES: [&str; 3] = ["--package", "ferramenta", "--all-features"];

/// The framework as small as it gets.
const WITHOUT_FEATURES: [&str; 3] = ["--package", "ferramenta", "--no-default-features"];

/// Are cargo, clippy and rustfmt there at all?
pub(crate) fn toolchain() -> Result<Outcome> {
    let cargo = Run::cargo(&["--version"]).succeed()?;
    for (command, component) in [("clippy", "clippy"), ("fmt", "rustfmt")] {
        let asked = Run::cargo(&[command, "--version"]).succeed();
        asked.map_err(|error| format!("the {component} component is missing: {error}"))?;
    }
    Ok(Outcome::passed(cargo.trim()))
}

/// The inspector as servers embed it.
const INSPECTOR_WITHOUT_FEATURES: [&str; 2] = ["--package", "ferramenta-inspector"];

/// Is everything formatted, the clients outside the workspace included?
pub(crate) fn format(workspace: &Workspace) -> Result<Outcome> {
    for folder in [
        ".",
        "bench/peers/rmcp",
        "bench/peers/tower-mcp",
        "fuzz",
        "interop/rmcp",
        "tests/serde-features",
    ] {
        let check = Run::cargo(&["fmt", "--all", "--check", "--", "--color", "never"]);
        check.dir(&workspace.root.join(folder)).succeed()?;
    }
    Ok(Outcome::passed(""))
}

/// Is clippy content with every target, with what only features bring, with what is left without them, and with the
/// targets of fuzzing?
pub(crate) fn clippy(workspace: &Workspace) -> Result<Outcome> {
    for packages in [
        &["--workspace"][..],
        &WITH_ALL_FEATURES,
        &WITHOUT_FEATURES,
        &INSPECTOR_WITHOUT_FEATURES,
    ] {
        Run::cargo(&["clippy", "--all-targets"])
            .args(packages)
            .args(&["--", "-D", "warnings"])
            .dir(&workspace.root)
            .succeed()?;
    }
    Run::cargo(&["clippy", "--all-targets"])
        .arg_path("--target-dir", &workspace.target)
        .args(&["--", "-D", "warnings"])
        .dir(&workspace.root.join("fuzz"))
        .succeed()?;
    Ok(Outcome::passed(""))
}

/// Does the documentation build without a warning?
pub(crate) fn docs(workspace: &Workspace) -> Result<Outcome> {
    for packages in [&["--workspace"][..], &WITH_ALL_FEATURES] {
        Run::cargo(&["doc", "--no-deps"])
            .args(packages)
            .env("RUSTDOCFLAGS", "-D warnings")
            .dir(&workspace.root)
            .succeed()?;
    }
    Ok(Outcome::passed(""))
}

/// Do all tests pass, those in the documentation included?
pub(crate) fn tests(workspace: &Workspace) -> Result<Outcome> {
    let tests = Run::cargo(&["test", "--workspace", "--no-fail-fast"]).limit(TEST_LIMIT);
    let ended = tests.dir(&workspace.root).end()?;
    let passed = format!("{} tests", count_passed(&ended.stdout));
    if ended.success {
        return Ok(Outcome::passed(passed));
    }
    let details = format!("{}\n{}", tail(&ended.stderr), failures(&ended.stdout));
    Ok(Outcome::new(false, passed, details))
}

/// Does what only features bring keep its contracts?
pub(crate) fn features(workspace: &Workspace) -> Result<Outcome> {
    let tests = [
        "test",
        "--package",
        "ferramenta",
        "--all-features",
        "--lib",
        "--test",
        "types",
        "--test",
        "types_hold",
        "--test",
        "rate_limits",
        "--test",
        "directory",
        "--test",
        "promises",
        "--test",
        "questions",
        "--test",
        "upstream_questions",
        "--test",
        "inspector",
    ];
    let examples = [
        "test",
        "--package",
        "ferramenta-book",
        "--features",
        "inspector,jemalloc",
        "--doc",
        "--",
        "dev.md",
        "running.md",
    ];
    let mut passed = 0;
    for run in [&tests[..], &examples] {
        let run = Run::cargo(run).limit(TEST_LIMIT).dir(&workspace.root);
        passed += count_passed(&run.succeed()?);
    }
    Ok(Outcome::passed(format!("{passed} tests")))
}

/// Do contracts hold when somebody else's dependency has switched on what changes numbers and order?
pub(crate) fn serde_features(workspace: &Workspace) -> Result<Outcome> {
    let tests = [
        "test",
        "--manifest-path",
        "tests/serde-features/Cargo.toml",
        "--target-dir",
        "target",
        "--features",
        "arbitrary_precision,float_roundtrip,preserve_order",
    ];
    let output = Run::cargo(&tests)
        .limit(TEST_LIMIT)
        .dir(&workspace.root)
        .succeed()?;
    Ok(Outcome::passed(format!("{} tests", count_passed(&output))))
}

/// Does the protocol crate build where there is no operating system?
pub(crate) fn wasm(workspace: &Workspace) -> Result<Outcome> {
    if !has_target(WASM) {
        return Ok(Outcome::skipped(format!(
            "the target {WASM} is not installed"
        )));
    }
    let package = [
        "check",
        "--package",
        "ferramenta-protocol",
        "--target",
        WASM,
    ];
    Run::cargo(&package).dir(&workspace.root).succeed()?;
    Ok(Outcome::passed("ferramenta-protocol"))
}

fn has_target(target: &str) -> bool {
    let rustc = Run::new("rustc").args(&["--print", "target-libdir", "--target", target]);
    let folder = rustc.succeed().unwrap_or_default();
    std::path::Path::new(folder.trim()).is_dir()
}

/// Adds up the result lines of all test binaries.
fn count_passed(output: &str) -> usize {
    let results = output
        .lines()
        .filter_map(|line| line.strip_prefix("test result: ok. "));
    let counts = results.filter_map(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    counts.sum()
}

/// What is printed of tests that have failed, out of all that is printed.
fn failures(output: &str) -> String {
    let mut shown = false;
    let lines = output.lines().filter(|line| {
        shown |= *line == "failures:";
        let is_shown = shown;
        shown &= !line.starts_with("test result:");
        is_shown
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_shown_among_thousands() {
        let output = "test a ... ok\n\nfailures:\n\n---- b stdout ----\nno\n\nfailures:\n    b\n\ntest result: FAILED. 1 passed\n\ntest c ... ok";
        let shown = failures(output);
        assert!(shown.starts_with("failures:\n\n---- b") && shown.ends_with("FAILED. 1 passed"));
    }

    #[test]
    fn passed_tests_are_added_up() {
        let output =
            "test result: ok. 3 passed; 0 failed\nother\ntest result: ok. 4 passed; 0 failed\n";
        assert_eq!(count_passed(output), 7);
    }
}
