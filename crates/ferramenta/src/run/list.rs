use std::fmt::Write as _;

use ferramenta_protocol::PromptArgument;

use crate::{
    BuiltServer,
    app::BuiltApp,
    catalog::{Prompt, Resource, Tool},
    contract::Guarantee,
};

/// What all servers offer; with a heading for each server where there are several.
pub(super) fn tables(app: &BuiltApp, verbose: bool) -> String {
    match servers(app).as_slice() {
        [(_, only)] => offer(only, verbose),
        several => several
            .iter()
            .map(|(key, server)| format!("{key}\n{}\n", offer(server, verbose)))
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

/// The server that is found by this name or path, or the only one there is.
#[cfg(feature = "contract")]
pub(super) fn named<'a>(app: &'a BuiltApp, name: Option<&str>) -> crate::Result<&'a BuiltServer> {
    let servers = servers(app);
    let names: Vec<&str> = servers.iter().map(|(key, _)| key.as_str()).collect();
    let found = match name {
        Some(name) => names.iter().position(|known| *known == name),
        None => (names.len() == 1).then_some(0),
    };
    let message = || match name {
        Some(name) => format!(
            "there is no server `{name}`; there are {}",
            names.join(", ")
        ),
        None => format!(
            "say which server: `--server NAME`, with one of {}",
            names.join(", ")
        ),
    };
    let found = found.ok_or_else(|| crate::Error::Usage(message()))?;
    Ok(servers[found].1)
}

/// What a server offers, a table for each kind; with headings as soon as there are more than tools.
fn offer(server: &BuiltServer, verbose: bool) -> String {
    let catalog = server.dispatcher.catalog();
    let tools = catalog.tools().iter().map(|tool| Row::of_tool(tool));
    let tools = table(&tools.collect::<Vec<_>>(), verbose);
    let prompts = catalog.prompts().iter();
    let prompts = prompts.map(|prompt| Row::of_prompt(prompt));
    let prompts = table(&prompts.collect::<Vec<_>>(), verbose);
    let resources = catalog.resources().iter().chain(catalog.templates());
    let resources = resources.map(|resource| Row::of_resource(resource));
    let resources = table(&resources.collect::<Vec<_>>(), verbose);
    if prompts.is_empty() && resources.is_empty() {
        return tools;
    }
    let kinds = [
        ("Tools", tools),
        ("Prompts", prompts),
        ("Resources", resources),
    ];
    let tables = kinds.iter().filter(|(_, table)| !table.is_empty());
    let tables = tables.map(|(kind, table)| format!("{kind}\n{table}"));
    tables.collect::<Vec<_>>().join("\n")
}

/// What is told of a component.
struct Row<'a, const N: usize> {
    /// What stands in columns.
    cells: [String; N],
    description: Option<&'a str>,
    runs: &'static str,
    guarantee: &'a Guarantee,
}

impl<'a> Row<'a, 1> {
    fn of_tool(tool: &'a Tool) -> Self {
        Self {
            cells: [tool.definition.name.clone()],
            description: tool.definition.description.as_deref(),
            runs: tool.runs,
            guarantee: &tool.guarantee,
        }
    }
}

impl<'a> Row<'a, 2> {
    fn of_prompt(prompt: &'a Prompt) -> Self {
        let arguments = prompt.definition.arguments.iter().map(shown);
        let arguments = arguments.collect::<Vec<_>>().join(" ");
        Self {
            cells: [prompt.definition.name.clone(), arguments],
            description: prompt.definition.description.as_deref(),
            runs: prompt.runs,
            guarantee: &prompt.guarantee,
        }
    }
}

impl<'a> Row<'a, 3> {
    fn of_resource(resource: &'a Resource) -> Self {
        let definition = &resource.definition;
        let mime_type = definition.mime_type.clone();
        Self {
            cells: [
                definition.uri.clone(),
                definition.name.clone(),
                mime_type.unwrap_or_default(),
            ],
            description: definition.description.as_deref(),
            runs: resource.runs,
            guarantee: &resource.guarantee,
        }
    }
}

/// The name of an argument, in brackets where it may be left out.
fn shown(argument: &PromptArgument) -> String {
    match argument.required {
        true => argument.name.clone(),
        false => format!("[{}]", argument.name),
    }
}

/// A line for each, with the first line of its description; with `verbose` also where each runs and how its
/// arguments are decoded.
fn table<const N: usize>(rows: &[Row<'_, N>], verbose: bool) -> String {
    let widths: [usize; N] = std::array::from_fn(|column| {
        let lengths = rows.iter().map(|row| row.cells[column].chars().count());
        lengths.max().unwrap_or_default()
    });
    let mut out = String::new();
    for row in rows {
        let description = row.description.unwrap_or_default();
        let summary = description.lines().next().unwrap_or_default();
        let cells = row.cells.each_ref().map(String::as_str);
        add_line(&mut out, cells, widths, summary);
        if verbose {
            let how = format!("runs {}; {}", row.runs, decoding(row.guarantee));
            add_line(&mut out, [""; N], widths, &how);
        }
    }
    out
}

fn add_line<const N: usize>(out: &mut String, cells: [&str; N], widths: [usize; N], text: &str) {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        // writing to a String can't fail
        let _ = write!(line, "{cell:width$}  ");
    }
    line.push_str(text);
    out.push_str(line.trim_end());
    out.push('\n');
}

/// How arguments are decoded, and why.
fn decoding(guarantee: &Guarantee) -> String {
    match &guarantee.gap {
        None => "arguments are decoded straight into their types".into(),
        Some((path, why)) => {
            let path = if path.is_empty() { "arguments" } else { path };
            format!("arguments are checked as a tree first, since of `{path}` {why}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{App, ParamSpec, PromptDef, ResourceDef, Server, ToolDef};

    fn tool(name: &str, description: &str) -> ToolDef {
        let tool = ToolDef::new(name).description(description);
        tool.inline_handler((), |()| "done")
    }

    fn prompts() -> [PromptDef; 2] {
        let specs = || {
            (
                ParamSpec::new("title"),
                ParamSpec::new("words").default(|| 100),
            )
        };
        let review = PromptDef::new("review").description("Ask for a review.\nOf a book.");
        let review = review.handler(specs(), |(title, words): (String, u32)| async move {
            format!("{words} words on '{title}'")
        });
        let greet = PromptDef::new("greet").description("Begin.");
        [greet.blocking_handler((), |()| "Hello!"), review]
    }

    fn listed(server: Server, verbose: bool) -> String {
        let app = App::new().local("shop", server).build();
        tables(&app.expect("no mistakes"), verbose)
    }

    fn shop() -> Server {
        Server::new("Shop")
            .tool_value(tool("add", "Add a book."))
            .tool_value(tool("search", "Search for books."))
    }

    fn with_prompts(server: Server) -> Server {
        prompts().into_iter().fold(server, Server::prompt_value)
    }

    #[test]
    fn tools_alone_have_no_heading() {
        let expected = "add     Add a book.\nsearch  Search for books.\n";
        assert_eq!(listed(shop(), false), expected);
        assert!(listed(Server::new("Empty"), false).is_empty());
    }

    #[test]
    fn prompts_have_a_table_of_their_own() {
        let expected = "\
Tools
add     Add a book.
search  Search for books.

Prompts
greet                  Begin.
review  title [words]  Ask for a review.
";
        assert_eq!(listed(with_prompts(shop()), false), expected);
        let alone = listed(with_prompts(Server::new("Prompts")), false);
        assert_eq!(alone, expected.split_once("\n\n").expect("two tables").1);
    }

    #[test]
    fn resources_have_a_table_of_their_own() {
        let hours = ResourceDef::new("shop://hours").mime_type("text/plain");
        let hours = hours
            .handler((), |()| async { "" })
            .description("The hours.");
        let shelf = ResourceDef::new("shop://{number}")
            .name("shelf")
            .handler((ParamSpec::new("number"),), |(number,): (u8,)| async move {
                number.to_string()
            });
        let server = Server::new("t").resource_value(shelf).resource_value(hours);
        let expected = "\
Resources
shop://hours     shop://hours  text/plain  The hours.
shop://{number}  shelf
";
        assert_eq!(listed(server, false), expected);
    }

    #[test]
    fn how_each_is_run_is_told_below_it() {
        let text = listed(with_prompts(shop()), true);
        let straight = "arguments are decoded straight into their types";
        for line in [
            format!("        runs inline; {straight}"),
            format!("                       runs on the blocking pool; {straight}"),
        ] {
            assert!(text.lines().any(|told| told == line), "{line}\n{text}");
        }
    }

    #[test]
    fn several_servers_have_a_heading_each() {
        let app = App::new().local("shop", shop()).local("office", shop());
        let text = tables(&app.build().expect("no mistakes"), false);
        let one = "add     Add a book.\nsearch  Search for books.\n\n";
        assert_eq!(text, format!("shop\n{one}office\n{one}"));
    }
}
