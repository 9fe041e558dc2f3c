//! Questions to the client's model and for its roots, which all versions have.

#![cfg(feature = "deprecated-upstream")]

mod support;

use ferramenta::{Question, Questions, Role, Sampling, Server, ToolResult, tool};
use serde_json::{Value, json};
use support::{VERSIONS, client_of};

/// Ask the client's model, and for its roots.
#[tool]
async fn ask(questions: Questions) -> ToolResult<String> {
    let sampling = Sampling::new("What is the capital of France?", 50)
        .message(Role::Assistant, "Do you mean today?")
        .message(Role::User, "Yes.")
        .system_prompt("Be short.")
        .temperature(0.5)
        .stop_at("\n");
    let capital = Question::sampling("capital", sampling);
    let (capital, roots) = questions
        .ask_all((capital, Question::roots("roots")))
        .await?;
    let stop = capital.stop_reason().unwrap_or("no reason").to_owned();
    let uris: Vec<_> = roots
        .iter()
        .map(|root| (root.uri.as_str(), root.name.as_deref()))
        .collect();
    Ok(format!(
        "{} by {}, {stop}, {uris:?}",
        capital.text(),
        capital.model()
    ))
}

/// Ask the client's model alone.
#[tool]
async fn sample(questions: Questions) -> ToolResult<String> {
    if !questions.can_sample() {
        return Ok(format!("roots: {}", questions.can_list_roots()));
    }
    Ok(questions
        .sample("capital", Sampling::new("?", 5))
        .await?
        .text())
}

fn server() -> Server {
    Server::new("Test").tools::<(ask, sample)>()
}

fn sampled() -> Value {
    json!({
        "role": "assistant",
        "content": { "type": "text", "text": "Paris" },
        "model": "small",
        "stopReason": "endTurn",
    })
}

#[tokio::test]
async fn all_versions_have_them() {
    let roots = json!({ "roots": [{ "uri": "file:///a", "name": "A" }, { "uri": "file:///b" }] });
    for version in VERSIONS {
        let client = client_of(version, server())
            .capabilities(json!({ "sampling": {}, "roots": {} }))
            .answer("capital", sampled())
            .answer("roots", roots.clone());
        let answer = client.call::<ask>(()).await;
        answer.assert_text(
            "Paris by small, endTurn, [(\"file:///a\", Some(\"A\")), (\"file:///b\", None)]",
        );
        let asked = client.asked();
        assert_eq!(asked.len(), 2, "{version}");
        for question in asked.iter().filter(|question| question.get("id").is_some()) {
            spec_check::assert_sent_by_server(version, question.to_string().as_bytes());
        }
        let sampling = asked
            .iter()
            .find(|asked| asked["method"] == "sampling/createMessage");
        let params = sampling.map(|asked| &asked["params"]);
        assert_eq!(params.map(|params| &params["maxTokens"]), Some(&json!(50)));
        assert_eq!(
            params.map(|params| &params["messages"][2]["content"]["text"]),
            Some(&json!("Yes."))
        );
    }
}

#[tokio::test]
async fn clients_that_lack_them_are_told_so() {
    for version in VERSIONS {
        let without = client_of(version, server()).capabilities(json!({ "sampling": {} }));
        let refused = without.call::<ask>(()).await;
        if version == "2026-07-28" {
            refused.assert_protocol_error(-32021, "Missing client capability: roots");
            let data = &refused.message()["error"]["data"];
            assert_eq!(data, &json!({ "requiredCapabilities": { "roots": {} } }));
        } else {
            refused.assert_error("The user can't be asked: the client has no capability `roots`.");
        }
        let roots = client_of(version, server()).capabilities(json!({ "roots": {} }));
        roots.call::<sample>(()).await.assert_text("roots: true");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_asked_for_again() {
    for version in VERSIONS {
        let client = client_of(version, server())
            .capabilities(json!({ "sampling": {} }))
            .answer("capital", json!({ "content": "Paris" }));
        let refused = client.call::<sample>(()).await;
        refused.assert_protocol_error(
            -32602,
            "Invalid params: the answer to `capital` is not what was asked for: a message with `role`, `content` and \
             `model` was expected",
        );
        assert_eq!(client.asked().len(), 4, "{version}");
    }
}
