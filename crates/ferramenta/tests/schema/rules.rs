//! What a type says beyond its members: the author's own check, and what is secret.

use ferramenta::{Server, schema, tool};
use serde_json::json;

use super::support::client;

#[schema(validate = Period::check)]
#[derive(Debug, PartialEq)]
struct Period {
    from: u32,
    to: u32,
}

impl Period {
    fn check(&self) -> Result<(), String> {
        if self.from <= self.to {
            Ok(())
        } else {
            Err(format!("`from` {} is after `to` {}", self.from, self.to))
        }
    }
}

#[schema(tag = "kind", validate = not_empty)]
#[derive(Debug)]
enum When {
    During(Period),
    Days { days: Vec<u32> },
}

fn not_empty(when: &When) -> Result<(), &'static str> {
    match when {
        When::Days { days } if days.is_empty() => Err("name at least one day"),
        When::Days { .. } | When::During(_) => Ok(()),
    }
}

#[tool(inline)]
fn plan(first: Period, whens: Vec<When>) -> String {
    format!("{first:?} {whens:?}")
}

#[tokio::test]
async fn what_the_author_says_of_a_type_is_read_at_its_place() {
    let client = client(Server::new("t").tool::<plan>());
    let good = json!({ "from": 1, "to": 2 });
    for (first, whens, line) in [
        (
            json!({ "from": 2, "to": 1 }),
            json!([]),
            "first: `from` 2 is after `to` 1",
        ),
        (
            good.clone(),
            json!([{ "kind": "Days", "days": [1] }, { "kind": "Days", "days": [] }]),
            "whens[1]: name at least one day",
        ),
        (
            good,
            json!([{ "kind": "During", "from": 2, "to": 1 }]),
            "whens[0]: `from` 2 is after `to` 1",
        ),
    ] {
        let result = client
            .tool("plan", json!({ "first": first, "whens": whens }))
            .await;
        result.assert_error(&format!("Invalid tool arguments\n{line}"));
    }
}

#[schema]
struct Login {
    user: String,
    #[arg(secret, length(8..))]
    password: String,
}

#[tool(inline)]
fn log_in(login: Login, #[arg(secret, pattern = "^[0-9]+$")] pin: String) -> String {
    login.user + &login.password + &pin
}

#[tokio::test]
async fn secrets_are_marked_and_never_shown() {
    let client = client(Server::new("t").tool::<log_in>());
    let tools = client.list_tools().await;
    let properties = &tools[0]["inputSchema"]["properties"];
    assert_eq!(
        properties["login"]["properties"]["password"]["writeOnly"],
        true
    );
    assert_eq!(properties["pin"]["writeOnly"], true);
    assert!(!tools[0].to_string().contains("x-ferramenta"));
    for (login, pin) in [
        (json!({ "user": "a", "password": "hunter2" }), json!("1")),
        (json!({ "user": "a", "password": 1_234_567 }), json!("1")),
        (
            json!({ "user": "a", "password": "hunter22" }),
            json!("hunter2"),
        ),
    ] {
        let text = client
            .tool("log_in", json!({ "login": login, "pin": pin }))
            .await
            .text();
        assert!(text.starts_with("Invalid tool arguments\n"), "{text}");
        assert!(
            !text.contains("hunter") && !text.contains("1234567"),
            "{text}"
        );
    }
}
