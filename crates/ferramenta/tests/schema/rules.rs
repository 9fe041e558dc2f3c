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

const MOST: u32 = 9;

#[schema]
struct Shelving {
    #[arg(default = MOST + 1, range(..=MOST))]
    boards: u32,
    #[arg(pattern = "(?=a)")]
    label: Option<String>,
}

#[tool(inline)]
fn build(shelving: Vec<Shelving>) -> usize {
    shelving
        .iter()
        .map(|one| one.boards as usize + one.label.iter().len())
        .sum()
}

#[test]
fn what_only_shows_when_it_runs_is_found_at_the_start() {
    let mistakes = |server: Server| server.build().expect_err("mistakes").to_string();
    let text = mistakes(Server::new("t").tool::<build>());
    assert!(text.contains("(?=a)"), "{text}");

    #[schema]
    struct Boards {
        #[arg(default = MOST + 1, range(..=MOST))]
        boards: u32,
    }
    #[tool(inline)]
    fn board(boards: Option<Vec<Boards>>) -> u32 {
        boards.iter().flatten().map(|one| one.boards).sum()
    }
    let text = mistakes(Server::new("t").tool::<board>());
    assert!(
        text.contains("the default of `boards[].boards`, 10,"),
        "{text}"
    );
}

/// A door.
#[schema]
#[derive(Debug)]
enum Door {
    /// Nobody passes.
    Closed,
    Open,
}

#[schema(tag = "kind", rename_all = "lowercase")]
#[derive(Debug)]
enum Opening {
    Door { state: Door },
    Window(Pane),
}

#[schema]
#[derive(Debug)]
struct Pane {
    #[arg(range(1..=3))]
    panes: u8,
}

#[tool(inline)]
fn open(opening: Opening) -> String {
    format!("{opening:?}")
}

#[tokio::test]
async fn what_is_wrong_inside_a_form_is_told_of_that_form() {
    let client = client(Server::new("t").tool::<open>());
    for (opening, line) in [
        (
            json!({ "kind": "door", "state": "Opne" }),
            "opening.state: \"Opne\" is not one of \"Closed\", \"Open\"; did you mean \"Open\"?",
        ),
        (
            json!({ "kind": "window", "panes": 4 }),
            "opening.panes: 4 is more than the maximum of 3",
        ),
        (
            json!({ "kind": "windwo", "panes": 3 }),
            "opening.kind: \"windwo\" is not one of \"door\", \"window\"; did you mean \"window\"?",
        ),
        (
            json!({ "panes": 3 }),
            "opening.kind: is missing, give one of \"door\", \"window\"",
        ),
    ] {
        client
            .tool("open", json!({ "opening": opening }))
            .await
            .assert_error(&format!("Invalid tool arguments\n{line}"));
    }
    // what is mended goes into the form as well
    let mended = client
        .tool(
            "open",
            json!({ "opening": { "panes": 2.0, "kind": "window" } }),
        )
        .await;
    mended.assert_ok().assert_text("Window(Pane { panes: 2 })");
}
