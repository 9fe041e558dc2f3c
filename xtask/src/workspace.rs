//! Where things are: the repository, its build output, its packages.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Result;
use crate::process::Run;

/// The cargo workspace of this repository.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
    packages: Vec<Package>,
}

struct Package {
    name: String,
    folder: PathBuf,
    published: bool,
}

impl Workspace {
    /// Asks cargo for the layout.
    pub(crate) fn load() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let asked = Run::cargo(&["metadata", "--no-deps", "--format-version", "1"]);
        let metadata: Value = serde_json::from_str(&asked.dir(manifest).succeed()?)?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        Ok(Self {
            root: path(&metadata["workspace_root"])?,
            target: path(&metadata["target_directory"])?,
            packages: packages.map(Package::read).collect::<Result<_>>()?,
        })
    }

    /// True when the workspace has a package of this name.
    pub(crate) fn has(&self, package: &str) -> bool {
        self.packages.iter().any(|known| known.name == package)
    }

    /// The packages that go to the registry.
    pub(crate) fn published(&self) -> Vec<&str> {
        let crates = self.root.join("crates");
        let published = self.packages.iter();
        let published = published.filter(|p| p.published && p.folder.starts_with(&crates));
        published.map(|package| package.name.as_str()).collect()
    }

    /// Builds binaries of the workspace, each in the package of the same name, and says where they are.
    pub(crate) fn build(&self, binary: &str) -> Result<PathBuf> {
        self.build_of(binary, binary)
    }

    /// Builds a binary of a package of another name, and says where it is.
    pub(crate) fn build_of(&self, package: &str, binary: &str) -> Result<PathBuf> {
        let build = Run::cargo(&["build", "--package", package, "--bin", binary]);
        build.dir(&self.root).succeed()?;
        let name = format!("{binary}{}", std::env::consts::EXE_SUFFIX);
        Ok(self.target.join("debug").join(name))
    }
}

impl Package {
    fn read(value: &Value) -> Result<Self> {
        let manifest = path(&value["manifest_path"])?;
        Ok(Self {
            name: text(&value["name"])?.to_owned(),
            folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
            published: value["publish"].is_null(),
        })
    }
}

fn path(value: &Value) -> Result<PathBuf> {
    Ok(PathBuf::from(text(value)?))
}

fn text(value: &Value) -> Result<&str> {
    Ok(value.as_str().ok_or("cargo metadata lacks a text")?)
}
