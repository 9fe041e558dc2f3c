//! Bytes that are no HTTP, bodies that never come, connections that end in mid-call, and servers that do.

use std::time::{Duration, Instant};

use crate::harness::{
    Client, Counts, Era, Host, HttpRow, LEGACY, MODERN, Request, Response, Signal, call, check,
    error, modern, post, rows, text, tool_error,
};

/// Longer than any test.
const FOREVER: &str = r#"{"ms":600000}"#;

fn echo(era: Era) -> Request {
    Request::call(era, "echo", r#"{"text":"a"}"#)
}

fn slow(era: Era, arguments: &str) -> Vec<u8> {
    Request::call(era, "slow", arguments).bytes()
}

/// A call that reports this many steps.
fn progress(steps: u32) -> Vec<u8> {
    let members = format!(r#","name":"progress","arguments":{{"steps":{steps}}}"#);
    let body =
        modern("1", "tools/call", &members).replacen("{\"io", r#"{"progressToken":"t","io"#, 1);
    Request::modern("tools/call", Some("progress"), body).bytes()
}

/// Sends the same on connections of their own.
fn many(host: &Host, count: usize, bytes: &[u8]) -> Vec<Client> {
    let connect = |_| {
        let mut client = host.connect();
        client.send(bytes);
        client
    };
    (0..count).map(connect).collect()
}

#[track_caller]
fn assert_echo(era: Era, response: &Response) {
    assert_eq!(response.status, 200, "{response:?}");
    check(
        era.version(),
        "tools/call",
        &[text("1", "a")],
        response.messages(),
    );
}

rows! { HttpRow:
    bytes_that_are_no_http {
        era: MODERN, input: || "garbage\r\n\r\n".into(), status: 400, headers: &[], method: "ping", answers: &[], runs: 0,
    }
    a_message_without_http {
        era: LEGACY, input: || format!("{}\r\n\r\n", call("1", "echo", r#"{"text":"a"}"#)).into(), status: 400, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_greeting_of_tls {
        era: MODERN, input: || b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), status: 400, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_version_of_http_that_is_not_spoken {
        era: MODERN, input: || echo(MODERN).line("POST /mcp HTTP/3.0").bytes(), status: 400, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_head_that_is_too_long {
        era: MODERN, input: || echo(MODERN).with("X-Long", &"x".repeat(80 << 10)).bytes(), status: 431, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_head_of_too_many_headers {
        era: MODERN, status: 431, headers: &[], method: "ping", answers: &[], runs: 0,
        input: || (0..500).fold(echo(MODERN), |request, n| request.and(&format!("X-{n}"), "x")).bytes(),
    }
    a_header_with_a_space_in_its_name {
        era: MODERN, input: || echo(MODERN).with("X Y", "z").bytes(), status: 400, headers: &[], method: "ping", answers: &[], runs: 0,
    }
    two_lengths_that_differ {
        era: MODERN, input: || echo(MODERN).and("Content-Length", "5").and("Content-Length", "6").bytes(), status: 400, headers: &[],
        method: "ping", answers: &[], runs: 0,
    }
    a_length_below_zero {
        era: MODERN, input: || echo(MODERN).with("Content-Length", "-1").bytes(), status: 400, headers: &[], method: "ping",
        answers: &[], runs: 0,
    }
    a_chunk_without_a_size {
        era: MODERN, status: 400, headers: &[], method: "ping", runs: 0,
        input: || echo(MODERN).with("Transfer-Encoding", "chunked").body("zz\r\n{}\r\n0\r\n\r\n").bytes(),
        answers: &[crate::harness::nameless(-32600, "Bad request: the body could not be read to its end")],
    }
    a_length_beside_chunks {
        era: MODERN, status: 200, headers: &[], method: "tools/call", runs: 1, answers: &[text("1", "a")],
        input: || {
            let message = MODERN.call("1", "echo", r#"{"text":"a"}"#);
            let chunks = format!("{:x}\r\n{message}\r\n0\r\n\r\n", message.len());
            echo(MODERN).with("Content-Length", "5").with("Transfer-Encoding", "chunked").body(chunks).bytes()
        },
    }
    chunks_inside_another_coding {
        era: MODERN, status: 400, headers: &[], method: "ping", runs: 0, answers: &[],
        input: || echo(MODERN).with("Transfer-Encoding", "chunked, gzip").bytes(),
    }
    a_client_of_http_1_0 {
        era: MODERN, input: || echo(MODERN).line("POST /mcp HTTP/1.0").bytes(), status: 200, headers: &[],
        method: "tools/call", runs: 1, answers: &[text("1", "a")],
    }
    a_client_that_waits_to_be_asked_for_its_body {
        era: MODERN, input: || echo(MODERN).with("Expect", "100-continue").bytes(), status: 200, headers: &[],
        method: "tools/call", runs: 1, answers: &[text("1", "a")],
    }
    a_tool_that_panics {
        era: MODERN, input: || Request::call(MODERN, "panic", "{}").bytes(), status: 200, headers: &[], method: "tools/call", runs: 1,
        answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
    a_tool_that_panics_on_a_thread {
        era: LEGACY, input: || Request::call(LEGACY, "panic", r#"{"on_thread":true}"#).bytes(), status: 200, headers: &[],
        method: "tools/call", runs: 1, answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
    a_tool_that_prints {
        era: MODERN, input: || Request::call(MODERN, "print", "{}").bytes(), status: 200, headers: &[], method: "tools/call", runs: 1,
        answers: &[text("1", "printed")],
    }
    a_tool_that_fails_in_secret {
        era: MODERN, input: || Request::call(MODERN, "fail", r#"{"kind":"hidden"}"#).bytes(), status: 200, headers: &[],
        method: "tools/call", runs: 1, answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
}

#[test]
fn a_body_that_stops_half_way_runs_out_of_time() {
    let host = Host::start_with(&[("VICTIM_BODY_MS", "200")]);
    let bytes = echo(MODERN).bytes();
    let mut client = host.connect();
    client.send(&bytes[..bytes.len() - 10]);
    assert_eq!(client.response().expect("a response").status, 408);
    assert!(client.response().is_none(), "the connection ends");
    assert_eq!(host.counts(MODERN), Counts::default());
    host.stop();
}

#[test]
fn a_body_that_comes_byte_by_byte_is_read() {
    let host = Host::start();
    let mut client = host.connect();
    for byte in echo(MODERN).bytes() {
        client.send(&[byte]);
    }
    assert_echo(MODERN, &client.response().expect("a response"));
    host.stop();
}

#[test]
fn a_head_that_stops_half_way_runs_out_of_time() {
    let host = Host::start_with(&[("VICTIM_HEAD_MS", "200")]);
    let mut client = host.connect();
    client.send(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-");
    assert!(
        client
            .response()
            .is_none_or(|response| response.status == 408)
    );
    assert_eq!(host.counts(MODERN), Counts::default());
    host.stop();
}

#[test]
fn a_body_that_is_cut_off_runs_nothing() {
    let host = Host::start();
    for era in [MODERN, LEGACY] {
        let bytes = echo(era).bytes();
        for mut client in many(&host, 20, &bytes[..bytes.len() - 10]) {
            client.close_sending();
            assert!(
                client
                    .response()
                    .is_none_or(|response| response.status == 400)
            );
        }
        assert_eq!(host.counts(era), Counts::default());
    }
    host.stop();
}

#[test]
fn silent_connections_give_their_place_back() {
    let host = Host::start_with(&[("VICTIM_CONNECTIONS", "4"), ("VICTIM_HEAD_MS", "300")]);
    let silent = many(&host, 8, b"POST /mcp");
    assert_echo(MODERN, &host.connect().exchange(echo(MODERN).bytes()));
    drop(silent);
    host.stop();
}

#[test]
fn a_connection_outlives_refusals() {
    let host = Host::start();
    let mut client = host.connect();
    for spoiled in [
        post(LEGACY, "garbage"),
        echo(MODERN).line("POST /no HTTP/1.1"),
        echo(MODERN).with("Host", "evil.example"),
        echo(MODERN).with("Content-Type", "text/plain"),
        echo(MODERN).with("Accept", "text/html"),
        echo(MODERN).with("Mcp-Name", "x"),
    ] {
        assert!((400..500).contains(&client.exchange(spoiled.bytes()).status));
        assert_echo(MODERN, &client.exchange(echo(MODERN).bytes()));
    }
    assert_eq!(host.counts(MODERN).runs, 6);
    host.stop();
}

#[test]
fn requests_sent_in_one_go_are_answered_in_turn() {
    let host = Host::start();
    let mut client = host.connect();
    client.send(
        &[
            slow(LEGACY, r#"{"ms":50}"#),
            echo(MODERN).bytes(),
            post(LEGACY, "no").bytes(),
        ]
        .concat(),
    );
    check(
        "2025-11-25",
        "tools/call",
        &[text("1", "slept")],
        client.response().expect("a response").messages(),
    );
    assert_echo(MODERN, &client.response().expect("a response"));
    assert_eq!(client.response().expect("a response").status, 400);
    host.stop();
}

#[test]
fn one_id_on_two_connections_is_two_calls() {
    let host = Host::start();
    let clients = many(&host, 2, &slow(MODERN, r#"{"ms":100}"#));
    for mut client in clients {
        let messages = client.response().expect("a response").messages();
        check("2026-07-28", "tools/call", &[text("1", "slept")], messages);
    }
    host.stop();
}

#[test]
fn five_hundred_connections_dropped_in_mid_call() {
    let host = Host::start();
    let clients = many(&host, 500, &slow(MODERN, FOREVER));
    host.reach(MODERN, Counts::runs(500));
    drop(clients);
    assert_eq!(host.reach(MODERN, Counts::cut(500)).in_all(), (500, 0, 500));
    assert_echo(MODERN, &host.connect().exchange(echo(MODERN).bytes()));
    host.stop();
}

#[test]
fn five_hundred_streams_dropped_in_mid_call() {
    let host = Host::start();
    let events = Request::call(MODERN, "slow", FOREVER)
        .with("Accept", "text/event-stream")
        .bytes();
    let mut clients = many(&host, 500, &events);
    for client in &mut clients {
        let response = client.begun().expect("a response");
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
        let first = client.chunk().expect("a comment at once");
        assert!(
            first.starts_with(b":"),
            "{}",
            String::from_utf8_lossy(&first)
        );
    }
    host.reach(MODERN, Counts::runs(500));
    drop(clients);
    host.reach(MODERN, Counts::cut(500));
    host.stop();
}

#[test]
fn a_stream_that_nobody_reads_holds_nothing_up() {
    let host = Host::start();
    let mut client = host.connect();
    client.send(&progress(100_000));
    host.reach(MODERN, Counts::finished(1));
    let response = client.response().expect("a response");
    let mut messages = response.messages();
    check(
        "2026-07-28",
        "tools/call",
        &[text("1", "done")],
        messages.split_off(messages.len() - 1),
    );
    messages
        .iter()
        .for_each(|message| spec_check::assert_sent_by_server("2026-07-28", message));
    host.stop();
}

#[test]
fn a_client_that_never_reads_does_not_keep_its_connection() {
    let host = Host::start_with(&[("VICTIM_CONNECTIONS", "1"), ("VICTIM_WRITE_MS", "200")]);
    let mut client = host.connect();
    client.send(&progress(u32::MAX));
    // there is room for one connection, so that this waits for the end of the other
    host.reach(MODERN, Counts::cut(1));
    host.stop();
    drop(client);
}

#[test]
fn more_signals_end_at_once() {
    let mut host = Host::start_with(&[("VICTIM_DRAIN_MS", "60000")]);
    let clients = many(&host, 1, &slow(MODERN, FOREVER));
    host.reach(MODERN, Counts::runs(1));
    while host.is_alive() {
        host.signal(Signal::TERM);
        std::thread::yield_now();
    }
    assert_eq!(host.ended().code(), Some(130));
    drop(clients);
}

#[test]
fn a_dropped_connection_tells_a_blocking_tool() {
    let host = Host::start();
    let clients = many(&host, 10, &Request::call(MODERN, "block", FOREVER).bytes());
    host.reach(MODERN, Counts::runs(10));
    drop(clients);
    host.reach(MODERN, Counts::cut(10));
    host.stop();
}

#[test]
fn legacy_calls_outlive_their_connections() {
    let host = Host::start();
    let clients = many(&host, 100, &slow(LEGACY, r#"{"ms":300}"#));
    host.reach(LEGACY, Counts::runs(100));
    drop(clients);
    assert_eq!(
        host.reach(LEGACY, Counts::finished(100)).in_all(),
        (100, 100, 0)
    );
    host.stop();
}

#[test]
fn at_capacity_calls_are_turned_away() {
    let host = Host::start_with(&[("VICTIM_CALLS", "1")]);
    let mut busy = host.connect();
    busy.send(&slow(MODERN, r#"{"ms":500}"#));
    host.hear("slow begins");
    for era in [MODERN, LEGACY] {
        let refused = host.connect().exchange(echo(era).bytes());
        assert_eq!(refused.status, 503);
        assert!(refused.header("retry-after").is_some());
        check(
            era.version(),
            "tools/call",
            &[error("1", -32603, "The server is at capacity")],
            refused.messages(),
        );
    }
    assert_eq!(busy.response().expect("a response").status, 200);
    assert_eq!(host.counts(MODERN).in_all(), (1, 1, 0));
    host.stop();
}

#[test]
fn without_a_thread_blocking_calls_are_turned_away() {
    let host = Host::start_with(&[("VICTIM_THREADS", "1")]);
    let mut busy = host.connect();
    busy.send(&Request::call(MODERN, "block", r#"{"ms":500}"#).bytes());
    host.reach(MODERN, Counts::runs(1));
    let refused = host
        .connect()
        .exchange(Request::call(MODERN, "block", FOREVER).bytes());
    assert_eq!(refused.status, 503);
    check(
        "2026-07-28",
        "tools/call",
        &[error("1", -32603, "The server is at capacity")],
        refused.messages(),
    );
    assert_eq!(busy.response().expect("a response").status, 200);
    assert_eq!(host.counts(MODERN).in_all(), (1, 1, 0));
    host.stop();
}

#[test]
fn a_call_without_end_runs_out_of_time_even_if_nobody_reads() {
    let host = Host::start_with(&[("VICTIM_CALL_MS", "300")]);
    let mut client = host.connect();
    client.send(&progress(u32::MAX));
    host.reach(MODERN, Counts::cut(1));
    let last = client.response().expect("a response").messages().pop();
    check(
        "2026-07-28",
        "tools/call",
        &[tool_error("1", "timed out after 300 ms")],
        last.into_iter().collect(),
    );
    host.stop();
}

#[test]
fn a_signal_lets_running_calls_end() {
    for (signal, era) in [(Signal::TERM, MODERN), (Signal::INT, LEGACY)] {
        let mut host = Host::start();
        let mut client = host.connect();
        client.send(&slow(era, r#"{"ms":200}"#));
        host.reach(era, Counts::runs(1));
        host.signal(signal);
        let response = client.response().expect("a response");
        check(
            era.version(),
            "tools/call",
            &[text("1", "slept")],
            response.messages(),
        );
        assert_eq!(host.ended().code(), Some(0));
    }
}

#[test]
fn a_signal_drops_calls_without_end() {
    let mut host = Host::start();
    let clients = many(&host, 5, &slow(MODERN, FOREVER));
    let orphans = many(&host, 5, &slow(LEGACY, FOREVER));
    host.reach(MODERN, Counts::runs(10));
    drop(orphans);
    host.signal(Signal::TERM);
    assert_eq!(host.ended().code(), Some(0));
    drop(clients);
}

#[test]
fn a_signal_ends_streams_and_bodies_that_never_come() {
    let mut host = Host::start();
    let events = Request::call(MODERN, "slow", FOREVER)
        .with("Accept", "text/event-stream")
        .bytes();
    let streams = many(&host, 5, &events);
    let half = echo(MODERN).bytes();
    let halves = many(&host, 5, &half[..half.len() - 10]);
    host.reach(MODERN, Counts::runs(5));
    host.signal(Signal::TERM);
    assert_eq!(host.ended().code(), Some(0));
    drop((streams, halves));
}

#[test]
fn connections_without_a_request_do_not_hold_the_end_up() {
    let mut host = Host::start_with(&[("VICTIM_DRAIN_MS", "15000")]);
    let mut used = host.connect();
    assert_echo(MODERN, &used.exchange(echo(MODERN).bytes()));
    let unused = many(&host, 3, b"");
    host.signal(Signal::TERM);
    let begin = Instant::now();
    assert_eq!(host.ended().code(), Some(0));
    assert!(
        begin.elapsed() < Duration::from_secs(10),
        "{:?}",
        begin.elapsed()
    );
    drop((used, unused));
}
