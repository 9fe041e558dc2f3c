//! The tree of modules: where a new one is, and what declares it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::{
    name::identifier,
    package::Package,
    plan::Plan,
    source::{Declared, Source},
};

/// A module that has a file.
struct Module {
    file: PathBuf,
    /// Where the files of its own modules are.
    folder: PathBuf,
    public: bool,
}

/// Plans a new module at the end of a path of modules, and declares all of them.
///
/// # Errors
/// When the module is there already, or one on the way can't be changed.
pub(crate) fn add(plan: &mut Plan, package: &Package, path: &[String], text: String) -> Result<()> {
    let Some((last, above)) = path.split_last() else {
        bail!("a module without a name");
    };
    let mut module = Module {
        folder: package.root.parent().unwrap_or(&package.folder).into(),
        file: package.root.clone(),
        public: package.library.is_some(),
    };
    for (depth, name) in above.iter().enumerate() {
        module = module.enter(plan, name, &about(&above[..=depth]))?;
    }
    let file = module.folder.join(format!("{last}.rs"));
    let folder = module.folder.join(last).join("mod.rs");
    if plan.exists(&folder) {
        bail!(
            "{} exists already: `{last}` is a module with others in it",
            plan.shown(&folder)
        );
    }
    plan.create(file, text)?;
    if !module.declare(plan, last)? {
        bail!("{} declares `{last}` already", plan.shown(&module.file));
    }
    Ok(())
}

fn about(path: &[String]) -> String {
    match path {
        [kind] => format!("//! The {kind} of the server.\n"),
        [kind, rest @ ..] => format!("//! The {kind} of `{}`.\n", rest.join("/")),
        [] => String::new(),
    }
}

impl Module {
    /// Goes to a module in this one, which is begun where it isn't there.
    fn enter(&self, plan: &mut Plan, name: &str, about: &str) -> Result<Self> {
        self.declare(plan, name)?;
        let folder = self.folder.join(name);
        let (beside, within) = (folder.with_extension("rs"), folder.join("mod.rs"));
        let file = match (plan.exists(&beside), plan.exists(&within)) {
            (true, true) => bail!(
                "both {} and {} exist; Rust wants one of them",
                plan.shown(&beside),
                plan.shown(&within)
            ),
            (true, false) => beside,
            (false, true) => within,
            (false, false) => {
                plan.create(within.clone(), about.into())?;
                within
            }
        };
        Ok(Self {
            file,
            folder,
            public: true,
        })
    }

    /// Whether it had to be declared.
    fn declare(&self, plan: &mut Plan, name: &str) -> Result<bool> {
        let identifier = identifier(name);
        let source = read(plan, &self.file)?;
        let shown = plan.shown(&self.file);
        match source.declared(&identifier) {
            Declared::InFile => return Ok(false),
            Declared::Inline => {
                bail!("`mod {identifier}` has no file of its own: {shown} has it inline")
            }
            Declared::Elsewhere => {
                bail!("`mod {identifier}` in {shown} has a `#[path]`, which isn't followed")
            }
            Declared::No => {}
        }
        plan.change(self.file.clone(), source.declare(&identifier, self.public))?;
        Ok(true)
    }
}

/// # Errors
/// When the file can't be read, or isn't Rust.
pub(crate) fn read(plan: &Plan, file: &Path) -> Result<Source> {
    Source::parse(plan.read(file)?, &plan.shown(file))
}
