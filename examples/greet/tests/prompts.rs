//! What a prompt says of itself, what it is made from, and who may see it.

mod support;

use ferramenta::{Context, Identity, Inject, Server, TestResult, prompt};
use greet::{demo, prompts, services::Greetings, tools};
use serde_json::{Value, json};
use support::{ada, client, client_of};

#[tokio::test]
async fn a_prompt_is_listed_with_its_arguments_and_filled_by_its_name() {
    let client = client(demo());
    let greeting = json!({
        "name": "greeting",
        "title": "Greet a person",
        "description": "Begin a conversation with a friendly greeting.",
        "arguments": [{ "name": "name", "description": "Who is greeted.", "required": true }],
    });
    assert_eq!(client.list_prompts().await, [greeting]);
    let answer = client.prompt("greeting", json!({ "name": "Ada" })).await;
    let said = json!([{ "role": "user", "content": { "type": "text", "text": "Hello, Ada!" } }]);
    assert_eq!(answer.result()["messages"], said);
}

#[tokio::test]
async fn old_and_new_clients_get_the_same_prompt() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let answer = client.prompt("greeting", json!({ "name": "Ada" })).await;
        assert_eq!(text(&answer), "Hello, Ada!", "{version}");
    }
}

/// What the first message says.
fn text(answer: &TestResult) -> &Value {
    answer.assert_ok();
    &answer.result()["messages"][0]["content"]["text"]
}

#[tokio::test]
async fn services_come_with_the_prompt_and_with_its_request() {
    let polite = demo().replace_service(Greetings::with_word("Good morning"));
    let arguments = json!({ "name": "  Ada " });
    let answer = client(polite).prompt("greeting", arguments).await;
    assert_eq!(text(&answer), "Good morning, Ada!");
    // neither service has to be registered
    let bare = client(Server::new("bare").prompts::<prompts::All>());
    let answer = bare.prompt("greeting", json!({ "name": "Ada" })).await;
    assert_eq!(text(&answer), "Hello, Ada!");
}

#[tokio::test]
async fn a_prompt_refuses_arguments_that_it_does_not_know() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        for key in ["names", "greetings", "self"] {
            let arguments = json!({ "name": "Ada", key: "Boo" });
            let answer = client.prompt("greeting", arguments).await;
            let error = &answer.message()["error"];
            assert_eq!(error["code"], -32602);
            let refused = format!("Invalid prompt arguments\n{key}: is not known");
            let message = error["message"].as_str().expect("a text");
            assert!(message.starts_with(&refused), "{message}");
        }
        let answer = client.prompt("greeting", json!({})).await;
        let refused = "Invalid prompt arguments\nname: is missing, give a string";
        answer.assert_protocol_error(-32602, refused);
    }
}

#[tokio::test]
async fn a_prompt_tells_a_failure_that_was_foreseen() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let answer = client.prompt("greeting", json!({ "name": "  " })).await;
        answer.assert_protocol_error(-32603, "Provide a name that is not empty.");
    }
}

/// Its rules ask who is there.
#[derive(Inject)]
struct ConfidePrompt;

/// Tell a secret.
#[prompt]
impl ConfidePrompt {
    async fn handle(&self) -> &'static str {
        "I have to tell you something."
    }

    fn visible(&self, cx: &Context) -> bool {
        cx.identity().is_some()
    }

    async fn authorize(cx: Context) -> bool {
        cx.identity()
            .is_some_and(|identity| identity.subject() == "ada")
    }
}

#[tokio::test]
async fn both_rules_are_asked_of_prompts_as_well() {
    for version in spec_check::VERSIONS {
        let confiding = || client_of(version, Server::new("t").prompt::<ConfidePrompt>());
        let (nobody, bob) = (confiding(), confiding().identity(Identity::new("bob")));
        for (client, refused) in [
            (nobody, "Unknown prompt: confide"),
            (bob, "Access denied: confide"),
        ] {
            assert!(client.list_prompts().await.is_empty());
            let answer = client.prompt("confide", json!({})).await;
            answer.assert_protocol_error(-32602, refused);
        }
        let ada = confiding().identity(ada());
        assert_eq!(ada.list_prompts().await[0]["name"], "confide");
        let answer = ada.prompt("confide", json!({})).await;
        assert_eq!(text(&answer), "I have to tell you something.");
    }
}

#[tokio::test]
async fn prompts_are_offered_by_a_server_that_has_some() {
    for (server, offered) in [
        (demo(), json!({})),
        (Server::new("t").tool::<tools::EchoTool>(), Value::Null),
    ] {
        let client = client(server);
        let discovered = client.request("server/discover", json!({})).await;
        assert_eq!(discovered.result()["capabilities"]["prompts"], offered);
    }
}
