//! Messages of the wrong time: before the handshake, twice, of a version that isn't spoken, of both eras.

use serde_json::Value;

use crate::harness::{
    Era, LEGACY, MODERN, Pipe, StdioRow, UNOPENED, call, error, initialize, modern, modern_call,
    notification, request, result, rows,
};

/// A call of `echo` whose `_meta` is this.
fn with_meta(meta: &str) -> Vec<u8> {
    request(
        "1",
        "tools/call",
        &format!(r#"{{"_meta":{meta},"name":"echo","arguments":{{"text":"a"}}}}"#),
    )
    .into()
}

rows! { StdioRow:
    a_list_before_the_handshake {
        era: UNOPENED, method: "tools/list", input: || request("1", "tools/list", "{}").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: open with `initialize`, or describe each request in `_meta`")],
    }
    a_call_before_the_handshake {
        era: UNOPENED, method: "tools/call", input: || call("1", "echo", r#"{"text":"a"}"#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: open with `initialize`, or describe each request in `_meta`")],
    }
    an_unknown_method_before_the_handshake {
        era: UNOPENED, method: "no/such", input: || request("1", "no/such", "{}").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: open with `initialize`, or describe each request in `_meta`")],
    }
    a_ping_before_the_handshake {
        era: UNOPENED, method: "ping", input: || request("1", "ping", "{}").into(), runs: 0, answers: &[result("1")],
    }
    notifications_before_the_handshake {
        era: UNOPENED, method: "ping", runs: 0, answers: &[],
        input: || ["initialized", "cancelled", "no/such"]
            .map(|name| notification(&format!("notifications/{name}"), "{}")).join("\n").into(),
    }
    a_handshake_without_params {
        era: UNOPENED, method: "initialize", input: || r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params")],
    }
    a_handshake_with_params_null {
        era: UNOPENED, method: "initialize", input: || request("1", "initialize", "null").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params")],
    }
    a_handshake_with_a_number_for_a_version {
        era: UNOPENED, method: "initialize", runs: 0,
        input: || request("1", "initialize", r#"{"protocolVersion":20251125,"capabilities":{},"clientInfo":{}}"#).into(),
        answers: &[error("1", -32602, "Invalid params: `protocolVersion`")],
    }
    a_handshake_without_capabilities {
        era: UNOPENED, method: "initialize", runs: 0,
        input: || request("1", "initialize", r#"{"protocolVersion":"2025-11-25","clientInfo":{"name":"a","version":"1"}}"#).into(),
        answers: &[error("1", -32602, "Invalid params: `capabilities`")],
    }
    a_handshake_with_a_list_for_capabilities {
        era: UNOPENED, method: "initialize", runs: 0,
        input: || request("1", "initialize", r#"{"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{}}"#).into(),
        answers: &[error("1", -32602, "Invalid params: `capabilities`")],
    }
    a_handshake_as_a_notification {
        era: UNOPENED, method: "initialize", runs: 0, answers: &[],
        input: || notification("initialize", r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{}}"#).into(),
    }
    a_handshake_that_describes_itself {
        era: MODERN, method: "initialize", input: || modern("1", "initialize", "").into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: initialize")],
    }
    a_modern_ping {
        era: MODERN, method: "ping", input: || modern("1", "ping", "").into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: ping")],
    }
    a_modern_log_level {
        era: MODERN, method: "logging/setLevel", input: || modern("1", "logging/setLevel", r#","level":"info""#).into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: logging/setLevel")],
    }
    a_legacy_discovery {
        era: LEGACY, method: "server/discover", input: || request("1", "server/discover", "{}").into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: server/discover")],
    }
    a_capability_that_is_not_there {
        era: LEGACY, method: "resources/list", input: || request("1", "resources/list", "{}").into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: resources/list")],
    }
    a_method_without_a_name {
        era: LEGACY, method: "", input: || request("1", "", "{}").into(), runs: 0,
        answers: &[error("1", -32601, "Method not found: ")],
    }
    a_method_in_the_wrong_case {
        era: MODERN, method: "Tools/Call", runs: 0,
        input: || modern("1", "Tools/Call", r#","name":"echo","arguments":{"text":"a"}"#).into(),
        answers: &[error("1", -32601, "Method not found: Tools/Call")],
    }
    a_call_as_a_notification {
        era: LEGACY, method: "tools/call", runs: 0, answers: &[],
        input: || notification("tools/call", r#"{"name":"echo","arguments":{"text":"a"}}"#).into(),
    }
    a_version_of_the_future {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#
        ),
        answers: &[error("1", -32022, "Unsupported protocol version: 2099-01-01")],
    }
    an_older_version_in_meta {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}"#
        ),
        answers: &[error("1", -32022, "Unsupported protocol version: 2025-11-25")],
    }
    a_number_for_a_version_in_meta {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":20260728,"io.modelcontextprotocol/clientCapabilities":{}}"#
        ),
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/protocolVersion`")],
    }
    capabilities_missing_in_meta {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#),
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/clientCapabilities`")],
    }
    a_list_for_capabilities_in_meta {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}"#
        ),
        answers: &[error("1", -32602, "Invalid params: `_meta` lacks `io.modelcontextprotocol/clientCapabilities`")],
    }
    a_version_twice_in_meta {
        era: MODERN, method: "tools/call", runs: 0,
        input: || with_meta(
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
        ),
        answers: &[error("1", -32600, "Invalid request: `io.modelcontextprotocol/protocolVersion` appears twice")],
    }
    meta_twice {
        era: MODERN, method: "tools/call", runs: 0,
        input: || request("1", "tools/call", r#"{"_meta":{},"name":"echo","_meta":{}}"#).into(),
        answers: &[error("1", -32600, "Invalid request: `_meta` appears twice")],
    }
    meta_that_is_text {
        era: UNOPENED, method: "tools/call", input: || with_meta("\"2026-07-28\""), runs: 0,
        answers: &[error("1", -32602, "Invalid params")],
    }
    params_null {
        era: LEGACY, method: "tools/call", input: || request("1", "tools/call", "null").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params")],
    }
    params_list {
        era: LEGACY, method: "tools/call", input: || request("1", "tools/call", r#"["echo",{"text":"a"}]"#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `params` has to be an object")],
    }
    params_list_of_a_ping {
        era: LEGACY, method: "ping", input: || request("1", "ping", "[]").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `params` has to be an object")],
    }
    params_list_of_a_discovery {
        era: UNOPENED, method: "server/discover", input: || request("1", "server/discover", "[]").into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params")],
    }
    params_twice {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `params` appears twice")],
    }
    a_list_without_params {
        era: LEGACY, method: "tools/list", input: || r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.into(), runs: 0,
        answers: &[result("1")],
    }
    a_cursor_that_nobody_gave {
        era: LEGACY, method: "tools/list", input: || request("1", "tools/list", r#"{"cursor":"eyJvZmZzZXQiOjEwfQ=="}"#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `cursor`")],
    }
    a_cursor_of_nothing {
        era: MODERN, method: "tools/list", input: || modern("1", "tools/list", r#","cursor":"""#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `cursor`")],
    }
    a_cursor_that_is_null {
        era: MODERN, method: "tools/list", input: || modern("1", "tools/list", r#","cursor":null"#).into(), runs: 0,
        answers: &[result("1")],
    }
}

/// Opens as `version` asks and gives what is granted.
fn granted(pipe: &mut Pipe, version: &str) -> String {
    pipe.send(initialize("1", version));
    let answer: Value = serde_json::from_slice(&pipe.line()).expect("an answer is JSON");
    answer["result"]["protocolVersion"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn a_handshake_never_fails_for_its_version() {
    for asked in [
        "2026-07-28",
        "2099-01-01",
        "1.0",
        "",
        "2025-06-18\\u0000",
        "latest",
    ] {
        let mut pipe = Pipe::open(UNOPENED);
        assert_eq!(granted(&mut pipe, asked), "2025-11-25", "{asked}");
        assert_eq!(pipe.counts().runs, 0);
        pipe.close();
    }
}

#[test]
fn a_second_handshake_replaces_the_first() {
    let mut pipe = Pipe::open(UNOPENED);
    assert_eq!(granted(&mut pipe, "2025-03-26"), "2025-03-26");
    pipe.send(format!("[{}]", request("2", "ping", "{}")));
    assert_eq!(pipe.line(), br#"[{"jsonrpc":"2.0","id":2,"result":{}}]"#);
    assert_eq!(granted(&mut pipe, "2025-06-18"), "2025-06-18");
    pipe.send(format!("[{}]", request("3", "ping", "{}")));
    let answer = String::from_utf8(pipe.line()).unwrap();
    assert!(answer.contains("-32600"), "{answer}");
    pipe.counts();
    pipe.close();
}

#[test]
fn both_eras_share_a_pipe_message_by_message() {
    let mut pipe = Pipe::open(Era::Legacy("2024-11-05"));
    for turn in 0..3 {
        pipe.send(modern_call("1", "echo", r#"{"text":"a"}"#));
        spec_check::assert_answer("2026-07-28", "tools/call", &pipe.line());
        pipe.send(call("1", "echo", r#"{"text":"a"}"#));
        spec_check::assert_answer("2024-11-05", "tools/call", &pipe.line());
        assert_eq!(pipe.counts().runs, 2 * (turn + 1));
    }
    pipe.close();
}

#[test]
fn garbage_is_answered_alike_in_every_version() {
    for version in spec_check::VERSIONS {
        let era = if version == "2026-07-28" {
            MODERN
        } else {
            Era::Legacy(version)
        };
        let mut pipe = Pipe::open(era);
        for garbage in [
            "{",
            "[",
            "{}",
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        ] {
            pipe.send(garbage);
            spec_check::assert_answer(version, "ping", &pipe.line());
        }
        assert_eq!(pipe.counts().runs, 0);
        pipe.close();
    }
}
