use std::fmt::Write as _;

use crate::{BuiltServer, app::BuiltApp, catalog::Tool};

/// The tools of all servers; with a heading for each server where there are several.
pub(super) fn tables(app: &BuiltApp, verbose: bool) -> String {
    match servers(app).as_slice() {
        [(_, only)] => table(only, verbose),
        several => several
            .iter()
            .map(|(key, server)| format!("{key}\n{}\n", table(server, verbose)))
            .collect(),
    }
}

/// All servers, each once, with what it is found by.
fn servers(app: &BuiltApp) -> Vec<(&String, &BuiltServer)> {
    let mut servers: Vec<(&String, &BuiltServer)> = Vec::new();
    for (key, server) in app.local.iter().chain(&app.web) {
        if !servers.iter().any(|(_, known)| known.is(server)) {
            servers.push((key, server));
        }
    }
    servers
}

/// The tools, each with the first line of its description; with `verbose` also where each runs and how its
/// arguments are decoded.
fn table(server: &BuiltServer, verbose: bool) -> String {
    let catalog = server.dispatcher.catalog();
    let tools = catalog.tools();
    let width = tools
        .iter()
        .map(|tool| tool.definition.name.len())
        .max()
        .unwrap_or_default();
    let mut out = String::new();
    for tool in tools {
        let description = tool.definition.description.as_deref().unwrap_or_default();
        let summary = description.lines().next().unwrap_or_default();
        // writing to a String can't fail
        let _ = writeln!(out, "{:width$}  {summary}", tool.definition.name);
        if verbose {
            let _ = writeln!(out, "{:width$}  runs {}; {}", "", tool.runs, decoding(tool));
        }
    }
    out
}

/// How the arguments of a tool are decoded, and why.
fn decoding(tool: &Tool) -> String {
    match &tool.guarantee.gap {
        None => "arguments are decoded straight into their types".into(),
        Some((path, why)) => {
            let path = if path.is_empty() { "arguments" } else { path };
            format!("arguments are checked as a tree first, since of `{path}` {why}")
        }
    }
}
