//! Requests over HTTP, head and body: whatever they say, the answer is one that the protocol knows, and nothing runs
//! whose headers say something else than its body.
//!
//! An input is a request as it is written down: method and path, headers, an empty line, the body; lines end with `\n`.

use std::sync::OnceLock;

use base64::{Engine, engine::general_purpose::STANDARD};
use ferramenta::{HttpOptions, HttpService, Server, prompt, resource, tool};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use serde_json::Value;

use crate::{
    events,
    reference::{Members, items, string},
    wire,
};

/// Sends the request.
pub fn check(input: &[u8]) {
    let Some((head, body)) = split(input) else {
        return;
    };
    let Some(request) = request(head) else {
        return;
    };
    let headers = request.headers().clone();
    let received = wire::run(events::send(service(), request, body));
    assert_ne!(received.status, 500, "{received:?}");
    if received.status == 202 {
        assert!(received.body.is_empty(), "{received:?}");
    }
    let Some(answer) = received.answers().pop() else {
        return;
    };
    match items(&answer) {
        None => judge(&headers, body, &answer),
        Some(answers) => {
            assert_eq!(
                one(&headers, "mcp-protocol-version")
                    .as_deref()
                    .unwrap_or(BATCHES),
                BATCHES,
                "{answer}"
            );
            answers.into_iter().for_each(is_message);
        }
    }
}

/// The version that has batches, which is also the one of a client that names none.
const BATCHES: &str = "2025-03-26";

fn is_message(answer: &str) {
    let version = Members::of(answer).and_then(|answer| answer.one("jsonrpc"));
    assert_eq!(version, Some("\"2.0\""), "{answer}");
}

/// Head and body; nothing without an empty line between them.
fn split(input: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = input.windows(2).position(|pair| pair == b"\n\n")?;
    Some((&input[..at], &input[at + 2..]))
}

/// Nothing where no HTTP library would read the head.
fn request(head: &[u8]) -> Option<Request<()>> {
    let mut lines = head.split(|byte| *byte == b'\n');
    let start = std::str::from_utf8(lines.next()?).ok()?;
    let (method, uri) = start.split_once(' ')?;
    let mut request = Request::new(());
    *request.method_mut() = Method::from_bytes(method.as_bytes()).ok()?;
    *request.uri_mut() = uri.parse::<Uri>().ok()?;
    for line in lines {
        let colon = line.iter().position(|byte| *byte == b':')?;
        let name = HeaderName::from_bytes(&line[..colon]).ok()?;
        let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii()).ok()?;
        request.headers_mut().append(name, value);
    }
    Some(request)
}

fn judge(headers: &HeaderMap, body: &[u8], answer: &str) {
    let parsed: Value =
        serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    is_message(answer);
    let body = std::str::from_utf8(body).ok();
    let Some(message) = body.and_then(Members::of) else {
        assert!(
            parsed.get("error").is_some(),
            "no message was answered with {answer}"
        );
        return;
    };
    if parsed.get("result").is_none() {
        return;
    }
    let method = message.one("method").and_then(string).unwrap_or_default();
    let params = message.one("params").and_then(Members::of);
    let meta = params
        .as_ref()
        .and_then(|params| params.one("_meta"))
        .and_then(Members::of);
    let version =
        meta.and_then(|meta| string(meta.one("io.modelcontextprotocol/protocolVersion")?));
    let Some(version) = version else {
        return;
    };
    spec_check::assert_answer(&version, &method, answer.as_bytes());
    assert_eq!(answer_id(answer), message.one("id"), "{answer}");
    assert_eq!(
        one(headers, "mcp-protocol-version"),
        Some(version),
        "{answer}"
    );
    assert_eq!(one(headers, "mcp-method"), Some(method.clone()), "{answer}");
    let source = match method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return,
    };
    let params = params.expect("params, where `_meta` is");
    let name = params.one(source).and_then(string);
    assert_eq!(decoded(headers, "mcp-name"), name, "Mcp-Name, and {answer}");
    if name.as_deref() == Some("local") && parsed["result"]["isError"] != true {
        let region = parsed["result"]["content"][0]["text"]
            .as_str()
            .map(str::to_owned);
        assert_eq!(
            decoded(headers, "mcp-param-region"),
            region,
            "Mcp-Param-Region, and {answer}"
        );
    }
}

fn answer_id(answer: &str) -> Option<&str> {
    Members::of(answer)?.one("id")
}

/// The text of a header that is there once.
fn one(headers: &HeaderMap, name: &str) -> Option<String> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    value.to_str().ok().map(str::to_owned)
}

/// The same, for one that can carry any text.
fn decoded(headers: &HeaderMap, name: &str) -> Option<String> {
    let text = one(headers, name)?;
    let encoded = text
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match encoded {
        None => Some(text),
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?).ok(),
    }
}

fn service() -> HttpService {
    static SERVICE: OnceLock<HttpService> = OnceLock::new();
    let open = || {
        let server = Server::new("Headers")
            .tools::<(echo, local)>()
            .prompt::<talk>()
            .resource::<page>()
            .build()
            .expect("no mistakes");
        HttpService::new(server, HttpOptions::default())
    };
    SERVICE.get_or_init(open).clone()
}

/// Repeat the text.
#[tool(inline)]
fn echo(text: String) -> String {
    text
}

/// Tell the region, which a header repeats.
#[tool(inline)]
fn local(#[arg(header = "Region")] region: String) -> String {
    region
}

/// Begin a talk.
#[prompt]
async fn talk(topic: String) -> String {
    topic
}

/// A page.
#[resource("pages://{title}")]
async fn page(title: String) -> String {
    title
}
