//! What a type says beyond its members: the author's own check, and what is secret.

use ferramenta::{Server, schema, tool};
use schemars::JsonSchema;
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

/// A value that refuses everything, in words that repeat it.
#[derive(Debug)]
struct Talkative;

impl<'de> serde::Deserialize<'de> for Talkative {
    fn deserialize<D: serde::Deserializer<'de>>(decoder: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(decoder)?;
        Err(serde::de::Error::custom(format!("{text} is not the word")))
    }
}

impl JsonSchema for Talkative {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Talkative".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

#[derive(serde::Deserialize, JsonSchema)]
#[serde(untagged)]
enum Key {
    Word(WordKey),
    Number(NumberKey),
}

#[schema]
struct WordKey {
    password: String,
}

#[schema]
struct NumberKey {
    #[arg(secret)]
    password: u32,
}

#[schema]
struct Safe {
    #[arg(secret)]
    number: f64,
    #[arg(secret)]
    codes: std::collections::BTreeMap<String, u8>,
    login: Option<Login>,
    logins: Vec<Login>,
}

#[tool(inline)]
fn unlock(safe: Option<Safe>, key: Option<Key>, #[arg(secret)] word: Option<Talkative>) -> String {
    let key = key.map(|key| match key {
        Key::Word(WordKey { password }) => password,
        Key::Number(NumberKey { password }) => password.to_string(),
    });
    format!(
        "{:?} {key:?} {word:?}",
        safe.map(|safe| (
            safe.number,
            safe.codes,
            safe.login.is_some(),
            safe.logins.len()
        ))
    )
}

#[tokio::test]
async fn secrets_are_not_shown_where_something_else_was_asked_for() {
    let client = client(Server::new("t").tool::<unlock>());
    for (arguments, line) in [
        (
            r#"{"safe":{"number":7e400,"codes":{},"logins":[]}}"#,
            "safe.number: the value is too large for a number",
        ),
        (
            r#"{"safe":{"number":1,"codes":{"hunter2":7777},"logins":[]}}"#,
            "safe.codes.…: the value is more than the maximum of 255",
        ),
        (
            r#"{"safe":{"number":1,"codes":{},"logins":[],"login":"{\"password\":\"hunter2\""}}"#,
            "safe.login: the value is not an object",
        ),
        (
            r#"{"safe":{"number":1,"codes":{},"logins":["hunter2"]}}"#,
            "safe.logins[0]: the value is not an object",
        ),
        (
            r#"{"safe":{"number":1,"codes":{},"logins":"[hunter2"}}"#,
            "safe.logins: the value is not a list",
        ),
        (
            r#"{"safe":{"number":1,"codes":{"hunter2":1,"hunter2":2},"logins":[]}}"#,
            "safe: holds a name twice, give it once",
        ),
        (
            r#"{"safe":{"number":1,"codes":{"hunter2":"\ud800"},"logins":[]}}"#,
            "safe: holds a text that is not Unicode",
        ),
        (r#"{"safe":"hunter2"}"#, "safe: the value is not an object"),
        (
            r#"{"key":{"password":[7777]}}"#,
            "key.password: the value is not a string",
        ),
        (
            r#"{"key":{"password":7777.5}}"#,
            "key.password: the value is not a string",
        ),
        (
            r#"{"word":"hunter2"}"#,
            "arguments: is not a value that can be taken here",
        ),
    ] {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}},"name":"unlock","arguments":{arguments}}}}}"#
        );
        let answer = client.message(message).await.expect("an answer");
        assert!(
            !answer.contains("hunter2") && !answer.contains("7777"),
            "{answer}"
        );
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(
            answer["result"]["content"][0]["text"],
            format!("Invalid tool arguments\n{line}"),
            "{arguments}"
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
