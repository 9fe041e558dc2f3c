//! What a model reads about wrong arguments is enough to get them right.

mod support;

use ferramenta::{Args, ParamSpec, Server, TestClient, ToolDef};
use serde_json::{Value, json};
use support::client;

/// A tool with a rule of each kind.
fn order() -> TestClient {
    let schema = json!({
        "type": "object",
        "properties": {
            "customer": { "type": "string", "minLength": 2, "maxLength": 12 },
            "copies": { "type": "integer", "minimum": 1, "maximum": 50 },
            "discount": { "type": "number", "exclusiveMaximum": 1, "multipleOf": 0.25 },
            "gift": { "type": "boolean" },
            "delivery": { "type": "string", "format": "date" },
            "genre": { "type": "string", "enum": ["fiction", "non-fiction", "poetry"] },
            "isbn": { "type": "string", "pattern": "^[0-9]+$" },
            "tags": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 3 },
            "book": {
                "type": "object",
                "properties": { "title": { "type": "string" }, "year": { "type": "integer", "minimum": 1450 } },
                "required": ["title", "year"],
                "additionalProperties": false,
            },
            "payment": {
                "oneOf": [
                    { "type": "object", "properties": { "kind": { "const": "card" }, "number": { "type": "string" } },
                      "required": ["kind", "number"], "additionalProperties": false },
                    { "type": "object", "properties": { "kind": { "const": "invoice" }, "days": { "type": "integer" } },
                      "required": ["kind", "days"], "additionalProperties": false },
                ],
            },
        },
        "required": ["customer", "copies"],
        "additionalProperties": false,
    });
    let tool = ToolDef::new("order").input_schema(schema).handler(
        (ParamSpec::new("order"),),
        |(Args(order),): (Args<Value>,)| async move { order.to_string() },
    );
    client(Server::new("t").tool_value(tool))
}

/// Calls with up to five mistakes each.
fn wrong_calls() -> Vec<Value> {
    vec![
        json!({}),
        json!({ "customer": "Ada" }),
        json!({ "customer": "A", "copies": 1 }),
        json!({ "customer": "Ada Lovelace the First", "copies": 1 }),
        json!({ "customer": "Ada", "copies": 0 }),
        json!({ "customer": "Ada", "copies": 999 }),
        json!({ "customer": "Ada", "copies": "five" }),
        json!({ "customer": "Ada", "copies": 1.5 }),
        json!({ "customer": 7, "copies": [] }),
        json!({ "custmer": "Ada", "copies": 1 }),
        json!({ "customer": "Ada", "copies": 1, "zzz": 1 }),
        json!({ "customer": "Ada", "copies": 1, "discount": 1 }),
        json!({ "customer": "Ada", "copies": 1, "discount": 0.3 }),
        json!({ "customer": "Ada", "copies": 1, "gift": "perhaps" }),
        json!({ "customer": "Ada", "copies": 1, "delivery": "tomorrow" }),
        json!({ "customer": "Ada", "copies": 1, "genre": "Poetri" }),
        json!({ "customer": "Ada", "copies": 1, "genre": "cookery" }),
        json!({ "customer": "Ada", "copies": 1, "isbn": "978-0" }),
        json!({ "customer": "Ada", "copies": 1, "tags": [] }),
        json!({ "customer": "Ada", "copies": 1, "tags": ["a", 2, "c", "d"] }),
        json!({ "customer": "Ada", "copies": 1, "book": { "titel": "Dune", "year": 19 } }),
        json!({ "customer": "Ada", "copies": 1, "book": "Dune" }),
        json!({ "customer": "Ada", "copies": 1, "payment": { "kind": "cash" } }),
        json!({ "customer": "Ada", "copies": 1, "payment": { "days": 30 } }),
        json!({ "customer": "", "copies": -3, "genre": "x", "book": { "year": "1965" }, "payment": { "kind": "card" } }),
    ]
}

#[tokio::test]
async fn every_wrong_call_is_mended_by_reading_the_message_alone() {
    let client = order();
    for call in wrong_calls() {
        let mut arguments = call.clone();
        let mut rounds = 0;
        loop {
            let answer = client.tool("order", arguments.clone()).await;
            if answer.result()["isError"] != json!(true) {
                answer.assert_ok();
                break;
            }
            rounds += 1;
            assert!(
                rounds <= 3,
                "not mended after three readings: {call}\n{}",
                answer.text()
            );
            for line in answer.text().lines().skip(1) {
                mend(&mut arguments, line);
            }
        }
        assert!(rounds > 0, "this call was right: {call}");
    }
}

/// Mends one problem, knowing nothing but its line.
fn mend(arguments: &mut Value, line: &str) {
    let (path, problem) = line.split_once(": ").expect("a path");
    let (problem, suggestion) = match problem.split_once("; did you mean ") {
        Some((problem, near)) => (
            problem,
            Some(near.trim_end_matches('?').trim_matches(['`', '"'])),
        ),
        None => (problem, None),
    };
    if problem.starts_with("is not known") {
        let value = remove(arguments, path);
        if let (Some(near), Some(value)) = (suggestion, value) {
            let parent = path
                .rsplit_once('.')
                .map_or(String::new(), |(parent, _)| format!("{parent}."));
            set(arguments, &format!("{parent}{near}"), value);
        }
        return;
    }
    if let Some(value) = replacement(problem, suggestion, get(arguments, path)) {
        set(arguments, path, value);
    }
}

fn replacement(problem: &str, suggestion: Option<&str>, sent: Option<Value>) -> Option<Value> {
    let after = |words: &str| problem.split_once(words).map(|(_, rest)| rest.to_owned());
    if let Some(near) = suggestion {
        return Some(near.into());
    }
    for words in ["is not one of ", "give one of "] {
        if let Some(names) = after(words) {
            return serde_json::from_str(names.split(", ").next()?).ok();
        }
    }
    for words in ["the minimum of ", "the maximum of "] {
        if let Some(limit) = after(words) {
            return serde_json::from_str(&limit).ok();
        }
    }
    if let Some(example) = after("write it like ") {
        return Some(example.into());
    }
    if let Some(text) = after(", write ") {
        return serde_json::from_str(&text).ok();
    }
    if problem.contains("not less than") || problem.contains("not a multiple of") {
        return Some(json!(0));
    }
    if problem.contains("does not match the pattern ^[0-9]+$") {
        return Some("9780".into());
    }
    if let Some(bound) = after("at least ").or_else(|| after("at most ")) {
        let count: usize = bound.split(' ').next()?.parse().ok()?;
        return Some(match sent? {
            Value::Array(items) => items
                .into_iter()
                .chain(std::iter::repeat(json!("x")))
                .take(count)
                .collect(),
            other => format!("{}{}", other.as_str()?, "x".repeat(count))
                .chars()
                .take(count)
                .collect::<String>()
                .into(),
        });
    }
    for (kind, value) in [
        ("a string", json!("xx")),
        ("an integer", json!(1)),
        ("a number", json!(0.5)),
        ("a boolean", json!(true)),
        ("a list", json!([])),
        ("an object", json!({})),
    ] {
        if problem.ends_with(&format!("give {kind}"))
            || problem.ends_with(&format!("is not {kind}"))
        {
            return Some(value);
        }
    }
    None
}

fn pointer(path: &str) -> String {
    format!("/{}", path.replace(['.', '['], "/").replace(']', ""))
}

fn get(arguments: &Value, path: &str) -> Option<Value> {
    arguments.pointer(&pointer(path)).cloned()
}

fn set(arguments: &mut Value, path: &str, value: Value) {
    let pointer = pointer(path);
    let (parent, key) = pointer.rsplit_once('/').expect("a key");
    match arguments.pointer_mut(parent) {
        Some(Value::Array(items)) => items[key.parse::<usize>().expect("an index")] = value,
        Some(object) => object[key] = value,
        None => panic!("there is no `{parent}`"),
    }
}

fn remove(arguments: &mut Value, path: &str) -> Option<Value> {
    let pointer = pointer(path);
    let (parent, key) = pointer.rsplit_once('/').expect("a key");
    arguments.pointer_mut(parent)?.as_object_mut()?.remove(key)
}

#[tokio::test]
async fn every_line_has_its_form_and_nobody_elses_words() {
    let client = order();
    for call in wrong_calls() {
        let answer = client.tool("order", call).await;
        let text = answer.text();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("Invalid tool arguments"));
        let data = answer.result()["_meta"]["ferramenta/problems"]
            .as_array()
            .cloned()
            .expect("data");
        assert_eq!(lines.clone().count(), data.len());
        for (line, data) in lines.zip(data) {
            let part = |key: &str| data[key].as_str().map(str::to_owned);
            let start = format!(
                "{}: {}",
                part("path").expect("a path"),
                part("problem").expect("a problem")
            );
            let mut rest = line.strip_prefix(&start).expect(line).to_owned();
            if let Some(suggestion) = part("suggestion") {
                let ends = [
                    format!("; did you mean `{suggestion}`?"),
                    format!("; did you mean \"{suggestion}\"?"),
                ];
                let end = ends.iter().find_map(|end| rest.strip_suffix(end.as_str()));
                rest = end.expect(line).to_owned();
            }
            match &data["allowed"] {
                Value::Array(values) => {
                    let told = |value: &Value| line.contains(value.as_str().expect("a text"));
                    assert!(values.iter().all(told), "{values:?} {line}");
                }
                Value::String(words) => assert_eq!(rest, format!(", {words}")),
                _ => assert_eq!(rest, ""),
            }
            for foreign in [
                "::", "http", "serde", "schema", "expected", "i64", "u32", "struct",
            ] {
                assert!(!line.contains(foreign), "{line}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_meant_well_is_taken_and_counted() {
    let client = order();
    for (sent, arrives) in [
        (
            json!({ "customer": "Ada", "copies": "5" }),
            json!({ "customer": "Ada", "copies": 5 }),
        ),
        (
            json!({ "customer": "Ada", "copies": 5.0 }),
            json!({ "customer": "Ada", "copies": 5 }),
        ),
        (
            json!({ "customer": "Ada", "copies": 1, "gift": "true" }),
            json!({ "customer": "Ada", "copies": 1, "gift": true }),
        ),
        (
            json!({ "customer": "Ada", "copies": 1, "gift": null }),
            json!({ "customer": "Ada", "copies": 1 }),
        ),
        (
            json!({ "customer": "Ada", "copies": 1, "tags": "[\"a\"]" }),
            json!({ "customer": "Ada", "copies": 1, "tags": ["a"] }),
        ),
        (
            json!({ "customer": "Ada", "copies": 1, "book": "{\"title\":\"Dune\",\"year\":\"1965\"}" }),
            json!({ "customer": "Ada", "copies": 1, "book": { "title": "Dune", "year": 1965 } }),
        ),
        (
            json!({ "customer": "Ada", "copies": 1, "payment": { "kind": "invoice", "days": "30" } }),
            json!({ "customer": "Ada", "copies": 1, "payment": { "kind": "invoice", "days": 30 } }),
        ),
        // a text stays a text where one is asked for
        (
            json!({ "customer": "42", "copies": 1 }),
            json!({ "customer": "42", "copies": 1 }),
        ),
        (
            Value::String(json!({ "customer": "Ada", "copies": 1 }).to_string()),
            json!({ "customer": "Ada", "copies": 1 }),
        ),
    ] {
        let answer = client.tool("order", sent).await;
        answer.assert_ok();
        assert_eq!(
            serde_json::from_str::<Value>(&answer.text()).expect("JSON"),
            arrives
        );
    }
}
