//! Is the inspector's page what its source says, and does it work in a browser?

use std::collections::BTreeMap;
use std::path::Path;

use crate::Result;
use crate::step::Outcome;
use crate::tools::{self, Npm};
use crate::workspace::Workspace;

/// The page's source, and what is built of it and embedded.
pub(crate) const SOURCE: &str = "inspector";
const ASSETS: &str = "crates/ferramenta-inspector/assets";
/// What a server by the official Python SDK needs.
pub(crate) const PYTHON_PACKAGES: &str = "interop/python/requirements.txt";

/// Checks the source, builds it, compares, and drives the page with a fake server and with real ones.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let npm = Npm::install(workspace, SOURCE)?;
    npm.run("check", &[])?;
    npm.run("test", &[])?;
    let built = workspace.target.join("tools/inspector-page");
    npm.run("build", &["--outDir", &built.to_string_lossy()])?;
    let differences = differences(&workspace.root.join(ASSETS), &built)?;
    if !differences.is_empty() {
        let advice = format!("run `npm run build` in {SOURCE} and commit {ASSETS}");
        return Ok(Outcome::new(false, advice, differences.join("\n")));
    }
    let size = npm.run("size", &[])?;
    tools::chromium()?;
    npm.run("test:page", &[])?;
    let binary = workspace.build_of("ferramenta-cli", "ferramenta")?;
    let python = tools::python(workspace, PYTHON_PACKAGES)?;
    let programs = [("FERRAMENTA", &*binary), ("PYTHON", &*python)];
    npm.run_with("test:real", &programs)?;
    let pace = npm.run_with("test:pace", &programs)?;
    let size = size.trim_end().lines().last().unwrap_or_default();
    Ok(Outcome::new(true, size, figures(&pace)))
}

/// The lines that say how long something took.
fn figures(printed: &str) -> String {
    let lines = printed
        .lines()
        .filter(|line| line.contains(" ms, of at most "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Files that are in one folder alone, or differ.
fn differences(committed: &Path, built: &Path) -> Result<Vec<String>> {
    let (committed, built) = (files(committed)?, files(built)?);
    let mut differences = Vec::new();
    for (name, bytes) in &committed {
        match built.get(name) {
            None => differences.push(format!("{name} is committed, and isn't built")),
            Some(other) if other != bytes => {
                differences.push(format!("{name} is not what the source says"));
            }
            Some(_) => {}
        }
    }
    let missing = built.keys().filter(|name| !committed.contains_key(*name));
    differences.extend(missing.map(|name| format!("{name} is built, and isn't committed")));
    Ok(differences)
}

fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read(entry.path())?);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn every_difference_is_found() {
        let folder = std::env::temp_dir().join(format!("differences-{}", std::process::id()));
        let (committed, built) = (folder.join("a"), folder.join("b"));
        for (place, files) in [
            (&committed, [("same", "1"), ("changed", "1"), ("old", "1")]),
            (&built, [("same", "1"), ("changed", "2"), ("new", "1")]),
        ] {
            std::fs::create_dir_all(place).unwrap();
            for (name, text) in files {
                std::fs::write(place.join(name), text).unwrap();
            }
        }
        let found = differences(&committed, &built).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!(
            found,
            [
                "changed is not what the source says",
                "old is committed, and isn't built",
                "new is built, and isn't committed",
            ]
        );
    }
}
