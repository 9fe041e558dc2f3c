//! What hangs on the open connections of a session: its stream, and the calls that it can cancel.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use ferramenta::{HttpOptions, Limits, Server, ToolRegistry, ToolResult, tool};
use serde_json::{Value, json};
use support::{Client, Request, Running, initialize};

const ID: &str = "Mcp-Session-Id";
const VERSION: &str = "2025-11-25";

/// Count the books.
#[tool]
async fn count() -> u32 {
    3
}

/// Let books be counted, or no longer.
#[tool]
async fn switch(on: bool, registry: ToolRegistry) -> ToolResult<bool> {
    Ok(registry.update(|tools| {
        if on {
            tools.put::<count>();
        } else {
            tools.remove("count");
        }
    })?)
}

/// Calls that wait, and those that were dropped while they did.
static WAITING: AtomicUsize = AtomicUsize::new(0);
static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

/// Wait until it is cancelled.
#[tool]
async fn wait() {
    let _waiting = Waiting;
    WAITING.fetch_add(1, Ordering::SeqCst);
    std::future::pending::<()>().await;
}

fn books() -> Server {
    Server::new("Books")
        .dynamic_tools()
        .tools::<(switch, wait)>()
}

fn open(server: &Running) -> String {
    let opened = server.send(&Request::post(initialize().to_string()));
    let tools = &opened.json()["result"]["capabilities"]["tools"];
    assert_eq!(tools["listChanged"], true);
    opened.header(ID).unwrap().to_owned()
}

fn get(id: &str) -> Request {
    Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header("MCP-Protocol-Version", VERSION)
        .header(ID, id)
}

fn delete(id: &str) -> Request {
    get(id).at("DELETE /mcp")
}

#[track_caller]
fn listen(server: &Running, id: &str) -> Client {
    let mut client = server.connect();
    client.write(get(id).head());
    let head = client.receive_head();
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("text/event-stream"))
    );
    assert_eq!(client.chunk().as_deref(), Some(": ok\n\n"), "at once");
    client
}

fn switched(server: &Running, on: bool) {
    let params = json!({ "name": "switch", "arguments": { "on": on } });
    let response = server.send(&Request::legacy("tools/call", &params.to_string()));
    assert_eq!(response.text(), "true");
}

/// The next event of a stream, which has to be a notice of a change.
#[track_caller]
fn hears(client: &mut Client) {
    let chunk = client.chunk().expect("an event");
    let event = chunk.strip_prefix("data: ").expect("an event").trim_end();
    spec_check::assert_sent_by_server(VERSION, event.as_bytes());
    let event: Value = serde_json::from_str(event).unwrap();
    assert_eq!(event["method"], "notifications/tools/list_changed");
}

#[test]
fn a_stream_tells_of_changes_and_ends_with_the_server() {
    let mut server = Running::start(books());
    let mut clients = [open(&server), open(&server)].map(|id| listen(&server, &id));
    for on in [true, false] {
        switched(&server, on);
        clients.iter_mut().for_each(hears);
    }
    server.stop();
    for client in &mut clients {
        assert_eq!(client.chunk(), None);
    }
    server.wait();
}

#[test]
fn a_stream_shows_that_it_lives() {
    let limits = Limits::default().keep_alive(Duration::from_millis(20));
    let server = Running::start(books().limits(limits));
    let mut client = listen(&server, &open(&server));
    assert_eq!(client.chunk().as_deref(), Some(": keep-alive\n\n"));
    switched(&server, true);
    let event = std::iter::from_fn(|| client.chunk()).find(|chunk| !chunk.starts_with(':'));
    assert!(event.unwrap().contains("list_changed"));
}

#[test]
fn a_change_is_told_once_for_each_session() {
    let server = Running::start(books());
    let id = open(&server);
    let mut first = listen(&server, &id);
    let mut second = listen(&server, &id);
    assert_eq!(first.chunk(), None, "the newest stream is the one");
    switched(&server, true);
    hears(&mut second);
    drop(first);
    switched(&server, false);
    hears(&mut second);
}

#[test]
fn whoever_does_not_read_holds_nobody_up() {
    let limits = Limits::default().events(1);
    let server = Running::start_with(books().limits(limits), HttpOptions::default());
    let mut slow = listen(&server, &open(&server));
    let mut quick = listen(&server, &open(&server));
    for on in [true, false].repeat(20) {
        switched(&server, on);
        hears(&mut quick);
    }
    hears(&mut slow);
}

#[test]
fn the_end_of_a_session_is_that_of_its_stream() {
    let server = Running::start(books());
    let (id, other) = (open(&server), open(&server));
    let (mut ended, mut stays) = (listen(&server, &id), listen(&server, &other));
    assert_eq!(server.send(&delete(&id)).status, 204);
    assert_eq!(ended.chunk(), None);
    assert_eq!(server.send(&get(&id)).error(), (404, -32600));
    switched(&server, true);
    hears(&mut stays);
}

#[test]
fn what_cannot_listen_is_told_why() {
    let server = Running::start(books());
    let id = open(&server);
    for (request, expected) in [
        (get(&id).without(ID), (400, -32600)),
        (get("1"), (404, -32600)),
        (get(&id).with("Accept", "application/json"), (406, -32600)),
        (get(&id).with("Accept", "*/*"), (406, -32600)),
        (
            get(&id).with("MCP-Protocol-Version", "2025-06-18"),
            (400, -32600),
        ),
        (get(&id).with("Host", "evil.example"), (421, -32600)),
        (
            get(&id).header("Origin", "https://evil.example"),
            (403, -32600),
        ),
    ] {
        assert_eq!(
            server.send(&request).error(),
            expected,
            "{}",
            request.head()
        );
    }
    let mut both = server.connect();
    both.write(
        get(&id)
            .with("Accept", "application/json, text/event-stream")
            .head(),
    );
    assert_eq!(both.receive_head().status, 200);
}

#[test]
fn streams_have_the_room_of_those_who_listen() {
    let limits = Limits::default().listeners(1).concurrent_calls(1);
    let server = Running::start_with(books().limits(limits), HttpOptions::default());
    let id = open(&server);
    let mut client = listen(&server, &id);
    let refused = server.send(&get(&open(&server)));
    assert_eq!(
        (refused.error(), refused.header("retry-after")),
        ((503, -32603), Some("1"))
    );
    switched(&server, true);
    hears(&mut client);
}

/// A call of a session that goes on until it is cancelled.
fn waiting(server: &Running, id: &str, accept: &str) -> Client {
    let before = WAITING.load(Ordering::SeqCst);
    let request = Request::legacy("tools/call", "{\"name\":\"wait\"}").header(ID, id);
    let request = request.with("Accept", accept);
    let mut client = server.connect();
    client.write(request.head() + &request.body);
    until(|| WAITING.load(Ordering::SeqCst) > before);
    client
}

#[track_caller]
fn until(done: impl Fn() -> bool) {
    for _ in 0..2000 {
        if done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it takes too long");
}

fn cancel(server: &Running, session: Option<&str>, request: &Value) {
    let message = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": request },
    });
    let mut request = Request::post(message.to_string()).header("MCP-Protocol-Version", VERSION);
    if let Some(id) = session {
        request = request.header(ID, id);
    }
    assert_eq!(server.send(&request).status, 202);
}

#[test]
fn a_session_cancels_what_is_its_own() {
    let server = Running::start(books());
    let (id, other) = (open(&server), open(&server));
    let dropped = || DROPPED.load(Ordering::SeqCst);
    for (accept, status) in [
        ("application/json, text/event-stream", 200),
        ("text/event-stream", 200),
        ("application/json", 204),
    ] {
        let before = dropped();
        let mut client = waiting(&server, &id, accept);
        cancel(&server, Some(&other), &json!(1));
        cancel(&server, Some(&id), &json!("1"));
        cancel(&server, None, &json!(1));
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(dropped(), before, "somebody else's");
        cancel(&server, Some(&id), &json!(1));
        let response = client.receive();
        assert_eq!(response.status, status, "{response:?}");
        assert!(!response.body.contains("data: {"), "{response:?}");
        assert_eq!(dropped(), before + 1);
        cancel(&server, Some(&id), &json!(1));
    }
    let before = dropped();
    drop(waiting(&server, &id, "application/json"));
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(dropped(), before, "a connection that ends cancels nothing");
    cancel(&server, Some(&id), &json!(1));
    until(|| dropped() == before + 1);
}
