//! The contract of a cargo project, whose program knows its own.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use super::{
    FILE,
    arguments::{File, Subject, Task},
};

/// What ferramenta brings the command with.
const FEATURE: &str = "ferramenta/contract";

/// Builds the project, and has its program do it.
///
/// # Errors
/// When there is no project, or cargo can't be started.
pub(super) fn run(task: &Task) -> Result<ExitCode> {
    let subject = task.subject();
    if subject.server.is_set() {
        bail!(
            "--era, --header, --bearer and --timeout are for servers on the wire, and this is a project"
        );
    }
    let manifest = manifest(subject.target.as_deref().unwrap_or("."))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--features", FEATURE, "--manifest-path"]);
    command.arg(&manifest);
    command.args(options(subject));
    command
        .args(["--", "contract"])
        .args(words(task, &manifest)?);
    let status = command.status().context("cargo can't be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    // cargo has a code of its own for what doesn't build
    Ok(match code {
        Some(0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn manifest(path: &str) -> Result<PathBuf> {
    let path = Path::new(path);
    let manifest = if path.is_dir() {
        path.join("Cargo.toml")
    } else {
        path.to_owned()
    };
    if !manifest.is_file() {
        bail!(
            "there is no {}; name the folder of a cargo project, a URL, or `-- COMMAND`",
            manifest.display()
        );
    }
    let manifest = manifest.canonicalize();
    manifest.with_context(|| format!("{} can't be read", path.display()))
}

fn options(subject: &Subject) -> Vec<&str> {
    let mut options = Vec::new();
    for (option, value) in [("--package", &subject.package), ("--bin", &subject.bin)] {
        options.extend(value.iter().flat_map(|value| [option, value.as_str()]));
    }
    let features = subject.features.iter();
    options.extend(features.flat_map(|features| ["--features", features.as_str()]));
    options
}

/// What the program is told.
fn words(task: &Task, manifest: &Path) -> Result<Vec<OsString>> {
    let subject = task.subject();
    let mut words: Vec<OsString> = match task {
        Task::Write { file, .. } => vec!["write".into(), place(file, manifest)?],
        Task::Check { file, allow, .. } => {
            let file = place(file, manifest)?;
            vec!["check".into(), file, "--allow".into(), name(allow)]
        }
        Task::Lint { allow, .. } => vec!["lint".into(), "--allow".into(), name(allow)],
    };
    if let Task::Lint {
        budget: Some(budget),
        ..
    } = task
    {
        words.extend(["--budget".into(), budget.to_string().into()]);
    }
    if let Some(name) = &subject.name {
        words.extend(["--server".into(), name.into()]);
    }
    if subject.server.json {
        words.push("--json".into());
    }
    Ok(words)
}

/// The word that stands for a value on the command line.
fn name(value: &impl ValueEnum) -> OsString {
    let known = value.to_possible_value();
    known
        .map(|known| known.get_name().into())
        .unwrap_or_default()
}

/// The file, wherever the program runs.
fn place(file: &File, manifest: &Path) -> Result<OsString> {
    let file = match &file.file {
        Some(file) => std::path::absolute(file).context("the file")?,
        None => manifest.with_file_name(FILE),
    };
    Ok(file.into())
}
