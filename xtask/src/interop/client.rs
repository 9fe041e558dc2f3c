//! The official clients: how each is installed and started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::table::Cell;
use crate::Result;
use crate::process::Run;
use crate::tools;
use crate::workspace::Workspace;

/// Clients end by themselves before this.
const LIMIT: Duration = Duration::from_secs(120);

const INSPECTOR: &str = "The official inspector's command line";
const EVERY_MODE: &[&str] = &["legacy", "auto", "2026-07-28"];
const LEGACY_ONLY: &[&str] = &["legacy"];
const BOTH_ERAS: &[&str] = &["legacy", "2026-07-28"];

/// What a client checks.
#[derive(Clone, Copy)]
pub(super) enum Checks {
    /// Calls, lists, prompts, resources and completions.
    Calls,
    /// What comes meanwhile: progress, log messages, changes, questions.
    Live,
}

impl Checks {
    /// The first word on the command line of a client.
    const fn word(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Live => "live",
        }
    }

    /// The file with what is sent and what has to come back, below `interop`.
    const fn cases(self) -> &'static str {
        match self {
            Self::Calls => "cases.json",
            Self::Live => "live.json",
        }
    }
}

/// A client program.
pub(super) struct Client {
    pub(super) name: String,
    pub(super) modes: &'static [&'static str],
    /// False for one that ends with each request, and so hears of nothing else.
    pub(super) hears: bool,
    /// The program and its first arguments, or why it couldn't be installed.
    command: Result<Vec<OsString>, String>,
    /// The folder of the cases.
    folder: PathBuf,
}

impl Client {
    /// Lets the client start the server and talk to it through its pipes.
    pub(super) fn over_stdio(&self, checks: Checks, mode: &str, server: &Path) -> Cell {
        self.run(checks, mode, &["--".into(), server.into()])
    }

    /// Lets the client talk to a server that is running.
    pub(super) fn over_http(&self, checks: Checks, mode: &str, url: &str) -> Cell {
        self.run(checks, mode, &[url.into()])
    }

    fn run(&self, checks: Checks, mode: &str, target: &[OsString]) -> Cell {
        let command = match &self.command {
            Ok(command) => command,
            Err(why) => return Cell::broken(why),
        };
        let run = Run::new(&command[0]).args(&command[1..]);
        let cases = self.folder.join(checks.cases());
        let run = run
            .args(&[checks.word().as_ref(), cases.as_os_str(), mode.as_ref()])
            .args(target);
        match run.limit(LIMIT).end() {
            Ok(ended) => {
                let mut cell = Cell::read(&ended.stdout);
                if ended.success != cell.failures.is_empty() || cell.passed == 0 {
                    cell.note("the client ends as it should", false, &ended.stderr);
                }
                cell
            }
            Err(error) => Cell::broken(&error),
        }
    }
}

/// All clients, installed.
pub(super) fn all(workspace: &Workspace) -> Result<Vec<Client>> {
    let folder = workspace.root.join("interop");
    let client = |name: &str, (file, before), modes, command: Result<Vec<OsString>>| {
        let version = pinned(&folder.join(file), before)?;
        Ok(Client {
            name: format!("{name} {version}"),
            modes,
            hears: name != INSPECTOR,
            command: command.map_err(|error| error.to_string()),
            folder: folder.clone(),
        })
    };
    let package = "typescript/package.json";
    [
        client(
            "Python `mcp`",
            ("python/requirements.txt", "\nmcp=="),
            EVERY_MODE,
            python(workspace),
        ),
        client(
            "TypeScript `@modelcontextprotocol/client`",
            (package, "@modelcontextprotocol/client\": \""),
            EVERY_MODE,
            typescript(workspace, "client.mjs"),
        ),
        client(
            "TypeScript `@modelcontextprotocol/sdk`",
            (package, "@modelcontextprotocol/sdk\": \""),
            LEGACY_ONLY,
            typescript(workspace, "sdk.mjs"),
        ),
        client(
            INSPECTOR,
            (package, "@modelcontextprotocol/inspector\": \""),
            BOTH_ERAS,
            typescript(workspace, "inspector.mjs"),
        ),
        client(
            "Rust `rmcp`",
            ("rmcp/Cargo.toml", "\nrmcp = { version = \"="),
            EVERY_MODE,
            rmcp(workspace),
        ),
    ]
    .into_iter()
    .collect()
}

fn python(workspace: &Workspace) -> Result<Vec<OsString>> {
    let python = tools::python(workspace, "interop/python/requirements.txt")?;
    let script = workspace.root.join("interop/python/client.py");
    Ok(vec![python.into(), script.into()])
}

fn typescript(workspace: &Workspace, script: &str) -> Result<Vec<OsString>> {
    let node = tools::node(workspace)?;
    let place = tools::npm_project(workspace, "interop/typescript")?;
    Ok(vec![node.program().into(), place.join(script).into()])
}

fn rmcp(workspace: &Workspace) -> Result<Vec<OsString>> {
    let build = Run::cargo(&["build", "--locked"]).arg_path("--target-dir", &workspace.target);
    build.dir(&workspace.root.join("interop/rmcp")).succeed()?;
    let name = format!("interop-rmcp{}", std::env::consts::EXE_SUFFIX);
    Ok(vec![workspace.target.join("debug").join(name).into()])
}

/// The version that stands behind `before` in the file that pins it.
fn pinned(file: &Path, before: &str) -> Result<String> {
    let text = std::fs::read_to_string(file)?;
    let (_, rest) = text
        .split_once(before)
        .ok_or_else(|| format!("{} pins no version behind {before:?}", file.display()))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
    Ok(rest[..end.unwrap_or(rest.len())].to_owned())
}
