//! The official conformance suite against the fixture server.

mod report;
mod suite;

use crate::Result;
use crate::server::Server;
use crate::step::Outcome;
use crate::workspace::Workspace;

use report::Report;
use suite::Suite;

/// The server with the tools, resources and prompts that the suite asks for by name.
const SERVER: &str = "conformance-server";

/// The versions that the suite knows. Of each every scenario is run, and every check counts, warnings too.
const VERSIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// Runs all scenarios of all versions.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    run(workspace, &VERSIONS, &[])
}

/// Runs some scenarios of one version, all if none is named.
pub(crate) fn check_version(
    workspace: &Workspace,
    version: &str,
    scenarios: &[&str],
) -> Result<Outcome> {
    if !VERSIONS.contains(&version) {
        return Err(format!("the suite knows {}", VERSIONS.join(", ")).into());
    }
    run(workspace, &[version], scenarios)
}

fn run(workspace: &Workspace, versions: &[&str], named: &[&str]) -> Result<Outcome> {
    let suite = Suite::install(workspace)?;
    let program = workspace.build(SERVER)?;
    let server = Server::start(&program)?;
    let mut report = Report::default();
    for version in versions {
        let scenarios = match named {
            [] => suite.scenarios(version)?,
            named => named.iter().map(|&name| name.to_owned()).collect(),
        };
        if scenarios.is_empty() {
            return Err(format!("the suite lists no scenario of {version}").into());
        }
        for scenario in scenarios {
            let checks = suite.run(&server.url, version, &scenario)?;
            report.add(version, &scenario, checks);
        }
    }
    Ok(report.outcome())
}
