//! Python packages in a virtual environment of their own.

use std::path::PathBuf;

use super::{folder, once, system};
use crate::Result;
use crate::process::Run;
use crate::workspace::Workspace;

/// Installs a `requirements.txt` of the repository and gives the Python that sees its packages.
pub(crate) fn python(workspace: &Workspace, requirements: &str) -> Result<PathBuf> {
    let file = workspace.root.join(requirements);
    let wanted = std::fs::read_to_string(&file)?;
    let place = folder(workspace, &super::name_of(requirements))?;
    let python = place.join("bin/python");
    once(&place, &wanted, || {
        system::ensure("python3-venv", &["python3", "-c", "import ensurepip, venv"])?;
        let venv = Run::new("python3").args(&["-m", "venv", "--clear"]);
        venv.args(&[&place]).succeed()?;
        let quiet = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        let pip = Run::new(&python)
            .args(&quiet)
            .arg_path("--requirement", &file);
        pip.succeed()?;
        Ok(())
    })?;
    Ok(python)
}
