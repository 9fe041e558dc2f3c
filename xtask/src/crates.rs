//! How many crates does a small server with both transports bring along?

use std::collections::BTreeSet;

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// What is counted: a server with all defaults, and the framework without what can be left out. Each with the most that
/// are allowed, our own crates included.
const COUNTED: [(&[&str], &str, usize); 2] = [
    (&["--package", "bookshop"], "a server", 80),
    (
        &["--package", "ferramenta", "--no-default-features"],
        "the framework alone",
        65,
    ),
];

/// Counts the crates that are built and fails when they are too many.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let (mut notes, mut details, mut good) = (Vec::new(), Vec::new(), true);
    for (package, name, most) in COUNTED {
        let tree = Run::cargo(&["tree", "--edges", "normal,build", "--prefix", "none"])
            .args(package)
            .dir(&workspace.root)
            .succeed()?;
        let crates = unique(&tree);
        notes.push(format!("{} of {most} in {name}", crates.len()));
        if crates.len() > most {
            good = false;
            details.extend(crates);
        }
    }
    Ok(Outcome::new(good, notes.join(", "), details.join("\n")))
}

/// Names and versions in the tree's lines, such as `serde v1.0.0 (proc-macro) (*)`.
pub(crate) fn unique(tree: &str) -> BTreeSet<String> {
    let lines = tree.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_counts_once() {
        let tree = "a v1.0.0 (folder)\nb v1.0.0\nb v1.0.0 (*)\n\nb v2.0.0 (proc-macro)\n";
        assert_eq!(unique(tree).len(), 3);
    }
}
