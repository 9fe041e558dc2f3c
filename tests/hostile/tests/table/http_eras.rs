//! Headers that disagree with the body, and messages of the wrong era over HTTP.

use crate::harness::{
    Era, HttpRow, LEGACY, MODERN, Request, call, error, initialize, modern, modern_call, nameless,
    notification, post, request, result, rows, text, tool_error,
};

const BATCHES: Era = Era::Legacy("2025-03-26");
const VERSION: &str = "MCP-Protocol-Version";

/// A good modern call, to be spoiled.
fn good() -> Request {
    Request::call(MODERN, "echo", r#"{"text":"a"}"#)
}

/// A modern call whose `_meta` is this.
fn with_meta(meta: &str) -> Request {
    let params = format!(r#"{{"_meta":{meta},"name":"echo","arguments":{{"text":"a"}}}}"#);
    good().body(request("1", "tools/call", &params))
}

/// A modern request without a name.
fn plain(method: &str, members: &str) -> Vec<u8> {
    Request::modern(method, None, modern("1", method, members)).bytes()
}

/// A call of `header` with these arguments.
fn region(arguments: &str) -> Request {
    Request::call(MODERN, "header", arguments)
}

fn batch(messages: &[String]) -> Vec<u8> {
    post(BATCHES, format!("[{}]", messages.join(","))).bytes()
}

rows! { HttpRow:
    version_header_of_another_version {
        era: MODERN, input: || good().with(VERSION, "2025-11-25").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: MCP-Protocol-Version differs")], runs: 0,
    }
    version_header_missing_over_a_modern_body {
        era: MODERN, input: || good().without(VERSION).bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: MCP-Protocol-Version is missing")], runs: 0,
    }
    version_header_twice {
        era: MODERN, input: || good().and(VERSION, "2026-07-28").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: MCP-Protocol-Version can't be read, or is there more than once")],
        runs: 0,
    }
    version_header_twice_over_a_legacy_body {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || Request::call(LEGACY, "echo", r#"{"text":"a"}"#).and(VERSION, "2025-06-18").bytes(),
        answers: &[error("1", -32020, "Header mismatch: MCP-Protocol-Version")],
    }
    version_unknown_in_both_places {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#
        ).with(VERSION, "2099-01-01").bytes(),
        answers: &[error("1", -32022, "Unsupported protocol version: 2099-01-01")],
    }
    version_unknown_but_different {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#
        ).with(VERSION, "2099-01-02").bytes(),
        answers: &[error("1", -32020, "Header mismatch: MCP-Protocol-Version differs")],
    }
    version_of_before_in_both_places {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}"#
        ).with(VERSION, "2025-11-25").bytes(),
        answers: &[error("1", -32022, "Unsupported protocol version: 2025-11-25")],
    }
    version_header_unknown_alone {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || Request::call(LEGACY, "echo", r#"{"text":"a"}"#).with(VERSION, "1.0").bytes(),
        answers: &[error("1", -32022, "Unsupported protocol version: 1.0")],
    }
    version_header_empty_alone {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || Request::call(LEGACY, "echo", r#"{"text":"a"}"#).with(VERSION, "").bytes(),
        answers: &[error("1", -32022, "Unsupported protocol version: ")],
    }
    version_header_modern_over_a_legacy_body {
        era: MODERN, input: || good().body(call("1", "echo", r#"{"text":"a"}"#)).bytes(), status: 400, headers: &[],
        method: "tools/call", runs: 0,
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/protocolVersion`")],
    }
    version_that_is_a_number_in_meta {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || with_meta(r#"{"io.modelcontextprotocol/protocolVersion":7}"#).bytes(),
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/protocolVersion`")],
    }
    meta_that_is_a_list {
        era: MODERN, input: || with_meta("[]").bytes(), status: 400, headers: &[], method: "tools/call", runs: 0,
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/protocolVersion`")],
    }
    capabilities_missing_in_meta {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || with_meta(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#).bytes(),
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/clientCapabilities`")],
    }
    method_header_missing {
        era: MODERN, input: || good().without("Mcp-Method").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Method is missing")], runs: 0,
    }
    method_header_of_another_method {
        era: MODERN, input: || good().with("Mcp-Method", "tools/list").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Method differs")], runs: 0,
    }
    method_header_in_the_wrong_case {
        era: MODERN, input: || good().with("Mcp-Method", "Tools/Call").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Method differs")], runs: 0,
    }
    method_header_twice {
        era: MODERN, input: || good().and("Mcp-Method", "tools/call").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Method")], runs: 0,
    }
    name_header_missing {
        era: MODERN, input: || good().without("Mcp-Name").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Name is missing")], runs: 0,
    }
    name_header_of_another_tool {
        era: MODERN, input: || good().with("Mcp-Name", "count").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Name differs")], runs: 0,
    }
    name_header_in_the_wrong_case {
        era: MODERN, input: || good().with("Mcp-Name", "ECHO").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Name differs")], runs: 0,
    }
    name_header_twice {
        era: MODERN, input: || good().and("Mcp-Name", "echo").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: Mcp-Name")], runs: 0,
    }
    name_header_encoded_is_fine {
        era: MODERN, input: || good().with("Mcp-Name", "=?base64?ZWNobw==?=").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    name_header_encoded_badly {
        era: MODERN, input: || good().with("Mcp-Name", "=?base64?ZWNobw?=").bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[error("1", -32020, "Header mismatch: Mcp-Name")], runs: 0,
    }
    name_header_that_is_no_text {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || good().with("Mcp-Name", "ech@").bytes().into_iter().map(|b| if b == b'@' { 0xff } else { b }).collect(),
        answers: &[error("1", -32020, "Header mismatch: Mcp-Name")],
    }
    legacy_headers_of_names_are_not_looked_at {
        era: LEGACY, status: 200, headers: &[], method: "tools/call", runs: 1,
        input: || Request::call(LEGACY, "echo", r#"{"text":"a"}"#).with("Mcp-Name", "x").with("Mcp-Method", "y").bytes(),
        answers: &[text("1", "a")],
    }
    a_modern_method_that_is_not_there {
        era: MODERN, input: || plain("no/such", ""), status: 404, headers: &[], method: "no/such",
        answers: &[error("1", -32601, "Method not found: no/such")], runs: 0,
    }
    a_legacy_method_that_is_not_there {
        era: LEGACY, input: || post(LEGACY, request("1", "no/such", "{}")).bytes(), status: 200, headers: &[], method: "no/such",
        answers: &[error("1", -32601, "Method not found: no/such")], runs: 0,
    }
    a_modern_capability_that_is_not_there {
        era: MODERN, input: || plain("resources/list", ""), status: 404, headers: &[], method: "resources/list",
        answers: &[error("1", -32601, "Method not found: resources/list")], runs: 0,
    }
    a_modern_ping {
        era: MODERN, input: || plain("ping", ""), status: 404, headers: &[], method: "ping",
        answers: &[error("1", -32601, "Method not found: ping")], runs: 0,
    }
    a_modern_handshake {
        era: MODERN, input: || Request::modern("initialize", None, initialize("1", "2026-07-28")).bytes(), status: 404, headers: &[],
        method: "initialize", answers: &[error("1", -32601, "Method not found: initialize")], runs: 0,
    }
    a_legacy_discovery {
        era: LEGACY, input: || post(LEGACY, request("1", "server/discover", "{}")).bytes(), status: 200, headers: &[],
        method: "server/discover", answers: &[error("1", -32601, "Method not found: server/discover")], runs: 0,
    }
    a_handshake_of_the_future {
        era: LEGACY, input: || post(Era::Unopened, initialize("1", "2099-01-01")).bytes(), status: 200, headers: &[],
        method: "initialize", answers: &[result("1")], runs: 0,
    }
    a_handshake_with_broken_params {
        era: LEGACY, input: || post(Era::Unopened, request("1", "initialize", r#"{"protocolVersion":{}}"#)).bytes(), status: 200,
        headers: &[], method: "initialize", answers: &[error("1", -32602, "Invalid params: `protocolVersion`")], runs: 0,
    }
    a_tool_that_is_not_there {
        era: MODERN, input: || Request::call(MODERN, "ech", "{}").bytes(), status: 200, headers: &[], method: "tools/call",
        answers: &[error("1", -32602, "Unknown tool: ech")], runs: 0,
    }
    params_that_are_a_list {
        era: LEGACY, input: || post(LEGACY, request("1", "tools/call", "[]")).bytes(), status: 200, headers: &[], method: "tools/call",
        answers: &[error("1", -32602, "Invalid params: `params` has to be an object")], runs: 0,
    }
    a_cursor_that_nobody_gave {
        era: MODERN, input: || plain("tools/list", r#","cursor":"x""#), status: 200, headers: &[], method: "tools/list",
        answers: &[error("1", -32602, "Invalid params: `cursor`")], runs: 0,
    }
    param_header_missing {
        era: MODERN, input: || region(r#"{"region":"north"}"#).bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch: mcp-param-region is missing")], runs: 0,
    }
    param_header_of_another_value {
        era: MODERN, input: || region(r#"{"region":"north"}"#).with("Mcp-Param-Region", "south").bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[error("1", -32020, "Header mismatch: mcp-param-region differs")], runs: 0,
    }
    param_header_without_its_argument {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || region(r#"{"region":"n"}"#).with("Mcp-Param-Region", "n").with("Mcp-Param-Level", "1").bytes(),
        answers: &[error("1", -32020, "Header mismatch: mcp-param-level is sent")],
    }
    param_header_twice {
        era: MODERN, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || region(r#"{"region":"n"}"#).with("Mcp-Param-Region", "n").and("Mcp-Param-Region", "n").bytes(),
        answers: &[error("1", -32020, "Header mismatch: mcp-param-region can't be read")],
    }
    param_header_before_bad_arguments {
        era: MODERN, input: || region(r#"{"region":7}"#).with("Mcp-Param-Region", "8").bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[error("1", -32020, "Header mismatch: mcp-param-region differs")], runs: 0,
    }
    param_header_that_agrees_with_bad_arguments {
        era: MODERN, input: || region(r#"{"region":7}"#).with("Mcp-Param-Region", "7").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[tool_error("1", "Invalid tool arguments\nregion: 7 is not a string")], runs: 0,
    }
    param_headers_that_agree_are_fine {
        era: MODERN, status: 200, headers: &[], method: "tools/call", runs: 1,
        input: || region(r#"{"region":"nörd","level":3}"#)
            .with("mcp-param-region", "=?base64?bsO2cmQ=?=").with("MCP-PARAM-LEVEL", "3").bytes(),
        answers: &[text("1", "nörd Some(3)")],
    }
    param_headers_are_not_looked_at_before {
        era: LEGACY, status: 200, headers: &[], method: "tools/call", runs: 1,
        input: || Request::call(LEGACY, "header", r#"{"region":"n"}"#).with("Mcp-Param-Region", "x").bytes(),
        answers: &[text("1", "n None")],
    }
    a_notification_is_accepted {
        era: LEGACY, input: || post(LEGACY, notification("notifications/no/such", "{}")).bytes(), status: 202,
        headers: &[("content-length", "0")], method: "ping", answers: &[], runs: 0,
    }
    a_modern_notification_is_accepted {
        era: MODERN, status: 202, headers: &[("content-length", "0")], method: "ping", answers: &[], runs: 0,
        input: || Request::modern("notifications/cancelled", None, notification("notifications/cancelled", r#"{"requestId":1}"#)).bytes(),
    }
    a_notification_with_params_that_are_a_list {
        era: LEGACY, input: || post(LEGACY, notification("notifications/initialized", "[]")).bytes(), status: 400, headers: &[],
        method: "ping", answers: &[nameless(-32600, "Invalid request: `params`")], runs: 0,
    }
    a_notification_that_is_broken {
        era: LEGACY, input: || post(LEGACY, r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":"#).bytes(), status: 400,
        headers: &[], method: "ping", answers: &[nameless(-32700, "Parse error")], runs: 0,
    }
    a_call_as_a_notification_runs_nothing {
        era: LEGACY, input: || post(LEGACY, notification("tools/call", r#"{"name":"echo","arguments":{"text":"a"}}"#)).bytes(),
        status: 202, headers: &[], method: "ping", answers: &[], runs: 0,
    }
    a_batch_on_the_modern_wire {
        era: MODERN, input: || good().body(format!("[{}]", modern_call("1", "echo", r#"{"text":"a"}"#))).bytes(), status: 400,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Invalid request: a message is a JSON object")], runs: 0,
    }
    a_batch_where_there_are_none {
        era: LEGACY, input: || post(LEGACY, format!("[{}]", call("1", "echo", r#"{"text":"a"}"#))).bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Invalid request: a message is a JSON object")], runs: 0,
    }
    a_batch_without_a_version_is_answered {
        era: BATCHES, status: 200, headers: &[], method: "tools/call", runs: 1,
        input: || post(Era::Unopened, format!("[{},{}]", call("1", "echo", r#"{"text":"a"}"#), call("2", "no", "{}"))).bytes(),
        answers: &[text("1", "a"), error("2", -32602, "Unknown tool: no")],
    }
    a_batch_of_nothing {
        era: BATCHES, input: || batch(&[]), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: the batch is empty")], runs: 0,
    }
    a_batch_of_garbage {
        era: BATCHES, input: || batch(&["1".into(), "[]".into()]), status: 200, headers: &[], method: "ping", runs: 0,
        answers: &[
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request: a message is a JSON object"),
        ],
    }
    half_a_batch {
        era: BATCHES, input: || post(BATCHES, format!("[{},", call("1", "echo", r#"{"text":"a"}"#))).bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[nameless(-32700, "Parse error")], runs: 0,
    }
    a_batch_of_too_many {
        era: BATCHES, input: || batch(&vec![call("1", "echo", r#"{"text":"a"}"#); 51]), status: 400, headers: &[], method: "tools/call",
        answers: &[nameless(-32600, "Invalid request: 51 messages in a batch, at most 50")], runs: 0,
    }
    a_batch_of_notifications {
        era: BATCHES, input: || batch(&vec![notification("notifications/initialized", "{}"); 3]), status: 202, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_batch_with_a_handshake {
        era: BATCHES, input: || batch(&[initialize("1", "2025-06-18")]), status: 200, headers: &[], method: "initialize",
        answers: &[error("1", -32600, "Invalid request: this can't be part of a batch")], runs: 0,
    }
    a_batch_with_a_modern_message {
        era: BATCHES, input: || batch(&[modern_call("1", "echo", r#"{"text":"a"}"#)]), status: 200, headers: &[], method: "tools/call",
        answers: &[error("1", -32600, "Invalid request: this can't be part of a batch")], runs: 0,
    }
    a_batch_with_one_id_twice_is_answered {
        era: BATCHES, status: 200, headers: &[], method: "tools/call", runs: 2,
        input: || batch(&[call("1", "slow", r#"{"ms":20}"#), call("1", "echo", r#"{"text":"a"}"#)]),
        answers: &[text("1", "slept"), text("1", "a")],
    }
}
