//! The suite itself: how it is installed, started and read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::Result;
use crate::process::{Run, tail};
use crate::tools::{Node, node, npm_project};
use crate::workspace::Workspace;

const SCRIPT: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/// The suite ends a scenario by itself after half a minute.
const LIMIT: Duration = Duration::from_secs(90);

/// An installed suite.
pub(super) struct Suite {
    node: Node,
    script: PathBuf,
    results: PathBuf,
}

/// One check of a scenario.
pub(super) struct Check {
    pub(super) id: String,
    pub(super) status: Status,
    pub(super) message: String,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Passed,
    Failed,
    /// Skipped, or only for information.
    Ignored,
}

impl Suite {
    /// Installs the version that the repository pins.
    pub(super) fn install(workspace: &Workspace) -> Result<Self> {
        let place = npm_project(workspace, "interop/conformance-suite")?;
        Ok(Self {
            node: node(workspace)?,
            script: place.join(SCRIPT),
            results: workspace.target.join("conformance"),
        })
    }

    /// The names of all scenarios for servers of one version.
    pub(super) fn scenarios(&self, version: &str) -> Result<Vec<String>> {
        let listed = self
            .start()
            .args(&["list", "--server", "--spec-version", version]);
        let listed = listed.succeed()?;
        let names = listed
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- "));
        let names = names.filter_map(|line| line.split(' ').next());
        Ok(names.map(str::to_owned).collect())
    }

    /// Runs one scenario and reads its checks.
    pub(super) fn run(&self, url: &str, version: &str, scenario: &str) -> Result<Vec<Check>> {
        let output = self.results.join(version).join(scenario);
        if output.exists() {
            std::fs::remove_dir_all(&output)?;
        }
        let run = self
            .start()
            .args(&["server", "--url", url, "--spec-version", version]);
        let run = run.args(&["--scenario", scenario]).arg_path("-o", &output);
        let ended = run.limit(LIMIT).end()?;
        let Some(file) = find_checks(&output)? else {
            // A scenario that throws leaves no file behind.
            let printed = tail(&format!("{}\n{}", ended.stdout, ended.stderr));
            return Ok(vec![Check {
                id: "ends-with-a-result".to_owned(),
                status: Status::Failed,
                message: printed,
            }]);
        };
        let checks: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        Ok(checks
            .as_array()
            .into_iter()
            .flatten()
            .map(Check::read)
            .collect())
    }

    fn start(&self) -> Run {
        self.node.run(&self.script)
    }
}

impl Check {
    fn read(value: &Value) -> Self {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("id"),
            status: match value["status"].as_str() {
                Some("SUCCESS") => Status::Passed,
                Some("SKIPPED" | "INFO") => Status::Ignored,
                _ => Status::Failed,
            },
            message: text("errorMessage"),
        }
    }
}

/// The suite puts the file into a folder that is named after the time.
fn find_checks(output: &Path) -> Result<Option<PathBuf>> {
    if !output.exists() {
        return Ok(None);
    }
    for entry in std::fs::read_dir(output)? {
        let file = entry?.path().join("checks.json");
        if file.exists() {
            return Ok(Some(file));
        }
    }
    Ok(None)
}
