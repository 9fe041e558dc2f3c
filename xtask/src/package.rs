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
    // cargo keeps what it unpacks by this folder's name and the crates' versions, also when they have changed
    let target = workspace
        .target
        .join(format!("package-{}", std::process::id()));
    let packaged = Run::cargo(&arguments)
        .args(&["--target-dir", &target.to_string_lossy()])
        .dir(&workspace.root)
        .succeed();
    if target.exists() {
        std::fs::remove_dir_all(&target)?;
    }
    packaged?;
    Ok(Outcome::passed(names.join(", ")))
}
