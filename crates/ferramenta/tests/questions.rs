//! Questions to the user, with clients of all versions.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use ferramenta::{
    Email, Messages, Question, Questions, Reply, Server, TestClient, ToolResult, prompt, resource,
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

#[ferramenta::schema]
struct Confirm {
    sure: bool,
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

#[ferramenta::schema(rename_all = "lowercase")]
#[derive(Debug, Clone, Copy)]
enum Size {
    Small,
    Large,
}

#[ferramenta::schema(rename_all = "lowercase")]
#[derive(Debug)]
enum Wrapping {
    /// Plain paper
    Plain,
    /// With a ribbon
    Ribbon,
}

/// How many, as a type of its own.
#[ferramenta::schema]
#[derive(Debug)]
struct Count(#[arg(range(1..=9))] u8);

/// A field of each kind.
#[ferramenta::schema]
#[derive(Debug)]
struct Everything {
    /// Your name
    #[arg(length(1..=20))]
    name: String,
    #[arg(pattern = "^.+a.+$", default = "Grace")]
    friend: String,
    email: Option<Email>,
    count: Count,
    #[arg(default = 0.5)]
    weight: f64,
    #[arg(default = true)]
    gift: bool,
    size: Size,
    /// The size of the box
    #[arg(default = Size::Large)]
    boxed: Size,
    wrapping: Wrapping,
    note: Option<String>,
}

/// Not every type with a schema is sent to other threads.
#[ferramenta::schema(input)]
#[expect(dead_code, reason = "it has to compile, and nothing else")]
struct Local {
    text: std::rc::Rc<str>,
}

/// Ask for everything.
#[tool]
async fn everything(questions: Questions) -> ToolResult<String> {
    let reply = questions.ask::<Everything>("all", "Fill this.").await?;
    Ok(format!("{:?}", reply.accepted()))
}

#[ferramenta::schema]
#[derive(Debug)]
struct Lists {
    #[arg(length(1..=2))]
    sizes: Vec<Size>,
    wrappings: Option<Vec<Wrapping>>,
}

/// Ask for several.
#[tool]
async fn lists(questions: Questions) -> ToolResult<String> {
    let reply = questions.ask::<Lists>("lists", "Choose some.").await?;
    Ok(format!("{:?}", reply.accepted()))
}

fn server() -> Server {
    Server::new("Test")
        .tools::<(greet, pair, pay, everything, lists)>()
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

#[tokio::test]
async fn forms_have_what_the_version_knows() {
    let content =
        json!({ "name": "Ada", "count": 3, "size": "small", "wrapping": "ribbon", "note": "" });
    for version in ASKED {
        let client = asked_of(version).answer("all", content.clone());
        let filled = client.call::<everything>(()).await;
        filled.assert_text(
            "Some(Everything { name: \"Ada\", friend: \"Grace\", email: None, count: Count(3), weight: 0.5, gift: true, \
             size: Small, boxed: Large, wrapping: Ribbon, note: None })",
        );
        let asked = client.asked();
        check_asked(version, &asked);
        let rich = version != "2025-06-18";
        let mut expected = json!({
            "name": { "type": "string", "description": "Your name", "minLength": 1, "maxLength": 20 },
            "friend": { "type": "string", "default": "Grace" },
            "email": { "type": "string", "format": "email" },
            "count": { "type": "integer", "description": "How many, as a type of its own.", "minimum": 1, "maximum": 9 },
            "weight": { "type": "number", "default": 0.5 },
            "gift": { "type": "boolean", "default": true },
            "size": { "type": "string", "enum": ["small", "large"] },
            "boxed": { "type": "string", "description": "The size of the box", "enum": ["small", "large"], "default": "large" },
            "wrapping": { "type": "string", "oneOf": [
                { "const": "plain", "title": "Plain paper" },
                { "const": "ribbon", "title": "With a ribbon" },
            ] },
            "note": { "type": "string" },
        });
        if !rich {
            for field in ["friend", "weight", "boxed"] {
                expected[field].as_object_mut().unwrap().remove("default");
            }
            expected["wrapping"] = json!({
                "type": "string", "enum": ["plain", "ribbon"], "enumNames": ["Plain paper", "With a ribbon"],
            });
        }
        let schema = &asked[0]["params"]["requestedSchema"];
        assert_eq!(schema["properties"], expected, "{version}");
        assert_eq!(
            schema["required"],
            json!(["name", "count", "size", "wrapping"])
        );
    }
}

#[tokio::test]
async fn lists_can_be_chosen_from_where_the_version_has_them() {
    let content = json!({ "sizes": ["small", "large"] });
    for version in ["2025-11-25", "2026-07-28"] {
        let client = asked_of(version).answer("lists", content.clone());
        let chosen = client.call::<lists>(()).await;
        chosen.assert_text("Some(Lists { sizes: [Small, Large], wrappings: None })");
        let asked = client.asked();
        check_asked(version, &asked);
        let titled = json!([
            { "const": "plain", "title": "Plain paper" },
            { "const": "ribbon", "title": "With a ribbon" },
        ]);
        let expected = json!({
            "sizes": { "type": "array", "minItems": 1, "maxItems": 2, "items": { "type": "string", "enum": ["small", "large"] } },
            "wrappings": { "type": "array", "items": { "anyOf": titled } },
        });
        assert_eq!(
            asked[0]["params"]["requestedSchema"]["properties"],
            expected
        );
    }
    let older = asked_of("2025-06-18").answer("lists", content);
    let refused = older.call::<lists>(()).await;
    refused.assert_error(
        "The user can't be asked: 2025-06-18 has no lists in forms, and `sizes` is one.",
    );
    assert_eq!(older.asked(), [] as [Value; 0]);
}

/// Asks in two rounds.
#[tool]
async fn rounds(questions: Questions) -> ToolResult<String> {
    let name = questions.ask::<Name>("name", "Who?").await?.accepted();
    let sure = questions.ask::<Confirm>("sure", "Sure?").await?.accepted();
    Ok(format!(
        "{:?} {:?}",
        name.map(|it| it.name),
        sure.map(|it| it.sure)
    ))
}

#[tokio::test]
async fn answers_of_earlier_rounds_are_kept() {
    for version in ASKED {
        let client = client_of(version, Server::new("Test").tool::<rounds>());
        let client = client
            .answer("name", json!({ "name": "Ada" }))
            .answer("sure", json!({ "sure": false }));
        let answered = client.call::<rounds>(()).await;
        answered.assert_text("Some(\"Ada\") Some(false)");
        assert_eq!(client.asked().len(), 2, "{version}");
    }
}

/// Asks from a task of its own.
#[tool]
async fn elsewhere(questions: Questions) -> ToolResult<String> {
    let task = tokio::spawn(async move { questions.ask::<Name>("name", "Who?").await });
    let name = task.await??.accepted();
    Ok(format!("{:?}", name.map(|it| it.name)))
}

/// Asks two questions of one name.
#[tool]
async fn ambiguous(questions: Questions) -> ToolResult<String> {
    let same = || Question::form::<Name>("name", "Who?");
    questions.ask_all(vec![same(), same()]).await?;
    Ok("both".into())
}

#[tokio::test]
async fn questions_are_asked_from_anywhere() {
    let server = || Server::new("Test").tools::<(elsewhere, ambiguous)>();
    for version in ASKED {
        let client = client_of(version, server()).answer("name", json!({ "name": "Ada" }));
        let answered = client.call::<elsewhere>(()).await;
        answered.assert_text("Some(\"Ada\")");
    }
    let client = client(server()).answer("name", json!({ "name": "Ada" }));
    let failed = client.call::<ambiguous>(()).await;
    let text = failed.text();
    assert!(
        text.starts_with("Tool execution failed (reference "),
        "{text}"
    );
}

#[cfg(all(feature = "chrono", feature = "url"))]
#[tokio::test]
async fn types_of_other_crates_have_their_formats() {
    #[ferramenta::schema]
    struct Visit {
        day: chrono::NaiveDate,
        from: chrono::DateTime<chrono::Utc>,
        page: Option<url::Url>,
    }

    /// Plan a visit.
    #[tool]
    async fn plan(questions: Questions) -> ToolResult<String> {
        let reply = questions.ask::<Visit>("visit", "When?").await?;
        let visit = reply.accepted();
        Ok(visit.map_or("never".into(), |Visit { day, from, page }| {
            format!("{day} {from} {page:?}")
        }))
    }

    let content = json!({ "day": "2026-07-28", "from": "2026-07-28T14:30:00+02:00" });
    for version in ASKED {
        let client = client_of(version, Server::new("Test").tool::<plan>());
        let client = client.answer("visit", content.clone());
        let planned = client.call::<plan>(()).await;
        planned.assert_text("2026-07-28 2026-07-28 12:30:00 UTC None");
        let asked = client.asked();
        check_asked(version, &asked);
        let expected = json!({
            "day": { "type": "string", "format": "date" },
            "from": { "type": "string", "format": "date-time" },
            "page": { "type": "string", "format": "uri" },
        });
        let schema = &asked[0]["params"]["requestedSchema"];
        assert_eq!(schema["properties"], expected);
    }
}

#[cfg(feature = "sealing")]
mod once {
    //! What happens once for all rounds.

    use std::sync::atomic::{AtomicUsize, Ordering};

    use ferramenta::Inject;

    use super::*;

    #[derive(Default)]
    struct Effects(AtomicUsize);

    impl Effects {
        fn happen(&self) -> usize {
            self.0.fetch_add(1, Ordering::Relaxed) + 1
        }
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

    #[tokio::test]
    async fn what_is_done_once_is_not_repeated_by_later_rounds() {
        for version in ASKED {
            let built = Server::new("Test")
                .service(Effects::default())
                .tool::<order>()
                .build()
                .unwrap();
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
}
