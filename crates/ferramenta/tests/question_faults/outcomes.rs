//! What users do, and what clients make of it.

use serde_json::{Value, json};

use crate::{
    ASKED, MODERN,
    http::Running,
    server,
    wire::{Caller, accept, error, forms, text, tool_error},
};

/// What comes of a call at last.
#[derive(Clone, Copy, Debug)]
enum End {
    Text(&'static str),
    /// An error of the protocol.
    Error(i64, &'static str),
}

struct Row {
    fault: &'static str,
    replies: Vec<Value>,
    end: End,
    /// Effects of `behind`.
    behind: u64,
}

fn rows() -> Vec<Row> {
    let ada = accept(&json!({ "name": "Ada" }));
    let number = accept(&json!({ "name": 12345 }));
    let row = |fault, replies: &[&Value], end, behind| Row {
        fault,
        replies: replies.iter().map(|reply| (*reply).clone()).collect(),
        end,
        behind,
    };
    let long = accept(&json!({ "name": "Ada Lovelace" }));
    let odd = json!({ "action": "perhaps" });
    let list = accept(&json!(["Ada"]));
    vec![
        row("answer", &[&ada], End::Text("Ada"), 1),
        row(
            "more than was asked for",
            &[&accept(&json!({ "name": "Ada", "more": [1] }))],
            End::Text("Ada"),
            1,
        ),
        row(
            "decline",
            &[&json!({ "action": "decline" })],
            End::Text("declined"),
            1,
        ),
        row(
            "cancel",
            &[&json!({ "action": "cancel" })],
            End::Text("cancelled"),
            1,
        ),
        row("wrong type once", &[&number, &ada], End::Text("Ada"), 1),
        row(
            "wrong in three ways",
            &[&long, &odd, &list, &ada],
            End::Text("Ada"),
            1,
        ),
        row(
            "nothing filled in",
            &[&accept(&json!({})), &ada],
            End::Text("Ada"),
            1,
        ),
        row(
            "wrong type to the end",
            &[&number, &number, &number, &number],
            End::Error(
                -32602,
                "Invalid params: the answer to `name` is not what was asked for: name: 12345 is not a string, write \"12345\"",
            ),
            0,
        ),
    ]
}

fn check(caller: &mut Caller<'_>, row: &Row, place: &str) {
    let rounds = u64::try_from(row.replies.len()).unwrap();
    // each round runs the handler anew, unless it waits
    let before = if caller.is_modern() { rounds + 1 } else { 1 };
    for (tool, effects) in [("once", 1), ("before", before), ("behind", row.behind)] {
        let title = format!("{} {place} {tool}", row.fault);
        let answer = caller.settle(tool, &title, &row.replies);
        match row.end {
            End::Text(expected) => assert_eq!(text(&answer), expected, "{title}"),
            End::Error(code, words) => assert_eq!(error(&answer), (code, words), "{title}"),
        }
        assert_eq!(caller.count(&title), effects, "{title}");
    }
}

#[test]
fn outcomes_over_http() {
    let server = Running::start(server("Test"));
    for version in ASKED {
        let mut caller = Caller::http(&server, version, forms());
        for row in rows() {
            check(&mut caller, &row, version);
        }
    }
}

#[test]
fn outcomes_over_stdio() {
    for version in ASKED {
        let mut caller = Caller::stdio(version, forms());
        for row in rows() {
            check(&mut caller, &row, version);
        }
    }
}

#[test]
fn who_is_asked_again_is_told_why() {
    let server = Running::start(server("Test"));
    for version in ASKED {
        let mut caller = Caller::http(&server, version, forms());
        let asked = caller.call("behind", "why", &json!({}));
        let again = caller.reply("behind", "why", &asked, &accept(&json!({ "name": "A" })));
        let params = match version {
            MODERN => &again["result"]["inputRequests"]["name"]["params"],
            _ => &again["params"],
        };
        let message =
            "Who?\n\nThe last answer can't be used:\nname: has 1 character, at least 2 needed";
        assert_eq!(params["message"], message, "{version}: {again}");
    }
}

#[test]
fn unknown_keys_are_ignored() {
    let server = Running::start(server("Test"));
    for version in ASKED {
        for mut caller in [
            Caller::http(&server, version, forms()),
            Caller::stdio(version, forms()),
        ] {
            let asked = caller.call("behind", "unknown", &json!({}));
            if caller.is_modern() {
                let ada = accept(&json!({ "name": "Ada" }));
                let mut retry = crate::wire::retry(&asked, &ada);
                retry["inputResponses"]["other"] = json!({ "action": "what?" });
                let answer = caller.call("behind", "unknown", &retry);
                assert_eq!(text(&answer), "Ada");
            } else {
                for id in [json!("name#0-0"), json!(7), json!("")] {
                    caller.respond(&json!({ "jsonrpc": "2.0", "id": id, "result": accept(&json!({ "name": "Eve" })) }));
                }
                let ada = accept(&json!({ "name": "Ada" }));
                let answer = caller.reply("behind", "unknown", &asked, &ada);
                assert_eq!(text(&answer), "Ada");
            }
        }
    }
}

#[test]
fn a_client_that_fails_to_ask_is_told_of() {
    let server = Running::start(server("Test"));
    for version in &ASKED[..2] {
        for mut caller in [
            Caller::http(&server, version, forms()),
            Caller::stdio(version, forms()),
        ] {
            let title = "fails";
            let before = caller.count(title);
            let asked = caller.call("behind", title, &json!({}));
            let problem = json!({ "code": -32603, "message": "s3cret" });
            caller.respond(&json!({ "jsonrpc": "2.0", "id": asked["id"], "error": problem }));
            let answer = caller.next_answer();
            assert_eq!(tool_error(&answer), "The client could not ask the user.");
            assert_eq!(caller.count(title), before);
        }
    }
}
