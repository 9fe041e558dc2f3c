//! What goes wrong, and who reads of it.

mod support;

use ferramenta::{Response, Server, tool};
use greet::{demo, services::Phrasebook};
use serde_json::{Value, json};
use support::{client, client_of, listed};

/// The demo, with a phrasebook that somebody has spoiled.
fn spoiled() -> Server {
    demo().replace_service(Phrasebook::of([
        ("torn", r#"{ "secret": "#),
        (
            "mute",
            r#"{ "content": [{ "type": "text", "text": "Hello!" }] }"#,
        ),
        (
            "odd",
            r#"{ "content": [], "structuredContent": { "language": "odd", "greeting": 7 } }"#,
        ),
        (
            "closed",
            r#"{ "content": [{ "type": "text", "text": "Come back later." }], "isError": true }"#,
        ),
        ("foreign", r#"{ "contents": [] }"#),
    ]))
}

async fn translate(language: &str) -> ferramenta::TestResult {
    client(spoiled())
        .tool("translate", json!({ "language": language }))
        .await
}

#[tokio::test]
async fn a_failure_that_was_foreseen_is_read_by_the_model() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let empty = client.tool("greet", json!({ "name": "  " })).await;
        empty.assert_error("Provide a name that is not empty.");
        let unknown = client
            .tool("translate", json!({ "language": "klingon" }))
            .await;
        unknown.assert_error("There is no greeting in this language.");
    }
}

#[tokio::test]
async fn an_error_need_not_keep_the_contract_of_success() {
    let client = client(spoiled());
    assert!(listed(&client, "translate").await["outputSchema"].is_object());
    let closed = client
        .tool("translate", json!({ "language": "closed" }))
        .await;
    closed.assert_error("Come back later.");
    assert!(closed.structured().is_null());
}

#[tokio::test]
async fn a_failure_that_nobody_foresaw_shows_no_details() {
    let torn = translate("torn").await;
    torn.assert_text_contains("Tool execution failed (reference ");
    assert_eq!(torn.result()["isError"], true);
    let sent = torn.message().to_string();
    for detail in ["secret", "EOF", "expected", "line 1", "panicked"] {
        assert!(!sent.contains(detail), "{sent}");
    }
}

/// Panic.
#[tool(inline)]
fn panic() {
    panic!("the secret of the house");
}

#[tokio::test]
async fn a_panic_is_a_failure_like_any_other() {
    let client = client(Server::new("t").tool::<panic>());
    let answer = client.tool("panic", json!({})).await;
    answer.assert_text_contains("Tool execution failed (reference ");
    assert!(!answer.message().to_string().contains("secret"));
}

#[tokio::test]
async fn a_success_that_breaks_its_output_contract_is_a_failure() {
    let odd = translate("odd").await;
    odd.assert_text_contains("Tool execution failed (reference ");
    assert_eq!(odd.result()["isError"], true);
    assert!(odd.structured().is_null());
    assert!(!odd.message().to_string().contains("greeting"));
}

#[tokio::test]
async fn a_text_alone_breaks_a_declared_output() {
    let mute = translate("mute").await;
    mute.assert_text_contains("Tool execution failed (reference ");
    assert!(!mute.text().contains("Hello!"));
}

#[tokio::test]
async fn a_name_that_is_not_known_is_an_error_of_the_protocol() {
    for version in spec_check::VERSIONS {
        let answer = client_of(version, demo()).tool("gret", json!({})).await;
        answer.assert_protocol_error(-32602, "Unknown tool: gret");
        assert!(answer.result().is_null());
    }
}

#[tokio::test]
async fn an_envelope_that_is_none_is_an_error_of_the_protocol() {
    let client = client(demo());
    for (message, code) in [
        (r#"{"jsonrpc":"2.0","id":1,"method":"#, -32700),
        (r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#, -32600),
        (r#"{"id":1}"#, -32600),
    ] {
        let answer = client.message(message).await.expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["error"]["code"], code, "{message}");
    }
}

#[tokio::test]
async fn a_foreign_result_that_is_none_is_refused() {
    let foreign = translate("foreign").await;
    foreign.assert_text_contains("Tool execution failed (reference ");
    assert_eq!(foreign.result()["isError"], true);
}

/// Give two values where there can be one.
#[tool(inline)]
fn twice() -> Response {
    Response::new().structured(&1).structured(&2)
}

#[tokio::test]
async fn two_structured_values_are_refused() {
    let client = client(Server::new("t").tool::<twice>());
    let answer = client.tool("twice", json!({})).await;
    answer.assert_text_contains("Tool execution failed (reference ");
    assert!(answer.structured().is_null());
}
