//! Answers as streams of events: read as the standard of HTML says, they are the notifications in their order and then
//! the answer, whatever texts are in them.
//!
//! An input is lines: the request's id as a text, and what the tool reports.

use std::{convert::Infallible, sync::OnceLock, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use ferramenta::{HttpOptions, HttpService, Progress, Server, tool};
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

use crate::wire;

/// As many notifications wait for a client at most.
const MOST: usize = 200;

/// Has the lines reported.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let mut lines: Vec<&str> = text.split('\n').take(MOST).collect();
    let id = lines.remove(0);
    // the bound is on how an id is written, with its escapes and quotes
    if json!(id).to_string().len() > 258 {
        return;
    }
    let (request, body) = report(id, &lines);
    let received = wire::run(send(service(), request, body.as_bytes()));
    assert_eq!(
        (received.status, received.kind()),
        (200, "text/event-stream"),
        "{received:?}"
    );
    let mut messages = received.answers();
    let answer = messages.pop().expect("an answer");
    let answer = wire::answer(&json!(id), "tools/call", &answer);
    assert_eq!(
        answer["result"]["content"][0]["text"],
        lines.join("\n"),
        "{answer}"
    );
    let told: Vec<String> = messages
        .iter()
        .map(|message| progress(id, message))
        .collect();
    assert_eq!(told, lines, "what was reported");
}

/// The text of a notification of progress.
fn progress(id: &str, message: &str) -> String {
    spec_check::assert_sent_by_server(wire::MODERN, message.as_bytes());
    let message: Value = serde_json::from_str(message).expect("a message in JSON");
    assert_eq!(message["params"]["progressToken"], id, "{message}");
    message["params"]["message"]
        .as_str()
        .expect("a text")
        .to_owned()
}

fn report(id: &str, lines: &[&str]) -> (Request<()>, String) {
    let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": wire::MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
            "progressToken": id,
        },
        "name": "report",
        "arguments": { "lines": lines },
    } });
    let request = Request::post("/mcp")
        .header("Host", "localhost")
        .header("Content-Type", "application/json")
        .header("Accept", "text/event-stream")
        .header("MCP-Protocol-Version", wire::MODERN)
        .header("Mcp-Method", "tools/call")
        .header(
            "Mcp-Name",
            format!("=?base64?{}?=", STANDARD.encode("report")),
        );
    (request.body(()).expect("a request"), body.to_string())
}

fn service() -> HttpService {
    static SERVICE: OnceLock<HttpService> = OnceLock::new();
    let open = || {
        let server = Server::new("Events").tool::<report_all>().build();
        HttpService::new(server.expect("no mistakes"), HttpOptions::default())
    };
    SERVICE.get_or_init(open).clone()
}

/// Report the lines.
#[tool(name = "report")]
async fn report_all(progress: Progress, lines: Vec<String>) -> String {
    for (step, line) in lines.iter().enumerate() {
        progress.report_with(step as u64 + 1, lines.len() as u64, line);
    }
    lines.join("\n")
}

/// What came back over HTTP.
#[derive(Debug)]
pub struct Received {
    /// The status.
    pub status: u16,
    headers: HeaderMap,
    /// The body, as far as it came at once.
    pub body: String,
}

/// A stream that stays open is left after this time.
const SILENCE: Duration = Duration::from_millis(20);

/// Sends a request to a service, and reads what comes.
pub async fn send(mut service: HttpService, request: Request<()>, body: &[u8]) -> Received {
    let request = request.map(|()| Full::<bytes::Bytes>::from(body.to_vec()));
    let response: Result<_, Infallible> = service.call(request).await;
    let Ok(response) = response;
    let (head, mut body) = response.into_parts();
    let mut received = Vec::new();
    while let Ok(Some(frame)) = tokio::time::timeout(SILENCE, body.frame()).await {
        let Ok(frame) = frame;
        received.extend(frame.into_data().unwrap_or_default());
    }
    Received {
        status: head.status.as_u16(),
        headers: head.headers,
        body: String::from_utf8(received).expect("a body of UTF-8"),
    }
}

impl Received {
    /// The media type, `""` without one.
    pub fn kind(&self) -> &str {
        let kind = self.headers.get("content-type");
        kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default()
    }

    /// The messages in the body: those of its events, or the one that it is.
    pub fn answers(&self) -> Vec<String> {
        match self.kind() {
            "application/json" => vec![self.body.clone()],
            "text/event-stream" => events(&self.body),
            _ => Vec::new(),
        }
    }
}

/// The data of all events that are complete (HTML, *Server-sent events*: lines end with CR, LF or both; a byte order mark
/// goes first; one space behind a colon belongs to it).
fn events(body: &str) -> Vec<String> {
    let body = body.strip_prefix('\u{feff}').unwrap_or(body);
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    let (mut events, mut data) = (Vec::new(), String::new());
    for line in body.split('\n') {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            _ if line.is_empty() => {
                let event = std::mem::take(&mut data);
                events.extend(
                    event
                        .strip_suffix('\n')
                        .filter(|data| !data.is_empty())
                        .map(str::to_owned),
                );
            }
            "data" => data.extend([value, "\n"]),
            "" | "id" | "retry" | "event" => {}
            _ => panic!("no field of an event: {line:?}"),
        }
    }
    assert!(data.is_empty(), "an event that isn't complete: {data}");
    events
}
