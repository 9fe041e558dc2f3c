//! Calls that end in another way than by being done, and pipes that end while something is under way.

use serde_json::Value;

use crate::harness::{
    Counts, Era, LEGACY, MODERN, Pipe, Signal, StdioRow, answers, call, check, error, notification,
    request, rows, text, tool_error,
};

/// Longer than any test.
const FOREVER: &str = r#"{"ms":600000}"#;

fn cancelled(id: &str) -> String {
    notification(
        "notifications/cancelled",
        &format!(r#"{{"requestId":{id},"reason":"tired"}}"#),
    )
}

rows! { StdioRow:
    a_tool_that_panics {
        era: LEGACY, method: "tools/call", input: || call("1", "panic", "{}").into(), runs: 1,
        answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
    a_tool_that_panics_on_a_thread {
        era: MODERN, method: "tools/call", runs: 1,
        input: || MODERN.call("1", "panic", r#"{"on_thread":true}"#).into(),
        answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
    a_tool_that_prints {
        era: LEGACY, method: "tools/call", input: || call("1", "print", "{}").into(), runs: 1, answers: &[text("1", "printed")],
    }
    a_tool_that_fails_visibly {
        era: LEGACY, method: "tools/call", input: || call("1", "fail", r#"{"kind":"visible"}"#).into(), runs: 1,
        answers: &[tool_error("1", "The shelf is empty.")],
    }
    a_tool_that_fails_in_secret {
        era: LEGACY, method: "tools/call", input: || call("1", "fail", r#"{"kind":"hidden"}"#).into(), runs: 1,
        answers: &[tool_error("1", "Tool execution failed (reference ")],
    }
    one_id_twice_in_flight {
        era: LEGACY, method: "tools/call", runs: 1,
        input: || [call("5", "slow", r#"{"ms":50}"#), call("5", "echo", r#"{"text":"a"}"#)].join("\n").into(),
        answers: &[error("5", -32600, "Invalid request: a request with this id is under way"), text("5", "slept")],
    }
    two_ids_that_only_look_alike {
        era: LEGACY, method: "tools/call", runs: 2,
        input: || [call("5", "slow", r#"{"ms":50}"#), call("\"5\"", "slow", r#"{"ms":20}"#)].join("\n").into(),
        answers: &[text("5", "slept"), text("\"5\"", "slept")],
    }
    one_id_twice_in_turn {
        era: LEGACY, method: "tools/call", runs: 2,
        input: || [call("5", "echo", r#"{"text":"a"}"#), call("5", "echo", r#"{"text":"b"}"#)].join("\n").into(),
        answers: &[text("5", "a"), text("5", "b")],
    }
    cancelling_what_is_not_there {
        era: LEGACY, method: "ping", runs: 0, answers: &[],
        input: || [cancelled("99"), cancelled("{}"), cancelled("null"), notification("notifications/cancelled", "[]")]
            .join("\n").into(),
    }
    progress_that_cannot_be_told {
        era: LEGACY, method: "tools/call", runs: 1, answers: &[text("1", "done")],
        input: || request(
            "1", "tools/call", r#"{"name":"progress","arguments":{"steps":9},"_meta":{"progressToken":{"a":[]}}}"#
        ).into(),
    }
}

#[test]
fn a_panic_says_nothing_of_what_happened() {
    let mut pipe = Pipe::open(LEGACY);
    for _ in 0..50 {
        pipe.send(call("1", "panic", "{}"));
        let answer = String::from_utf8(pipe.line()).unwrap();
        assert!(!answer.contains("secret"), "{answer}");
    }
    assert_eq!(pipe.counts().in_all(), (50, 0, 50));
    pipe.close();
}

#[test]
fn garbage_is_not_answered_without_end() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send("garbage\n".repeat(2000));
    pipe.send(request("\"last\"", "ping", "{}"));
    let mut refusals = 0;
    while !pipe.line().windows(6).any(|part| part == b"\"last\"") {
        refusals += 1;
    }
    // ten a second; the lines may fall into more than one second
    assert!((10..=50).contains(&refusals), "{refusals}");
    pipe.counts();
    pipe.close();
}

#[test]
fn a_message_may_come_byte_by_byte() {
    let mut pipe = Pipe::open(LEGACY);
    for byte in format!("{}\n", call("1", "echo", r#"{"text":"é"}"#)).bytes() {
        pipe.send_raw([byte]);
    }
    check(
        "2025-11-25",
        "tools/call",
        &[text("1", "é")],
        vec![pipe.line()],
    );
    pipe.close();
}

/// A call that reports this many steps.
fn progress(steps: u32) -> String {
    let params = format!(
        r#"{{"name":"progress","arguments":{{"steps":{steps}}},"_meta":{{"progressToken":"t"}}}}"#
    );
    request("1", "tools/call", &params)
}

/// Reads reports, each larger than the one before, up to the answer; gives the last one.
fn last_report(pipe: &mut Pipe) -> u64 {
    let mut last = 0;
    loop {
        let line = pipe.line();
        let value: Value = serde_json::from_slice(&line).expect("a message is JSON");
        if value.get("id").is_some() {
            check("2025-11-25", "tools/call", &[text("1", "done")], vec![line]);
            return last;
        }
        spec_check::assert_sent_by_server("2025-11-25", &line);
        let step = value["params"]["progress"]
            .as_u64()
            .expect("a number of steps");
        assert!(step > last, "{step} after {last}");
        last = step;
    }
}

#[test]
fn progress_comes_in_order_and_before_the_answer() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send(progress(100));
    assert_eq!(last_report(&mut pipe), 100);
    pipe.close();
}

#[test]
fn a_client_that_does_not_read_misses_reports_but_no_answers() {
    let mut pipe = Pipe::open(LEGACY);
    let gate = pipe.gate();
    let unread = gate.lock().unwrap();
    pipe.send(progress(100_000));
    pipe.hear("the client reads too slowly");
    drop(unread);
    last_report(&mut pipe);
    assert_eq!(pipe.counts().finished, 1);
    pipe.close();
}

#[test]
fn a_client_that_does_not_read_is_waited_for() {
    let mut pipe = Pipe::open(LEGACY);
    let gate = pipe.gate();
    let unread = gate.lock().unwrap();
    let calls: Vec<String> = (0..20_000)
        .map(|id| call(&id.to_string(), "echo", r#"{"text":"a"}"#))
        .collect();
    pipe.send(calls.join("\n"));
    drop(unread);
    for id in 0..20_000 {
        let line = pipe.line();
        let begin = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":"#);
        assert!(
            line.starts_with(begin.as_bytes()),
            "{}",
            String::from_utf8_lossy(&line)
        );
    }
    assert_eq!(pipe.counts().finished, 20_000);
    pipe.close();
}

#[test]
fn a_client_that_does_not_read_cannot_keep_the_process() {
    let mut pipe = Pipe::open(LEGACY);
    let gate = pipe.gate();
    let unread = gate.lock().unwrap();
    pipe.send(progress(10_000_000));
    pipe.hear("the client reads too slowly");
    pipe.signal(Signal::TERM);
    assert_eq!(pipe.wait().code(), Some(0));
    drop(unread);
}

#[test]
fn a_cancelled_call_is_dropped_and_not_answered() {
    for era in [LEGACY, MODERN, Era::Legacy("2024-11-05")] {
        let mut pipe = Pipe::open(era);
        pipe.send(era.call("\"a\"", "slow", FOREVER));
        pipe.send(era.call("2", "block", FOREVER));
        pipe.reach(Counts::runs(2));
        pipe.send(cancelled("a"));
        pipe.send(cancelled("\"2\""));
        assert_eq!(pipe.counts().cut, 0, "ids of the wrong kind cancel nothing");
        pipe.send(cancelled("\"a\""));
        pipe.send(cancelled("2"));
        pipe.reach(Counts::cut(2));
        pipe.send(era.call("2", "echo", r#"{"text":"a"}"#));
        check(
            era.version(),
            "tools/call",
            &[text("2", "a")],
            vec![pipe.line()],
        );
        pipe.close();
    }
}

#[test]
fn a_thousand_calls_at_once_are_all_answered() {
    let mut pipe = Pipe::open(LEGACY);
    let calls: Vec<String> = (0..1000)
        .map(|id| call(&id.to_string(), "slow", r#"{"ms":20}"#))
        .collect();
    pipe.send(calls.join("\n"));
    let mut seen = vec![false; 1000];
    for _ in 0..1000 {
        let answer: Value = serde_json::from_slice(&pipe.line()).unwrap();
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert!(
            !std::mem::replace(&mut seen[id], true),
            "{id} is answered twice"
        );
    }
    assert_eq!(pipe.counts().in_all(), (1000, 1000, 0));
    pipe.close();
}

#[test]
fn more_calls_than_allowed_wait_and_nothing_is_held_back() {
    let mut pipe = Pipe::open_with(LEGACY, &[("VICTIM_CALLS", "2")]);
    let calls: Vec<String> = (0..6)
        .map(|id| call(&id.to_string(), "slow", r#"{"ms":20}"#))
        .collect();
    pipe.send([call("\"long\"", "slow", r#"{"ms":300}"#), calls.join("\n")].join("\n"));
    let mut ids = Vec::new();
    for _ in 0..7 {
        let answer: Value = serde_json::from_slice(&pipe.line()).unwrap();
        ids.push(answer["id"].to_string());
    }
    assert_eq!(ids, ["0", "1", "2", "3", "4", "5", "\"long\""]);
    assert_eq!(pipe.counts().finished, 7);
    pipe.close();
}

#[test]
fn each_message_of_a_batch_counts_as_a_call() {
    for places in ["1", "3"] {
        let mut pipe = Pipe::open_with(Era::Legacy("2025-03-26"), &[("VICTIM_CALLS", places)]);
        // both batches may be under way together, so all ids differ
        let batch = |ids: std::ops::Range<u32>| {
            let calls = ids.map(|id| call(&id.to_string(), "slow", r#"{"ms":20}"#));
            format!("[{}]", calls.collect::<Vec<_>>().join(","))
        };
        pipe.send([batch(0..10), batch(10..20)].join("\n"));
        let all = [pipe.line(), pipe.line()];
        assert!(all.iter().all(|line| answers(line).len() == 10));
        let counts = pipe.counts();
        assert_eq!(
            (counts.finished, counts.most.to_string().as_str()),
            (20, places)
        );
        pipe.close();
    }
}

#[test]
fn a_call_without_end_runs_out_of_time() {
    for era in [LEGACY, MODERN] {
        let mut pipe = Pipe::open_with(era, &[("VICTIM_CALL_MS", "100")]);
        for tool in ["slow", "block"] {
            pipe.send(era.call("1", tool, FOREVER));
            check(
                era.version(),
                "tools/call",
                &[tool_error("1", "timed out after 100 ms")],
                vec![pipe.line()],
            );
        }
        pipe.reach(Counts::cut(2));
        pipe.close();
    }
}

#[test]
fn a_call_is_answered_while_others_wait_for_a_place() {
    let mut pipe = Pipe::open_with(LEGACY, &[("VICTIM_CALLS", "2")]);
    let long = |id| call(id, "slow", r#"{"ms":1500}"#);
    let short = call("2", "slow", r#"{"ms":20}"#);
    pipe.send([long("1"), short, long("3"), long("4")].join("\n"));
    let begin = std::time::Instant::now();
    check(
        "2025-11-25",
        "tools/call",
        &[text("2", "slept")],
        vec![pipe.line()],
    );
    assert!(
        begin.elapsed().as_millis() < 1000,
        "held back for {:?}",
        begin.elapsed()
    );
    pipe.close_input();
    let ended = pipe.ended();
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn a_signal_is_heard_while_all_places_are_taken() {
    let mut pipe = Pipe::open_with(LEGACY, &[("VICTIM_CALLS", "2")]);
    let waiting = call("3", "echo", r#"{"text":"a"}"#);
    pipe.send(
        [
            call("1", "slow", FOREVER),
            call("2", "slow", FOREVER),
            waiting,
        ]
        .join("\n"),
    );
    pipe.hear("slow begins");
    pipe.hear("slow begins");
    pipe.signal(Signal::TERM);
    let ended = pipe.ended();
    assert!(ended.lines.is_empty());
    assert_eq!(ended.status.code(), Some(0), "{}", ended.status);
}

#[test]
fn the_end_of_input_is_seen_while_all_places_are_taken() {
    let mut pipe = Pipe::open_with(LEGACY, &[("VICTIM_CALLS", "2")]);
    let waiting = call("3", "echo", r#"{"text":"a"}"#);
    pipe.send(
        [
            call("1", "slow", FOREVER),
            call("2", "slow", FOREVER),
            waiting,
        ]
        .join("\n"),
    );
    pipe.hear("slow begins");
    pipe.hear("slow begins");
    pipe.close();
}

#[test]
fn at_the_end_of_input_running_calls_are_answered() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send(call("1", "slow", r#"{"ms":100}"#));
    pipe.send(call("2", "block", r#"{"ms":100}"#));
    pipe.close_input();
    let ended = pipe.ended();
    check(
        "2025-11-25",
        "tools/call",
        &[text("1", "slept"), text("2", "blocked")],
        ended.lines,
    );
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn at_the_end_of_input_calls_without_end_are_dropped() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send(call("1", "slow", FOREVER));
    pipe.send(call("2", "block", FOREVER));
    pipe.reach(Counts::runs(2));
    pipe.close();
}

#[test]
fn input_that_ends_at_once_ends_the_process() {
    Pipe::open(Era::Unopened).close();
    Pipe::open(LEGACY).close();
}

#[test]
fn input_that_ends_in_a_message() {
    for (half, expected) in [
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/ca"#,
            error("7", -32700, "Parse error"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"fail","arguments":{"kind":"visible"}}}"#,
            tool_error("7", "The shelf is empty."),
        ),
    ] {
        let mut pipe = Pipe::open(LEGACY);
        pipe.send_raw(half);
        pipe.close_input();
        let ended = pipe.ended();
        check("2025-11-25", "tools/call", &[expected], ended.lines);
        assert_eq!(ended.status.code(), Some(0));
    }
}

#[test]
fn a_signal_lets_running_calls_end() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut pipe = Pipe::open(LEGACY);
        pipe.send(call("1", "slow", r#"{"ms":200}"#));
        pipe.reach(Counts::runs(1));
        pipe.signal(signal);
        let ended = pipe.ended();
        check(
            "2025-11-25",
            "tools/call",
            &[text("1", "slept")],
            ended.lines,
        );
        assert_eq!(ended.status.code(), Some(0), "{signal:?}");
    }
}

#[test]
fn a_signal_ends_a_server_that_has_nothing_to_do() {
    for era in [MODERN, LEGACY] {
        let mut pipe = Pipe::open(era);
        pipe.counts();
        pipe.signal(Signal::TERM);
        let ended = pipe.ended();
        assert!(ended.lines.is_empty());
        assert_eq!(ended.status.code(), Some(0));
    }
}

#[test]
fn a_signal_drops_calls_without_end() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send(call("1", "slow", FOREVER));
    pipe.send(call("2", "block", FOREVER));
    pipe.reach(Counts::runs(2));
    pipe.signal(Signal::TERM);
    let ended = pipe.ended();
    assert!(ended.lines.is_empty());
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn more_signals_end_at_once() {
    let mut pipe = Pipe::open_with(LEGACY, &[("VICTIM_DRAIN_MS", "60000")]);
    pipe.send(call("1", "slow", FOREVER));
    pipe.reach(Counts::runs(1));
    while pipe.is_alive() {
        pipe.signal(Signal::TERM);
        std::thread::yield_now();
    }
    assert_eq!(pipe.wait().code(), Some(130));
}

#[test]
fn closed_output_is_an_end_and_no_panic() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.close_output();
    while pipe.is_alive() {
        pipe.send(call("1", "echo", r#"{"text":"a"}"#));
    }
    let ended = pipe.ended();
    assert!(!ended.errors.contains("panicked"), "{}", ended.errors);
    assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
}

#[test]
fn what_tools_print_goes_to_standard_error() {
    let mut pipe = Pipe::open(LEGACY);
    pipe.send([call("1", "print", "{}"), call("2", "print", "{}")].join("\n"));
    let lines = [pipe.line(), pipe.line()]
        .iter()
        .flat_map(|line| answers(line))
        .collect();
    check(
        "2025-11-25",
        "tools/call",
        &[text("1", "printed"), text("2", "printed")],
        lines,
    );
    pipe.close_input();
    let ended = pipe.ended();
    assert!(ended.lines.is_empty());
    assert!(
        ended.errors.contains("printed by the tool") && ended.errors.contains("printed by a child")
    );
}
