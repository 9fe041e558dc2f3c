//! Calls over HTTP: streams of events, bodies, connections, cancellation, and the end of the server.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{
    io::Write,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use ferramenta::{Limits, ParamSpec, Progress, Server, ToolDef};
use support::{Client, Request, Response, Running, server};
use tokio::sync::Semaphore;

/// A server with a tool that reports three steps, so many milliseconds apart.
fn stepping() -> Server {
    let steps = ToolDef::new("steps").handler(
        (ParamSpec::new("ms"), ParamSpec::new("progress")),
        |(ms, progress): (u64, Progress)| async move {
            for step in 1..=3 {
                progress.report_of(step, 3);
                tokio::time::sleep(Duration::from_millis(ms)).await;
            }
            "done".to_owned()
        },
    );
    server().tool_value(steps)
}

fn steps(ms: u64) -> Request {
    let request = Request::call("steps", &format!("\"ms\":{ms}"));
    let body = request
        .body
        .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":\"p\",");
    request.body(body)
}

fn legacy_call(tool: &str, arguments: &str) -> Request {
    Request::legacy(
        "tools/call",
        &format!("{{\"name\":\"{tool}\",\"arguments\":{{{arguments}}}}}"),
    )
}

/// A tool that tells how far each of its calls came.
fn watched() -> (ToolDef, Receiver<&'static str>) {
    let (tell, told) = mpsc::channel();
    let tool = ToolDef::new("watched").handler((ParamSpec::new("ms"),), move |(ms,): (u64,)| {
        let tell = tell.clone();
        async move {
            tell.send("begun").unwrap();
            let guard = Guard(tell, "dropped");
            tokio::time::sleep(Duration::from_millis(ms)).await;
            let Guard(tell, _) = &guard;
            tell.send("done").unwrap();
        }
    });
    (tool, told)
}

struct Guard(Sender<&'static str>, &'static str);

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.send(self.1);
    }
}

#[track_caller]
fn next(told: &Receiver<&'static str>) -> &'static str {
    told.recv_timeout(Duration::from_secs(5))
        .expect("a word from the handler")
}

/// The events of a stream; comments are left out.
fn events(response: &Response) -> Vec<serde_json::Value> {
    let events = response
        .body
        .split_terminator("\n\n")
        .filter_map(|event| event.strip_prefix("data: "));
    events
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn progress_opens_a_stream() {
    let server = Running::start(stepping());
    for ms in [0, 20] {
        let response = server.send(&steps(ms));
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some("text/event-stream"))
        );
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        assert_eq!(response.header("x-accel-buffering"), Some("no"));
        assert!(response.body.starts_with(": "), "{response:?}");
        assert!(!response.body.contains("\nid:"), "{response:?}");
        let events = events(&response);
        let progress: Vec<_> = events
            .iter()
            .filter_map(|event| event["params"]["progress"].as_i64())
            .collect();
        assert_eq!(progress, [1, 2, 3]);
        assert_eq!(events[3]["result"]["content"][0]["text"], "done");
        assert_eq!(events.len(), 4);
    }
}

#[test]
fn events_arrive_as_they_happen() {
    let server = Running::start(stepping());
    let mut client = server.connect();
    let request = steps(300);
    let sent = Instant::now();
    client.write(request.head() + &request.body);
    client.receive_head();
    let first = client.chunk().unwrap();
    assert!(
        first.contains("\"progress\":1") && sent.elapsed() < Duration::from_millis(250),
        "{first}"
    );
}

#[test]
fn clients_that_take_json_alone_get_no_events() {
    let server = Running::start(stepping());
    let response = server.send(&steps(5).with("Accept", "application/json"));
    assert_eq!(response.text(), "done");
}

#[test]
fn clients_that_take_streams_alone_get_streams() {
    let server = Running::start(stepping());
    let only = |request: Request| request.with("Accept", "text/event-stream");
    for request in [
        only(Request::call("echo", "\"text\":\"hi\"")),
        only(Request::call("sleep", "\"ms\":30")),
    ] {
        let response = server.send(&request);
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
        assert_eq!(events(&response).len(), 1);
    }
    let refused = server.send(&only(Request::modern("unknown/method", "")));
    assert_eq!(
        refused.error(),
        (404, -32601),
        "what streamed nothing keeps its status"
    );
    let mut client = server.connect();
    let slow = only(Request::modern("unknown/method", ""));
    client.write(slow.head());
    std::thread::sleep(Duration::from_millis(50));
    client.write(&slow.body);
    assert_eq!(
        client.receive().error(),
        (404, -32601),
        "nor does a slow body open the stream"
    );
}

#[test]
fn quiet_streams_show_signs_of_life() {
    let limits = Limits::default().keep_alive(Duration::from_millis(40));
    let server = Running::start(stepping().limits(limits));
    let response =
        server.send(&Request::call("sleep", "\"ms\":200").with("Accept", "text/event-stream"));
    assert!(
        response.body.matches(": keep-alive\n\n").count() >= 2,
        "{response:?}"
    );
    assert_eq!(events(&response).len(), 1);
}

#[test]
fn connections_are_used_again() {
    let server = Running::start(stepping());
    let mut client = server.connect();
    for request in [
        Request::call("echo", "\"text\":\"a\""),
        steps(1),
        Request::call("echo", "\"text\":\"b\""),
    ] {
        assert_eq!(client.send(&request).status, 200);
    }
}

#[test]
fn bodies_come_in_pieces() {
    let server = Running::start(server());
    let text = "x".repeat(300_000);
    let request = Request::call("echo", &format!("\"text\":\"{text}\""));
    assert_eq!(server.send(&request).text(), text);
    let small = Request::call("echo", "\"text\":\"hi\"");
    let mut client = server.connect();
    client.write(small.head().replace(
        &format!("content-length: {}", small.body.len()),
        "transfer-encoding: chunked",
    ));
    for piece in small.body.as_bytes().chunks(50) {
        client.write(format!(
            "{:x}\r\n{}\r\n",
            piece.len(),
            str::from_utf8(piece).unwrap()
        ));
        std::thread::sleep(Duration::from_millis(2));
    }
    client.write("0\r\n\r\n");
    assert_eq!(client.receive().text(), "hi");
}

#[test]
fn large_bodies_are_refused() {
    let server = Running::start(server().limits(Limits::default().message(1000)));
    let large = Request::call("echo", &format!("\"text\":\"{}\"", "x".repeat(1000)));
    let mut client = server.connect();
    client.write(large.head());
    assert_eq!(
        client.receive().error(),
        (413, -32600),
        "by what the head says"
    );
    let mut client = server.connect();
    client.write(large.head().replace(
        &format!("content-length: {}", large.body.len()),
        "transfer-encoding: chunked",
    ));
    client.write(format!("{:x}\r\n{}\r\n", large.body.len(), large.body));
    let response = client.receive();
    assert_eq!(
        (response.error(), response.header("connection")),
        ((413, -32600), Some("close")),
        "by what arrives"
    );
    assert!(client.is_closed());
}

#[test]
fn slow_bodies_are_given_up() {
    let server = Running::start(server().limits(Limits::default().body(Duration::from_millis(50))));
    let request = Request::call("echo", "\"text\":\"hi\"");
    let mut client = server.connect();
    client.write(request.head() + &request.body[..20]);
    let response = client.receive();
    assert_eq!(
        (response.error(), response.header("connection")),
        ((408, -32600), Some("close"))
    );
    assert!(client.is_closed());
}

#[test]
fn slow_heads_are_given_up() {
    let server = Running::start(server().limits(Limits::default().head(Duration::from_millis(50))));
    let mut client = server.connect();
    client.write("POST /mcp HTTP/1.1\r\nHost: ");
    let begun = Instant::now();
    client.is_closed();
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn bodies_that_end_early_end_the_connection() {
    let server = Running::start(server());
    let request = Request::call("echo", "\"text\":\"hi\"");
    let mut client = server.connect();
    client.write(request.head() + &request.body[..20]);
    client.stream.shutdown(std::net::Shutdown::Write).unwrap();
    client.is_closed();
    assert_eq!(server.send(&request).text(), "hi");
}

#[test]
fn at_capacity_clients_are_told_when_to_come_again() {
    let server = Running::start(server().limits(Limits::default().concurrent_calls(1)));
    let busy = begin(&server, &Request::call("sleep", "\"ms\":1500"));
    std::thread::sleep(Duration::from_millis(100));
    let response = server.send(&Request::call("echo", "\"text\":\"hi\""));
    assert_eq!(
        (response.error(), response.header("retry-after")),
        ((503, -32603), Some("1"))
    );
    assert_eq!(response.json()["id"], 1);
    drop(busy);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(
        server
            .send(&Request::call("echo", "\"text\":\"hi\""))
            .text(),
        "hi"
    );
}

#[test]
fn connections_are_bounded() {
    let server = Running::start(server().limits(Limits::default().connections(1)));
    let request = Request::call("echo", "\"text\":\"hi\"");
    let mut first = server.connect();
    assert_eq!(first.send(&request).status, 200);
    let mut second = begin(&server, &request);
    second
        .stream
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    assert!(
        second.stream.peek(&mut [0]).is_err(),
        "it waits for its turn"
    );
    drop(first);
    second
        .stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    assert_eq!(second.receive().status, 200);
}

#[test]
fn modern_calls_end_with_their_connection() {
    let (tool, told) = watched();
    let server = Running::start(server().tool_value(tool));
    for accept in ["application/json", "text/event-stream"] {
        let client = begin(
            &server,
            &Request::call("watched", "\"ms\":5000").with("Accept", accept),
        );
        assert_eq!(next(&told), "begun");
        drop(client);
        assert_eq!(next(&told), "dropped");
    }
}

#[test]
fn legacy_calls_outlive_their_connection() {
    let (tool, told) = watched();
    let server = Running::start(server().tool_value(tool));
    for accept in ["application/json", "text/event-stream"] {
        let client = begin(
            &server,
            &legacy_call("watched", "\"ms\":300").with("Accept", accept),
        );
        assert_eq!(next(&told), "begun");
        drop(client);
        assert_eq!((next(&told), next(&told)), ("done", "dropped"));
    }
}

#[test]
fn a_server_that_stops_lets_calls_end() {
    let mut server = Running::start(server());
    let mut idle = server.connect();
    assert_eq!(
        idle.send(&Request::call("echo", "\"text\":\"hi\"")).status,
        200
    );
    let mut busy = begin(&server, &Request::call("sleep", "\"ms\":300"));
    std::thread::sleep(Duration::from_millis(100));
    server.stop();
    assert!(idle.is_closed());
    assert_eq!(busy.receive().text(), "slept 300 ms");
    server.wait();
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn a_server_that_stops_does_not_wait_forever() {
    let (tool, told) = watched();
    let limits = Limits::default().drain(Duration::from_millis(100));
    let mut server = Running::start(server().tool_value(tool).limits(limits));
    let waiting = begin(&server, &Request::call("watched", "\"ms\":60000"));
    let legacy = begin(&server, &legacy_call("watched", "\"ms\":60000"));
    let orphaned = begin(&server, &legacy_call("watched", "\"ms\":60000"));
    for _ in 0..3 {
        assert_eq!(next(&told), "begun");
    }
    drop(orphaned);
    std::thread::sleep(Duration::from_millis(50));
    server.stop();
    let begun = Instant::now();
    server.wait();
    assert!(begun.elapsed() < Duration::from_secs(5));
    for _ in 0..3 {
        assert_eq!(next(&told), "dropped");
    }
    drop((waiting, legacy));
}

/// Bodies count until their calls are answered, whoever sent them and however.
#[test]
fn bodies_share_the_room_that_there_is() {
    let (tell, told) = mpsc::channel();
    let gate = Arc::new(Semaphore::new(0));
    let passed = Arc::clone(&gate);
    let gated = ToolDef::new("gated").handler((ParamSpec::new("text"),), move |(_,): (String,)| {
        tell.send("begun").unwrap();
        let passed = Arc::clone(&passed);
        async move { passed.acquire().await.unwrap().forget() }
    });
    let limits = Limits::default().message(1000).bodies(1500);
    let server = Running::start(server().tool_value(gated).limits(limits));
    let large = Request::call("gated", &format!("\"text\":\"{}\"", "x".repeat(600)));
    let mut first = begin(&server, &large);
    assert_eq!(next(&told), "begun");
    let refused = server.send(&large);
    assert_eq!(refused.error(), (503, -32603), "{refused:?}");
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(refused.header("connection"), Some("close"));
    let small = Request::call("gated", "\"text\":\"\"");
    let mut second = begin(&server, &small);
    assert_eq!(next(&told), "begun");
    gate.add_permits(3);
    assert_eq!(first.receive().status, 200);
    assert_eq!(second.receive().status, 200);
    assert_eq!(server.send(&large).status, 200);
}

/// Sends a request without waiting for its answer.
fn begin(server: &Running, request: &Request) -> Client {
    let mut client = server.connect();
    client
        .stream
        .write_all((request.head() + &request.body).as_bytes())
        .unwrap();
    client
}
