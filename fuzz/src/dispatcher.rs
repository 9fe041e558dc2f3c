//! The whole dispatcher, a connection at a time: every request is answered once and under its own id, nothing else is,
//! and every answer is what its version's schema says.
//!
//! An input is the lines of a client on standard input.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::OnceLock,
    task::Poll,
};

use ferramenta::{
    Args, BuiltServer, Context, ParamSpec, Server, TestClient, ToolDef, ToolError, prompt,
    resource, tool,
};
use serde_json::{Value, json};

use crate::{
    envelope::{Kind, kind},
    reference::{Members, items},
    wire,
};

/// As many lines of an input are sent at most.
const MOST: usize = 12;

/// Sends the lines.
pub fn check(input: &[u8]) {
    let mut connection = Connection {
        client: TestClient::of(server()),
        version: None,
    };
    for line in input.split(|byte| *byte == b'\n').take(MOST) {
        if !line.trim_ascii().is_empty() {
            connection.send(line);
        }
    }
    for message in connection.client.notifications() {
        let version = connection.version.unwrap_or(wire::MODERN);
        spec_check::assert_sent_by_server(version, message.to_string().as_bytes());
    }
}

struct Connection {
    client: TestClient,
    /// What was agreed on in a handshake.
    version: Option<&'static str>,
}

impl Connection {
    fn send(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        match (
            wire::run(first(self.client.message(line.to_vec()))),
            kind(line),
        ) {
            (Some(answer), Kind::Request { id, method }) => {
                let answer = answer.unwrap_or_else(|| panic!("no answer to {text}"));
                assert_eq!(
                    id_of(&answer),
                    Some(id),
                    "{text} was answered with {answer}"
                );
                self.judge(line, &method, &answer);
            }
            (None, Kind::Request { method, .. }) => {
                assert_eq!(method, "subscriptions/listen", "no answer to {text}")
            }
            (answer, Kind::Silent) => assert_eq!(answer, Some(None), "{text} needs no answer"),
            (Some(Some(answer)), Kind::Refused) if answer.starts_with('[') => {
                self.batch(line, &answer)
            }
            (Some(Some(answer)), Kind::Refused) => self.refusal(&answer),
            // what looks like a notification is refused in silence, as is a batch of them
            (Some(None), Kind::Refused) => {}
            (None, Kind::Refused) => panic!("{text} is still under way"),
        }
    }

    fn judge(&mut self, line: &[u8], method: &str, answer: &str) {
        if let Some(version) = self.version_of(line, answer) {
            spec_check::assert_answer(version, method, answer.as_bytes());
        }
        if method == "initialize" {
            let result: Value = serde_json::from_str(answer).expect("an answer in JSON");
            let agreed = result["result"]["protocolVersion"].as_str();
            self.version = agreed.and_then(known).or(self.version);
        }
    }

    /// The version that an answer is written in: the modern one where the request names any in `_meta`, or what was or is
    /// being agreed on.
    fn version_of(&self, line: &[u8], answer: &str) -> Option<&'static str> {
        let message = Members::of(std::str::from_utf8(line).ok()?)?;
        let params = message.one("params").and_then(Members::of);
        let meta = params.and_then(|params| Members::of(params.one("_meta")?));
        let said = meta.is_some_and(|meta| {
            meta.one("io.modelcontextprotocol/protocolVersion")
                .is_some()
        });
        if said {
            return Some(wire::MODERN);
        }
        let answer: Value = serde_json::from_str(answer).ok()?;
        let agreed = answer["result"]["protocolVersion"].as_str();
        agreed.and_then(known).or(self.version)
    }

    fn refusal(&self, answer: &str) {
        let answer: Value = serde_json::from_str(answer).expect("an answer in JSON");
        assert!(
            answer["error"]["code"].is_i64(),
            "no message was answered with {answer}"
        );
    }

    fn batch(&self, line: &[u8], answer: &str) {
        assert_eq!(
            self.version,
            Some("2025-03-26"),
            "a batch was answered with {answer}"
        );
        let sent = std::str::from_utf8(line)
            .ok()
            .and_then(items)
            .expect("a batch");
        let (mut asked, mut refused, mut unread) = (Vec::new(), Vec::new(), 0);
        for message in &sent {
            match kind(message.as_bytes()) {
                Kind::Request { id, .. } => asked.push(id),
                Kind::Silent => {}
                // the server may have found an id where a name that is no text hides it from the reference
                Kind::Refused if Members::of(message).is_none() => unread += 1,
                Kind::Refused => refused.extend(id_of(message)),
            }
        }
        let mut answered = Vec::new();
        for answer in items(answer).expect("answers in a list") {
            match id_of(answer).filter(|id| *id != "null") {
                Some(id) => answered.push(id),
                None => self.refusal(answer),
            }
        }
        for id in asked.iter().chain(&answered) {
            let count = |ids: &[&str]| ids.iter().filter(|other| *other == id).count();
            let allowed = count(&asked)..=count(&asked) + count(&refused) + unread;
            let got = count(&answered);
            assert!(
                allowed.contains(&got),
                "{id} was answered {got} times, and not {allowed:?} times, in {answer}"
            );
        }
    }
}

/// What comes of it at once: nothing while it is under way.
async fn first<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    for _ in 0..100 {
        let polled = poll_fn(|task| Poll::Ready(future.as_mut().poll(task))).await;
        if let Poll::Ready(output) = polled {
            return Some(output);
        }
        tokio::task::yield_now().await;
    }
    None
}

fn id_of(message: &str) -> Option<&str> {
    Members::of(message)?.one("id")
}

fn known(version: &str) -> Option<&'static str> {
    spec_check::VERSIONS
        .into_iter()
        .find(|known| *known == version)
}

fn server() -> &'static BuiltServer {
    static SERVER: OnceLock<BuiltServer> = OnceLock::new();
    SERVER.get_or_init(|| {
        let any = ToolDef::new("any").inline_handler(
            (ParamSpec::new("arguments"),),
            |(Args(value),): (Args<Value>,)| value.to_string(),
        );
        Server::new("Dispatcher")
            .tools::<(add, fail, long)>()
            .tool_value(any.input_schema(json!({ "type": "object" })).no_output())
            .prompts::<(talk,)>()
            .resources::<(page, fixed)>()
            .page_size(2)
            .build()
            .expect("no mistakes")
    })
}

/// Add two numbers.
#[tool(inline)]
fn add(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

/// Fail as asked.
#[tool(inline)]
fn fail(text: String) -> Result<String, ToolError> {
    Err(ToolError::new(text))
}

/// Tell who asks for what.
#[tool]
async fn long(cx: Context, #[arg(length(..=20))] word: Option<String>) -> String {
    format!("{} {word:?}", cx.method())
}

/// Begin a talk.
#[prompt]
async fn talk(topic: String, #[arg(default = 3)] turns: u8) -> String {
    format!("{turns} turns about {topic}")
}

/// A page.
#[resource("pages://{title}{?part}")]
async fn page(title: String, part: Option<String>) -> String {
    format!("{title} {part:?}")
}

/// What is always there.
#[resource("pages:///fixed")]
async fn fixed() -> &'static str {
    "fixed"
}
