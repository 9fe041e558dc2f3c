//! Replies that are lost, requests that are sent twice, and servers that didn't see the first round.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::{
    ASKED, MODERN,
    http::Running,
    server,
    wire::{Caller, accept, forms, retry, text, tool_error},
};

fn callers<'a>(server: &'a Running) -> [Caller<'a>; 2] {
    [
        Caller::http(server, MODERN, forms()),
        Caller::stdio(MODERN, forms()),
    ]
}

#[test]
fn a_question_that_was_lost_is_asked_anew() {
    let server = Running::start(server("Test"));
    let ada = accept(&json!({ "name": "Ada" }));
    for mut caller in callers(&server) {
        // where nothing came back, the state did neither: the effect happens twice
        for (tool, effects) in [("once", 2), ("before", 3), ("behind", 1)] {
            let title = format!("question lost, {tool}");
            drop(caller.call(tool, &title, &json!({})));
            let asked = caller.call(tool, &title, &json!({}));
            let answer = caller.call(tool, &title, &retry(&asked, &ada));
            assert_eq!(text(&answer), "Ada");
            assert_eq!(caller.count(&title), effects, "{title}");
        }
    }
}

#[test]
fn an_answer_that_was_lost_is_given_anew() {
    let server = Running::start(server("Test"));
    let ada = accept(&json!({ "name": "Ada" }));
    for mut caller in callers(&server) {
        // a state isn't used up: what happens behind the last question happens twice
        for (tool, effects) in [("once", 1), ("before", 3), ("behind", 2)] {
            let title = format!("answer lost, {tool}");
            let asked = caller.call(tool, &title, &json!({}));
            let retry = retry(&asked, &ada);
            for _ in 0..2 {
                assert_eq!(text(&caller.call(tool, &title, &retry)), "Ada");
            }
            assert_eq!(caller.count(&title), effects, "{title}");
        }
    }
}

#[test]
fn an_answer_without_a_state_is_taken_where_no_effect_precedes() {
    let server = Running::start(server("Test"));
    let ada = accept(&json!({ "name": "Ada" }));
    for mut caller in callers(&server) {
        let sent = json!({ "inputResponses": { "name": ada } });
        for (tool, effects) in [("before", 1), ("behind", 1)] {
            let title = format!("stateless, {tool}");
            assert_eq!(text(&caller.call(tool, &title, &sent)), "Ada");
            assert_eq!(caller.count(&title), effects);
        }
        let title = "stateless, once";
        let asked = caller.call("once", title, &sent);
        assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
        let answer = caller.call("once", title, &retry(&asked, &ada));
        assert_eq!(text(&answer), "Ada");
        assert_eq!(caller.count(title), 1);
    }
}

#[test]
fn another_server_with_the_same_keys_goes_on() {
    let (first, second) = (
        Running::start(server("Test")),
        Running::start(server("Test")),
    );
    let ada = accept(&json!({ "name": "Ada" }));
    for (tool, effects) in [("once", (1, 0)), ("before", (1, 1)), ("behind", (0, 1))] {
        for mut there in [
            Caller::http(&second, MODERN, forms()),
            Caller::stdio(MODERN, forms()),
        ] {
            let mut here = Caller::http(&first, MODERN, forms());
            let title = format!("replica, {tool}");
            let known = here.count(&title);
            let asked = here.call(tool, &title, &json!({}));
            let answer = there.call(tool, &title, &retry(&asked, &ada));
            assert_eq!(text(&answer), "Ada");
            let counts = (here.count(&title) - known, there.count(&title));
            assert_eq!(counts, effects, "{title}");
        }
    }
}

/// A handler that waits does so on one server: the others of a session can't bring it its answer.
#[test]
fn a_question_that_waits_is_answered_where_it_was_asked() {
    let (first, second) = (
        Running::start(server("Test")),
        Running::start(server("Test")),
    );
    for version in &ASKED[..2] {
        let mut here = Caller::http(&first, version, forms());
        let asked = here.call("behind", version, &json!({}));
        let response = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": accept(&json!({ "name": "Eve" })) });
        let mut there = Caller::http(&second, version, forms());
        there.respond(&response);
        // nor can another session of the same server
        Caller::http(&first, version, forms()).respond(&response);
        let answer = here.reply(
            "behind",
            version,
            &asked,
            &accept(&json!({ "name": "Ada" })),
        );
        assert_eq!(text(&answer), "Ada");
        assert_eq!((here.count(version), there.count(version)), (1, 0));
    }
}

/// Who ends a session gives up what it was asked, and so does a server that stops.
#[test]
fn questions_end_with_their_session_and_their_server() {
    let mut server = Running::start(server("Test"));
    for version in &ASKED[..2] {
        let mut caller = Caller::http(&server, version, forms());
        caller.call("behind", "ended", &json!({}));
        caller.end_session();
        let taken_back = caller.next_answer();
        assert_eq!(taken_back["method"], "notifications/cancelled");
        let answer = caller.next_answer();
        assert_eq!(tool_error(&answer), "The user can't be asked any more.");
    }
    let mut stream = {
        let mut caller = Caller::http(&server, "2025-11-25", forms());
        caller.call("behind", "stopped", &json!({}));
        caller.into_stream()
    };
    let begun = Instant::now();
    server.stop();
    let taken_back = stream.event();
    assert!(
        taken_back.contains("notifications/cancelled"),
        "{taken_back}"
    );
    let answer = stream.event();
    assert!(
        answer.contains("The user can't be asked any more."),
        "{answer}"
    );
    server.wait();
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "it waited for the user"
    );
}

/// Hanging up is no cancelling in the legacy era: the answer to the question still counts.
#[test]
fn a_call_goes_on_when_its_connection_is_lost() {
    let server = Running::start(server("Test"));
    for version in &ASKED[..2] {
        let mut caller = Caller::http(&server, version, forms());
        let asked = caller.call("behind", version, &json!({}));
        caller.hang_up();
        let ada = accept(&json!({ "name": "Ada" }));
        caller.respond(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": ada }));
        let begun = Instant::now();
        while caller.count(version) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "no effect");
        }
        assert_eq!(caller.count(version), 1);
    }
}
