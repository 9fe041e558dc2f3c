//! Clients that can't be asked.

use serde_json::{Value, json};

use crate::{
    MODERN,
    http::{Request, Running},
    server,
    wire::{Caller, error, forms, tool_error},
};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const NO_CAPABILITY: &str =
    "The user can't be asked: the client has no capability `elicitation.form`.";
const NO_SESSION: &str = "The user can't be asked over this connection: open a session with `initialize`, and accept `text/event-stream`.";

fn title(caller: &Caller<'_>, tool: &str) -> String {
    format!("unasked {} {tool}", caller.version)
}

#[test]
fn a_modern_client_learns_what_it_lacks() {
    let server = Running::start(server("Test"));
    for capabilities in [
        json!({}),
        json!({ "elicitation": { "url": {} } }),
        json!({ "sampling": {} }),
    ] {
        for mut caller in [
            Caller::http(&server, MODERN, capabilities.clone()),
            Caller::stdio(MODERN, capabilities),
        ] {
            for (tool, effects) in [("once", 1), ("before", 1), ("behind", 0)] {
                let title = title(&caller, tool);
                let known = caller.count(&title);
                let answer = caller.call(tool, &title, &json!({}));
                lacks(&answer);
                assert!([0, 400].contains(&caller.status), "{}", caller.status);
                assert_eq!(caller.count(&title) - known, effects, "{title}");
            }
            lacks(&caller.request("prompts/get", json!({ "name": "asking" })));
            lacks(&caller.request("resources/read", json!({ "uri": "test://asking" })));
        }
    }
}

fn lacks(answer: &Value) {
    let words = "Missing client capability: elicitation.form";
    assert_eq!(error(answer), (-32021, words));
    let required = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
    assert_eq!(answer["error"]["data"], required);
}

#[test]
fn an_older_client_gets_an_error_that_it_knows() {
    let server = Running::start(server("Test"));
    for version in LEGACY {
        // versions that have no questions have none, whatever their clients declare
        let all = [json!({}), json!({ "elicitation": null }), forms()];
        let has_forms = version >= "2025-06-18";
        for capabilities in all.into_iter().take(if has_forms { 2 } else { 3 }) {
            for mut caller in [
                Caller::http(&server, version, capabilities.clone()),
                Caller::stdio(version, capabilities.clone()),
            ] {
                for (tool, effects) in [("once", 1), ("before", 1), ("behind", 0)] {
                    let title = title(&caller, tool);
                    let known = caller.count(&title);
                    let answer = caller.call(tool, &title, &json!({}));
                    assert_eq!(tool_error(&answer), NO_CAPABILITY, "{version}");
                    assert_eq!(caller.count(&title) - known, effects, "{title}");
                }
                let prompt = caller.request("prompts/get", json!({ "name": "asking" }));
                assert_eq!(error(&prompt), (-32603, NO_CAPABILITY));
                let read = caller.request("resources/read", json!({ "uri": "test://asking" }));
                assert_eq!(error(&read), (-32603, NO_CAPABILITY));
            }
        }
    }
}

#[test]
fn without_a_session_nobody_is_asked() {
    let server = Running::start(server("Test"));
    for version in LEGACY {
        let mut caller = Caller::http(&server, version, forms());
        caller.forget_session();
        let answer = caller.call("behind", "without a session", &json!({}));
        assert_eq!(tool_error(&answer), NO_SESSION);
        assert_eq!(caller.count("without a session"), 0);
    }
    let call = json!({ "name": "behind", "arguments": { "title": "a" } });
    let json_alone = Request::legacy("tools/call", &call.to_string());
    let answer = server.send(&json_alone.with("Accept", "application/json"));
    assert_eq!(tool_error(&answer.json()), NO_SESSION);
}
