//! Event streams of calls that a client has lost, or that were closed on purpose, and the rest of them.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{sync::Arc, time::Duration};

use ferramenta::{Context, Inject, Limits, Progress, Server, tool};
use serde_json::{Value, json};
use support::{Client, Request, Response, Running, client_of, initialize};
use tokio::sync::Semaphore;

const ID: &str = "Mcp-Session-Id";
const LAST: &str = "Last-Event-ID";
const VERSION: &str = "2025-11-25";

/// What calls wait for: a permit for each step.
#[derive(Clone)]
struct Gate(Arc<Semaphore>);

impl Gate {
    fn open(&self) {
        self.0.add_permits(1);
    }

    async fn pass(&self) {
        self.0.acquire().await.unwrap().forget();
    }
}

/// Close the stream, and go on.
#[tool]
async fn away(cx: Context, gate: Inject<Gate>) -> &'static str {
    cx.close_stream(Duration::from_millis(250));
    gate.pass().await;
    "done"
}

/// Report three steps.
#[tool]
async fn steps(progress: Progress, gate: Inject<Gate>) -> &'static str {
    for done in 1..=3 {
        progress.report_of(done, 3);
        gate.pass().await;
    }
    "done"
}

fn server(gate: &Gate) -> Server {
    Server::new("Test")
        .service(gate.clone())
        .tools::<(away, steps)>()
}

fn gate() -> Gate {
    Gate(Arc::new(Semaphore::new(0)))
}

fn open(server: &Running, version: &str) -> String {
    let mut initialize = initialize();
    initialize["params"]["protocolVersion"] = version.into();
    let opened = server.send(&Request::post(initialize.to_string()));
    opened.header(ID).unwrap().to_owned()
}

fn call(session: &str, version: &str, tool: &str) -> Request {
    let params =
        json!({ "name": tool, "arguments": {}, "_meta": { "progressToken": "p" } }).to_string();
    Request::legacy("tools/call", &params)
        .with("MCP-Protocol-Version", version)
        .header(ID, session)
}

fn resume(session: &str, last: &str) -> Request {
    Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header("MCP-Protocol-Version", VERSION)
        .header(ID, session)
        .header(LAST, last)
}

/// An event as a client reads it.
#[derive(Debug, Default, PartialEq)]
struct Event {
    id: Option<String>,
    retry: Option<u64>,
    data: Option<String>,
}

fn events(stream: &str) -> Vec<Event> {
    let blocks = stream.split("\n\n").filter(|block| !block.is_empty());
    let events = blocks.map(|block| {
        let mut event = Event::default();
        for line in block.lines() {
            match line.split_once(": ").unwrap() {
                ("id", id) => event.id = Some(id.into()),
                ("retry", retry) => event.retry = Some(retry.parse().unwrap()),
                ("data", data) => event.data = Some(data.into()),
                ("", _) => {}
                other => panic!("{other:?}"),
            }
        }
        event
    });
    events.filter(|event| *event != Event::default()).collect()
}

/// Begins a call, and gives the first events of its stream, as many as are there at once.
#[track_caller]
fn begin(server: &Running, request: &Request) -> (Client, Vec<Event>) {
    let mut client = server.connect();
    client.write(request.head() + &request.body);
    let head = client.receive_head();
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("text/event-stream"))
    );
    let first = events(&client.chunk().unwrap());
    (client, first)
}

/// A call of `steps` from its beginning to its end.
fn whole(server: &Running, session: &str, gate: &Gate) -> Vec<Event> {
    let (mut client, mut all) = begin(server, &call(session, VERSION, "steps"));
    gate.0.add_permits(3);
    all.extend(rest_of(&mut client));
    all
}

/// Reads until the stream is closed.
fn rest_of(client: &mut Client) -> Vec<Event> {
    let chunks = std::iter::from_fn(|| client.chunk());
    chunks.flat_map(|chunk| events(&chunk)).collect()
}

fn messages(events: &[Event]) -> Vec<Value> {
    let data = events.iter().filter_map(|event| event.data.as_deref());
    let data: Vec<&str> = data.filter(|data| !data.is_empty()).collect();
    for message in &data {
        let parsed: Value = serde_json::from_str(message).unwrap();
        if parsed.get("method").is_some() {
            spec_check::assert_sent_by_server(VERSION, message.as_bytes());
        } else {
            spec_check::assert_answer(VERSION, "tools/call", message.as_bytes());
        }
    }
    data.iter()
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

/// What a stream tells: numbers of progress, and the text of the result.
fn told(events: &[Event]) -> Vec<Value> {
    let told = messages(events).into_iter().map(|message| {
        let progress = message["params"]["progress"].clone();
        if progress.is_null() {
            assert_eq!(message["id"], 1);
            message["result"]["content"][0]["text"].clone()
        } else {
            progress
        }
    });
    told.collect()
}

fn id(event: &Event) -> &str {
    event.id.as_deref().unwrap()
}

#[track_caller]
fn refused(response: &Response) {
    assert_eq!(response.error(), (400, -32600), "{response:?}");
    assert!(response.body.contains(LAST), "{response:?}");
}

#[test]
fn a_call_closes_its_stream_and_its_result_comes_later() {
    let gate = gate();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let (mut client, mut first) = begin(&server, &call(&session, VERSION, "away"));
    first.extend(rest_of(&mut client));
    assert_eq!(first.len(), 2, "{first:?}");
    assert_eq!(
        (first[0].data.as_deref(), first[0].retry),
        (Some(""), Some(1000)),
        "the first event has no message"
    );
    assert_eq!(
        first[1],
        Event {
            retry: Some(250),
            ..Event::default()
        }
    );
    gate.open();
    let rest = server.send(&resume(&session, id(&first[0])));
    assert_eq!(rest.header("content-type"), Some("text/event-stream"));
    let rest = events(&rest.body);
    assert_eq!(told(&rest), ["done"]);
    let nothing = server.send(&resume(&session, id(&rest[0])));
    assert_eq!((nothing.status, &*nothing.body), (200, ": ok\n\n"));
}

#[test]
fn a_client_that_comes_back_early_waits_for_the_result() {
    let gate = gate();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let (_, first) = begin(&server, &call(&session, VERSION, "away"));
    let (mut client, nothing) = begin(&server, &resume(&session, id(&first[0])));
    assert_eq!(nothing, []);
    let mut newer = begin(&server, &resume(&session, id(&first[0]))).0;
    assert_eq!(client.chunk(), None, "the newest connection is the one");
    gate.open();
    assert_eq!(told(&events(&newer.chunk().unwrap())), ["done"]);
    assert_eq!(newer.chunk(), None);
}

#[test]
fn a_stream_that_was_lost_goes_on_behind_what_was_received() {
    let gate = gate();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let (mut client, mut received) = begin(&server, &call(&session, VERSION, "steps"));
    gate.open();
    received.extend(events(&client.chunk().unwrap()));
    assert_eq!(told(&received), [1, 2]);
    drop(client);
    gate.open();
    gate.open();
    let rest = |last: &Event| told(&events(&server.send(&resume(&session, id(last))).body));
    assert_eq!(rest(&received[2]), [json!(3), json!("done")]);
    assert_eq!(rest(&received[1]), [json!(2), json!(3), json!("done")]);
    let all = rest(&received[0]);
    assert_eq!(all, [json!(1), json!(2), json!(3), json!("done")]);
}

#[test]
fn a_call_that_is_over_at_once_needs_no_stream() {
    let gate = gate();
    gate.open();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let answer = server.send(&call(&session, VERSION, "away"));
    assert_eq!(answer.text(), "done");
}

#[test]
fn a_stream_belongs_to_its_session() {
    let gate = gate();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let received = whole(&server, &session, &gate);
    let first = id(&received[0]);
    refused(&server.send(&resume(&open(&server, VERSION), first)));
    for unknown in [
        "",
        "7",
        &first.replace(char::is_alphanumeric, "0"),
        &format!("{first}9"),
        "\u{e9}",
    ] {
        refused(&server.send(&resume(&session, unknown)));
    }
    refused(&server.send(&resume(&session, first).header(LAST, first)));
    let without = server.send(&resume("", first).without(ID));
    assert_eq!(without.error(), (400, -32600));
    let end = resume(&session, first).at("DELETE /mcp").without(LAST);
    assert_eq!(server.send(&end).status, 204);
    let gone = server.send(&resume(&session, first));
    assert_eq!(gone.error(), (404, -32600));
}

#[test]
fn a_stream_is_kept_as_long_as_the_limits_say() {
    let gate = gate();
    let limits = Limits::default().replay(Duration::ZERO);
    let server = Running::start(server(&gate).limits(limits));
    let session = open(&server, VERSION);
    let received = whole(&server, &session, &gate);
    assert_eq!(told(&received).len(), 4);
    let gone = std::iter::repeat_with(|| server.send(&resume(&session, id(&received[0]))))
        .find(|response| response.status != 200);
    refused(&gone.unwrap());
}

#[test]
fn what_ended_first_makes_room() {
    let gate = gate();
    let limits = Limits::default().replay_bytes(4 << 10);
    let server = Running::start(server(&gate).limits(limits));
    let session = open(&server, VERSION);
    let streams = [(); 3].map(|()| whole(&server, &session, &gate));
    refused(&server.send(&resume(&session, id(&streams[0][0]))));
    let last = server.send(&resume(&session, id(&streams[2][0])));
    assert_eq!(told(&events(&last.body)).len(), 4);
}

#[test]
fn events_beyond_the_room_leave_the_result() {
    let gate = gate();
    let limits = Limits::default().replay_events(1);
    let server = Running::start(server(&gate).limits(limits));
    let session = open(&server, VERSION);
    let (client, first) = begin(&server, &call(&session, VERSION, "steps"));
    assert_eq!(told(&first), [1]);
    drop(client);
    gate.0.add_permits(3);
    let rest = server.send(&resume(&session, id(&first[0])));
    let rest = told(&events(&rest.body));
    assert_eq!(rest.last(), Some(&json!("done")), "{rest:?}");
    assert!(rest.len() < 4, "{rest:?}");
}

#[test]
fn without_room_a_stream_is_whole_but_can_not_be_resumed() {
    let gate = gate();
    let limits = Limits::default().replay_bytes(0);
    let server = Running::start(server(&gate).limits(limits));
    let session = open(&server, VERSION);
    let received = whole(&server, &session, &gate);
    assert!(received.iter().all(|event| event.id.is_none()));
    assert_eq!(told(&received).len(), 4);
}

#[test]
fn a_result_without_room_reaches_who_reads() {
    let gate = gate();
    let limits = Limits::default().replay_bytes((1 << 10) + 1);
    let server = Running::start(server(&gate).limits(limits));
    let session = open(&server, VERSION);
    let received = whole(&server, &session, &gate);
    assert!(received.iter().all(|event| event.id.is_some()));
    assert_eq!(told(&received).len(), 4);
}

#[test]
fn a_call_can_be_cancelled_while_nobody_reads() {
    let gate = gate();
    let server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let (mut client, first) = begin(&server, &call(&session, VERSION, "away"));
    rest_of(&mut client);
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    let cancel = Request::post(cancel.to_string())
        .header("MCP-Protocol-Version", VERSION)
        .header(ID, &session);
    assert_eq!(server.send(&cancel).status, 202);
    let gone = std::iter::repeat_with(|| server.send(&resume(&session, id(&first[0]))))
        .find(|response| response.status != 200);
    refused(&gone.unwrap());
}

#[test]
fn a_call_whose_stream_is_closed_gets_its_time_when_the_server_stops() {
    let gate = gate();
    let mut server = Running::start(server(&gate));
    let session = open(&server, VERSION);
    let (_, first) = begin(&server, &call(&session, VERSION, "away"));
    let (mut client, _) = begin(&server, &resume(&session, id(&first[0])));
    server.stop();
    gate.open();
    assert_eq!(told(&events(&client.chunk().unwrap())), ["done"]);
    server.wait();
}

#[test]
fn others_have_no_stream_to_come_back_to() {
    let gate = gate();
    let server = Running::start(server(&gate));
    for version in ["2025-03-26", "2025-06-18"] {
        let session = open(&server, version);
        gate.open();
        let answer = server.send(&call(&session, version, "away"));
        assert_eq!(answer.text(), "done");
        let only = call(&session, version, "away").with("Accept", "text/event-stream");
        gate.open();
        let stream = server.send(&only);
        assert_eq!(told(&events(&stream.body)), ["done"]);
        assert!(!stream.body.contains("id: "), "{stream:?}");
    }
    gate.open();
    let without = server.send(&call("", VERSION, "away").without(ID));
    assert_eq!(without.text(), "done");
    gate.open();
    assert_eq!(server.send(&Request::call("away", "")).text(), "done");
}

#[tokio::test]
async fn a_pipe_has_no_stream_to_close() {
    for version in support::VERSIONS {
        let gate = gate();
        gate.open();
        let client = client_of(version, server(&gate));
        let result = client.call::<away>(()).await;
        assert_eq!(result.text(), "done");
    }
}
