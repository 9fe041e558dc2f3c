//! A hidden tool is as unknown as one that isn't there, and a denied one says so: in a real process, over HTTP and in
//! a test, in both eras, whatever else is wrong.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/process.rs"]
mod process;
#[path = "support/http.rs"]
mod support;

use ferramenta::{BearerTokens, Context, Identity, ParamSpec, Server, ToolDef};
use process::{Process, is_asked};
use serde_json::{Value, json};
use support::{META, Request, Response, Running, client};

/// Hidden each in its own way, and beside them one of the same length that isn't there.
const HIDDEN: [&str; 5] = ["secret_1", "secret_2", "secret_3", "secret_4", "secret_5"];
const MISSING: &str = "missing_";
const DENIED: [&str; 3] = ["denied", "scoped", "both"];
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The members of a call beside its name.
const MEMBERS: [&str; 12] = [
    "",
    ",\"arguments\":{\"text\":\"hi\"}",
    ",\"arguments\":{\"text\":7,\"zzz\":null}",
    ",\"arguments\":{\"txet\":\"hi\",\"text\":{}}",
    ",\"arguments\":{\"text\":\"hi\",\"region\":\"north\"}",
    ",\"arguments\":null",
    ",\"arguments\":[]",
    ",\"arguments\":\"{\\\"text\\\":7}\"",
    ",\"arguments\":\"{\"",
    ",\"cursor\":\"secret_1\"",
    ",\"cursor\":7,\"arguments\":7",
    ",\"arguments\":{\"text\":\"hi\"},\"task\":{\"ttl\":-1}",
];

fn is_ada(cx: &Context) -> bool {
    cx.identity()
        .is_some_and(|identity| identity.subject() == "ada")
}

fn tool(name: &str) -> ToolDef {
    let specs = (
        ParamSpec::new("text"),
        ParamSpec::new("region").header("Region"),
    );
    ToolDef::new(name).handler(specs, |(text, _): (String, Option<String>)| async { text })
}

fn shop() -> Server {
    let seen = |(cx,): (Context,)| async move { is_ada(&cx) };
    let [plain, scoped, denied, failing, waiting] = HIDDEN;
    Server::new("Shop")
        .tool_value(tool("open"))
        .tool_value(tool("denied").authorize(seen))
        .tool_value(tool("scoped").scopes(["books:write"]))
        .tool_value(tool("both").scopes(["books:write"]).authorize(seen))
        .tool_value(tool(plain).visible(seen))
        .tool_value(tool(scoped).visible(seen).scopes(["books:write"]))
        .tool_value(tool(denied).visible(seen).authorize(|()| async { false }))
        .tool_value(tool(failing).authorize(|(cx,): (Context,)| async move {
            assert!(is_ada(&cx), "a rule that panics");
            true
        }))
        .tool_value(tool(waiting).visible(|(cx,): (Context,)| async move {
            tokio::task::yield_now().await;
            is_ada(&cx)
        }))
}

/// A message that calls a tool, with further members of its parameters.
fn call(meta: &str, name: &str, members: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{{meta}\"name\":\"{name}\"{members}}}}}"
    )
}

fn error(message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32602, "message": message } })
}

/// The process that other tests talk to.
#[test]
#[ignore = "serves on standard input and output, for other tests"]
fn serves() {
    if is_asked() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(shop().serve_stdio()).unwrap();
    }
}

/// What a process answers in one era, whatever is wrong with a call beside its name.
fn assert_told(process: &mut Process, version: &str, meta: &str) {
    for members in MEMBERS {
        for (names, words) in [
            (&HIDDEN[..], "Unknown tool"),
            (&[MISSING], "Unknown tool"),
            (&DENIED, "Access denied"),
        ] {
            for name in names {
                let answer = process.send(&call(meta, name, members));
                spec_check::assert_answer(version, "tools/call", answer.as_bytes());
                let answer: Value = serde_json::from_str(&answer).unwrap();
                assert_eq!(
                    answer,
                    error(&format!("{words}: {name}")),
                    "{version} {members}"
                );
            }
        }
    }
    let good = process.send(&call(meta, "open", MEMBERS[1]));
    assert!(good.contains("\"hi\""), "{good}");
}

#[test]
fn a_process_tells_hidden_and_denied_apart_and_nothing_else() {
    let mut process = Process::start();
    let meta = format!("\"_meta\":{{{META}}},");
    assert_told(&mut process, "2026-07-28", &meta);
    for version in LEGACY {
        process.open(version);
        assert_told(&mut process, version, "");
        assert_told(&mut process, "2026-07-28", &meta);
    }
    process.end();
}

/// All that comes back, but for the time and the names that were sent.
fn seen(response: &Response, names: &[&str]) -> String {
    let headers = response
        .headers
        .iter()
        .filter(|(header, _)| header != "date");
    let headers: Vec<_> = headers.collect();
    let seen = format!("{} {headers:?} {}", response.status, response.body);
    names
        .iter()
        .fold(seen, |seen, name| seen.replace(name, "NAME"))
}

/// What can be wrong with the headers of a call of the first tool, where there is a second of its kind.
fn spoiled(name: &str, other: &str) -> Vec<Request> {
    let params = format!("\"name\":\"{name}\"");
    let good = Request::modern("tools/call", &params).header("Mcp-Name", name);
    let mut all: Vec<_> = [
        "Mcp-Name",
        "Mcp-Method",
        "MCP-Protocol-Version",
        "Accept",
        "Content-Type",
        "Host",
    ]
    .into_iter()
    .map(|header| good.clone().without(header))
    .collect();
    for version in LEGACY.into_iter().chain(["2099-01-01"]) {
        all.push(
            Request::legacy("tools/call", &format!("{{{params}}}"))
                .with("MCP-Protocol-Version", version),
        );
    }
    for header in [other, "Open", "open ", "=?base64?!?=", ""] {
        all.push(good.clone().with("Mcp-Name", header));
    }
    all.push(good.clone().header("Mcp-Name", name));
    all.push(good.clone().header("Mcp-Param-Region", name));
    all.push(Request::call("open", "").with("Mcp-Name", name));
    all.push(Request::call("open", &format!("\"{name}\":1")));
    all.push(good.body("{"));
    for cursor in [format!("\"{name}\""), "7".into(), "\"\"".into()] {
        all.push(
            Request::modern("tools/list", &format!("\"cursor\":{cursor}")).header("Mcp-Name", name),
        );
        all.push(Request::legacy(
            "tools/list",
            &format!("{{\"cursor\":{cursor}}}"),
        ));
    }
    all
}

#[test]
fn headers_and_cursors_tell_nothing_of_hidden_tools() {
    let bob = Identity::new("bob").scope("books:read");
    let tokens = BearerTokens::new().token("bob", bob).or_anonymous();
    let server = Running::start(shop().authenticate(tokens));
    for token in [None, Some("Bearer bob")] {
        let send = |request: Request, names: &[&str]| {
            let request = token.iter().fold(request, |request, token| {
                request.header("Authorization", token)
            });
            seen(&server.send(&request), names)
        };
        for name in HIDDEN {
            let missing = spoiled(MISSING, "missing2");
            for (request, other) in spoiled(name, "secret_6").into_iter().zip(missing) {
                let shown = request.head() + &request.body;
                let expected = send(other, &[MISSING, "missing2"]);
                assert_eq!(send(request, &[name, "secret_6"]), expected, "{shown}");
            }
        }
    }
}

#[test]
fn a_caller_is_denied_before_anything_else_is_looked_at() {
    let server = Running::start(shop());
    let denied = |request: &Request, name: &str| {
        let response = server.send(request);
        let (status, challenge) = match name {
            "denied" => (200, None),
            _ => (
                403,
                Some("Bearer error=\"insufficient_scope\", scope=\"books:write\""),
            ),
        };
        assert_eq!(
            (response.status, response.header("www-authenticate")),
            (status, challenge),
            "{}",
            request.head()
        );
        assert_eq!(response.json(), error(&format!("Access denied: {name}")));
    };
    for name in DENIED {
        for members in MEMBERS {
            let params = format!("\"name\":\"{name}\"{members}");
            let modern = Request::modern("tools/call", &params).header("Mcp-Name", name);
            denied(&modern, name);
            denied(&modern.header("Mcp-Param-Region", "south"), name);
            let legacy = Request::legacy("tools/call", &format!("{{{params}}}"));
            for version in LEGACY {
                denied(&legacy.clone().with("MCP-Protocol-Version", version), name);
            }
        }
    }
}

/// The answer but for its id.
async fn told(client: &ferramenta::TestClient, name: &str, arguments: &Value) -> Value {
    let result = client.tool(name, arguments.clone()).await;
    let mut answer = result.message().clone();
    answer.as_object_mut().unwrap().remove("id");
    answer
}

#[tokio::test]
async fn a_test_client_is_told_the_same_in_every_version() {
    let bob = Identity::new("bob").scope("books:read");
    for version in LEGACY.into_iter().chain(["2026-07-28"]) {
        let of_version = || client(shop()).legacy(version);
        for client in [of_version(), of_version().identity(bob.clone())] {
            for arguments in [
                json!({}),
                json!({ "text": 7 }),
                json!([]),
                json!("{"),
                Value::Null,
            ] {
                for (names, words) in [
                    (&HIDDEN[..], "Unknown tool"),
                    (&[MISSING], "Unknown tool"),
                    (&DENIED, "Access denied"),
                ] {
                    for name in names {
                        let mut expected = error(&format!("{words}: {name}"));
                        expected.as_object_mut().unwrap().remove("id");
                        assert_eq!(told(&client, name, &arguments).await, expected, "{version}");
                    }
                }
            }
            let listed = client.list_tools().await;
            assert_eq!(listed.len(), 1, "{listed:?}");
        }
    }
}
