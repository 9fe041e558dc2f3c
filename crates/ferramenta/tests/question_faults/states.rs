//! States that a request wasn't given: all are refused in the same bytes, and nothing happens.

use std::time::{Duration, Instant};

use ferramenta::Limits;
use serde_json::{Value, json};

use crate::{
    MODERN,
    http::{Request, Running},
    keys, server,
    wire::{Caller, accept, error, forms, retry, text},
};

const REFUSED: (i64, &str) = (
    -32602,
    "Invalid params: `requestState` is none that this request was given",
);

/// A call that was asked something, with a state to go on.
fn asked(caller: &mut Caller<'_>, tool: &str, title: &str) -> Value {
    let asked = caller.call(tool, title, &json!({}));
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    retry(&asked, &accept(&json!({ "name": "Ada" })))
}

/// The answer without its id.
fn words(answer: &Value) -> String {
    let mut answer = answer.clone();
    answer["id"] = Value::Null;
    answer.to_string()
}

/// Checks that a state is refused, before anything happens; gives the words.
fn refused(caller: &mut Caller<'_>, tool: &str, title: &str, sent: &Value, fault: &str) -> String {
    let before = caller.count(title);
    let answer = caller.call(tool, title, sent);
    assert_eq!(error(&answer), REFUSED, "{fault}");
    assert_eq!(caller.count(title), before, "{fault}");
    words(&answer)
}

#[test]
fn what_was_not_given_is_refused() {
    let here = Running::start(server("Test"));
    let other_server = Running::start(server("Other"));
    let other_keys = Running::start(server("Test").state_keys(keys(2)));
    let ada = || Caller::as_somebody(&here, MODERN, forms(), Some("s3cret-a"));
    for stdio in [false, true] {
        let make = || match stdio {
            false => Caller::http(&here, MODERN, forms()),
            true => Caller::stdio(MODERN, forms()),
        };
        let mut caller = make();
        let mut all = Vec::new();
        for tool in ["once", "before", "behind"] {
            let title = format!("{tool} {stdio}");
            let own = asked(&mut caller, tool, &title);
            let state = own["requestState"].as_str().unwrap().to_owned();
            let with = |state: Value| {
                let mut sent = own.clone();
                sent["requestState"] = state;
                sent
            };
            let mut check = |sent: &Value, fault: &str| {
                all.push(refused(&mut caller, tool, &title, sent, fault));
            };
            for place in (0..state.len()).step_by(7) {
                let mut bytes = state.clone().into_bytes();
                bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
                let changed = String::from_utf8(bytes).unwrap();
                check(&with(changed.into()), "tampered");
            }
            check(&with(format!("{state}A").into()), "longer");
            check(&with(state[1..].into()), "shorter");
            check(&with("".into()), "empty");
            check(&with(json!({ "answers": {} })), "no text");
            check(&asked(&mut ada(), tool, &title), "of another caller");
            let mut elsewhere = Caller::http(&other_server, MODERN, forms());
            check(&asked(&mut elsewhere, tool, &title), "of another server");
            let mut elsewhere = Caller::http(&other_keys, MODERN, forms());
            check(&asked(&mut elsewhere, tool, &title), "under other keys");
            check(&asked(&mut make(), tool, "other"), "of other arguments");
            let other_tool = if tool == "once" { "behind" } else { "once" };
            check(&asked(&mut make(), other_tool, &title), "of another tool");
            // and the one that was given still is
            let answer = caller.call(tool, &title, &own);
            assert_eq!(text(&answer), "Ada");
        }
        all.dedup();
        assert_eq!(all.len(), 1, "{all:?}");
    }
}

#[test]
fn a_state_gets_too_old() {
    let limits = Limits::default().answer(Duration::from_secs(1));
    let server = Running::start(server("Test").limits(limits));
    let mut caller = Caller::http(&server, MODERN, forms());
    let own = asked(&mut caller, "behind", "old");
    let begun = Instant::now();
    let mut effects = 0;
    let answer = loop {
        let answer = caller.call("behind", "old", &own);
        if answer.get("error").is_some() {
            break answer;
        }
        assert_eq!(text(&answer), "Ada");
        effects += 1;
        assert!(begun.elapsed() < Duration::from_secs(10));
    };
    assert_eq!(error(&answer), REFUSED);
    assert_eq!(caller.count("old"), effects);
}

#[test]
fn rubbish_is_refused_in_one_sentence() {
    let server = Running::start(server("Test"));
    let call = |members: &str| {
        let members = format!("\"name\":\"behind\",\"arguments\":{{\"title\":\"r\"}},{members}");
        let request = Request::modern("tools/call", &members).header("Mcp-Name", "behind");
        server.send(&request).json()
    };
    let unreadable =
        "Invalid params: `arguments`, `inputResponses` or `requestState` can't be read";
    for members in [
        "\"requestState\":\"a\",\"requestState\":\"b\"",
        "\"inputResponses\":{},\"inputResponses\":{}",
        "\"inputResponses\":{\"name\":\"\\ud800\"}",
    ] {
        assert_eq!(error(&call(members)), (-32602, unreadable), "{members}");
    }
    let long = "A".repeat(1 << 20);
    assert_eq!(
        error(&call(&format!("\"requestState\":\"{long}\""))),
        REFUSED
    );
    // many answers to nothing, and a client that can't be asked at the end
    let many: Vec<String> = (0..20_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let many = format!("\"inputResponses\":{{{}}}", many.join(","));
    assert_eq!(error(&call(&many)).0, -32021);
}

#[test]
fn what_says_the_same_in_other_words_is_the_same_request() {
    let here = Running::start(server("Test"));
    let mut caller = Caller::http(&here, MODERN, forms());
    let mut own = asked(&mut caller, "behind", "same");
    own["arguments"] = "{\"title\":\"sam\\u0065\"}".into();
    let answer = caller.call("behind", "same", &own);
    assert_eq!(text(&answer), "Ada");
    own["inputResponses"] = json!([]);
    let answer = caller.call("behind", "same", &own);
    let words = "Invalid params: `inputResponses` has to be an object";
    assert_eq!(error(&answer), (-32602, words));
    own["inputResponses"] = Value::Null;
    let answer = caller.call("behind", "same", &own);
    assert_eq!(answer["result"]["resultType"], "input_required");
}
