//! Messages as text, so that everything about them can be wrong.

const CLIENT: &str = r#""clientInfo":{"name":"hostile","version":"0"}"#;

/// A request; `id` and `params` are raw JSON.
pub(crate) fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// A notification; `params` is raw JSON.
pub(crate) fn notification(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
}

/// A legacy call of a tool.
pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> String {
    request(
        id,
        "tools/call",
        &format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#),
    )
}

/// A legacy handshake.
pub(crate) fn initialize(id: &str, version: &str) -> String {
    let params = format!(r#"{{"protocolVersion":"{version}","capabilities":{{}},{CLIENT}}}"#);
    request(id, "initialize", &params)
}

/// A request that describes itself; `members` are further members of its params, each with a comma
/// before it.
pub(crate) fn modern(id: &str, method: &str, members: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    request(id, method, &format!("{{{meta}{members}}}"))
}

/// A call of a tool that describes itself.
pub(crate) fn modern_call(id: &str, tool: &str, arguments: &str) -> String {
    modern(
        id,
        "tools/call",
        &format!(r#","name":"{tool}","arguments":{arguments}"#),
    )
}
