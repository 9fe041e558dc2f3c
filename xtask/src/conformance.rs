//! The official conformance suite against the fixture server.

mod expected;
mod report;
mod suite;

use crate::Result;
use crate::server::Server;
use crate::step::Outcome;
use crate::workspace::Workspace;

use expected::EXPECTED;
use report::Report;
use suite::Suite;

/// The server with the tools, resources and prompts that the suite asks for by name.
const SERVER: &str = "conformance-server";

/// Runs the scenarios that are expected to be clean, of all versions or of one.
pub(crate) fn check(workspace: &Workspace, version: Option<&str>) -> Result<Outcome> {
    let chosen = EXPECTED
        .iter()
        .filter(|(known, _)| version.is_none_or(|wanted| wanted == *known));
    let plan: Vec<_> = chosen
        .map(|(version, scenarios)| {
            (
                *version,
                scenarios.iter().map(|&name| name.into()).collect(),
            )
        })
        .collect();
    if plan.is_empty() {
        return Err("no scenario is expected for this version".into());
    }
    let suite = Suite::install(workspace)?;
    run(workspace, &suite, &plan)
}

/// Runs scenarios of one version whether they are expected to be clean or not: those named, or `--all`.
pub(crate) fn explore(workspace: &Workspace, version: &str, scenarios: &[&str]) -> Result<Outcome> {
    let suite = Suite::install(workspace)?;
    let scenarios = match scenarios {
        ["--all"] => suite.scenarios(version)?,
        named => named.iter().map(|&name| name.into()).collect(),
    };
    run(workspace, &suite, &[(version, scenarios)])
}

fn run(workspace: &Workspace, suite: &Suite, plan: &[(&str, Vec<String>)]) -> Result<Outcome> {
    let program = workspace.build(SERVER)?;
    let server = Server::start(&program)?;
    let mut report = Report::default();
    for (version, scenarios) in plan {
        for scenario in scenarios {
            report.add(
                version,
                scenario,
                suite.run(&server.url, version, scenario)?,
            );
        }
    }
    Ok(report.outcome())
}
