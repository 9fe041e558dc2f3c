//! Tells the server of what was made.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::{
    chain::{Chain, chains},
    kind::{Kind, REGISTERING},
    package::Package,
    plan::{Plan, formatted},
    source::Source,
    tree,
};

/// What a server is described by, before anything is registered.
const DESCRIBING: [&str; 6] = [
    "version",
    "title",
    "description",
    "instructions",
    "website",
    "icon",
];

/// What is registered, by its names.
pub(crate) struct Thing<'a> {
    pub(crate) kind: Kind,
    /// `tools::support::find_ticket`
    pub(crate) module: &'a str,
    pub(crate) pascal: &'a str,
    pub(crate) path: &'a str,
}

struct Place {
    file: PathBuf,
    source: Source,
    chain: Chain,
    line: usize,
}

impl Thing<'_> {
    /// The line that registers it, in the crate itself.
    pub(crate) fn line(&self) -> String {
        self.kind
            .call(&format!("crate::{}", self.module), self.pascal, self.path)
    }
}

/// Plans the change of the server, and says where it is.
///
/// # Errors
/// When there is no server, or several and none is named.
pub(crate) fn register(
    plan: &mut Plan,
    package: &Package,
    thing: &Thing<'_>,
    server: Option<&str>,
) -> Result<String> {
    let Place {
        file,
        source,
        chain,
        ..
    } = choose(plan, package, thing.kind, server)?;
    let module = match &package.library {
        Some(library) if is_program(&package.folder, &file) => {
            format!("{library}::{}", thing.module)
        }
        _ if chain.top && file == package.root => thing.module.to_owned(),
        _ => format!("crate::{}", thing.module),
    };
    let call = thing.kind.call(&module, thing.pascal, thing.path);
    let text = chain.insert(&source, &call, thing.kind.like(), &REGISTERING, &DESCRIBING);
    let text = formatted_as_before(source.text(), text, plan.folder(), &package.edition)?;
    // rustfmt may have broken the call itself
    let at = text.find(&call).or_else(|| text.rfind(&module));
    let line = text[..at.unwrap_or_default()].matches('\n').count() + 1;
    let shown = format!("registered in {}:{line} by {call}", plan.shown(&file));
    plan.change(file, text)?;
    Ok(shown)
}

/// What rustfmt would leave alone, it leaves alone afterwards, too; other files keep the form they have.
fn formatted_as_before(before: &str, text: String, folder: &Path, edition: &str) -> Result<String> {
    if formatted(before.to_owned(), folder, edition)? == before {
        formatted(text, folder, edition)
    } else {
        Ok(text)
    }
}

fn choose(plan: &Plan, package: &Package, kind: Kind, server: Option<&str>) -> Result<Place> {
    let of = kind.registrar();
    let mut files = Vec::new();
    rust_files(package.root.parent().unwrap_or(&package.folder), &mut files)?;
    let mut places = Vec::new();
    for file in files {
        // most files have none, and needn't be Rust that can be read
        if fs::read_to_string(&file).is_ok_and(|text| text.contains(of)) {
            places.extend(places_in(plan, &file, of)?);
        }
    }
    if let Some(name) = server {
        places.retain(|place| {
            place.chain.function.as_deref() == Some(name)
                || place.file.file_stem().is_some_and(|stem| stem == name)
        });
    }
    let list: Vec<String> = places.iter().map(|place| place.shown(plan)).collect();
    match (places.len(), server) {
        (1, _) => places.pop().context("a place that is gone"),
        (0, Some(name)) => bail!("there is no `{of}::new(..)` in a function or file `{name}`"),
        (0, None) => bail!(
            "there is no `{of}::new(..)` in the sources of `{}` to register it at",
            package.name
        ),
        _ => bail!(
            "there are several `{of}::new(..)`; name its function or file with --server: {}",
            list.join(", ")
        ),
    }
}

fn places_in(plan: &Plan, file: &Path, of: &'static str) -> Result<Vec<Place>> {
    let found = chains(&tree::read(plan, file)?, of);
    let places = found.into_iter().map(|chain| {
        let source = tree::read(plan, file)?;
        Ok(Place {
            file: file.into(),
            line: source.line(chain.begin.start),
            source,
            chain,
        })
    });
    places.collect()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("{} can't be read", folder.display()))?;
    let mut entries = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file belongs to a program beside the package's library.
fn is_program(folder: &Path, file: &Path) -> bool {
    let sources = folder.join("src");
    file == sources.join("main.rs") || file.starts_with(sources.join("bin"))
}

impl Place {
    fn shown(&self, plan: &Plan) -> String {
        let place = format!("{}:{}", plan.shown(&self.file), self.line);
        match &self.chain.function {
            Some(function) => format!("`{function}` in {place}"),
            None => place,
        }
    }
}
