//! What a tool answers with.

mod support;

use ferramenta::{Server, Structured, tool};
use greet::demo;
use serde_json::{Value, json};
use support::{client, client_of, listed};

#[tokio::test]
async fn a_structured_value_comes_along_with_its_json_as_text() {
    let client = client(demo());
    let greeting = client.tool("greet", json!({ "name": "Ada" })).await;
    greeting
        .assert_ok()
        .assert_structured(json!("Hello, Ada!"))
        .assert_text("\"Hello, Ada!\"");
}

/// Give back any value.
#[tool(inline)]
fn same(value: Value) -> Structured<Value> {
    Structured(value)
}

#[tokio::test]
async fn any_json_can_be_a_structured_value() {
    for version in ["2025-06-18", "2025-11-25", support::MODERN] {
        let client = client_of(version, Server::new("t").tool::<same>());
        for value in [
            json!("text"),
            json!(1.5),
            json!(true),
            json!([1, "two", [3]]),
            json!({ "a": { "b": null } }),
        ] {
            let answer = client.tool("same", json!({ "value": value })).await;
            let structured = answer.assert_ok().structured();
            // older versions have objects alone
            let sent = if version == support::MODERN {
                structured
            } else {
                &structured["result"]
            };
            assert_eq!(*sent, value, "{version}");
            let text: Value = serde_json::from_str(&answer.text()).expect("JSON");
            assert_eq!(text, value);
        }
    }
}

#[tokio::test]
async fn an_object_is_answered_as_its_output_contract_says() {
    let client = client(demo());
    let schema = &listed(&client, "summarize").await["outputSchema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["count", "total"]));
    let answer = client
        .tool("summarize", json!({ "values": [2.5, 3.5] }))
        .await;
    answer
        .assert_ok()
        .assert_structured(json!({ "count": 2, "total": 6.0 }));
    let empty = client.tool("summarize", json!({ "values": [] })).await;
    empty
        .assert_ok()
        .assert_structured(json!({ "count": 0, "total": 0.0 }));
}

#[tokio::test]
async fn a_bare_value_is_structured_by_the_contract_of_its_type() {
    for version in ["2025-06-18", "2025-11-25", support::MODERN] {
        let client = client_of(version, demo());
        let schema = &listed(&client, "greet-all").await["outputSchema"];
        let list = json!({ "type": "array", "items": { "type": "string" } });
        assert_eq!(schema["properties"], json!({ "result": list }));
        let answer = client
            .tool("greet-all", json!({ "names": ["Ada", "Bob"] }))
            .await;
        let greetings = json!({ "result": ["Hello, Ada!", "Hello, Bob!"] });
        answer.assert_ok().assert_structured(greetings);
    }
}

#[tokio::test]
async fn contents_of_all_kinds_and_a_structured_value_travel_together() {
    let client = client(demo());
    let answer = client.tool("postcard", json!({ "place": "Porto" })).await;
    answer
        .assert_ok()
        .assert_structured(json!({ "place": "Porto" }));
    let content = answer.result()["content"].as_array().expect("a list");
    let kinds: Vec<_> = content.iter().map(|block| &block["type"]).collect();
    assert_eq!(
        kinds,
        ["text", "image", "audio", "resource_link", "resource"]
    );
    assert_eq!(content[0]["text"], "Greetings from Porto!");
    assert_eq!(content[1]["annotations"]["audience"], json!(["user"]));
    assert_eq!(content[3]["uri"], "demo://places/Porto");
    assert_eq!(content[4]["resource"]["text"], "Wish you were here.");
    assert_eq!(answer.result()["_meta"]["example.com/postage"], 85);
}

#[tokio::test]
async fn what_a_version_does_not_know_is_told_in_words() {
    let client = client_of("2024-11-05", demo());
    let answer = client.tool("postcard", json!({ "place": "Porto" })).await;
    let content = answer.assert_ok().result()["content"].clone();
    assert_eq!(content[2]["text"], "Audio (audio/wav, 4 bytes)");
    assert_eq!(content[3]["text"], "Porto: demo://places/Porto");
}

#[tokio::test]
async fn several_contents_are_one_result() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let answer = client.tool("avatar", json!({ "name": "Ada" })).await;
        answer.assert_ok().assert_text("This is Ada:");
        let content = answer.result()["content"].as_array().expect("a list");
        assert_eq!(content.len(), 2);
        assert_eq!(content[1]["mimeType"], "image/png");
    }
}

#[tokio::test]
async fn a_whole_result_of_the_protocol_is_handed_on() {
    let client = client(demo());
    let answer = client
        .tool("translate", json!({ "language": "portuguese" }))
        .await;
    let greeting = json!({ "language": "portuguese", "greeting": "Olá!" });
    answer
        .assert_ok()
        .assert_text("Olá!")
        .assert_structured(greeting);
}

#[tokio::test]
async fn progress_is_told_to_who_asks_for_it() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let arguments = json!({ "names": ["Ada", "Bob"] });
        client
            .tool("greet-all", arguments.clone())
            .await
            .assert_ok();
        assert!(client.notifications().is_empty());

        let meta = json!({ "progressToken": "p" });
        let params = json!({ "name": "greet-all", "arguments": arguments, "_meta": meta });
        client.request("tools/call", params).await.assert_ok();
        let sent = client.notifications();
        for message in &sent {
            spec_check::assert_sent_by_server(version, message.to_string().as_bytes());
        }
        let steps: Vec<_> = sent
            .iter()
            .map(|message| &message["params"])
            .map(|params| {
                (
                    &params["progressToken"],
                    &params["progress"],
                    &params["total"],
                )
            })
            .collect();
        let (token, two) = (&json!("p"), &json!(2));
        assert_eq!(steps, [(token, &json!(1), two), (token, two, two)]);
    }
}
