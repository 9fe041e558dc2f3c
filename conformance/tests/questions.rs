//! What the fixtures that ask answer, in all versions whose clients can be asked.

use ferramenta::TestClient;
use serde_json::{Value, json};

const VERSIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

fn client(version: &str) -> TestClient {
    let client = TestClient::new(conformance_server::server());
    let client = if version == "2026-07-28" {
        client
    } else {
        client.legacy(version)
    };
    let sampled = json!({
        "role": "assistant",
        "content": { "type": "text", "text": "Paris" },
        "model": "test",
    });
    client
        .capabilities(json!({ "elicitation": {}, "sampling": {}, "roots": {} }))
        .answer("user_name", json!({ "name": "Alice" }))
        .answer("confirm", json!({ "ok": true }))
        .answer("step1", json!({ "name": "Ada" }))
        .answer("step2", json!({ "color": "blue" }))
        .answer(
            "account",
            json!({ "username": "ada", "email": "ada@example.com" }),
        )
        .answer("defaults", json!({ "age": 36 }))
        .answer(
            "choices",
            json!({ "legacyEnum": "opt1", "titledMulti": ["value1"] }),
        )
        .answer("user_context", json!({ "context": "a test" }))
        .answer("client_roots", json!({ "roots": [{ "uri": "file:///a" }] }))
        .answer("prompt", sampled.clone())
        .answer("capital_question", sampled.clone())
        .answer("hello", sampled.clone())
        .answer("greeting", sampled)
}

#[tokio::test]
async fn tools_that_ask() {
    let none = json!({});
    for (tool, arguments, expected) in [
        (
            "test_sampling",
            json!({ "prompt": "?" }),
            "LLM response: Paris",
        ),
        (
            "test_elicitation",
            json!({ "message": "Who?" }),
            "User response: ada, ada@example.com",
        ),
        (
            "test_elicitation_sep1034_defaults",
            none.clone(),
            "Elicitation completed: John Doe, 36",
        ),
        (
            "test_elicitation_sep1330_enums",
            none.clone(),
            r#"Elicitation completed: {"legacyEnum":"opt1","titledMulti":["value1"]}"#,
        ),
        ("test_missing_capability", none.clone(), "Paris"),
        ("test_streaming_elicitation", none.clone(), "ok: true"),
        (
            "test_input_required_result_elicitation",
            none.clone(),
            "Hello, Alice!",
        ),
        ("test_input_required_result_sampling", none.clone(), "Paris"),
        (
            "test_input_required_result_list_roots",
            none.clone(),
            "Roots: file:///a",
        ),
        (
            "test_input_required_result_request_state",
            none.clone(),
            "state-ok",
        ),
        (
            "test_input_required_result_multiple_inputs",
            none.clone(),
            "Paris, Alice! 1 roots",
        ),
        (
            "test_input_required_result_multi_round",
            none.clone(),
            "Ada likes blue",
        ),
        (
            "test_input_required_result_tampered_state",
            none.clone(),
            "state-ok",
        ),
        (
            "test_input_required_result_capabilities",
            none,
            "Hello, Alice!",
        ),
    ] {
        for version in VERSIONS {
            let client = client(version);
            let result = client.tool(tool, arguments.clone()).await;
            result.assert_ok().assert_text(expected);
            for asked in client.asked() {
                if asked.get("id").is_some() {
                    spec_check::assert_sent_by_server(version, asked.to_string().as_bytes());
                }
            }
        }
    }
}

#[tokio::test]
async fn a_prompt_that_asks() {
    for version in VERSIONS {
        let prompt = client(version)
            .prompt("test_input_required_result_prompt", json!({}))
            .await;
        let text: &Value = &prompt.result()["messages"][0]["content"]["text"];
        assert_eq!(text, "Use the following context: a test");
    }
}
