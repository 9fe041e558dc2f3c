//! Requests over HTTP that fail at each rung in turn, up to the body's own faults.

use crate::harness::{
    Era, HttpRow, LEGACY, MODERN, Request, call, error, get, modern_call, nameless, post, request,
    result, rows, text, tool_error,
};

const MIB: usize = 1 << 20;

/// A good modern call, to be spoiled.
fn good() -> Request {
    Request::call(MODERN, "echo", r#"{"text":"a"}"#)
}

/// A good legacy call, to be spoiled.
fn legacy() -> Request {
    Request::call(LEGACY, "echo", r#"{"text":"a"}"#)
}

/// A legacy POST with this body.
fn body(body: impl Into<Vec<u8>>) -> Vec<u8> {
    legacy().body(body).bytes()
}

/// A legacy ping with this id.
fn ping(id: &str) -> Vec<u8> {
    body(request(id, "ping", "{}"))
}

/// A good modern call, its body in chunks of which one goes on for so many bytes.
fn chunked(bytes: usize) -> Vec<u8> {
    let message = modern_call(
        "1",
        "echo",
        &format!(r#"{{"text":"{}"}}"#, "x".repeat(bytes)),
    );
    let chunks = format!("{:x}\r\n{message}\r\n0\r\n\r\n", message.len());
    good()
        .with("Transfer-Encoding", "chunked")
        .body(chunks)
        .bytes()
}

rows! { HttpRow:
    good_modern {
        era: MODERN, input: || good().bytes(), status: 200, headers: &[("content-type", "application/json")],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    good_legacy {
        era: LEGACY, input: || legacy().bytes(), status: 200, headers: &[("content-type", "application/json")],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    path_of_nothing {
        era: MODERN, input: || good().line("POST / HTTP/1.1").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Not found: the endpoint is /mcp")], runs: 0,
    }
    path_in_the_wrong_case {
        era: LEGACY, input: || legacy().line("POST /MCP HTTP/1.1").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Not found: the endpoint is /mcp")], runs: 0,
    }
    path_with_dots {
        era: MODERN, input: || good().line("POST /x/../mcp HTTP/1.1").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Not found: the endpoint is /mcp")], runs: 0,
    }
    path_with_two_slashes_at_the_end {
        era: MODERN, input: || good().line("POST /mcp// HTTP/1.1").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Not found: the endpoint is /mcp")], runs: 0,
    }
    path_with_a_slash_at_the_end_is_fine {
        era: MODERN, input: || good().line("POST /mcp/ HTTP/1.1").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    host_foreign {
        era: MODERN, input: || good().with("Host", "evil.example").bytes(), status: 421, headers: &[],
        method: "tools/call", runs: 0,
        answers: &[nameless(-32600, "Misdirected request: the server doesn't answer to this host; allow it with `--host NAME`")],
    }
    host_that_begins_like_loopback {
        era: LEGACY, input: || legacy().with("Host", "localhost.evil.example:80").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_behind_a_user {
        era: MODERN, input: || good().with("Host", "localhost:80@evil.example").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_of_all_addresses {
        era: MODERN, input: || good().with("Host", "0.0.0.0:8000").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_missing {
        era: MODERN, input: || good().without("Host").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_twice {
        era: MODERN, input: || good().and("Host", "evil.example").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_foreign_in_the_request_line {
        era: MODERN, input: || good().line("POST http://evil.example/mcp HTTP/1.1").bytes(), status: 421, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Misdirected request")], runs: 0,
    }
    host_of_loopback_in_version_6_is_fine {
        era: MODERN, input: || good().with("Host", "[::1]:8000").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    origin_foreign {
        era: MODERN, input: || good().with("Origin", "http://evil.example").bytes(), status: 403, headers: &[],
        method: "tools/call", runs: 0,
        answers: &[nameless(-32600, "Forbidden: pages of this origin may not call the server; allow them with `--origin URL`")],
    }
    origin_null {
        era: LEGACY, input: || legacy().with("Origin", "null").bytes(), status: 403, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_empty {
        era: LEGACY, input: || legacy().with("Origin", "").bytes(), status: 403, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_of_another_port {
        era: MODERN, input: || good().with("Origin", "http://localhost:3000").bytes(), status: 403, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_of_another_scheme {
        era: MODERN, input: || good().with("Origin", "file://localhost").bytes(), status: 403, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_twice {
        era: MODERN, input: || good().with("Origin", "http://localhost").and("Origin", "http://localhost").bytes(), status: 403,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_of_a_get {
        era: LEGACY, input: || get().with("Origin", "http://evil.example").bytes(), status: 403, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Forbidden")], runs: 0,
    }
    origin_of_the_server_itself_is_fine {
        era: MODERN, input: || good().with("Origin", "http://localhost").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    preflight_where_no_origin_is_named {
        era: MODERN, status: 403, headers: &[], method: "tools/call", runs: 0,
        input: || good().line("OPTIONS /mcp HTTP/1.1").with("Origin", "http://evil.example").bytes(),
        answers: &[nameless(-32600, "Forbidden")],
    }
    method_get {
        era: MODERN, input: || get().with("MCP-Protocol-Version", "2026-07-28").bytes(), status: 405,
        headers: &[("allow", "POST")], method: "tools/call", answers: &[nameless(-32600, "Method not allowed")], runs: 0,
    }
    method_delete {
        era: MODERN, input: || good().line("DELETE /mcp HTTP/1.1").bytes(), status: 405,
        headers: &[("allow", "POST")], method: "tools/call", answers: &[nameless(-32600, "Method not allowed")], runs: 0,
    }
    method_put {
        era: MODERN, input: || good().line("PUT /mcp HTTP/1.1").bytes(), status: 405,
        headers: &[("allow", "POST")], method: "tools/call", answers: &[nameless(-32600, "Method not allowed")], runs: 0,
    }
    method_options {
        era: LEGACY, input: || legacy().line("OPTIONS /mcp HTTP/1.1").bytes(), status: 405,
        headers: &[("allow", "GET, POST, DELETE")], method: "tools/call", answers: &[nameless(-32600, "Method not allowed")], runs: 0,
    }
    method_in_lower_case {
        era: MODERN, input: || good().line("post /mcp HTTP/1.1").bytes(), status: 405,
        headers: &[("allow", "POST")], method: "tools/call", answers: &[nameless(-32600, "Method not allowed")], runs: 0,
    }
    session_made_up {
        era: LEGACY, input: || legacy().with("Mcp-Session-Id", &"A".repeat(86)).bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[error("1", -32600, "Session not found")], runs: 0,
    }
    session_twice {
        era: LEGACY, input: || legacy().with("Mcp-Session-Id", "A").and("Mcp-Session-Id", "A").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[error("1", -32600, "Session not found")], runs: 0,
    }
    session_of_many_bytes {
        era: LEGACY, input: || legacy().with("Mcp-Session-Id", &"A".repeat(50_000)).bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[error("1", -32600, "Session not found")], runs: 0,
    }
    session_of_no_text {
        era: LEGACY, input: || legacy().with("Mcp-Session-Id", "é").bytes(), status: 404, headers: &[],
        method: "tools/call", answers: &[error("1", -32600, "Session not found")], runs: 0,
    }
    session_in_the_modern_era {
        era: MODERN, input: || good().with("Mcp-Session-Id", "A").bytes(), status: 200, headers: &[],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    end_of_a_session_made_up {
        era: LEGACY, input: || get().line("DELETE /mcp HTTP/1.1").with("Mcp-Session-Id", "A").bytes(), status: 404,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Session not found")], runs: 0,
    }
    end_of_no_session {
        era: LEGACY, input: || get().line("DELETE /mcp HTTP/1.1").bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Invalid request: the header `Mcp-Session-Id` is missing")], runs: 0,
    }
    content_type_that_any_page_can_send {
        era: MODERN, input: || good().with("Content-Type", "text/plain").bytes(), status: 415, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Unsupported media type: send `Content-Type: application/json`")],
        runs: 0,
    }
    content_type_of_a_form {
        era: LEGACY, input: || legacy().with("Content-Type", "multipart/form-data; boundary=x").bytes(), status: 415,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    content_type_missing {
        era: MODERN, input: || good().without("Content-Type").bytes(), status: 415, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    content_type_twice {
        era: MODERN, input: || good().and("Content-Type", "text/plain").bytes(), status: 415, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    content_type_hidden_behind_another {
        era: MODERN, input: || good().with("Content-Type", "text/plain; application/json").bytes(), status: 415, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    charset_foreign {
        era: MODERN, input: || good().with("Content-Type", "application/json; charset=latin1").bytes(), status: 415,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    charset_of_its_own_is_fine {
        era: MODERN, input: || good().with("content-type", "Application/JSON;charset=\"UTF-8\"").bytes(), status: 200,
        headers: &[], method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    content_encoding {
        era: MODERN, input: || good().with("Content-Encoding", "gzip").bytes(), status: 415, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Unsupported media type")], runs: 0,
    }
    accept_something_else {
        era: MODERN, input: || good().with("Accept", "text/html, image/png").bytes(), status: 406, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Not acceptable")], runs: 0,
    }
    accept_nothing_at_all {
        era: LEGACY, input: || legacy().with("Accept", "application/json;q=0, text/event-stream;q=0.0").bytes(), status: 406,
        headers: &[], method: "tools/call", answers: &[nameless(-32600, "Not acceptable")], runs: 0,
    }
    accept_unsaid_is_json {
        era: MODERN, input: || good().without("Accept").bytes(), status: 200, headers: &[("content-type", "application/json")],
        method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    accept_json_alone_drops_progress {
        era: MODERN, status: 200, headers: &[("content-type", "application/json")], method: "tools/call", runs: 1,
        input: || Request::call(MODERN, "progress", r#"{"steps":5}"#).with("Accept", "application/json").bytes(),
        answers: &[text("1", "done")],
    }
    accept_events_alone_is_a_stream {
        era: MODERN, input: || good().with("Accept", "text/event-stream").bytes(), status: 200,
        headers: &[("content-type", "text/event-stream")], method: "tools/call", answers: &[text("1", "a")], runs: 1,
    }
    accept_events_alone_leaves_refusals_their_status {
        era: MODERN, input: || good().with("Accept", "text/event-stream").with("Mcp-Name", "x").bytes(), status: 400,
        headers: &[("content-type", "application/json")], method: "tools/call",
        answers: &[error("1", -32020, "Header mismatch")], runs: 0,
    }
    size_told_ten_mebibytes {
        era: MODERN, input: || good().body("").with("Content-Length", "10485760").bytes(), status: 413,
        headers: &[("connection", "close")], method: "tools/call", answers: &[nameless(-32600, "Payload too large")], runs: 0,
    }
    size_told_beyond_everything {
        era: MODERN, input: || good().body("").with("Content-Length", "9223372036854775807").bytes(), status: 413,
        headers: &[("connection", "close")], method: "tools/call", answers: &[nameless(-32600, "Payload too large")], runs: 0,
    }
    size_untold_ten_mebibytes {
        era: MODERN, input: || chunked(10 * MIB), status: 413, headers: &[("connection", "close")],
        method: "tools/call", answers: &[nameless(-32600, "Payload too large")], runs: 0,
    }
    size_untold_is_fine {
        era: MODERN, input: || chunked(1), status: 200, headers: &[], method: "tools/call", answers: &[text("1", "x")], runs: 1,
    }
    body_missing {
        era: MODERN, input: || good().body("").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[nameless(-32700, "Parse error")], runs: 0,
    }
    body_of_garbage {
        era: MODERN, input: || good().body("garbage").bytes(), status: 400, headers: &[], method: "tools/call",
        answers: &[nameless(-32700, "Parse error")], runs: 0,
    }
    body_of_half_a_message {
        era: LEGACY, input: || body(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"#), status: 400, headers: &[],
        method: "tools/call", answers: &[error("7", -32700, "Parse error")], runs: 0,
    }
    body_that_is_not_utf8 {
        era: LEGACY, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || body(call("1", "echo", r#"{"text":"@"}"#).bytes().map(|b| if b == b'@' { 0xff } else { b }).collect::<Vec<_>>()),
        answers: &[error("1", -32700, "Parse error: the message is not UTF-8")],
    }
    body_of_depth_100_000 {
        era: LEGACY, status: 400, headers: &[], method: "tools/call", runs: 0,
        input: || body(call("1", "echo", &format!(r#"{{"text":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000)))),
        answers: &[error("1", -32600, "Invalid request: nested deeper than 64 levels")],
    }
    body_of_two_values {
        era: LEGACY, input: || body([request("1", "ping", "{}"), request("2", "ping", "{}")].concat()), status: 400, headers: &[],
        method: "ping", answers: &[nameless(-32600, "Invalid request: more than one value")], runs: 0,
    }
    body_of_a_scalar {
        era: LEGACY, input: || body("\"tools/call\""), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: a message is a JSON object")], runs: 0,
    }
    body_behind_a_byte_order_mark {
        era: LEGACY, input: || body([b"\xef\xbb\xbf".to_vec(), request("1", "ping", "{}").into()].concat()), status: 400, headers: &[],
        method: "ping", answers: &[error("1", -32700, "Parse error")], runs: 0,
    }
    jsonrpc_wrong {
        era: LEGACY, input: || body(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#), status: 400, headers: &[], method: "ping",
        answers: &[error("1", -32600, "Invalid request: `jsonrpc`")], runs: 0,
    }
    id_null {
        era: LEGACY, input: || ping("null"), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: `id`")], runs: 0,
    }
    id_with_a_fraction {
        era: LEGACY, input: || ping("1.0"), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: `id`")], runs: 0,
    }
    id_object {
        era: LEGACY, input: || ping("{}"), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: `id`")], runs: 0,
    }
    id_twice {
        era: LEGACY, input: || body(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#), status: 400, headers: &[], method: "ping",
        answers: &[nameless(-32600, "Invalid request: `id` appears twice")], runs: 0,
    }
    method_twice {
        era: LEGACY, input: || body(r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#), status: 400, headers: &[],
        method: "ping", answers: &[error("1", -32600, "Invalid request: `method` appears twice")], runs: 0,
    }
    id_comes_back_byte_for_byte {
        era: LEGACY, input: || ping(r#""\u0041\/é""#), status: 200, headers: &[], method: "ping",
        answers: &[result(r#""\u0041\/é""#)], runs: 0,
    }
    an_answer_on_the_modern_wire {
        era: MODERN, input: || good().body(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).bytes(), status: 400, headers: &[],
        method: "tools/call", answers: &[nameless(-32600, "Invalid request: a response answers nothing here")], runs: 0,
    }
    an_answer_on_a_legacy_wire {
        era: LEGACY, input: || body(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), status: 202, headers: &[],
        method: "tools/call", answers: &[], runs: 0,
    }
    a_bad_argument {
        era: Era::Legacy("2024-11-05"), status: 200, headers: &[], method: "tools/call", runs: 0,
        input: || Request::call(Era::Legacy("2024-11-05"), "echo", r#"{"text":7}"#).bytes(),
        answers: &[tool_error("1", "Invalid tool arguments\ntext: 7 is not a string")],
    }
    a_post_without_any_header_but_those_it_needs {
        era: Era::Legacy("2025-03-26"), status: 200, headers: &[], method: "tools/call", runs: 1,
        input: || post(Era::Unopened, call("1", "echo", r#"{"text":"a"}"#)).without("Accept").bytes(),
        answers: &[text("1", "a")],
    }
}
