//! What clients keep for the server between two rounds of a question: it is taken back as it was given, for the request
//! that it was given for, and refused when a character differs.
//!
//! An input edits it, an edit a line: `N=TEXT` puts a text in the place of as many characters, `N-` drops the rest,
//! `N+TEXT` inserts, `arguments JSON` changes the call's arguments, and `all TEXT` takes the place of everything.

use std::sync::OnceLock;
use std::time::Duration;

use ferramenta::{
    Limits, Questions, Reply, Server, StateKeys, TestClient, ToolResult, schema, tool,
};
use serde_json::{Value, json};

use crate::wire;

/// Sends the edited state back.
pub fn check(input: &[u8]) {
    let Ok(edits) = std::str::from_utf8(input) else {
        return;
    };
    let desk = Desk::get();
    let mut sent = Sent {
        state: desk.state.clone(),
        arguments: arguments(),
    };
    edits.lines().for_each(|edit| sent.edit(edit));
    let same = sent.state == desk.state && is_same(&sent.arguments);
    let answer = desk.ask(&sent);
    let Some(error) = answer.get("error") else {
        let result = &answer["result"];
        // arguments that the tool doesn't take are refused before a state is looked at
        let taken = result["isError"] != true;
        assert!(
            same || !taken,
            "a state was taken that was not given: {} {answer}",
            sent.state
        );
        assert!(
            !same || result["content"][0]["text"] == "Ada",
            "the state was lost: {answer}"
        );
        return;
    };
    assert!(!same, "the state that was given was refused: {answer}");
    assert_eq!(error["code"], -32602, "{answer}");
}

fn arguments() -> Value {
    json!({ "shelf": 7 })
}

/// Spellings of one number are the same arguments.
fn is_same(arguments: &Value) -> bool {
    let shelf = arguments.get("shelf").and_then(Value::as_f64);
    arguments
        .as_object()
        .is_some_and(|members| members.len() == 1)
        && shelf == Some(7.0)
}

struct Sent {
    state: String,
    arguments: Value,
}

impl Sent {
    fn edit(&mut self, edit: &str) {
        if let Some(state) = edit.strip_prefix("all ") {
            self.state = state.to_owned();
        } else if let Some(json) = edit.strip_prefix("arguments ") {
            self.arguments = serde_json::from_str(json).unwrap_or(Value::Null);
        } else if let Some(at) = edit.find(|c: char| !c.is_ascii_digit()) {
            let (number, rest) = edit.split_at(at);
            self.splice(number.parse().unwrap_or(0), rest);
        }
    }

    fn splice(&mut self, at: usize, edit: &str) {
        let mut state: Vec<char> = self.state.chars().collect();
        let at = at.min(state.len());
        let mut edit = edit.chars();
        match edit.next() {
            Some('-') => state.truncate(at),
            Some('+') => drop(state.splice(at..at, edit)),
            Some('=') => {
                let text: Vec<char> = edit.collect();
                let end = state.len().min(at + text.len());
                state.splice(at..end, text);
            }
            _ => {}
        }
        self.state = state.into_iter().collect();
    }
}

struct Desk {
    client: TestClient,
    state: String,
}

impl Desk {
    fn get() -> &'static Self {
        static DESK: OnceLock<Desk> = OnceLock::new();
        DESK.get_or_init(Self::open)
    }

    fn open() -> Self {
        // a target runs for hours, and the state is asked for once
        let limits = Limits::default().answer(Duration::from_secs(30 * 24 * 60 * 60));
        let server = Server::new("Desk")
            .state_keys(StateKeys::new([7; 32], []))
            .limits(limits)
            .tool::<greet>();
        let client = TestClient::new(server);
        let params = json!({ "name": "greet", "arguments": arguments() });
        let asked = wire::ask(&client, "tools/call", params);
        let state = asked["result"]["requestState"]
            .as_str()
            .expect("a state")
            .to_owned();
        Self { client, state }
    }

    fn ask(&self, sent: &Sent) -> Value {
        let params = json!({
            "name": "greet",
            "arguments": sent.arguments,
            "inputResponses": { "name": { "action": "accept", "content": { "name": "Ada" } } },
            "requestState": sent.state,
        });
        wire::ask(&self.client, "tools/call", params)
    }
}

#[schema]
struct Name {
    name: String,
}

/// Greet somebody at a shelf.
#[tool]
async fn greet(shelf: u32, questions: Questions) -> ToolResult<String> {
    let reply = questions
        .ask::<Name>("name", &format!("Who is at {shelf}?"))
        .await?;
    Ok(match reply {
        Reply::Accepted(Name { name }) => name,
        _ => "nobody".into(),
    })
}
