//! The cargo project: which of its programs is the server, and which folders it is built from.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand, Package, PackageId, TargetKind};

use crate::arguments::DevArguments;

const LIBRARY: &str = "ferramenta";

/// A program of a cargo project.
#[derive(Clone, Debug)]
pub(super) struct Project {
    pub(super) manifest: PathBuf,
    pub(super) package: String,
    pub(super) bin: String,
    pub(super) features: Vec<String>,
    pub(super) release: bool,
    /// Arguments of the program.
    pub(super) arguments: Vec<std::ffi::OsString>,
    /// Folder of the package, where the program runs.
    pub(super) directory: PathBuf,
    /// Folders of all packages that are built from sources here, and of the workspace.
    pub(super) folders: BTreeSet<PathBuf>,
}

impl Project {
    /// # Errors
    /// When there is no project, or it isn't clear which program is meant.
    pub(super) fn find(path: &Path, arguments: &DevArguments) -> Result<Self> {
        let manifest = manifest(path)?;
        let metadata = metadata(&manifest)?;
        let package = choose_package(&metadata, &manifest, arguments.package.as_deref())?;
        let bin = choose_bin(package, arguments.bin.as_deref())?;
        Ok(Self {
            package: package.name.to_string(),
            bin,
            features: arguments.features.clone(),
            release: arguments.release,
            arguments: arguments.arguments.clone(),
            directory: folder(package),
            folders: folders(&metadata, &package.id),
            manifest,
        })
    }

    /// Finds the folders again, after a manifest has changed.
    ///
    /// # Errors
    /// When cargo can't read the manifests.
    pub(super) fn refresh(&mut self) -> Result<()> {
        let metadata = metadata(&self.manifest)?;
        let package = choose_package(&metadata, &self.manifest, Some(&self.package))?;
        self.folders = folders(&metadata, &package.id);
        Ok(())
    }
}

fn manifest(path: &Path) -> Result<PathBuf> {
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

fn metadata(manifest: &Path) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest);
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => anyhow::anyhow!("{}", stderr.trim()),
        other => other.into(),
    })
}

/// The package that is named, that the manifest is of, or that alone has a server.
fn choose_package<'a>(
    metadata: &'a Metadata,
    manifest: &Path,
    name: Option<&str>,
) -> Result<&'a Package> {
    let members = metadata.workspace_packages();
    if let Some(name) = name {
        let named = members.iter().find(|package| package.name.as_str() == name);
        return named.copied().with_context(|| {
            let names = members.iter().map(|package| package.name.as_str());
            format!("there is no package `{name}`; there are {}", list(names))
        });
    }
    let own = members
        .iter()
        .find(|package| package.manifest_path.as_std_path() == manifest);
    if let Some(own) = own {
        return Ok(own);
    }
    let servers: Vec<&Package> = members.into_iter().filter(|p| is_server(p)).collect();
    match servers.as_slice() {
        [only] => Ok(only),
        [] => bail!("no package of this workspace has a program that depends on `{LIBRARY}`"),
        several => bail!(
            "say which package with --package: {}",
            list(several.iter().map(|package| package.name.as_str()))
        ),
    }
}

fn is_server(package: &Package) -> bool {
    let depends = package
        .dependencies
        .iter()
        .any(|dependency| dependency.name == LIBRARY);
    depends && bins(package).next().is_some()
}

fn choose_bin(package: &Package, name: Option<&str>) -> Result<String> {
    let bins: Vec<&str> = bins(package).collect();
    if let Some(name) = name {
        if bins.contains(&name) {
            return Ok(name.to_owned());
        }
        bail!(
            "`{}` has no program `{name}`; it has {}",
            package.name,
            list(bins.into_iter())
        );
    }
    match (bins.as_slice(), &package.default_run) {
        (_, Some(default)) => Ok(default.clone()),
        ([only], None) => Ok((*only).to_owned()),
        ([], None) => bail!(
            "`{}` has no program: no src/main.rs and no [[bin]]",
            package.name
        ),
        (several, None) => bail!(
            "say which program with --bin: {}",
            list(several.iter().copied())
        ),
    }
}

fn bins(package: &Package) -> impl Iterator<Item = &str> {
    package
        .targets
        .iter()
        .filter(|target| target.kind.contains(&TargetKind::Bin))
        .map(|target| target.name.as_str())
}

/// The folders of a package, of all it is built from that lies here, and of the workspace.
fn folders(metadata: &Metadata, id: &PackageId) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::from([metadata.workspace_root.clone().into_std_path_buf()]);
    let mut seen = BTreeSet::new();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let package = metadata.packages.iter().find(|package| package.id == *id);
        let Some(package) = package.filter(|package| package.source.is_none()) else {
            continue;
        };
        folders.insert(folder(package));
        let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
        let node = nodes.into_iter().find(|node| node.id == *id);
        open.extend(node.iter().flat_map(|node| &node.dependencies));
    }
    folders
}

fn folder(package: &Package) -> PathBuf {
    let manifest = package.manifest_path.as_std_path();
    // a manifest is a file, which lies in a folder
    manifest.parent().unwrap_or(manifest).to_owned()
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}
