//! Contracts as files.

use ferramenta_contract::{Contract, Offer};
use serde_json::json;

fn contract() -> Contract {
    let schema = json!({ "type": "object", "properties": { "b": { "type": "string" }, "a": { "type": "integer" } } });
    Contract::of(Offer {
        tools: vec![
            json!({ "name": "z", "description": "Last.", "inputSchema": schema, "_meta": { "seen": 1 } }),
            json!({ "name": "a", "description": "First.", "scopes": ["read"] }),
        ],
        prompts: vec![json!({ "name": "p" })],
        resources: vec![json!({ "uri": "a:b", "name": "b" })],
        templates: vec![json!({ "uriTemplate": "a:{b}", "name": "t" })],
        ..Offer::named("Shop")
    })
    .expect("a contract")
}

#[test]
fn what_is_written_is_read() {
    let text = contract().to_json();
    assert!(text.ends_with("}\n"));
    let read = Contract::from_json(&text).unwrap();
    assert_eq!(read, contract());
    assert_eq!(read.to_json(), text);
    assert!(text.contains(&contract().hash()));
    assert!(!text.contains("_meta"));
}

#[test]
fn files_that_are_no_contracts_say_why() {
    let edited = contract().to_json().replace("Last.", "Least.");
    for (text, expected) in [
        (
            "{",
            "the file isn't JSON: EOF while parsing an object at line 1 column 1",
        ),
        ("{}", "the file isn't a contract"),
        (
            r#"{ "ferramenta": 2 }"#,
            "the file has form 2, and this version reads 1",
        ),
        (
            r#"{ "ferramenta": 1, "tools": [] }"#,
            "tools isn't an object",
        ),
        (
            r#"{ "ferramenta": 1, "tools": { "a": 1 } }"#,
            "tools: a isn't an object",
        ),
    ] {
        assert_eq!(Contract::from_json(text).unwrap_err().to_string(), expected);
    }
    let told = Contract::from_json(&edited).unwrap_err().to_string();
    assert!(
        told.starts_with("the file was changed by hand: its hash is sha256:"),
        "{told}"
    );
}

#[test]
fn lists_that_are_no_contract_say_why() {
    for (tools, expected) in [
        (json!([1]), "tools: entry 0 isn't an object"),
        (json!([{}]), "tools: entry 0 has no name"),
        (
            json!([{ "name": "a" }, { "name": "a" }]),
            "tools: a is there twice",
        ),
    ] {
        let tools = tools.as_array().cloned().unwrap();
        let offer = Offer {
            tools,
            ..Offer::named("t")
        };
        assert_eq!(Contract::of(offer).unwrap_err().to_string(), expected);
    }
}
