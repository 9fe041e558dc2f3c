//! What clients may send as arguments, and what they read when it is wrong.

mod support;

use ferramenta::{ParamSpec, Server, TestClient, ToolDef};
use serde_json::{Value, json};
use support::client;

fn search() -> TestClient {
    let specs = (
        ParamSpec::new("query").length(Some(1), Some(20)),
        ParamSpec::new("limit")
            .default(|| 10)
            .range(Some(1.into()), Some(50.into())),
        ParamSpec::new("isbn").pattern("^[0-9-]+$"),
        ParamSpec::new("sort").one_of(["title", "year"]),
    );
    type Arguments = (String, i64, Option<String>, Option<String>);
    let tool =
        ToolDef::new("search").handler(specs, |(query, limit, isbn, sort): Arguments| async move {
            format!("{query} {limit} {isbn:?} {sort:?}")
        });
    client(Server::new("t").tool_value(tool))
}

#[tokio::test]
async fn what_fits_arrives() {
    let client = search();
    for (arguments, text) in [
        (json!({ "query": "dune" }), "dune 10 None None"),
        (
            json!({ "query": "dune", "limit": 50, "isbn": "1-2", "sort": "year" }),
            "dune 50 Some(\"1-2\") Some(\"year\")",
        ),
        (
            json!({ "query": "d\u{e9}\u{1f4d6}", "limit": 1 }),
            "d\u{e9}\u{1f4d6} 1 None None",
        ),
        // what models write when they mean the right thing
        (json!({ "query": "dune", "limit": 5.0 }), "dune 5 None None"),
        (
            json!({ "query": "dune", "limit": null, "isbn": null }),
            "dune 10 None None",
        ),
        (
            Value::String(r#"{"query":"dune"}"#.into()),
            "dune 10 None None",
        ),
    ] {
        client
            .tool("search", arguments)
            .await
            .assert_ok()
            .assert_text(text);
    }
}

#[tokio::test]
async fn what_does_not_fit_is_explained() {
    let client = search();
    for (arguments, lines) in [
        (json!({}), "query: is missing, give a string"),
        (json!({ "query": 1 }), "query: 1 is not a string"),
        (
            json!({ "query": "" }),
            "query: has 0 characters, at least 1 needed",
        ),
        (
            json!({ "query": "x".repeat(21) }),
            "query: has 21 characters, at most 20 allowed",
        ),
        (
            json!({ "query": "a", "limit": 999 }),
            "limit: 999 is more than the maximum of 50",
        ),
        (
            json!({ "query": "a", "limit": 0 }),
            "limit: 0 is less than the minimum of 1",
        ),
        (
            json!({ "query": "a", "limit": 5.5 }),
            "limit: 5.5 is not an integer",
        ),
        (
            json!({ "query": "a", "limit": "five" }),
            "limit: \"five\" is not an integer",
        ),
        (
            json!({ "query": "a", "isbn": "x" }),
            "isbn: \"x\" does not match the pattern ^[0-9-]+$",
        ),
        (
            json!({ "query": "a", "sort": "titel" }),
            "sort: \"titel\" is not one of \"title\", \"year\"; did you mean \"title\"?",
        ),
        (
            json!({ "query": "a", "lmiit": 1 }),
            "lmiit: is not known; did you mean `limit`?",
        ),
        (
            json!({ "limit": 999, "qeury": "a" }),
            "query: is missing, give a string\nlimit: 999 is more than the maximum of 50\nqeury: is not known; did you mean `query`?",
        ),
    ] {
        client
            .tool("search", arguments)
            .await
            .assert_error(&format!("Invalid tool arguments\n{lines}"));
    }
}

#[tokio::test]
async fn a_key_that_is_there_twice_is_refused() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"search","arguments":{"query":"a","query":"b"}}}"#;
    let answer = search().message(call).await.expect("an answer");
    assert!(
        answer.contains("isError") && answer.contains("query: appears twice"),
        "{answer}"
    );
}

#[tokio::test]
async fn arguments_that_are_no_object_are_errors_of_the_protocol() {
    let client = search();
    for arguments in [json!([]), json!(1), json!("x"), json!("[1]"), json!(true)] {
        let answer = client.tool("search", arguments).await;
        answer.assert_protocol_error(-32602, "Invalid params: `arguments` has to be an object");
    }
}

#[tokio::test]
async fn a_long_value_is_cut_in_messages() {
    let answer = search()
        .tool("search", json!({ "query": "a", "limit": "9".repeat(1000) }))
        .await;
    assert!(answer.text().len() < 200, "{}", answer.text());
}

/// A schema whose forms share a field, so that none is ruled out early, and refer to themselves.
fn formula() -> TestClient {
    let both = |name: &str| {
        json!({ "type": "object", "properties": { "left": { "$ref": "#/$defs/formula" }, name: { "const": name } },
                "required": ["left", name], "additionalProperties": false })
    };
    let schema = json!({
        "type": "object",
        "properties": { "formula": { "$ref": "#/$defs/formula" } },
        "required": ["formula"],
        "additionalProperties": false,
        "$defs": { "formula": { "anyOf": [both("and"), both("or"), both("not"), { "type": "null" }] } },
    });
    let tool = ToolDef::new("solve").input_schema(schema).handler(
        (ParamSpec::new("all"),),
        |(ferramenta::Args(_),): (ferramenta::Args<Value>,)| async { "solved" },
    );
    client(Server::new("t").tool_value(tool))
}

#[tokio::test]
async fn forms_that_multiply_with_depth_come_to_an_end() {
    let mut formula_of_depth = json!(null);
    for _ in 0..28 {
        formula_of_depth = json!({ "left": formula_of_depth, "not": "wrong" });
    }
    // each level is tried in each form: without a bound this takes longer than anybody waits
    let answer = formula()
        .tool("solve", json!({ "formula": formula_of_depth }))
        .await;
    answer.assert_text_contains("Invalid tool arguments\n");
    let fine = json!({ "left": { "left": null, "or": "or" }, "and": "and" });
    formula()
        .tool("solve", json!({ "formula": fine }))
        .await
        .assert_ok();
}
