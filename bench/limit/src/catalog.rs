//! The tools, and the answers that are the same on every call.

use std::collections::HashSet;
use std::fmt::Write;

/// The `_meta` member that ends every result.
pub(crate) const SERVER_META: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench-server","version":"0.1.0"}}"#;

const ECHO_SCHEMAS: &str = concat!(
    r#""inputSchema":{"type":"object","properties":{"message":{"type":"string"}},"#,
    r#""required":["message"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}"#,
);

const SUMMARIZE_SCHEMAS: &str = concat!(
    r#""inputSchema":{"type":"object","properties":{"values":{"type":"array","items":{"type":"number"}}},"#,
    r#""required":["values"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":0},"#,
    r#""total":{"type":"number"}},"required":["count","total"]}"#,
);

/// Which tool a name stands for.
#[derive(Clone, Copy)]
pub(crate) enum Tool {
    Echo,
    Summarize,
}

/// The table of tools with the cached results of `tools/list` and `server/discover`.
pub(crate) struct Catalog {
    fillers: HashSet<String>,
    pub(crate) list: String,
    pub(crate) discover: String,
}

impl Catalog {
    /// Builds the table with `fillers` extra tools, `filler_1` and so on.
    pub(crate) fn new(fillers: usize) -> Self {
        let names: Vec<String> = (1..=fillers)
            .map(|number| format!("filler_{number}"))
            .collect();
        let list = list(&names);
        Self {
            fillers: names.into_iter().collect(),
            list,
            discover: discover(),
        }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        match name {
            "echo" => Some(Tool::Echo),
            "summarize" => Some(Tool::Summarize),
            filler => self.fillers.contains(filler).then_some(Tool::Echo),
        }
    }
}

fn list(fillers: &[String]) -> String {
    let mut out = String::from(r#"{"tools":["#);
    push_tool(&mut out, "echo", "Returns the message.", ECHO_SCHEMAS);
    out.push(',');
    push_tool(
        &mut out,
        "summarize",
        "Counts and adds up the values.",
        SUMMARIZE_SCHEMAS,
    );
    for name in fillers {
        out.push(',');
        push_tool(&mut out, name, "Returns the message.", ECHO_SCHEMAS);
    }
    out.push_str(r#"],"ttlMs":60000,"cacheScope":"public","resultType":"complete","#);
    out.push_str(SERVER_META);
    out.push('}');
    out
}

fn push_tool(out: &mut String, name: &str, description: &str, schemas: &str) {
    write!(
        out,
        r#"{{"name":"{name}","description":"{description}",{schemas}}}"#
    )
    .expect("writing to a string cannot fail");
}

fn discover() -> String {
    let head = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"#;
    let tail = r#""ttlMs":60000,"cacheScope":"public","resultType":"complete","#;
    format!("{head}{tail}{SERVER_META}}}")
}
