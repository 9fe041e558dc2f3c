//! Who may see a tool and use it, as it shows over HTTP and on pipes: what is hidden is as unknown as what
//! isn't there, and what is denied says what is missing.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{sync::LazyLock, time::Duration};

use ferramenta::{BearerTokens, Context, Identity, Inject, Limits, ParamSpec, Server, ToolDef};
use serde_json::{Value, json};
use support::{META, Request, Response, Running, client, initialize};

/// Tools that only Ada can see, each hidden in its own way, and one of the same length that isn't there.
const HIDDEN: [&str; 5] = ["secret_1", "secret_2", "secret_3", "secret_4", "secret_5"];
const MISSING: &str = "missing_";

static SERVER: LazyLock<Running> = LazyLock::new(|| Running::start(authenticating()));

fn tokens() -> BearerTokens {
    let ada = Identity::new("ada")
        .scope("books:read")
        .scope("books:write")
        .scope("shop:admin");
    BearerTokens::new()
        .token("ada", ada)
        .token("bob", Identity::new("bob").scope("books:read"))
}

fn is_ada(cx: &Context) -> bool {
    cx.identity()
        .is_some_and(|identity| identity.subject() == "ada")
}

/// A tool with an argument, and one that a header repeats.
fn tool(name: &str) -> ToolDef {
    let specs = (
        ParamSpec::new("text"),
        ParamSpec::new("region").header("Region"),
    );
    ToolDef::new(name).handler(
        specs,
        |(text, region): (String, Option<String>)| async move {
            format!("{text} {}", region.unwrap_or_default())
        },
    )
}

struct Owner(&'static str);

fn shop() -> Server {
    let [plain, waiting, failing, panicking, injecting] = HIDDEN;
    Server::new("Shop")
        .service(Owner("ada"))
        .tool_value(tool("open"))
        .tool_value(tool("denied").authorize(|(cx,): (Context,)| async move { is_ada(&cx) }))
        .tool_value(tool("scoped").scopes(["books:read", "books:write", "shop:admin"]))
        .tool_value(tool(plain).visible(|(cx,): (Context,)| async move { is_ada(&cx) }))
        .tool_value(tool(waiting).visible(|(cx,): (Context,)| async move {
            tokio::time::sleep(Duration::from_millis(2)).await;
            is_ada(&cx)
        }))
        .tool_value(
            tool(failing)
                .scopes(["books:read"])
                .visible(|(cx,): (Context,)| async move { is_ada(&cx) }),
        )
        .tool_value(tool(panicking).visible(|(cx,): (Context,)| async move {
            assert!(is_ada(&cx), "not for {:?}", cx.identity());
            true
        }))
        .tool_value(
            tool(injecting).visible(|(cx, owner): (Context, Inject<Owner>)| async move {
                cx.identity()
                    .is_some_and(|identity| identity.subject() == owner.0)
            }),
        )
}

fn authenticating() -> Server {
    shop().authenticate(tokens().or_anonymous())
}

fn with_token(request: Request, token: &str) -> Request {
    match token {
        "" => request,
        token => request.header("Authorization", &format!("Bearer {token}")),
    }
}

/// A call in each era, with these members beside the name.
fn calls(name: &str, members: &str) -> [Request; 2] {
    let params = format!("\"name\":\"{name}\"{members}");
    [
        Request::modern("tools/call", &params).header("Mcp-Name", name),
        Request::legacy("tools/call", &format!("{{{params}}}")),
    ]
}

fn good(name: &str) -> [Request; 2] {
    calls(name, ",\"arguments\":{\"text\":\"hi\"}")
}

/// All that a client gets to see, but for the time and the name that it sent itself.
fn seen(response: &Response, name: &str) -> String {
    let headers = response.headers.iter();
    let headers: Vec<_> = headers.filter(|(header, _)| header != "date").collect();
    format!("{} {headers:?} {}", response.status, response.body).replace(name, "NAME")
}

/// Everything that can be wrong with a call besides its name.
const MEMBERS: [&str; 14] = [
    "",
    ",\"arguments\":{}",
    ",\"arguments\":{\"text\":\"hi\"}",
    ",\"arguments\":{\"text\":7}",
    ",\"arguments\":{\"txet\":\"hi\"}",
    ",\"arguments\":{\"text\":\"hi\",\"region\":\"north\"}",
    ",\"arguments\":{\"text\":null,\"region\":[]}",
    ",\"arguments\":null",
    ",\"arguments\":[]",
    ",\"arguments\":\"text\"",
    ",\"arguments\":\"{\\\"text\\\":\\\"hi\\\"}\"",
    ",\"arguments\":{\"text\":\"hi\",\"text\":\"ho\"}",
    ",\"arguments\":{\"text\":\"hi\"},\"zzz\":1",
    ",\"name\":\"open\"",
];

/// Everything that can be wrong with its head.
const HEADERS: [(&str, &str); 9] = [
    ("X-Nothing", "wrong"),
    ("Mcp-Param-Region", "south"),
    ("Mcp-Param-Region", "=?base64?!?="),
    ("Mcp-Name", "open"),
    ("Mcp-Method", "tools/list"),
    ("Accept", "application/json"),
    ("Accept", "text/event-stream"),
    ("MCP-Protocol-Version", "2025-03-26"),
    ("Content-Type", "text/plain"),
];

#[test]
fn hidden_and_unknown_look_alike_whatever_else_is_wrong() {
    for token in ["", "bob"] {
        let mut client = SERVER.connect();
        for members in MEMBERS {
            for (header, value) in HEADERS {
                let mut send = |name: &str| {
                    calls(name, members).map(|request| {
                        let request = with_token(request.with(header, value), token);
                        seen(&client.send(&request), name)
                    })
                };
                let expected = send(MISSING);
                for name in HIDDEN {
                    assert_eq!(send(name), expected, "{name} {members} {header}: {value}");
                }
            }
        }
    }
}

#[test]
fn hidden_is_unknown_and_who_may_see_it_may_call_it() {
    for token in ["", "bob", "ada"] {
        for name in HIDDEN {
            for request in good(name) {
                let response = SERVER.send(&with_token(request, token));
                assert_eq!(response.status, 200, "{response:?}");
                assert_eq!(response.header("www-authenticate"), None);
                if token == "ada" {
                    assert_eq!(response.text(), "hi ");
                    continue;
                }
                let error = json!({ "code": -32602, "message": format!("Unknown tool: {name}") });
                assert_eq!(response.json()["error"], error);
            }
        }
    }
}

#[test]
fn hidden_and_unknown_look_alike_in_a_batch() {
    let batch = |name: &str| {
        let elements = MEMBERS.map(|members| {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{name}\"{members}}}}}")
        });
        SERVER.send(&Request::post(format!("[{}]", elements.join(","))))
    };
    let expected = seen(&batch(MISSING), MISSING);
    assert!(expected.starts_with("200 "), "{expected}");
    for name in HIDDEN {
        assert_eq!(seen(&batch(name), name), expected);
    }
}

#[tokio::test]
async fn hidden_and_unknown_look_alike_on_pipes() {
    let client = client(shop());
    client.message(initialize().to_string()).await.unwrap();
    for meta in [format!("\"_meta\":{{{META}}},"), String::new()] {
        for members in MEMBERS {
            let send = async |name: &str| {
                let params = format!("{{{meta}\"name\":\"{name}\"{members}}}");
                let message = format!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{params}}}"
                );
                client.message(message).await.unwrap().replace(name, "NAME")
            };
            let expected = send(MISSING).await;
            for name in HIDDEN {
                assert_eq!(send(name).await, expected, "{name} {meta} {members}");
            }
        }
    }
}

#[test]
fn nothing_else_names_a_hidden_tool() {
    let page = Request::post("")
        .at("OPTIONS /mcp")
        .header("Origin", "http://localhost");
    let mut requests = vec![
        Request::post(initialize().to_string()),
        Request::modern("server/discover", ""),
        Request::modern("tools/list", ""),
        Request::legacy("tools/list", "{}"),
        Request::modern("tools/secret", ""),
        page,
    ];
    for name in [
        "secert_1", "secret", "Secret_1", "", "open", "denied", "scoped",
    ] {
        for members in MEMBERS {
            requests.extend(calls(name, members));
        }
    }
    for request in requests {
        for token in ["", "bob"] {
            let response = SERVER.send(&with_token(request.clone(), token));
            for name in HIDDEN {
                assert!(!format!("{response:?}").contains(name), "{response:?}");
            }
        }
    }
}

#[test]
fn lists_differ_by_token_and_are_private() {
    let all = [
        "open", "denied", "scoped", "secret_1", "secret_2", "secret_3", "secret_4", "secret_5",
    ];
    for (token, expected) in [("", &all[..1]), ("bob", &all[..1]), ("ada", &all[..])] {
        for request in [
            Request::modern("tools/list", ""),
            Request::legacy("tools/list", "{}"),
        ] {
            let is_modern = request.body.contains("_meta");
            let answer = SERVER.send(&with_token(request, token)).json();
            let tools = answer["result"]["tools"].as_array().unwrap().iter();
            let names: Vec<_> = tools.map(|tool| tool["name"].as_str().unwrap()).collect();
            assert_eq!(names, expected, "{token}");
            let scope = &answer["result"]["cacheScope"];
            assert_eq!(
                *scope,
                if is_modern {
                    json!("private")
                } else {
                    Value::Null
                }
            );
        }
    }
}

/// A call that is refused: its error, with the id it had, is the same whatever else was wrong.
#[track_caller]
fn denied(response: &Response, name: &str, status: u16, challenge: Option<&str>) {
    assert_eq!(response.status, status, "{response:?}");
    assert_eq!(response.header("www-authenticate"), challenge);
    assert_eq!(response.header("content-type"), Some("application/json"));
    let error = json!({ "code": -32602, "message": format!("Access denied: {name}") });
    assert_eq!(
        response.json(),
        json!({ "jsonrpc": "2.0", "id": "an id", "error": error })
    );
}

fn with_id(request: Request) -> Request {
    let body = request.body.replacen("\"id\":1", "\"id\":\"an id\"", 1);
    request.body(body)
}

const ALL: &str = "books:read books:write shop:admin";

#[test]
fn what_a_token_lacks_is_told_all_at_once() {
    let without = "Bearer error=\"insufficient_scope\", scope=\"books:write shop:admin\"";
    for members in MEMBERS
        .iter()
        .filter(|members| !members.contains("\"name\""))
    {
        for request in calls("scoped", members).map(with_id) {
            let response = SERVER.send(&with_token(request.clone(), "bob"));
            denied(&response, "scoped", 403, Some(without));
            let south = request.header("Mcp-Param-Region", "south");
            let response = SERVER.send(&with_token(south, "bob"));
            denied(&response, "scoped", 403, Some(without));
        }
    }
    for request in good("scoped") {
        assert_eq!(SERVER.send(&with_token(request, "ada")).text(), "hi ");
    }
}

#[test]
fn who_may_not_is_told_so_and_who_is_nobody_may_log_in() {
    for request in good("denied").map(with_id) {
        denied(
            &SERVER.send(&with_token(request.clone(), "bob")),
            "denied",
            200,
            None,
        );
        denied(&SERVER.send(&request), "denied", 401, Some("Bearer"));
    }
    for request in good("scoped").map(with_id) {
        let challenge = format!("Bearer scope=\"{ALL}\"");
        denied(&SERVER.send(&request), "scoped", 401, Some(&challenge));
    }
}

#[test]
fn where_nobody_can_log_in_nobody_is_asked_to() {
    let server = Running::start(shop());
    for request in good("denied").map(with_id) {
        denied(&server.send(&request), "denied", 200, None);
    }
    for request in good("scoped").map(with_id) {
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{ALL}\"");
        denied(&server.send(&request), "scoped", 403, Some(&challenge));
    }
}

#[test]
fn a_batch_tells_for_each_of_its_calls() {
    let call = |id: u8, name: &str| {
        let params = format!("{{\"name\":\"{name}\",\"arguments\":{{\"text\":\"hi\"}}}}");
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}")
    };
    let calls = [
        call(1, "scoped"),
        call(2, "open"),
        call(3, "denied"),
        call(4, "secret_1"),
    ];
    let batch = Request::post(format!("[{}]", calls.join(",")));
    let response = SERVER.send(&with_token(batch, "bob"));
    assert_eq!(response.status, 200);
    let answers = response.json();
    assert_eq!(answers[0]["error"]["message"], "Access denied: scoped");
    assert_eq!(answers[1]["result"]["content"][0]["text"], "hi ");
    assert_eq!(answers[2]["error"]["message"], "Access denied: denied");
    assert_eq!(answers[3]["error"]["message"], "Unknown tool: secret_1");
}

#[test]
fn a_guard_holds_for_all_tools() {
    let guarded = authenticating().guard(|(cx,): (Context,)| async move { is_ada(&cx) });
    let server = Running::start(guarded);
    for request in good("open").map(with_id) {
        denied(
            &server.send(&with_token(request.clone(), "bob")),
            "open",
            200,
            None,
        );
        denied(&server.send(&request), "open", 401, Some("Bearer"));
        assert_eq!(server.send(&with_token(request, "ada")).text(), "hi ");
    }
    for request in good("secret_1") {
        let response = server.send(&with_token(request, "bob"));
        assert!(
            response.body.contains("Unknown tool: secret_1"),
            "{response:?}"
        );
    }
}

#[test]
fn a_client_that_takes_streams_alone_learns_what_is_missing() {
    let slow = |(_,): (Context,)| async move {
        tokio::time::sleep(Duration::from_millis(20)).await;
        true
    };
    let tool = tool("slow").visible(slow).scopes(["books:write"]);
    let server = Server::new("t").tool_value(tool).authenticate(tokens());
    let server = Running::start(server);
    for request in good("slow").map(with_id) {
        let request = request.with("Accept", "text/event-stream");
        let challenge = "Bearer error=\"insufficient_scope\", scope=\"books:write\"";
        let response = server.send(&with_token(request.clone(), "bob"));
        denied(&response, "slow", 403, Some(challenge));
        let response = server.send(&with_token(request, "ada"));
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
    }
}

/// A rule that never answers for a call that names it.
fn stuck() -> Server {
    let rule = |(cx,): (Context,)| async move {
        if cx.params()["name"] == "stuck" || cx.method() == "tools/list" {
            std::future::pending::<()>().await;
        }
        true
    };
    Server::new("Stuck")
        .tool_value(tool("open"))
        .tool_value(tool("stuck").visible(rule))
}

#[test]
fn a_rule_that_takes_too_long_hides_its_tool() {
    let limits = Limits::default().call(Duration::from_millis(50));
    let server = Running::start(stuck().limits(limits));
    for request in good("stuck") {
        let answer = server.send(&request).json();
        assert_eq!(answer["error"]["message"], "Unknown tool: stuck");
    }
    let listed = server.send(&Request::modern("tools/list", "")).json();
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 1, "{listed}");
}

#[tokio::test]
async fn a_call_that_is_cancelled_while_its_rule_waits_never_runs() {
    let (tell, told) = std::sync::mpsc::channel();
    let slow = |(_,): (Context,)| async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        true
    };
    let slow = ToolDef::new("slow").visible(slow).handler((), move |()| {
        let sent = tell.send("ran");
        async move { sent.is_ok() }
    });
    let client = client(Server::new("t").tool_value(slow));
    let call = good("slow").map(|request| request.body)[0].clone();
    let cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
    let (answer, nothing) = tokio::join!(client.message(call), client.message(cancel));
    assert_eq!((answer, nothing), (None, None));
    assert!(told.try_recv().is_err(), "it ran");
}

#[test]
fn what_can_be_no_scope_is_a_mistake() {
    for scope in [
        "",
        "books:read books:write",
        "a\"b",
        "a\\b",
        "a\r\nX: y",
        "b\u{fc}cher",
    ] {
        let server = Server::new("t").tool_value(tool("scoped").scopes(["books:read", scope]));
        let errors = server.build().expect_err("a mistake");
        assert_eq!(errors.errors()[0].code.as_str(), "FM0017", "{errors}");
        assert_eq!(errors.errors().len(), 1, "{errors}");
    }
    let twice = tool("scoped")
        .scopes(["books:write"])
        .scopes(["books:write"]);
    let server = Running::start(Server::new("t").tool_value(twice));
    let response = server.send(&good("scoped")[0]);
    let challenge = response.header("www-authenticate").unwrap();
    assert!(challenge.ends_with("scope=\"books:write\""), "{challenge}");
}
