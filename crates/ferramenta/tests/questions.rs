//! Questions to the user, with clients of all versions.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use ferramenta::{
    Inject, Messages, Question, Questions, Reply, Server, TestClient, ToolResult, prompt, resource,
    tool,
};
use serde_json::{Value, json};
use support::{client, client_of};

/// The versions whose clients can be asked.
const ASKED: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

#[ferramenta::schema]
struct Name {
    name: String,
}

/// Greet the user.
#[tool]
async fn greet(questions: Questions) -> ToolResult<String> {
    Ok(
        match questions.ask::<Name>("name", "What is your name?").await? {
            Reply::Accepted(Name { name }) => format!("Hello, {name}!"),
            Reply::Declined => "Hello!".into(),
            Reply::Cancelled => "Never mind.".into(),
        },
    )
}

/// Greet the user in a prompt.
#[prompt]
async fn greeting(questions: Questions) -> ToolResult<Messages> {
    let name = questions.ask::<Name>("name", "Who?").await?.accepted();
    let name = name.map_or("nobody".into(), |name| name.name);
    Ok(Messages::new().user(format!("I am {name}.")))
}

/// Something about the user.
#[resource("test://users/{shelf}")]
async fn user(shelf: u32, questions: Questions) -> ToolResult<String> {
    let name = questions.ask::<Name>("name", "Who?").await?.accepted();
    let name = name.map_or("nobody".into(), |name| name.name);
    Ok(format!("{name} at {shelf}"))
}

#[derive(Default)]
struct Effects(AtomicUsize);

impl Effects {
    fn happen(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

#[ferramenta::schema]
struct Confirm {
    sure: bool,
}

/// Order something.
#[tool]
async fn order(
    title: String,
    effects: Inject<Effects>,
    questions: Questions,
) -> ToolResult<String> {
    let Reply::Accepted(name) = questions.ask::<Name>("name", "Who orders?").await? else {
        return Ok("nobody".into());
    };
    let number = questions
        .once("reserve", async { Ok(effects.happen()) })
        .await?;
    let message = format!("Order number {number} of '{title}'?");
    let sure = questions.ask::<Confirm>("sure", message).await?;
    let sure = sure.map(|confirm| confirm.sure);
    Ok(format!("{} {number}: {sure:?}", name.name))
}

/// Ask two things at once.
#[tool]
async fn pair(questions: Questions) -> ToolResult<String> {
    let name = Question::form::<Name>("name", "Who?");
    let sure = Question::form::<Confirm>("sure", "Sure?");
    let (name, sure) = questions.ask_all((name, sure)).await?;
    let name = name.map(|name| name.name);
    let sure = sure.map(|confirm| confirm.sure);
    Ok(format!("{name:?} {sure:?}"))
}

/// Have a page opened.
#[tool]
async fn pay(questions: Questions) -> ToolResult<String> {
    let page = "https://shop.example/pay?order=7";
    Ok(
        match questions.visit("pay", "Pay the order.", page).await? {
            Reply::Accepted(visit) => {
                visit.completed();
                "paid".into()
            }
            other => format!("{:?}", other.map(drop)),
        },
    )
}

fn server() -> Server {
    Server::new("Test")
        .service(Effects::default())
        .tools::<(greet, order, pair, pay)>()
        .prompt::<greeting>()
        .resource::<user>()
}

fn asked_of(version: &str) -> TestClient {
    client_of(version, server())
}

/// Checks what the server has asked against the specification.
fn check_asked(version: &str, asked: &[Value]) {
    for question in asked.iter().filter(|question| question.get("id").is_some()) {
        spec_check::assert_sent_by_server(version, question.to_string().as_bytes());
    }
}

#[tokio::test]
async fn a_modern_client_is_answered_with_the_question() {
    let client = client(server()).capabilities(json!({ "elicitation": {} }));
    let asked = client.tool("greet", json!({})).await;
    let result = asked.result();
    assert_eq!(result["resultType"], "input_required");
    assert_eq!(
        result["inputRequests"],
        json!({ "name": { "method": "elicitation/create", "params": {
            "mode": "form",
            "message": "What is your name?",
            "requestedSchema": {
                "type": "object",
                "properties": { "name": { "type": "string" } },
                "required": ["name"],
            },
        } } })
    );
    let retry = json!({
        "name": "greet",
        "inputResponses": { "name": { "action": "accept", "content": { "name": "Ada" } }, "other": 7 },
        "requestState": result["requestState"],
    });
    client
        .request("tools/call", retry)
        .await
        .assert_text("Hello, Ada!");
}

#[tokio::test]
async fn answers_are_told_apart_in_all_versions() {
    for version in ASKED {
        let answered = asked_of(version).answer("name", json!({ "name": "Ada" }));
        answered.call::<greet>(()).await.assert_text("Hello, Ada!");
        let asked = answered.asked();
        assert_eq!(asked.len(), 1, "{version}: {asked:?}");
        check_asked(version, &asked);
        let declined = asked_of(version).decline("name");
        declined.call::<greet>(()).await.assert_text("Hello!");
        let cancelled = asked_of(version).cancel("name");
        cancelled.call::<greet>(()).await.assert_text("Never mind.");
    }
}

#[tokio::test]
async fn prompts_and_resources_ask_as_well() {
    for version in ASKED {
        let client = asked_of(version).answer("name", json!({ "name": "Ada" }));
        let prompt = client.prompt("greeting", json!({})).await;
        assert_eq!(
            prompt.result()["messages"][0]["content"]["text"],
            "I am Ada."
        );
        let read = client.read("test://users/7").await;
        assert_eq!(read.result()["contents"][0]["text"], "Ada at 7");
        if version == "2026-07-28" {
            assert_eq!(read.result()["cacheScope"], "private");
        }
    }
}

#[tokio::test]
async fn what_is_done_once_is_not_repeated_by_later_rounds() {
    for version in ASKED {
        let built = server().build().unwrap();
        let client = TestClient::of(&built);
        let client = if version == "2026-07-28" {
            client
        } else {
            client.legacy(version)
        };
        let client = client
            .answer("name", json!({ "name": "Ada" }))
            .answer("sure", json!({ "sure": true }));
        let ordered = client.tool("order", json!({ "title": "Emma" })).await;
        ordered.assert_text("Ada 1: Accepted(true)");
        assert_eq!(client.asked().len(), 2, "{version}");
        let again = client.tool("order", json!({ "title": "Emma" })).await;
        again.assert_text("Ada 2: Accepted(true)");
    }
}

#[tokio::test]
async fn several_questions_are_one_round() {
    for version in ASKED {
        let client = asked_of(version)
            .answer("name", json!({ "name": "Ada" }))
            .decline("sure");
        let answered = client.call::<pair>(()).await;
        answered.assert_text("Accepted(\"Ada\") Declined");
        assert_eq!(client.asked().len(), 2, "{version}");
    }
    let modern = asked_of("2026-07-28").capabilities(json!({ "elicitation": {} }));
    let asked = modern.call::<pair>(()).await;
    let keys = asked.result()["inputRequests"].as_object().unwrap();
    assert_eq!(keys.len(), 2);
    // a client may answer a part: it is asked for the rest
    let retry = json!({
        "name": "pair",
        "arguments": {},
        "inputResponses": { "name": { "action": "accept", "content": { "name": "Ada" } } },
        "requestState": asked.result()["requestState"],
    });
    let rest = modern.request("tools/call", retry).await;
    let keys = rest.result()["inputRequests"].as_object().unwrap();
    assert_eq!(keys.keys().collect::<Vec<_>>(), ["sure"]);
    let retry = json!({
        "name": "pair",
        "inputResponses": { "sure": { "action": "cancel" } },
        "requestState": rest.result()["requestState"],
    });
    let done = modern.request("tools/call", retry).await;
    done.assert_text("Accepted(\"Ada\") Cancelled");
}

#[tokio::test]
async fn pages_are_opened_where_clients_can() {
    for version in ["2025-11-25", "2026-07-28"] {
        let client = asked_of(version).answer("pay", json!(null));
        client.call::<pay>(()).await.assert_text("paid");
        let asked = client.asked();
        check_asked(version, &asked);
        let params = &asked[0]["params"];
        assert_eq!(params["url"], "https://shop.example/pay?order=7");
        let told = client.notifications();
        if version == "2026-07-28" {
            assert_eq!(params.get("elicitationId"), None);
            assert_eq!(told, [] as [Value; 0]);
        } else {
            spec_check::assert_sent_by_server(version, told[0].to_string().as_bytes());
            assert_eq!(
                told[0]["params"]["elicitationId"], params["elicitationId"],
                "{told:?}"
            );
        }
        let declined = asked_of(version).decline("pay");
        declined.call::<pay>(()).await.assert_text("Declined");
    }
}
