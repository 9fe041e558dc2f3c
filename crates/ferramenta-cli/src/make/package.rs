//! The package that something is made for.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand, Package as Described, Target, TargetKind};

const LIBRARY: &str = "ferramenta";

/// A package, and the crate of it that gets new modules.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) folder: PathBuf,
    /// The file where the crate begins, such as `src/lib.rs`.
    pub(crate) root: PathBuf,
    /// The name by which other crates know it; none when it is a program.
    pub(crate) library: Option<String>,
    /// The package's own name.
    pub(crate) name: String,
    pub(crate) edition: String,
    /// What tests need and the package doesn't depend on, as arguments of `cargo add --dev`.
    pub(crate) missing: Vec<&'static str>,
}

impl Package {
    /// # Errors
    /// When there is no package, or it isn't clear which one or which crate of it is meant.
    pub(crate) fn find(directory: &Path, name: Option<&str>, bin: Option<&str>) -> Result<Self> {
        let manifest = manifest(directory)?;
        let mut command = MetadataCommand::new();
        command.manifest_path(&manifest).no_deps();
        let metadata = command.exec().map_err(|error| match error {
            cargo_metadata::Error::CargoMetadata { stderr } => anyhow::anyhow!("{}", stderr.trim()),
            other => other.into(),
        })?;
        let package = choose_package(&metadata, &manifest, name)?;
        if !depends_on_library(package) {
            let name = &package.name;
            bail!("`{name}` doesn't depend on `{LIBRARY}`; `cargo add {LIBRARY}` changes that");
        }
        let target = choose_target(package, bin)?;
        let folder = package.manifest_path.parent();
        Ok(Self {
            folder: folder.context("a manifest without a folder")?.into(),
            root: target.src_path.clone().into(),
            library: is_library(target).then(|| target.name.replace('-', "_")),
            name: package.name.to_string(),
            edition: package.edition.to_string(),
            missing: missing(package),
        })
    }
}

/// The nearest manifest, as cargo finds it.
fn manifest(directory: &Path) -> Result<PathBuf> {
    let directory = directory.canonicalize();
    let directory = directory.context("this directory can't be read")?;
    let manifests = directory
        .ancestors()
        .map(|folder| folder.join("Cargo.toml"));
    let found = manifests.into_iter().find(|manifest| manifest.is_file());
    found.context("there is no Cargo.toml here or above; `ferramenta new NAME` begins a project")
}

fn choose_package<'a>(
    metadata: &'a Metadata,
    manifest: &Path,
    name: Option<&str>,
) -> Result<&'a Described> {
    let members = metadata.workspace_packages();
    if let Some(name) = name {
        let named = members.iter().find(|package| package.name.as_str() == name);
        return named.copied().with_context(|| {
            format!(
                "no package is called `{name}`; there are {}",
                names(&members)
            )
        });
    }
    let own = members
        .iter()
        .find(|package| package.manifest_path == *manifest);
    if let Some(own) = own {
        return Ok(own);
    }
    let servers: Vec<_> = members
        .into_iter()
        .filter(|package| depends_on_library(package))
        .collect();
    match servers[..] {
        [] => bail!("no package of this workspace depends on `{LIBRARY}`"),
        [only] => Ok(only),
        _ => bail!(
            "which package? give --package with one of {}",
            names(&servers)
        ),
    }
}

fn names(packages: &[&Described]) -> String {
    let mut names: Vec<&str> = packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    names.sort_unstable();
    names.join(", ")
}

fn depends_on_library(package: &Described) -> bool {
    let mut dependencies = package.dependencies.iter();
    dependencies.any(|dependency| dependency.name == LIBRARY)
}

fn is_library(target: &Target) -> bool {
    target.kind.contains(&TargetKind::Lib) || target.kind.contains(&TargetKind::RLib)
}

/// The library, where there is one, and no program is named.
fn choose_target<'a>(package: &'a Described, bin: Option<&str>) -> Result<&'a Target> {
    let bins: Vec<&Target> = package
        .targets
        .iter()
        .filter(|target| target.is_bin())
        .collect();
    let list = || {
        bins.iter()
            .map(|bin| bin.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(name) = bin {
        let named = bins.iter().find(|target| target.name == name);
        return named.copied().with_context(|| {
            let package = &package.name;
            match bins[..] {
                [] => format!("`{package}` has no programs"),
                _ => format!("`{package}` has no program `{name}`; there are {}", list()),
            }
        });
    }
    if let Some(library) = package.targets.iter().find(|target| is_library(target)) {
        return Ok(library);
    }
    let default = package.default_run.as_deref();
    if let Some(default) = bins
        .iter()
        .find(|target| Some(target.name.as_str()) == default)
    {
        return Ok(default);
    }
    match bins[..] {
        [] => bail!("`{}` has neither a library nor a program", package.name),
        [only] => Ok(only),
        _ => bail!("which program? give --bin with one of {}", list()),
    }
}

/// Generated tests are `#[tokio::test]`s, and use `json!`.
fn missing(package: &Described) -> Vec<&'static str> {
    let of = |name: &'static str| {
        package
            .dependencies
            .iter()
            .filter(move |dependency| dependency.name == name)
    };
    let tokio: Vec<&str> = of("tokio")
        .flat_map(|dependency| &dependency.features)
        .map(String::as_str)
        .collect();
    let complete = tokio.contains(&"full")
        || (tokio.contains(&"macros") && tokio.iter().any(|feature| feature.starts_with("rt")));
    let mut missing = Vec::new();
    if of("serde_json").next().is_none() {
        missing.push("serde_json");
    }
    if !complete {
        missing.push("tokio --features tokio/macros,tokio/rt");
    }
    missing
}
