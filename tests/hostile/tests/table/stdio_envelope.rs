//! Lines that are no messages, or not quite.

use crate::harness::{
    Era, LEGACY, MODERN, StdioRow, UNOPENED, call, error, modern_call, nameless, notification,
    request, result, rows, text, tool_error,
};

const MIB: usize = 1 << 20;
const BATCHES: Era = Era::Legacy("2025-03-26");

const LONGEST_ID: &str = concat!(
    "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"",
);

/// A good call of exactly so many bytes.
fn of_length(bytes: usize) -> Vec<u8> {
    let message = call("1", "echo", r#"{"text":"x"}"#);
    let space = " ".repeat(bytes - message.len());
    message.replacen('{', &format!("{{{space}"), 1).into()
}

/// A call whose arguments are nested, `levels` in the message as a whole.
fn nested(levels: usize) -> Vec<u8> {
    let lists = levels - 3;
    call(
        "1",
        "echo",
        &format!(r#"{{"text":{}{}}}"#, "[".repeat(lists), "]".repeat(lists)),
    )
    .into()
}

/// A ping with this id.
fn ping(id: &str) -> Vec<u8> {
    request(id, "ping", "{}").into()
}

rows! { StdioRow:
    garbage {
        era: LEGACY, method: "ping", input: || "garbage".into(), runs: 0,
        answers: &[nameless(-32700, "Parse error: not JSON")],
    }
    garbage_before_anything_else {
        era: UNOPENED, method: "ping", input: || "\x7fELF\x02\x01\x01".into(), runs: 0,
        answers: &[nameless(-32700, "Parse error: not JSON")],
    }
    garbage_on_the_first_version {
        era: Era::Legacy("2024-11-05"), method: "ping", input: || "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".into(), runs: 0,
        answers: &[nameless(-32700, "Parse error"), nameless(-32700, "Parse error")],
    }
    many_keys_and_no_values {
        era: LEGACY, method: "ping", input: || format!(r#"{{"a":x{}"#, r#""a":x"#.repeat(500_000)).into(), runs: 0,
        answers: &[nameless(-32700, "Parse error: not JSON")],
    }
    lines_of_white_space_are_nothing {
        era: LEGACY, method: "ping", input: || "\n\n  \t \r\n\r\n".into(), runs: 0, answers: &[],
    }
    lines_may_end_like_those_of_windows {
        era: LEGACY, method: "ping", input: || [ping("1"), b"\r".to_vec()].concat(), runs: 0,
        answers: &[result("1")],
    }
    half_a_message_with_its_id {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo""#.into(),
        answers: &[error("7", -32700, "Parse error: not JSON")],
    }
    half_a_message_with_half_an_id {
        era: LEGACY, method: "tools/call", input: || r#"{"jsonrpc":"2.0","id":"half"#.into(), runs: 0,
        answers: &[nameless(-32700, "Parse error: not JSON")],
    }
    half_a_notification_is_not_answered {
        era: LEGACY, method: "ping", runs: 0, answers: &[],
        input: || r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"#.into(),
    }
    a_message_over_two_lines {
        era: LEGACY, method: "ping", input: || "{\"jsonrpc\":\"2.0\",\"id\":1,\n\"method\":\"ping\"}".into(), runs: 0,
        answers: &[error("1", -32700, "Parse error"), nameless(-32700, "Parse error")],
    }
    comments_are_not_json {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,/* hi */"method":"ping"}"#.into(), runs: 0,
        answers: &[error("1", -32700, "Parse error")],
    }
    ten_mebibytes_of_text {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || call("\"big\"", "echo", &format!(r#"{{"text":"{}"}}"#, "x".repeat(10 * MIB))).into(),
        answers: &[error("\"big\"", -32600, "Invalid request: longer than 4194304 bytes")],
    }
    ten_mebibytes_of_nothing {
        era: MODERN, method: "tools/call", input: || vec![b'x'; 10 * MIB], runs: 0,
        answers: &[nameless(-32600, "Invalid request: longer than 4194304 bytes")],
    }
    ten_mebibytes_with_the_id_at_the_end {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || format!(r#"{{"jsonrpc":"2.0","params":{{"a":"{}"}},"method":"ping","id":1}}"#, "x".repeat(10 * MIB)).into(),
        answers: &[nameless(-32600, "Invalid request: longer than 4194304 bytes")],
    }
    a_line_of_the_largest_length_is_fine {
        era: LEGACY, method: "tools/call", input: || of_length(4 * MIB), runs: 1, answers: &[text("1", "x")],
    }
    a_line_of_one_byte_more_is_not {
        era: LEGACY, method: "tools/call", input: || of_length(4 * MIB + 1), runs: 0,
        answers: &[nameless(-32600, "Invalid request: longer than 4194304 bytes")],
    }
    depth_100_000 {
        era: LEGACY, method: "tools/call", input: || nested(100_000), runs: 0,
        answers: &[error("1", -32600, "Invalid request: nested deeper than 64 levels")],
    }
    depth_100_000_of_objects {
        era: MODERN, method: "tools/call", runs: 0,
        input: || modern_call("1", "echo", &format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000))).into(),
        answers: &[error("1", -32600, "Invalid request: nested deeper than 64 levels")],
    }
    depth_100_000_never_closed {
        era: LEGACY, method: "tools/call", input: || "[".repeat(100_000).into(), runs: 0,
        answers: &[nameless(-32600, "Invalid request: nested deeper than 64 levels")],
    }
    the_deepest_depth_is_fine {
        era: LEGACY, method: "tools/call", input: || nested(64), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntext: a list is not a string")],
    }
    one_level_more_is_not {
        era: LEGACY, method: "tools/call", input: || nested(65), runs: 0,
        answers: &[error("1", -32600, "Invalid request: nested deeper than 64 levels")],
    }
    id_null {
        era: LEGACY, method: "ping", input: || ping("null"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_true {
        era: LEGACY, method: "ping", input: || ping("true"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_with_a_fraction {
        era: LEGACY, method: "ping", input: || ping("1.5"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_with_a_fraction_of_zero {
        era: MODERN, method: "ping", input: || ping("1.0"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_with_an_exponent {
        era: LEGACY, method: "ping", input: || ping("1e3"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_of_minus_zero {
        era: LEGACY, method: "ping", input: || ping("-0"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_with_a_leading_zero {
        era: LEGACY, method: "ping", input: || ping("01"), runs: 0,
        answers: &[nameless(-32700, "Parse error")],
    }
    id_object {
        era: LEGACY, method: "ping", input: || ping(r#"{"id":1}"#), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_array {
        era: LEGACY, method: "ping", input: || ping("[1]"), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_that_is_too_long {
        era: LEGACY, method: "ping", input: || ping(&format!("\"{}\"", "x".repeat(257))), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_with_an_escape_that_does_not_exist {
        era: LEGACY, method: "ping", input: || ping(r#""a\x""#), runs: 0,
        answers: &[nameless(-32700, "Parse error")],
    }
    id_with_a_raw_control_character {
        era: LEGACY, method: "ping", input: || ping("\"a\tb\""), runs: 0,
        answers: &[nameless(-32700, "Parse error")],
    }
    id_that_is_half_a_character {
        era: LEGACY, method: "ping", input: || ping(r#""\ud800""#), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id`")],
    }
    id_empty_is_an_id {
        era: LEGACY, method: "ping", input: || ping("\"\""), runs: 0, answers: &[result("\"\"")],
    }
    id_of_256_bytes_is_an_id {
        era: LEGACY, method: "ping", runs: 0,
        input: || ping(LONGEST_ID),
        answers: &[result(LONGEST_ID)],
    }
    id_with_escapes_comes_back_byte_for_byte {
        era: LEGACY, method: "ping", input: || ping(r#""\u0041\/é""#), runs: 0, answers: &[result(r#""\u0041\/é""#)],
    }
    id_beyond_53_bits_comes_back_digit_for_digit {
        era: LEGACY, method: "ping", input: || ping("-9007199254740993"), runs: 0,
        answers: &[result("-9007199254740993")],
    }
    id_twice {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#.into(), runs: 0,
        answers: &[nameless(-32600, "Invalid request: `id` appears twice")],
    }
    method_twice {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `method` appears twice")],
    }
    name_twice {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || request("1", "tools/call", r#"{"name":"count","name":"echo","arguments":{"text":"a"}}"#).into(),
        answers: &[error("1", -32600, "Invalid request: `name` appears twice")],
    }
    method_that_is_a_number {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,"method":7}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `method` has to be a string")],
    }
    method_missing {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `method` is missing")],
    }
    jsonrpc_missing {
        era: LEGACY, method: "ping", input: || r#"{"id":1,"method":"ping"}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `jsonrpc`")],
    }
    jsonrpc_that_is_a_number {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `jsonrpc`")],
    }
    jsonrpc_of_another_version {
        era: MODERN, method: "ping", input: || r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.into(), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `jsonrpc`")],
    }
    an_empty_object {
        era: LEGACY, method: "ping", input: || "{}".into(), runs: 0, answers: &[nameless(-32600, "Invalid request")],
    }
    scalars {
        era: LEGACY, method: "ping", input: || "1\n\"initialize\"\nnull\ntrue".into(), runs: 0,
        answers: &[
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request: a message is a JSON object"),
        ],
    }
    two_values_in_one_line {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || [call("1", "echo", r#"{"text":"a"}"#), call("2", "echo", r#"{"text":"b"}"#)].concat().into(),
        answers: &[nameless(-32600, "Invalid request: more than one value")],
    }
    an_answer_that_nobody_waits_for {
        era: LEGACY, method: "ping", input: || r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(), runs: 0, answers: &[],
    }
    an_error_that_nobody_waits_for {
        era: LEGACY, method: "ping", runs: 0, answers: &[],
        input: || r#"{"jsonrpc":"2.0","id":"asked","error":{"code":-32000,"message":"no"}}"#.into(),
    }
    invalid_utf8_in_an_argument {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || call("1", "echo", r#"{"text":"@"}"#).bytes().map(|byte| if byte == b'@' { 0xff } else { byte }).collect(),
        answers: &[error("1", -32700, "Parse error: the message is not UTF-8")],
    }
    invalid_utf8_in_the_id {
        era: LEGACY, method: "ping", runs: 0,
        input: || ping("\"@\"").into_iter().map(|byte| if byte == b'@' { 0xc0 } else { byte }).collect(),
        answers: &[nameless(-32700, "Parse error: the message is not UTF-8")],
    }
    utf16 {
        era: UNOPENED, method: "ping", runs: 0,
        input: || String::from_utf8(ping("1")).unwrap().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        answers: &[nameless(-32700, "Parse error")],
    }
    half_a_character_in_an_argument {
        era: LEGACY, method: "tools/call", input: || call("1", "echo", r#"{"text":"\ud800"}"#).into(), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments")],
    }
    a_nul_byte {
        era: LEGACY, method: "tools/call", input: || call("1", "echo", "{\"text\":\"a\0b\"}").into(), runs: 0,
        answers: &[error("1", -32700, "Parse error")],
    }
    a_byte_order_mark_first_is_fine {
        era: UNOPENED, method: "ping", input: || [b"\xef\xbb\xbf".to_vec(), ping("1")].concat(), runs: 0,
        answers: &[result("1")],
    }
    a_byte_order_mark_later_is_not {
        era: LEGACY, method: "ping", input: || [b"\xef\xbb\xbf".to_vec(), ping("1")].concat(), runs: 0,
        answers: &[error("1", -32700, "Parse error")],
    }
    a_batch_where_there_are_none {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || format!("[{}]", call("1", "echo", r#"{"text":"a"}"#)).into(),
        answers: &[nameless(-32600, "Invalid request: a message is a JSON object")],
    }
    a_batch_before_anything_else {
        era: UNOPENED, method: "tools/call", input: || format!("[{}]", modern_call("1", "count", "{}")).into(), runs: 0,
        answers: &[nameless(-32600, "Invalid request: a message is a JSON object")],
    }
    a_batch_is_answered_in_one {
        era: BATCHES, method: "tools/call", runs: 1,
        input: || format!(
            "[{},{},{}]",
            call("1", "echo", r#"{"text":"a"}"#),
            notification("notifications/initialized", "{}"),
            call("2", "no", "{}"),
        ).into(),
        answers: &[text("1", "a"), error("2", -32602, "Unknown tool: no")],
    }
    a_batch_of_nothing {
        era: BATCHES, method: "ping", input: || "[]".into(), runs: 0,
        answers: &[nameless(-32600, "Invalid request: the batch is empty")],
    }
    a_batch_of_garbage {
        era: BATCHES, method: "ping", input: || "[1,[],{}]".into(), runs: 0,
        answers: &[
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request: a message is a JSON object"),
            nameless(-32600, "Invalid request"),
        ],
    }
    half_a_batch {
        era: BATCHES, method: "tools/call", runs: 0,
        input: || format!("[{},", call("1", "echo", r#"{"text":"a"}"#)).into(),
        answers: &[nameless(-32700, "Parse error")],
    }
    a_batch_that_is_not_utf8 {
        era: BATCHES, method: "tools/call", input: || b"[\"\xff\"]".to_vec(), runs: 0,
        answers: &[nameless(-32700, "Parse error: the message is not UTF-8")],
    }
    a_batch_of_depth_100_000 {
        era: BATCHES, method: "tools/call", input: || [b"[".to_vec(), nested(100_000), b"]".to_vec()].concat(), runs: 0,
        answers: &[nameless(-32600, "Invalid request: nested deeper than 64 levels")],
    }
    a_batch_of_too_many {
        era: BATCHES, method: "tools/call", runs: 0,
        input: || format!("[{}]", vec![call("1", "echo", r#"{"text":"a"}"#); 51].join(",")).into(),
        answers: &[nameless(-32600, "Invalid request: 51 messages in a batch, at most 50")],
    }
    a_batch_of_notifications_is_not_answered {
        era: BATCHES, method: "ping", runs: 0, answers: &[],
        input: || format!("[{}]", vec![notification("notifications/initialized", "{}"); 3].join(",")).into(),
    }
    a_batch_with_a_handshake {
        era: BATCHES, method: "initialize", runs: 0,
        input: || format!("[{}]", crate::harness::initialize("1", "2025-06-18")).into(),
        answers: &[error("1", -32600, "Invalid request: this can't be part of a batch")],
    }
    a_batch_with_a_modern_message {
        era: BATCHES, method: "tools/call", runs: 0,
        input: || format!("[{}]", modern_call("1", "echo", r#"{"text":"a"}"#)).into(),
        answers: &[error("1", -32600, "Invalid request: this can't be part of a batch")],
    }
    a_batch_with_one_id_twice {
        era: BATCHES, method: "tools/call", runs: 1,
        input: || format!("[{},{}]", call("1", "slow", r#"{"ms":20}"#), call("1", "echo", r#"{"text":"a"}"#)).into(),
        answers: &[text("1", "slept"), error("1", -32600, "Invalid request: a request with this id is under way")],
    }
}
