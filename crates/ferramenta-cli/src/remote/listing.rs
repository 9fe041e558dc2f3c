//! `ferramenta list`: what a server offers, for people and for scripts.

use serde_json::{Value, json};

use super::{
    schema::Schema,
    session::{Problem, Session},
    show::{clean, first_line, text},
};

/// What a list is called, and what its items have for a name.
struct Part {
    title: &'static str,
    member: &'static str,
    method: &'static str,
    capability: &'static str,
    name: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        title: "Tools",
        member: "tools",
        method: "tools/list",
        capability: "tools",
        name: "name",
    },
    Part {
        title: "Resources",
        member: "resources",
        method: "resources/list",
        capability: "resources",
        name: "uri",
    },
    Part {
        title: "Resource templates",
        member: "resourceTemplates",
        method: "resources/templates/list",
        capability: "resources",
        name: "uriTemplate",
    },
    Part {
        title: "Prompts",
        member: "prompts",
        method: "prompts/list",
        capability: "prompts",
        name: "name",
    },
];

/// The text to print.
///
/// # Errors
/// When a list doesn't come.
pub(crate) async fn list(session: &mut Session<'_>) -> Result<String, Problem> {
    let listed = lists(session).await?;
    if session.arguments.json {
        return Ok(listed.to_string());
    }
    Ok(for_people(&listed))
}

/// All lists, and what the server says of itself.
///
/// # Errors
/// When a list doesn't come.
pub(super) async fn lists(session: &mut Session<'_>) -> Result<Value, Problem> {
    let mut listed = json!({
        "server": session.client.server_info(),
        "protocolVersion": session.client.version(),
        "instructions": session.client.instructions(),
    });
    for part in &PARTS {
        let items = match session.can(part.capability) {
            true => session.all(part.method, part.member).await?,
            false => Vec::new(),
        };
        listed[part.member] = Value::Array(items);
    }
    Ok(listed)
}

fn for_people(listed: &Value) -> String {
    let server = &listed["server"];
    let name = text(server, "title")
        .or(text(server, "name"))
        .unwrap_or("a server without a name");
    let version = text(server, "version").unwrap_or_default();
    let protocol = text(listed, "protocolVersion").unwrap_or("?");
    let mut lines = vec![clean(&format!("{name} {version}, protocol {protocol}"))];
    if let Some(instructions) = text(listed, "instructions") {
        lines.push(clean(instructions.trim()));
    }
    for part in &PARTS {
        let items = listed[part.member]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        if !items.is_empty() {
            lines.push(format!("\n{}", part.title));
            lines.extend(table(part, items));
        }
    }
    if lines.iter().all(|line| !line.starts_with('\n')) {
        lines.push("It offers nothing.".into());
    }
    lines.join("\n")
}

fn table(part: &Part, items: &[Value]) -> Vec<String> {
    let name = |item| clean(text(item, part.name).unwrap_or("?")).replace('\n', " ");
    let longest = items.iter().map(|item| name(item).chars().count()).max();
    let width = longest.unwrap_or_default().min(32);
    let rows = items.iter().flat_map(|item| {
        let about = text(item, "description")
            .or(text(item, "title"))
            .or(text(item, "name"))
            .filter(|about| Some(*about) != text(item, part.name));
        let about = first_line(about.unwrap_or_default());
        let row = format!("  {:width$}  {about}", name(item));
        let takes = takes(item).map(|takes| format!("  {:width$}    {takes}", ""));
        [Some(row.trim_end().to_owned()), takes]
            .into_iter()
            .flatten()
    });
    rows.collect()
}

/// The arguments, those that are needed first, such as `query: string, [limit: integer]`.
fn takes(item: &Value) -> Option<String> {
    let words = match (item.get("inputSchema"), item.get("arguments")) {
        (Some(schema), _) => of_schema(Schema::new(schema)),
        (None, Some(Value::Array(arguments))) => arguments.iter().map(of_argument).collect(),
        _ => Vec::new(),
    };
    (!words.is_empty()).then(|| clean(&words.join(", ")).replace('\n', " "))
}

fn of_schema(schema: Schema<'_>) -> Vec<String> {
    let required = schema.required();
    let mut names = schema.names();
    names.sort_by_key(|name| !required.contains(name));
    let words = names.into_iter().map(|name| {
        let kind = schema
            .property(name)
            .map_or_else(|| "any".into(), Schema::summary);
        optional(format!("{name}: {kind}"), !required.contains(&name))
    });
    words.collect()
}

fn of_argument(argument: &Value) -> String {
    let name = text(argument, "name").unwrap_or("?").to_owned();
    optional(name, argument.get("required") != Some(&Value::Bool(true)))
}

fn optional(word: String, optional: bool) -> String {
    if optional { format!("[{word}]") } else { word }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::for_people;

    #[test]
    fn a_list_is_a_table() {
        let listed = json!({
            "server": {"name": "Shop", "version": "1.0"},
            "protocolVersion": "2026-07-28",
            "instructions": "Ask.",
            "tools": [
                {"name": "find", "description": "Find it.\nSlowly.", "inputSchema": {"properties": {
                    "limit": {"type": "integer"}, "query": {"type": "string"}}, "required": ["query"]}},
                {"name": "list_all\u{1b}", "inputSchema": {"type": "object"}},
            ],
            "resources": [{"uri": "shop://hours", "name": "hours"}],
            "prompts": [{"name": "ask", "arguments": [{"name": "topic", "required": true}, {"name": "tone"}]}],
        });
        assert_eq!(
            for_people(&listed),
            "Shop 1.0, protocol 2026-07-28\nAsk.\n\n\
             Tools\n  find            Find it.\n                    query: string, [limit: integer]\n  list_all\\u{1b}\n\n\
             Resources\n  shop://hours  hours\n\n\
             Prompts\n  ask\n         topic, [tone]"
        );
        assert_eq!(
            for_people(&json!({})),
            "a server without a name , protocol ?\nIt offers nothing."
        );
    }
}
