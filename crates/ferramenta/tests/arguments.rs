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
        (
            json!({ "query": 1 }),
            "query: 1 is not a string, write \"1\"",
        ),
        (
            json!({ "query": true }),
            "query: true is not a string, write \"true\"",
        ),
        // as a text it would be refused as well, so it is not told to be written as one
        (
            json!({ "query": "a", "isbn": -1.5, "sort": 1 }),
            "isbn: -1.5 is not a string\nsort: 1 is not a string",
        ),
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

/// A tool that takes whatever keeps this schema.
fn raw(schema: Value) -> TestClient {
    let handler =
        |(ferramenta::Args(value),): (ferramenta::Args<Value>,)| async move { value.to_string() };
    let tool = ToolDef::new("raw")
        .input_schema(schema)
        .handler((ParamSpec::new("all"),), handler);
    client(Server::new("t").tool_value(tool))
}

/// The schema of one argument, whose `#/$defs/deep` takes [`deep`] only after more steps than there are.
fn judging(argument: &Value) -> Value {
    let form = |name: &str| {
        json!({ "type": "object", "properties": { "left": { "$ref": "#/$defs/deep" }, "op": { "const": name } },
                "required": ["left", "op"] })
    };
    json!({
        "type": "object",
        "properties": { "value": argument },
        "$defs": { "deep": { "anyOf": [form("and"), form("or"), form("not"), { "type": "null" }] } },
    })
}

fn deep() -> Value {
    (0..28).fold(
        json!(null),
        |inner, _| json!({ "left": inner, "op": "not" }),
    )
}

#[tokio::test]
async fn what_can_not_be_judged_to_the_end_is_refused() {
    let is_deep = json!({ "$ref": "#/$defs/deep" });
    for (schema, value) in [
        (is_deep.clone(), deep()),
        (json!({ "not": is_deep }), deep()),
        (json!({ "not": { "not": is_deep } }), deep()),
        (json!({ "oneOf": [true, is_deep] }), deep()),
        (json!({ "anyOf": [is_deep, true] }), deep()),
        (json!({ "if": is_deep, "then": false }), deep()),
        (
            json!({ "if": is_deep, "then": false, "else": true }),
            deep(),
        ),
        (
            json!({ "contains": is_deep, "maxContains": 0, "minContains": 0 }),
            json!([deep()]),
        ),
        (json!({ "items": { "not": is_deep } }), json!([1, deep()])),
    ] {
        let answer = raw(judging(&schema))
            .tool("raw", json!({ "value": value }))
            .await;
        let text = answer.text();
        assert!(
            text.starts_with("Invalid tool arguments\n")
                && text.ends_with(": is too intricate to be checked"),
            "{schema}: {text}"
        );
    }
}

#[tokio::test]
async fn the_members_of_an_object_are_named_where_it_is_missing() {
    let order = json!({ "type": "object", "properties": {
        "address": { "type": "string" }, "lines": { "type": "array" }, "note": { "type": "string" },
    }, "required": ["address", "lines"] });
    let schema = |order: Value| {
        json!({ "type": "object", "properties": { "order": order }, "required": ["order"], "additionalProperties": false,
                "$defs": { "Order": { "type": "object", "properties": { "address": true }, "required": ["address"] } } })
    };
    for (order, members) in [
        (order, "address, lines"),
        (json!({ "$ref": "#/$defs/Order" }), "address"),
    ] {
        let answer = raw(schema(order))
            .tool("raw", json!({ "address": "Main Street 1" }))
            .await;
        answer.assert_error(&format!(
            "Invalid tool arguments\norder: is missing, give an object with {members}\naddress: is not known, known are order"
        ));
    }
}

#[tokio::test]
async fn long_lists_of_what_is_allowed_are_cut() {
    let names: Vec<String> = (0..25).map(|index| format!("name{index:02}")).collect();
    let properties: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| (name.clone(), json!({ "enum": names })))
        .collect();
    let client = raw(
        json!({ "type": "object", "properties": properties, "additionalProperties": false,
        "required": ["name00"] }),
    );
    let first = names[..20].join(", ");
    let quoted = first.replace(", ", "\", \"");
    let answer = client
        .tool("raw", json!({ "name00": "x", "something else": 1 }))
        .await;
    answer.assert_error(&format!(
        "Invalid tool arguments\nname00: \"x\" is not one of \"{quoted}\" and 5 more\n[\"something else\"]: is not known, known are {first} and 5 more"
    ));
    let data = &answer.result()["_meta"]["ferramenta/problems"];
    for problem in data.as_array().expect("problems") {
        assert_eq!(
            (&problem["allowed"], &problem["more"]),
            (&json!(names[..20]), &json!(5))
        );
    }
}

#[tokio::test]
async fn problems_are_data_for_programs() {
    let answer = search()
        .tool(
            "search",
            json!({ "limit": 99, "qeury": 1, "query": "a", "sort": "titel", "zzz": 1 }),
        )
        .await;
    assert_eq!(
        answer.result()["_meta"]["ferramenta/problems"],
        json!([
            { "path": "limit", "problem": "99 is more than the maximum of 50" },
            { "path": "qeury", "problem": "is not known", "suggestion": "query" },
            { "path": "sort", "problem": "\"titel\" is not one of \"title\", \"year\"",
              "allowed": ["title", "year"], "suggestion": "title" },
            { "path": "zzz", "problem": "is not known", "allowed": ["query", "limit", "isbn", "sort"] },
        ])
    );
}

#[tokio::test]
async fn a_text_that_is_too_long_is_not_searched() {
    let text = json!({ "type": "string", "maxLength": 3, "pattern": "^[0-9]+$", "format": "date" });
    let client = raw(json!({ "type": "object", "properties": { "text": text } }));
    client
        .tool("raw", json!({ "text": "abcd" }))
        .await
        .assert_error("Invalid tool arguments\ntext: has 4 characters, at most 3 allowed");
    client
        .tool("raw", json!({ "text": "a" }))
        .await
        .assert_text_contains("does not match the pattern");
}

#[tokio::test]
async fn fixed_numbers_are_the_same_however_they_are_written() {
    fn numbers() -> TestClient {
        let specs = (
            ParamSpec::<f64>::new("float").one_of([1, 2]),
            ParamSpec::<Option<f64>>::new("maybe").one_of([1, 2]),
            ParamSpec::<i64>::new("int").one_of([1.0, 9_007_199_254_740_992.0]),
        );
        let tool = ToolDef::new("pick").handler(
            specs,
            |(float, maybe, int): (f64, Option<f64>, i64)| async move {
                format!("{float} {maybe:?} {int}")
            },
        );
        client(Server::new("t").tool_value(tool))
    }
    let client = numbers();
    for (arguments, text) in [
        (json!({ "float": 1, "int": 1 }), "1 None 1"),
        (
            json!({ "float": 2.0, "maybe": 1, "int": 1.0 }),
            "2 Some(1.0) 1",
        ),
        (
            json!({ "float": 1, "int": 9_007_199_254_740_992_i64 }),
            "1 None 9007199254740992",
        ),
    ] {
        client
            .tool("pick", arguments)
            .await
            .assert_ok()
            .assert_text(text);
    }
    for (arguments, path) in [
        (json!({ "float": 1.5, "int": 1 }), "float"),
        (json!({ "float": 1, "maybe": 3, "int": 1 }), "maybe"),
        (
            json!({ "float": 1, "int": 9_007_199_254_740_993_i64 }),
            "int",
        ),
    ] {
        let answer = client.tool("pick", arguments).await;
        answer.assert_text_contains(&format!("Invalid tool arguments\n{path}: "));
    }
}
