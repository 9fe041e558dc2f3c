//! The order of the checks: the quick ones that fail often come first.

use std::process::ExitCode;

use crate::step::Steps;
use crate::workspace::Workspace;
use crate::{
    command, conformance, crates, fuzz, inspector, instructions, interop, package, rust, soak,
};

/// Runs every check.
pub(crate) fn run(workspace: &Workspace) -> ExitCode {
    let mut steps = Steps::default();
    steps.run("toolchain", rust::toolchain);
    steps.run("format", || rust::format(workspace));
    steps.run("crates", || crates::check(workspace));
    steps.run("clippy", || rust::clippy(workspace));
    steps.run("docs", || rust::docs(workspace));
    steps.run("tests", || rust::tests(workspace));
    steps.run("features", || rust::features(workspace));
    steps.run("serde features", || rust::serde_features(workspace));
    steps.run("package", || package::check(workspace));
    steps.run("wasm", || rust::wasm(workspace));
    steps.run("inspector", || inspector::check(workspace));
    steps.run("command", || command::check(workspace));
    steps.run("interop", || interop::check(workspace));
    steps.run("conformance", || conformance::check(workspace));
    steps.run("fuzz", || fuzz::check(workspace, None, fuzz::SECONDS));
    steps.run("soak", || soak::check(workspace, soak::SECONDS));
    steps.run("instructions", || instructions::check(workspace));
    steps.finish()
}
