//! Prompts: functions and types, arguments that come as texts, messages of both sides.

mod support;

use std::sync::Arc;

use ferramenta::{
    Content, Context, Failure, HttpParts, Identity, Inject, Messages, ParamSpec, PromptDef,
    ProtocolError, Server, TestClient, ToolError, ToolResult, prompt, tool,
};
use serde_json::json;
use support::{VERSIONS, client, client_of};

/// How to write.
#[ferramenta::schema]
enum Tone {
    Kind,
    Strict,
}

/// Ask for a review of a book.
#[prompt(title = "Review a book", meta(origin = "shop"))]
async fn review(
    /// The title as it is printed.
    title: String,
    /// The number of words.
    #[arg(default = 100, range(10..=1000))]
    words: u32,
    tone: Option<Tone>,
) -> String {
    let tone = match tone {
        Some(Tone::Kind) => " Be kind.",
        Some(Tone::Strict) => " Be strict.",
        None => "",
    };
    format!("Write {words} words on '{title}'.{tone}")
}

struct Greetings(&'static str);

#[derive(Inject)]
struct GreetingPrompt {
    greetings: Arc<Greetings>,
}

/// Begin a talk.
#[prompt]
impl GreetingPrompt {
    async fn handle(&self, name: String, cx: &Context) -> Messages {
        Messages::new()
            .description(format!("A talk with {name}"))
            .assistant(format!("{}, {name}!", self.greetings.0))
            .user(Content::image_base64("aGk=", "image/png"))
            .user(format!("{} {:?}", cx.method(), cx.name()))
    }

    fn visible(&self, cx: &Context) -> bool {
        cx.identity()
            .is_none_or(|identity| identity.subject() != "mallory")
    }
}

/// Fail in some way.
#[prompt]
fn fail(how: String) -> ToolResult<&'static str> {
    match how.as_str() {
        "said" => Err(ToolError::new("There is no such book.").into()),
        "protocol" => Err(ProtocolError::new(ferramenta::ErrorCode::InvalidRequest, "no").into()),
        "panic" => panic!("secret"),
        _ => Err(Failure::hidden("secret")),
    }
}

fn server() -> Server {
    Server::new("Books")
        .service(Greetings("Hello"))
        .prompts::<(review, (GreetingPrompt, fail))>()
}

#[tokio::test]
async fn prompts_are_listed_as_each_version_knows_them() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let mut expected = json!({
            "name": "review",
            "title": "Review a book",
            "description": "Ask for a review of a book.",
            "arguments": [
                { "name": "title", "description": "The title as it is printed.", "required": true },
                { "name": "words", "description": "The number of words.", "required": false },
                { "name": "tone", "description": "How to write.", "required": false },
            ],
            "_meta": { "origin": "shop" },
        });
        if matches!(version, "2024-11-05" | "2025-03-26") {
            let members = expected.as_object_mut().unwrap();
            members.remove("title");
            members.remove("_meta");
        }
        let listed = client.list_prompts().await;
        assert_eq!(listed[0], expected, "{version}");
        let names: Vec<_> = listed.iter().map(|prompt| &prompt["name"]).collect();
        assert_eq!(names, ["review", "greeting", "fail"]);
    }
}

#[tokio::test]
async fn what_is_offered_follows_from_what_is_there() {
    let capabilities = async |server| {
        let answer = client(server).request("server/discover", json!({})).await;
        answer.result()["capabilities"].clone()
    };
    /// Do nothing.
    #[tool]
    async fn nothing() {}
    let prompts = json!({ "prompts": {}, "completions": {} });
    assert_eq!(capabilities(server()).await, prompts);
    let both = server().tool::<nothing>();
    assert_eq!(
        capabilities(both).await,
        json!({ "prompts": {}, "tools": {}, "completions": {} })
    );
    let without = client(Server::new("t").tool::<nothing>());
    for method in ["prompts/list", "prompts/get"] {
        let answer = without.request(method, json!({})).await;
        answer.assert_protocol_error(-32601, &format!("Method not found: {method}"));
    }
}

#[tokio::test]
async fn texts_become_what_the_parameters_are() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let text = async |arguments| {
            let answer = client.prompt("review", arguments).await;
            answer.assert_ok();
            let [message] = &answer.result()["messages"].as_array().unwrap()[..] else {
                panic!("one message was expected: {answer:?}");
            };
            assert_eq!(message["role"], "user");
            message["content"]["text"].as_str().unwrap().to_owned()
        };
        assert_eq!(
            text(json!({ "title": "Dune" })).await,
            "Write 100 words on 'Dune'."
        );
        let all = json!({ "title": "1984", "words": "42", "tone": "Kind" });
        assert_eq!(text(all).await, "Write 42 words on '1984'. Be kind.");
    }
}

#[tokio::test]
async fn wrong_arguments_are_all_named() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let answer = client
            .prompt(
                "review",
                json!({ "words": "7", "tone": "Loud", "colour": "red" }),
            )
            .await;
        let error = &answer.message()["error"];
        assert_eq!(error["code"], -32602, "{version}");
        assert_eq!(
            error["message"],
            "Invalid prompt arguments\n\
             title: is missing, give a string\n\
             colour: is not known, known are title, words, tone\n\
             tone: \"Loud\" is not one of \"Kind\", \"Strict\"\n\
             words: 7 is less than the minimum of 10"
        );
        assert_eq!(error["data"]["problems"].as_array().unwrap().len(), 4);
    }
}

#[tokio::test]
async fn a_type_is_a_prompt() {
    let answer = client(server())
        .prompt("greeting", json!({ "name": "Ada" }))
        .await;
    answer.assert_ok();
    assert_eq!(answer.result()["description"], "A talk with Ada");
    assert_eq!(
        answer.result()["messages"],
        json!([
            { "role": "assistant", "content": { "type": "text", "text": "Hello, Ada!" } },
            { "role": "user", "content": { "type": "image", "data": "aGk=", "mimeType": "image/png" } },
            { "role": "user", "content": { "type": "text", "text": "prompts/get Some(\"greeting\")" } },
        ])
    );
}

#[tokio::test]
async fn hidden_is_unknown() {
    for version in VERSIONS {
        let mallory = || client_of(version, server()).identity(Identity::new("mallory"));
        let unknown = |name| format!("Unknown prompt: {name}");
        for name in ["greeting", "nothing"] {
            let answer = mallory().prompt(name, json!({ "colour": 7 })).await;
            answer.assert_protocol_error(-32602, &unknown(name));
        }
        let listed = mallory().list_prompts().await;
        assert_eq!(listed.len(), 2);
    }
    let denied = PromptDef::new("secret")
        .scopes(["x"])
        .handler((), |()| async { "secret" });
    let client = client(Server::new("t").prompt_value(denied));
    client
        .prompt("secret", json!({}))
        .await
        .assert_protocol_error(-32602, "Access denied: secret");
    assert_eq!(client.list_prompts().await.len(), 0);
}

#[tokio::test]
async fn failures_are_told_apart() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let said = client.prompt("fail", json!({ "how": "said" })).await;
        said.assert_protocol_error(-32603, "There is no such book.");
        let protocol = client.prompt("fail", json!({ "how": "protocol" })).await;
        protocol.assert_protocol_error(-32600, "no");
        for how in ["panic", "other"] {
            let hidden = client.prompt("fail", json!({ "how": how })).await;
            let text = hidden.message().to_string();
            assert!(text.contains("Internal error (reference "), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
}

#[test]
fn mistakes_are_told_together() {
    /// Tell the client's program.
    #[prompt]
    async fn agent(_request: HttpParts) -> &'static str {
        "agent"
    }
    let report = Server::new("t")
        .prompts::<(review, review)>()
        .prompt_value(PromptDef::new("no name").handler((), |()| async { "" }))
        .prompt_value(PromptDef::new("bare"))
        .prompt_value(
            PromptDef::new("lost")
                .handler((ParamSpec::new("x"),), |(_,): (Inject<Greetings>,)| async {
                    ""
                }),
        )
        .build()
        .unwrap_err()
        .to_string();
    for part in [
        "4 mistakes",
        "prompt `review`: the name is taken by prompt number 1",
        "register each prompt once, or rename one: `#[prompt(name = \"..\")]`",
        "prompt `no name`: this can't be the name of a prompt",
        "prompt `bare`: it has no handler",
        "lost -> Greetings: not provided",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    let built = Server::new("t").prompt::<agent>().build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let refused = runtime
        .block_on(built.serve_stdio())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("prompt `agent`: it takes the HTTP request"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_value_is_a_prompt() {
    let server = Server::new("t").prompt_value(GreetingPrompt {
        greetings: Arc::new(Greetings("Good evening")),
    });
    let answer = TestClient::new(server)
        .prompt("greeting", json!({ "name": "Ada" }))
        .await;
    assert_eq!(
        answer.result()["messages"][0]["content"]["text"],
        "Good evening, Ada!"
    );
}
