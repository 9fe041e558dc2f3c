//! Does the command `ferramenta` get on with servers that others have written?

use crate::Result;
use crate::inspector;
use crate::process::Run;
use crate::step::Outcome;
use crate::tools::{self, Npm};
use crate::workspace::Workspace;

const EVERYTHING: &str = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
const BOOKSHOP: &str = "test/real/servers/bookshop.py";

/// Runs the tests that need servers from npm and `PyPI`.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    Npm::install(workspace, inspector::SOURCE)?;
    let python = tools::python(workspace, inspector::PYTHON_PACKAGES)?;
    let servers = workspace.root.join(inspector::SOURCE);
    let tests = [
        "test",
        "--package",
        "ferramenta-cli",
        "--test",
        "others",
        "--",
        "--ignored",
    ];
    Run::cargo(&tests)
        .dir(&workspace.root)
        .env("NODE", tools::node(workspace)?.program())
        .env("EVERYTHING", servers.join(EVERYTHING))
        .env("PYTHON", &python)
        .env("BOOKSHOP", servers.join(BOOKSHOP))
        .succeed()?;
    Ok(Outcome::passed("server-everything and a Python bookshop"))
}
