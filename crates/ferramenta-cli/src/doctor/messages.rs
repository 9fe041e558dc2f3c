//! The messages that a server is tried with, and what it says to them.

use serde_json::{Value, json};

pub(super) const MODERN: &str = "2026-07-28";
pub(super) const LEGACY: &str = "2025-11-25";

/// Which protocol a server speaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Era {
    Modern,
    Legacy,
}

/// What a server answered.
#[derive(Debug)]
pub(super) enum Said {
    Result(Value),
    Error(Value),
}

impl Era {
    pub(super) fn hello(self) -> Value {
        match self {
            Self::Modern => request(1, "server/discover", &json!({"_meta": meta()})),
            Self::Legacy => request(
                2,
                "initialize",
                &json!({
                    "protocolVersion": LEGACY,
                    "capabilities": {},
                    "clientInfo": client(),
                }),
            ),
        }
    }

    pub(super) fn tools(self) -> Value {
        match self {
            Self::Modern => request(3, "tools/list", &json!({"_meta": meta()})),
            Self::Legacy => request(3, "tools/list", &json!({})),
        }
    }

    pub(super) fn version(self) -> &'static str {
        match self {
            Self::Modern => MODERN,
            Self::Legacy => LEGACY,
        }
    }
}

pub(super) fn listen() -> Value {
    let params = json!({"notifications": {"toolsListChanged": true}, "_meta": meta()});
    request(4, "subscriptions/listen", &params)
}

pub(super) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": client(),
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn client() -> Value {
    json!({"name": "ferramenta-doctor", "version": env!("CARGO_PKG_VERSION")})
}

/// The answer to a message, where this is one.
pub(super) fn answer(message: &Value, to: &Value) -> Option<Said> {
    if message.get("id") != to.get("id") {
        return None;
    }
    match (message.get("result"), message.get("error")) {
        (Some(result), _) => Some(Said::Result(result.clone())),
        (None, Some(error)) => Some(Said::Error(error.clone())),
        (None, None) => None,
    }
}

/// Whether it is a message of the protocol at all.
pub(super) fn is_message(value: &Value) -> bool {
    value.get("jsonrpc") == Some(&json!("2.0"))
}

/// The words of an error.
pub(super) fn words(error: &Value) -> String {
    let message = error.get("message").and_then(Value::as_str);
    message.unwrap_or("an error without words").to_owned()
}

/// How many tools there are on the first page; none where the server refuses to list them.
pub(super) fn tools(said: &Said) -> Option<usize> {
    match said {
        Said::Result(result) => result.get("tools").and_then(Value::as_array).map(Vec::len),
        Said::Error(_) => None,
    }
}

/// The version that `initialize` agreed on.
pub(super) fn agreed(result: &Value) -> String {
    let version = result.get("protocolVersion").and_then(Value::as_str);
    version.unwrap_or(LEGACY).to_owned()
}

/// The line for a server that is well, as far as it was asked.
pub(super) fn fact(version: &str, tools: &Said) -> String {
    match self::tools(tools) {
        Some(1) => format!("It speaks {version}, and has 1 tool."),
        Some(count) => format!("It speaks {version}, and has {count} tools."),
        None => format!("It speaks {version}, and has no tools."),
    }
}
