//! Can the published crates be packaged, and do they build from what was packaged?

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// Packages all published crates together, since they depend on each other's unpublished versions.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let names = workspace.published();
    if names.is_empty() {
        return Ok(Outcome::skipped("no crate is published"));
    }
    let mut arguments = vec!["package", "--quiet", "--allow-dirty"];
    for name in &names {
        arguments.extend(["--package", name]);
    }
    Run::cargo(&arguments).dir(&workspace.root).succeed()?;
    Ok(Outcome::passed(names.join(", ")))
}
