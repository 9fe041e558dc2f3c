//! How many crates does a small server with both transports bring along?

use std::collections::BTreeSet;

use crate::Result;
use crate::process::Run;
use crate::step::Outcome;
use crate::workspace::Workspace;

/// The server whose dependencies are counted.
const SERVER: &str = "bookshop";

/// The most that are allowed, the server and our own crates included.
const MOST: usize = 65;

/// Counts the crates that are built for the server and fails when they are too many.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let tree = [
        "tree",
        "--package",
        SERVER,
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ];
    let tree = Run::cargo(&tree).dir(&workspace.root).succeed()?;
    let crates = unique(&tree);
    let note = format!("{} crates in {SERVER}, {MOST} allowed", crates.len());
    let good = crates.len() <= MOST;
    let details = if good {
        String::new()
    } else {
        crates.into_iter().collect::<Vec<_>>().join("\n")
    };
    Ok(Outcome::new(good, note, details))
}

/// Names and versions in the tree's lines, such as `serde v1.0.0 (proc-macro) (*)`.
fn unique(tree: &str) -> BTreeSet<String> {
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
