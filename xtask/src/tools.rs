//! Programs from outside, installed by package name below `target/tools`.

mod node;
mod python;
mod system;

use std::path::{Path, PathBuf};

use crate::Result;
use crate::workspace::Workspace;

pub(crate) use node::{Node, Npm, node, npm_project};
pub(crate) use python::python;
pub(crate) use system::{chromium, valgrind};

/// The folder of one tool.
fn folder(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("tools").join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// What the folder of something is called that the repository says how to install.
fn name_of(source: &str) -> String {
    source.replace('/', "-")
}

/// Installs unless exactly the wanted content was installed before.
fn once(folder: &Path, wanted: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let stamp = folder.join(".installed");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    std::fs::write(stamp, wanted)?;
    Ok(())
}
