use std::fmt::Write as _;

use crate::BuiltServer;

/// The tools, each with the first line of its description.
pub(super) fn table(server: &BuiltServer) -> String {
    let tools = server.dispatcher.catalog.tools();
    let width = tools.iter().map(|tool| tool.definition.name.len()).max().unwrap_or_default();
    let mut out = String::new();
    for tool in tools {
        let description = tool.definition.description.as_deref().unwrap_or_default();
        let summary = description.lines().next().unwrap_or_default();
        let _ = writeln!(out, "{:width$}  {summary}", tool.definition.name);
    }
    out
}
