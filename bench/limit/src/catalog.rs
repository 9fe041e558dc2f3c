//! The tools, and the answers that are the same on every call.

use std::collections::HashMap;

/// The `_meta` member that ends every result.
pub(crate) const SERVER_META: &str =
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench-server","version":"0.1.0"}}"#;

const ECHO: &str = concat!(
    r#""description":"Returns the message.","#,
    r#""inputSchema":{"type":"object","properties":{"message":{"type":"string"}},"#,
    r#""required":["message"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}"#,
);

const SUMMARIZE: &str = concat!(
    r#""description":"Counts and adds numbers.","#,
    r#""inputSchema":{"type":"object","properties":{"values":{"type":"array","items":{"type":"number"}}},"#,
    r#""required":["values"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":0},"#,
    r#""total":{"type":"number"}},"required":["count","total"],"additionalProperties":false}"#,
);

const SHIP: &str = concat!(
    r#""description":"Ships an order.","#,
    r#""inputSchema":{"type":"object","properties":{"order":{"type":"object","properties":{"#,
    r#""customer":{"type":"string","minLength":1,"maxLength":80},"#,
    r#""quantity":{"type":"integer","minimum":1,"maximum":10000},"#,
    r#""discount":{"type":"number","minimum":0.0,"maximum":1.0},"express":{"type":"boolean"},"#,
    r#""priority":{"type":"string","enum":["low","normal","high"]},"#,
    r#""address":{"type":"object","properties":{"street":{"type":"string","minLength":1,"maxLength":80},"#,
    r#""city":{"type":"string","minLength":1,"maxLength":80},"zip":{"type":"string"}},"#,
    r#""required":["street","city","zip"],"additionalProperties":false},"#,
    r#""lines":{"type":"array","maxItems":100,"items":{"type":"object","properties":{"#,
    r#""sku":{"type":"string","minLength":1,"maxLength":80},"#,
    r#""count":{"type":"integer","minimum":1,"maximum":65535}},"#,
    r#""required":["sku","count"],"additionalProperties":false}},"#,
    r#""labels":{"type":"object","additionalProperties":{"type":"string"}},"note":{"type":"string"},"#,
    r#""weight":{"type":"integer","minimum":0,"maximum":100000}},"#,
    r#""required":["customer","quantity","discount","express","priority","address","lines","labels"],"#,
    r#""additionalProperties":false}},"required":["order"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}"#,
);

const FILLER: &str = concat!(
    r#""description":"Fills the list.","#,
    r#""inputSchema":{"type":"object","properties":{"key":{"type":"string"},"#,
    r#""limit":{"type":"integer","minimum":1,"maximum":1000},"verbose":{"type":"boolean"}},"#,
    r#""required":["key","limit","verbose"],"additionalProperties":false},"#,
    r#""outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}"#,
);

/// Which tool a name stands for.
#[derive(Clone, Copy)]
pub(crate) enum Tool {
    Echo,
    Summarize,
    Ship,
    Filler,
}

/// The tools that are always there.
const TOOLS: [(&str, Tool, &str); 3] = [
    ("echo", Tool::Echo, ECHO),
    ("summarize", Tool::Summarize, SUMMARIZE),
    ("ship", Tool::Ship, SHIP),
];

/// The table of tools with the cached results of `tools/list` and `server/discover`.
pub(crate) struct Catalog {
    tools: HashMap<String, Tool>,
    pub(crate) list: String,
    pub(crate) discover: String,
}

impl Catalog {
    /// Builds the table of so many tools in all.
    pub(crate) fn new(count: usize) -> Self {
        let fillers =
            (TOOLS.len()..count).map(|number| (format!("filler_{number}"), Tool::Filler, FILLER));
        let tools: Vec<(String, Tool, &str)> = TOOLS
            .into_iter()
            .map(|(name, tool, text)| (name.to_owned(), tool, text))
            .chain(fillers)
            .collect();
        Self {
            list: list(&tools),
            tools: tools
                .into_iter()
                .map(|(name, tool, _)| (name, tool))
                .collect(),
            discover: discover(),
        }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).copied()
    }
}

fn list(tools: &[(String, Tool, &str)]) -> String {
    let tools: Vec<String> = tools
        .iter()
        .map(|(name, _, text)| format!(r#"{{"name":"{name}",{text}}}"#))
        .collect();
    let tail = r#""ttlMs":60000,"cacheScope":"public","resultType":"complete","#;
    format!(r#"{{"tools":[{}],{tail}{SERVER_META}}}"#, tools.join(","))
}

fn discover() -> String {
    let head = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"#;
    let tail = r#""ttlMs":60000,"cacheScope":"public","resultType":"complete","#;
    format!("{head}{tail}{SERVER_META}}}")
}
