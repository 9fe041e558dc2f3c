//! The servers that are measured, and how each is started.

use std::path::{Path, PathBuf};

use crate::Result;
use crate::process::Run;
use crate::tools;
use crate::workspace::Workspace;

/// Frameworks in Rust, each a package of its own below `bench/peers`.
const COMPILED: [&str; 2] = ["rmcp", "tower-mcp"];

/// How many tools there are in a list.
#[derive(Clone, Copy)]
pub(crate) struct Tools {
    pub(crate) count: u32,
    /// Whether ours is measured with a rule on each of them as well.
    pub(crate) rules: bool,
}

/// All that was built, ready to be started.
pub(crate) struct Servers {
    pub(crate) harness: PathBuf,
    pub(crate) limit: PathBuf,
    pub(crate) ours: PathBuf,
    pub(crate) peers: Vec<Peer>,
}

/// Another framework's server.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// The words that start it, without those that choose a transport.
    pub(crate) command: String,
    /// Whether it is a program of its own, quick enough for a million calls.
    pub(crate) program: Option<PathBuf>,
}

impl Servers {
    /// Builds ours and the peers; those that need what isn't there are left out, with a word.
    pub(crate) fn build(workspace: &Workspace) -> Result<Self> {
        tools::valgrind()?;
        let ours = |package| -> Result<PathBuf> {
            // each by itself: together they would have the union of all features
            let build = Run::cargo(&["build", "--release", "--package", package]);
            build.dir(&workspace.root).succeed()?;
            Ok(workspace.target.join("release").join(package))
        };
        Ok(Self {
            harness: ours("bench")?,
            limit: ours("bench-limit")?,
            ours: ours("bench-server")?,
            peers: peers(workspace)?,
        })
    }

    /// Everybody over HTTP, ours in every way.
    pub(crate) fn http(&self) -> Vec<String> {
        let ours = self.ours.display();
        let mut all = vec![
            self.limit("http"),
            server("ferramenta", "", &format!("{ours} {HTTP}")),
            server(
                "ferramenta inline",
                "HANDLER=inline",
                &format!("{ours} {HTTP}"),
            ),
            server(
                "ferramenta on the pool",
                "HANDLER=pool",
                &format!("{ours} {HTTP}"),
            ),
            legacy("ferramenta, 2025-11-25", &format!("{ours} {HTTP}")),
        ];
        all.extend(self.peers_with("", "http"));
        all
    }

    /// Everybody over HTTP, ours once.
    pub(crate) fn http_plain(&self) -> Vec<String> {
        let mut all = vec![self.limit("http"), self.plain(HTTP)];
        all.extend(self.peers_with("", "http"));
        all
    }

    /// Everybody over stdio.
    pub(crate) fn stdio(&self) -> Vec<String> {
        let mut all = vec![
            self.limit(""),
            self.plain(""),
            legacy("ferramenta, 2025-11-25", &self.ours.display().to_string()),
        ];
        all.extend(self.peers_with("", ""));
        let rmcp = self.peers.iter().find(|peer| peer.name == "rmcp");
        all.extend(rmcp.map(|peer| server("rmcp, its pipes", "PIPES=1", &peer.command)));
        all
    }

    /// Everybody over HTTP with so many tools.
    pub(crate) fn with_tools(&self, tools: Tools) -> Vec<String> {
        let Tools { count, rules } = tools;
        let ours = format!("{} {HTTP}", self.ours.display());
        let mut all = vec![
            self.limit(&format!("http --tools {count}")),
            server("ferramenta", &format!("TOOLS={count}"), &ours),
        ];
        if rules {
            let variables = format!("TOOLS={count} RULES=method");
            all.push(server("ferramenta with rules", &variables, &ours));
        }
        // the others take minutes with so many
        if count <= 1_000 {
            all.extend(self.peers_with(&format!("TOOLS={count}"), "http"));
        }
        all
    }

    /// Programs of their own over HTTP: whose instructions can be counted, and which answer a million calls in seconds.
    pub(crate) fn compiled_http(&self) -> Vec<String> {
        let mut all = vec![self.limit("http"), self.plain(HTTP)];
        all.extend(self.compiled_peers("http"));
        all
    }

    /// The same over stdio.
    pub(crate) fn compiled_stdio(&self) -> Vec<String> {
        let mut all = vec![self.limit(""), self.plain("")];
        all.extend(self.compiled_peers(""));
        all
    }

    /// Ours, with room for many who listen.
    pub(crate) fn listening(&self) -> Vec<String> {
        let ours = format!("{} {HTTP}", self.ours.display());
        vec![server("ferramenta", "LISTENERS=1000", &ours)]
    }

    fn limit(&self, words: &str) -> String {
        server("limit", "", &format!("{} {words}", self.limit.display()))
    }

    fn plain(&self, words: &str) -> String {
        server(
            "ferramenta",
            "",
            &format!("{} {words}", self.ours.display()),
        )
    }

    fn peers_with(&self, variables: &str, words: &str) -> Vec<String> {
        let of = |peer: &Peer| server(peer.name, variables, &format!("{} {words}", peer.command));
        self.peers.iter().map(of).collect()
    }

    fn compiled_peers(&self, words: &str) -> impl Iterator<Item = String> {
        let compiled = self.peers.iter().filter(|peer| peer.program.is_some());
        compiled.map(move |peer| server(peer.name, "", &format!("{} {words}", peer.command)))
    }
}

/// How ours is started over HTTP.
const HTTP: &str = "http --listen 127.0.0.1:0";

fn server(name: &str, variables: &str, command: &str) -> String {
    format!("--server={name}={variables} {command}")
}

fn legacy(name: &str, command: &str) -> String {
    format!("--legacy={name}={command}")
}

fn peers(workspace: &Workspace) -> Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for name in COMPILED {
        match compile(workspace, name) {
            Ok(program) => peers.push(Peer {
                name,
                command: program.display().to_string(),
                program: Some(program),
            }),
            Err(error) => eprintln!("without {name}: {error}"),
        }
    }
    for (name, prepared) in [
        ("python", python(workspace)),
        ("typescript", typescript(workspace)),
    ] {
        match prepared {
            Ok(command) => peers.push(Peer {
                name,
                command,
                program: None,
            }),
            Err(error) => eprintln!("without {name}: {error}"),
        }
    }
    Ok(peers)
}

/// Builds a peer with its own lock, beside ours.
fn compile(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = workspace.root.join("bench/peers").join(name);
    let target = workspace.target.join("peers");
    Run::cargo(&["build", "--release", "--locked"])
        .arg_path("--target-dir", &target)
        .dir(&folder)
        .succeed()?;
    Ok(target.join("release").join(format!("bench-{name}")))
}

fn python(workspace: &Workspace) -> Result<String> {
    let python = tools::python(workspace, "interop/python/requirements.txt")?;
    Ok(script(workspace, &python, "bench/peers/python/server.py"))
}

fn typescript(workspace: &Workspace) -> Result<String> {
    let folder = tools::npm_project(workspace, "bench/peers/typescript")?;
    let node = tools::node(workspace)?;
    Ok(script(
        workspace,
        node.program(),
        &folder.join("server.mjs").to_string_lossy(),
    ))
}

fn script(workspace: &Workspace, interpreter: &Path, file: &str) -> String {
    let file = workspace.root.join(file);
    format!("{} {}", interpreter.display(), file.display())
}
