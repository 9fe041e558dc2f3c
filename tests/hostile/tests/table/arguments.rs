//! Calls whose names or arguments are wrong.

use crate::harness::{
    Era, LEGACY, MODERN, StdioRow, call, error, modern, modern_call, request, rows, text,
    tool_error,
};

/// A call of `typed` with one argument replaced by raw JSON.
fn typed(argument: &str, value: &str) -> Vec<u8> {
    let good = [
        ("small", "1"),
        ("large", "2"),
        ("ratio", "0.5"),
        ("flag", "true"),
        ("word", "\"w\""),
        ("list", "[1]"),
    ];
    let others = good.iter().filter(|(name, _)| *name != argument);
    let members = others
        .map(|(name, value)| format!("\"{name}\":{value},"))
        .collect::<String>();
    call(
        "1",
        "typed",
        &format!("{{{members}\"{argument}\":{value}}}"),
    )
    .into()
}

/// A call of `echo` with these params behind its name.
fn echo(members: &str) -> Vec<u8> {
    request("1", "tools/call", &format!(r#"{{"name":"echo"{members}}}"#)).into()
}

rows! { StdioRow:
    name_missing {
        era: LEGACY, method: "tools/call", input: || request("1", "tools/call", r#"{"arguments":{"text":"a"}}"#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `name`")],
    }
    name_that_is_a_number {
        era: MODERN, method: "tools/call", input: || modern("1", "tools/call", r#","name":7"#).into(), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `name`")],
    }
    a_tool_that_is_not_there {
        era: LEGACY, method: "tools/call", input: || call("1", "ech", r#"{"text":"a"}"#).into(), runs: 0,
        answers: &[error("1", -32602, "Unknown tool: ech")],
    }
    a_tool_in_the_wrong_case {
        era: Era::Legacy("2024-11-05"), method: "tools/call", input: || call("1", "Echo", r#"{"text":"a"}"#).into(), runs: 0,
        answers: &[error("1", -32602, "Unknown tool: Echo")],
    }
    a_tool_without_a_name {
        era: MODERN, method: "tools/call", input: || modern_call("1", "", "{}").into(), runs: 0,
        answers: &[error("1", -32602, "Unknown tool: ")],
    }
    a_tool_with_a_name_of_a_mebibyte {
        era: LEGACY, method: "tools/call", input: || call("1", &"n".repeat(1 << 20), "{}").into(), runs: 0,
        answers: &[error("1", -32602, "Unknown tool: nnnn")],
    }
    arguments_missing_are_the_empty_ones {
        era: LEGACY, method: "tools/call", input: || echo(""), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntext: is missing, give a string")],
    }
    arguments_null_are_the_empty_ones {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":null"#), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntext: is missing, give a string")],
    }
    arguments_as_a_list {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":["a"]"#), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `arguments` has to be an object")],
    }
    arguments_as_a_number {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":5"#), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `arguments` has to be an object")],
    }
    arguments_as_text_without_an_object {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":"{\"text\":""#), runs: 0,
        answers: &[error("1", -32602, "Invalid params: `arguments` has to be an object")],
    }
    arguments_as_text_with_an_object {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":"{\"text\":\"a\"}""#), runs: 1,
        answers: &[text("1", "a")],
    }
    arguments_as_text_of_depth_100_000 {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || echo(&format!(r#","arguments":"{{\"text\":{}{}}}""#, "[".repeat(100_000), "]".repeat(100_000))),
        answers: &[error("1", -32602, "Invalid params: `arguments` has to be an object")],
    }
    arguments_twice {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":{"text":"a"},"arguments":{"text":"b"}"#), runs: 0,
        answers: &[error("1", -32600, "Invalid request: `arguments` appears twice")],
    }
    one_argument_twice {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":{"text":"a","text":"b"}"#), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntext: ")],
    }
    an_argument_too_many {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":{"text":"a","txet":"b"}"#), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntxet: is not known; did you mean `text`?")],
    }
    an_argument_that_pollutes_prototypes {
        era: MODERN, method: "tools/call", input: || modern_call("1", "echo", r#"{"text":"a","__proto__":{"admin":true}}"#).into(),
        runs: 0, answers: &[tool_error("1", "Invalid tool arguments\n__proto__: is not known")],
    }
    a_service_as_an_argument {
        era: LEGACY, method: "tools/call", input: || echo(r#","arguments":{"text":"a","counts":{}}"#), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ncounts: is not known")],
    }
    an_argument_with_a_name_of_a_mebibyte {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || echo(&format!(r#","arguments":{{"text":"a","{}":1}}"#, "n".repeat(1 << 20))),
        answers: &[tool_error("1", "Invalid tool arguments\nnnnn")],
    }
    a_long_name_around_many_doubled_ones {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || echo(&format!(r#","arguments":{{"{}":{{{}"a":0}}}}"#, "n".repeat(1 << 20), r#""a":0,"#.repeat(200_000))),
        answers: &[tool_error("1", "Invalid tool arguments\nnnnn")],
    }
    a_long_name_around_many_items {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || echo(&format!(r#","arguments":{{"text":"a","{}":[{}0]}}"#, "n".repeat(1 << 20), "0,".repeat(1_000_000))),
        answers: &[tool_error("1", "Invalid tool arguments\nnnnn")],
    }
    many_unknown_names {
        era: LEGACY, method: "tools/call", runs: 0,
        input: || echo(&format!(
            r#","arguments":{{{}"text":"a"}}"#,
            (0..200_000).map(|n| format!(r#""n{n}":0,"#)).collect::<String>(),
        )),
        answers: &[tool_error("1", "Invalid tool arguments\nn0: is not known")],
    }
    a_number_for_text_on_the_first_version {
        era: Era::Legacy("2024-11-05"), method: "tools/call", input: || call("1", "echo", r#"{"text":5}"#).into(), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\ntext: 5 is not a string")],
    }
    everything_is_good_first {
        era: LEGACY, method: "tools/call", input: || typed("large", "-9223372036854775808"), runs: 1,
        answers: &[text("1", "1 -9223372036854775808 0.5 true w [1] None 7")],
    }
    null_for_what_may_be_absent_is_absent {
        era: LEGACY, method: "tools/call", input: || typed("maybe", "null,\"seven\":null"), runs: 1,
        answers: &[text("1", "1 2 0.5 true w [1] None 7")],
    }
    null_for_what_must_be_there {
        era: LEGACY, method: "tools/call", input: || typed("small", "null"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nsmall: null is not an integer")],
    }
    an_integer_that_is_too_large {
        era: LEGACY, method: "tools/call", input: || typed("small", "256"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nsmall: 256 is more than the maximum of 255")],
    }
    an_integer_below_zero {
        era: LEGACY, method: "tools/call", input: || typed("small", "-1"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nsmall: -1 is less than the minimum of 0")],
    }
    an_integer_with_a_fraction {
        era: LEGACY, method: "tools/call", input: || typed("small", "1.5"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nsmall: 1.5 is not an integer")],
    }
    an_integer_with_a_fraction_of_zero_is_one {
        era: LEGACY, method: "tools/call", input: || typed("small", "5.0"), runs: 1,
        answers: &[text("1", "5 2 0.5 true w [1] None 7")],
    }
    an_integer_beyond_64_bits {
        era: LEGACY, method: "tools/call", input: || typed("large", "9223372036854775808"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\n")],
    }
    an_integer_of_a_thousand_digits {
        era: LEGACY, method: "tools/call", input: || typed("large", &"9".repeat(1000)), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments")],
    }
    a_number_beyond_every_float {
        era: LEGACY, method: "tools/call", input: || typed("ratio", "1e999"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments")],
    }
    a_number_that_json_does_not_have {
        era: LEGACY, method: "tools/call", input: || typed("ratio", "NaN"), runs: 0,
        answers: &[error("1", -32700, "Parse error: not JSON")],
    }
    text_for_a_boolean {
        era: LEGACY, method: "tools/call", input: || typed("flag", "\"maybe\""), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nflag: \"maybe\" is not a boolean")],
    }
    text_that_is_too_long {
        era: LEGACY, method: "tools/call", input: || typed("word", "\"ninechars\""), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nword: has 9 characters, at most 8 allowed")],
    }
    text_that_is_too_short {
        era: LEGACY, method: "tools/call", input: || typed("word", "\"\""), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nword: has 0 characters, at least 1 needed")],
    }
    an_object_for_a_list {
        era: LEGACY, method: "tools/call", input: || typed("list", r#"{"0":1}"#), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nlist: an object is not a list")],
    }
    a_list_with_one_wrong_item {
        era: LEGACY, method: "tools/call", input: || typed("list", "[1,2,\"three\"]"), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nlist[2]: \"three\" is not an integer")],
    }
    a_list_of_100_000_wrong_items {
        era: LEGACY, method: "tools/call", input: || typed("list", &format!("[{}-1]", "-1,".repeat(99_999))), runs: 0,
        answers: &[tool_error("1", "Invalid tool arguments\nlist[0]: -1 is less than the minimum of 0")],
    }
    everything_wrong_at_once {
        era: MODERN, method: "tools/call", runs: 0,
        input: || modern_call("1", "typed", r#"{"small":"x","large":[],"ratio":{},"flag":0,"word":null,"list":1}"#).into(),
        answers: &[tool_error("1", "Invalid tool arguments\n")],
    }
}
