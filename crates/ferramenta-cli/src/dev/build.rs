//! One build: cargo, what it says, and the program that comes of it.

use std::{
    collections::BTreeSet,
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
    process::Stdio,
    time::Instant,
};

use anyhow::{Context, Result};
use cargo_metadata::{Artifact, Message, TargetKind, diagnostic::DiagnosticLevel};
use ferramenta_inspector::ProcessGroup;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader},
    process::Command,
};

use super::project::Project;

/// What is kept of what cargo says beside the compiler's messages, in bytes.
const MAX_NOTES: usize = 64 << 10;
/// What is kept of the compiler's errors, in bytes.
const MAX_ERRORS: usize = 1 << 20;

/// What came of a build.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) outcome: Outcome,
    pub(super) seconds: f64,
}

#[derive(Debug)]
pub(super) enum Outcome {
    Program {
        path: PathBuf,
        /// Whether it was there already, as it is.
        fresh: bool,
        /// The files it was built from.
        sources: BTreeSet<PathBuf>,
    },
    /// The errors, as plain text.
    Failed(String),
}

/// Builds; dropping the future kills cargo and its compilers.
///
/// # Errors
/// When cargo can't be started, or what it says can't be read.
pub(super) async fn build(project: &Project) -> Result<Built> {
    let begun = Instant::now();
    let mut command = command(project);
    let (mut child, group) = ProcessGroup::start(&mut command).context("cargo can't be started")?;
    let stdout = child.stdout.take().context("cargo has no output")?;
    let stderr = child.stderr.take().context("cargo has no output")?;
    let (messages, notes) = tokio::join!(read_messages(stdout, project), show_notes(stderr));
    let messages = messages?;
    let status = child.wait().await?;
    drop(group);
    let outcome = match messages.artifact {
        Some(artifact) if status.success() => program(&artifact)?,
        _ if !messages.errors.is_empty() => Outcome::Failed(messages.errors),
        _ if notes.is_empty() => Outcome::Failed(format!("cargo has ended ({status})")),
        _ => Outcome::Failed(notes),
    };
    Ok(Built {
        outcome,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

fn command(project: &Project) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    let color = if std::io::stderr().is_terminal() {
        "always"
    } else {
        "never"
    };
    command
        .args(["build", "--message-format=json-diagnostic-rendered-ansi"])
        .args(["--color", color, "--package", &project.package])
        .args(["--bin", &project.bin])
        .arg("--manifest-path")
        .arg(&project.manifest)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for features in &project.features {
        command.args(["--features", features]);
    }
    if project.release {
        command.arg("--release");
    }
    command
}

#[derive(Default)]
struct Messages {
    artifact: Option<Artifact>,
    /// As plain text.
    errors: String,
}

async fn read_messages(stdout: impl AsyncRead + Unpin, project: &Project) -> Result<Messages> {
    let mut lines = BufReader::new(stdout).lines();
    let mut messages = Messages::default();
    while let Some(line) = lines.next_line().await? {
        match serde_json::from_str(&line) {
            Ok(Message::CompilerMessage(message)) => {
                let rendered = message.message.rendered.unwrap_or(message.message.message);
                show(&rendered);
                if matches!(
                    message.message.level,
                    DiagnosticLevel::Error | DiagnosticLevel::Ice
                ) && messages.errors.len() < MAX_ERRORS
                {
                    messages.errors.push_str(&plain(&rendered));
                }
            }
            Ok(Message::CompilerArtifact(artifact)) if is_program(&artifact, &project.bin) => {
                messages.artifact = Some(artifact);
            }
            Ok(_) => {}
            // what a build script or a macro prints
            Err(_) => show(&format!("{line}\n")),
        }
    }
    Ok(messages)
}

fn is_program(artifact: &Artifact, bin: &str) -> bool {
    artifact.executable.is_some()
        && artifact.target.name == bin
        && artifact.target.kind.contains(&TargetKind::Bin)
}

/// Copies what cargo says to the terminal, and keeps its end, as plain text.
async fn show_notes(stderr: impl AsyncRead + Unpin) -> String {
    let mut lines = BufReader::new(stderr);
    let mut notes = String::new();
    let mut line = Vec::new();
    // until the pipe closes, or breaks, which is the same to us
    while let Ok(1..) = (&mut lines)
        .take(MAX_NOTES as u64)
        .read_until(b'\n', &mut line)
        .await
    {
        let text = String::from_utf8_lossy(&line);
        show(&text);
        notes.push_str(&plain(&text));
        while notes.len() > MAX_NOTES {
            let first = notes.find('\n').map_or(notes.len(), |end| end + 1);
            notes.drain(..first);
        }
        line.clear();
    }
    notes
}

/// Writes to the terminal, with colours where it has them.
pub(super) fn show(text: &str) {
    let text = if std::io::stderr().is_terminal() {
        text.into()
    } else {
        plain(text)
    };
    // a terminal that is gone must not end what goes on
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The text without the sequences that colour it.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, sequence)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        let end = sequence.find(|sign: char| ('@'..='~').contains(&sign));
        rest = end.map_or("", |end| &sequence[end + 1..]);
    }
    plain.push_str(rest);
    plain
}

fn program(artifact: &Artifact) -> Result<Outcome> {
    let path = artifact
        .executable
        .as_ref()
        .context("cargo built no program")?;
    let path = path.as_std_path().to_owned();
    Ok(Outcome::Program {
        sources: sources(&path),
        fresh: artifact.fresh,
        path,
    })
}

/// The files that the program was built from, as cargo has written them beside it.
fn sources(program: &Path) -> BTreeSet<PathBuf> {
    let listed = std::fs::read_to_string(program.with_extension("d")).unwrap_or_default();
    let files = listed.split_once(": ").map_or("", |(_, files)| files);
    // a blank within a name is escaped
    files
        .trim()
        .replace("\\ ", "\0")
        .split(' ')
        .filter(|file| !file.is_empty())
        .map(|file| PathBuf::from(file.replace('\0', " ")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(
            plain("\x1b[1m\x1b[38;5;9merror\x1b[0m: ü [x]\x1b["),
            "error: ü [x]"
        );
    }
}
