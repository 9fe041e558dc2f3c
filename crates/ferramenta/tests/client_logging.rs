//! What handlers tell clients, in every version and on both transports.

#[path = "support/http.rs"]
mod support;

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use ferramenta::{
    ClientLog, Context, Limits, LogLevel, ParamSpec, Server, TestClient, ToolDef, client_log, tool,
};
use serde_json::{Value, json, value::RawValue};
use support::{Request, Response, Running, VERSIONS, client, client_of, initialize};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Says something at every level.
#[tool]
async fn say(cx: &Context) -> &'static str {
    client_log!(cx, Debug, "debug");
    client_log!(cx, Info, "info");
    client_log!(cx, Notice, "notice");
    client_log!(cx, Warning, "warning");
    client_log!(cx, Error, "error");
    client_log!(cx, Critical, "critical");
    client_log!(cx, Alert, "alert");
    client_log!(cx, Emergency, "emergency");
    "said"
}

fn server() -> Server {
    Server::new("Test").client_logging().tool::<say>()
}

fn levels(least: &str) -> Vec<&'static str> {
    let names = LogLevel::ALL.map(LogLevel::as_str);
    let first = names.iter().position(|name| *name == least);
    names[first.expect("a level")..].to_vec()
}

/// The parameters of the log messages, each of which is one of the version's.
#[track_caller]
fn logged(client: &TestClient) -> Vec<Value> {
    let sent = client.notifications().into_iter();
    sent.map(|mut message| {
        spec_check::assert_sent_by_server(client.version(), message.to_string().as_bytes());
        assert_eq!(message["method"], "notifications/message");
        message["params"].take()
    })
    .collect()
}

#[track_caller]
fn assert_levels(logged: &[Value], expected: &[&str]) {
    let levels: Vec<_> = logged.iter().map(|params| &params["level"]).collect();
    let texts: Vec<_> = logged.iter().map(|params| &params["data"]).collect();
    assert_eq!((&levels, &texts), (&texts, &levels));
    assert_eq!(levels, expected);
}

/// A modern request whose `_meta` names a level.
fn at_level(level: impl Into<Value>) -> Value {
    json!({ "name": "say", "_meta": { "io.modelcontextprotocol/logLevel": level.into() } })
}

#[tokio::test]
async fn modern_requests_name_their_level_and_get_nothing_without() {
    let client = client(server());
    for level in LogLevel::ALL {
        let answer = client.request("tools/call", at_level(level.as_str())).await;
        answer.assert_ok().assert_text("said");
        assert_levels(&logged(&client), &levels(level.as_str()));
        client.tool("say", json!({})).await.assert_ok();
        assert!(logged(&client).is_empty());
    }
}

#[tokio::test]
async fn legacy_connections_get_info_until_they_set_a_level() {
    for version in LEGACY {
        let client = client_of(version, server());
        client.tool("say", json!({})).await.assert_ok();
        assert_levels(&logged(&client), &levels("info"));
        for level in LogLevel::ALL {
            let set = client
                .request("logging/setLevel", json!({ "level": level }))
                .await;
            assert_eq!(set.assert_ok().result(), &json!({}));
            client.tool("say", json!({})).await.assert_ok();
            assert_levels(&logged(&client), &levels(level.as_str()));
        }
        let named = client.request("tools/call", at_level("debug")).await;
        named.assert_ok();
        assert_levels(&logged(&client), &levels("emergency"));
    }
}

#[tokio::test]
async fn opening_anew_forgets_the_level() {
    let client = client_of("2025-06-18", server()).log_level(LogLevel::Alert);
    client.tool("say", json!({})).await.assert_ok();
    assert_levels(&logged(&client), &["alert", "emergency"]);
    client.message(initialize().to_string()).await;
    client.tool("say", json!({})).await.assert_ok();
    assert_levels(&logged(&client), &levels("info"));
}

#[tokio::test]
async fn a_level_that_is_set_meanwhile_holds_for_calls_under_way() {
    let gate = Arc::new(tokio::sync::Notify::new());
    let opened = Arc::clone(&gate);
    let wait =
        ToolDef::new("wait").handler((ParamSpec::new("log"),), move |(log,): (ClientLog,)| {
            let gate = Arc::clone(&gate);
            async move {
                gate.notified().await;
                client_log!(log, Info, "late");
            }
        });
    let client = client_of("2025-11-25", server().tool_value(wait));
    let quiet = async {
        let error = json!({ "level": "error" });
        client.request("logging/setLevel", error).await.assert_ok();
        opened.notify_one();
    };
    let (call, ()) = tokio::join!(client.tool("wait", json!({})), quiet);
    call.assert_ok();
    assert!(logged(&client).is_empty());
}

#[tokio::test]
async fn a_test_client_asks_for_a_level() {
    for version in VERSIONS {
        let client = client_of(version, server()).log_level(LogLevel::Critical);
        client.tool("say", json!({})).await.assert_ok();
        assert_levels(&logged(&client), &["critical", "alert", "emergency"]);
    }
}

#[tokio::test]
async fn levels_that_there_are_not_are_refused() {
    const KNOWN: &str =
        "it has to be one of: debug, info, notice, warning, error, critical, alert, emergency";
    for server in [server(), Server::new("off").tool::<say>()] {
        let modern = client(server);
        for (level, shown) in [
            (json!("Info"), "\"Info\""),
            (json!(3), "3"),
            (json!(null), "null"),
        ] {
            let message =
                format!("Invalid params: `io.modelcontextprotocol/logLevel` is {shown}, {KNOWN}");
            let answer = modern.request("tools/call", at_level(level)).await;
            answer.assert_protocol_error(-32602, &message);
            assert!(logged(&modern).is_empty());
        }
    }
    let legacy = client_of("2025-11-25", server());
    for (params, problem) in [
        (json!({ "level": "trace" }), "is \"trace\""),
        (json!({ "level": ["info"] }), "is [\"info\"]"),
        (json!({}), "is missing"),
    ] {
        let message = format!("Invalid params: `level` {problem}, {KNOWN}");
        let answer = legacy.request("logging/setLevel", params).await;
        answer.assert_protocol_error(-32602, &message);
    }
    legacy.tool("say", json!({})).await.assert_ok();
    assert_levels(&logged(&legacy), &levels("info"));
}

#[tokio::test]
async fn it_is_off_by_default() {
    for version in VERSIONS {
        let client = client_of(version, Server::new("off").tool::<say>());
        client.tool("say", json!({})).await.assert_ok();
        let set = client
            .request("logging/setLevel", json!({ "level": "debug" }))
            .await;
        set.assert_protocol_error(-32601, "Method not found: logging/setLevel");
        if version == "2026-07-28" {
            client
                .request("tools/call", at_level("debug"))
                .await
                .assert_ok();
        }
        assert!(logged(&client).is_empty(), "{version}");
    }
}

#[tokio::test]
async fn the_modern_era_sets_no_level_for_a_connection() {
    let set = client(server())
        .request("logging/setLevel", json!({ "level": "debug" }))
        .await;
    set.assert_protocol_error(-32601, "Method not found: logging/setLevel");
}

#[tokio::test]
async fn the_capability_is_there_when_it_is_on() {
    async fn capabilities(version: &str, server: Server) -> Value {
        let client = client(server);
        if version == "2026-07-28" {
            let discovered = client.request("server/discover", json!({})).await;
            return discovered.assert_ok().result()["capabilities"].clone();
        }
        let mut open = initialize();
        open["params"]["protocolVersion"] = version.into();
        let answer = client.message(open.to_string()).await.expect("an answer");
        spec_check::assert_answer(version, "initialize", answer.as_bytes());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["result"]["capabilities"].clone()
    }
    for version in VERSIONS {
        assert_eq!(
            capabilities(version, server()).await,
            json!({ "logging": {}, "tools": {} })
        );
        assert_eq!(
            capabilities(version, server().dynamic_tools()).await,
            json!({ "logging": {}, "tools": { "listChanged": true } })
        );
        assert_eq!(
            capabilities(version, Server::new("t").client_logging()).await,
            json!({ "logging": {} })
        );
        assert_eq!(
            capabilities(version, Server::new("t").tool::<say>()).await,
            json!({ "tools": {} })
        );
    }
}

/// Says something in every way.
#[tool]
async fn ways(log: ClientLog, cx: Context) {
    let (path, r#type, size) = ("a \"b\"", "text", 5_u64);
    client_log!(cx, Info, "{path}: {size:03} {}", r#type,);
    client_log!(&cx, Info, { path, size, r#type, bytes: size * 2, list: [1.5, f64::NAN] });
    client_log!(log.named("importer"), Notice, { path: path.to_owned() },);
    log.named("a").named("b").send(LogLevel::Info, size);
    cx.log(LogLevel::Info, json!({ "a": [null] }));
    cx.log(LogLevel::Info, ());
    cx.client_log().send(LogLevel::Debug, "not wanted");
    assert!(log.is_wanted(LogLevel::Info) && !log.is_wanted(LogLevel::Debug));
    // what isn't JSON is dropped
    let keys = HashMap::from([(vec![1], 1)]);
    cx.log(LogLevel::Info, &keys);
    client_log!(cx, Info, { path, keys });
    let lines = RawValue::from_string("{\n\"a\":\r\n\"\\n\"}".into()).expect("JSON");
    cx.log(LogLevel::Info, &lines);
}

#[tokio::test]
async fn text_objects_and_values() {
    let expected = [
        json!({ "level": "info", "data": "a \"b\": 005 text" }),
        json!({ "level": "info", "data": { "path": "a \"b\"", "size": 5, "type": "text", "bytes": 10, "list": [1.5, null] } }),
        json!({ "level": "notice", "logger": "importer", "data": { "path": "a \"b\"" } }),
        json!({ "level": "info", "logger": "b", "data": 5 }),
        json!({ "level": "info", "data": { "a": [null] } }),
        json!({ "level": "info", "data": null }),
        json!({ "level": "info", "data": { "a": "\n" } }),
    ];
    for version in VERSIONS {
        let server = Server::new("t").client_logging().tool::<ways>();
        let client = client_of(version, server).log_level(LogLevel::Info);
        client.tool("ways", json!({})).await.assert_ok();
        assert_eq!(logged(&client), expected, "{version}");
    }
}

#[tokio::test]
async fn nothing_is_made_that_nobody_wants() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    fn made() -> usize {
        MADE.fetch_add(1, Ordering::Relaxed)
    }
    /// Makes things.
    #[tool]
    async fn make(cx: &Context) {
        client_log!(cx, Info, "{}", made());
        client_log!(cx, Info, { made: made() });
    }
    let client = client(Server::new("t").client_logging().tool::<make>());
    client.tool("make", json!({})).await.assert_ok();
    assert_eq!(MADE.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_call_that_has_ended_says_nothing_more() {
    let (give, mut kept) = tokio::sync::mpsc::unbounded_channel();
    let keep =
        ToolDef::new("keep").handler((ParamSpec::new("log"),), move |(log,): (ClientLog,)| {
            give.send(log).expect("the test waits");
            async {}
        });
    let client = client_of("2025-11-25", server().tool_value(keep));
    client.tool("keep", json!({})).await.assert_ok();
    let log = kept.recv().await.expect("a log");
    assert!(!log.is_wanted(LogLevel::Emergency));
    log.send(LogLevel::Emergency, "too late");
    assert!(logged(&client).is_empty());
}

/// The parameters of the log messages before the answer, whose text is the last.
fn events(response: &Response) -> Vec<Value> {
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let data = response.body.lines();
    let messages = data.filter_map(|line| line.strip_prefix("data: "));
    let mut messages: Vec<Value> = messages
        .filter(|message| !message.is_empty())
        .map(|message| serde_json::from_str(message).expect("JSON"))
        .collect();
    let answer = messages.pop().expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "said");
    messages
        .iter_mut()
        .map(|message| message["params"].take())
        .collect()
}

fn modern(level: &str) -> Request {
    let meta = format!("\"_meta\":{{\"io.modelcontextprotocol/logLevel\":\"{level}\",");
    let call = Request::call("say", "");
    let body = call.body.replace("\"_meta\":{", &meta);
    call.body(body)
}

#[test]
fn over_http_a_modern_call_logs_into_its_own_stream() {
    let server = Running::start(server());
    assert_levels(&events(&server.send(&modern("error"))), &levels("error"));
    assert_eq!(server.send(&Request::call("say", "")).text(), "said");
    let response = server.send(&modern("debug").with("Accept", "application/json"));
    assert_eq!(response.text(), "said");
    assert_eq!(server.send(&modern("loud")).error(), (200, -32602));
    let set = Request::modern("logging/setLevel", "\"level\":\"info\"");
    assert_eq!(server.send(&set).error(), (404, -32601));
}

#[test]
fn over_http_a_legacy_call_without_a_session_gets_info_whatever_was_set() {
    let server = Running::start(server());
    let set = Request::legacy("logging/setLevel", "{\"level\":\"error\"}");
    assert_eq!(server.send(&set).json()["result"], json!({}));
    let call = Request::legacy("tools/call", "{\"name\":\"say\"}");
    assert_levels(&events(&server.send(&call)), &levels("info"));
    let plain = call.with("Accept", "application/json");
    assert_eq!(server.send(&plain).text(), "said");
    let unknown = Request::legacy("logging/setLevel", "{\"level\":\"loud\"}");
    assert_eq!(server.send(&unknown).error(), (200, -32602));
}

#[cfg(feature = "sealing")]
#[test]
fn over_http_a_session_keeps_its_level() {
    let server = Running::start(server().limits(Limits::default().remembered_sessions(2)));
    let open = || {
        let opened = server.send(&Request::post(initialize().to_string()));
        let id = opened.header("Mcp-Session-Id").expect("a session");
        id.to_owned()
    };
    let set = |id: &str, level: &str| {
        let set = Request::legacy("logging/setLevel", &json!({ "level": level }).to_string());
        let answer = server.send(&set.header("Mcp-Session-Id", id));
        assert_eq!(answer.json()["result"], json!({}));
    };
    let gets = |id: &str, least: &str| {
        let call = Request::legacy("tools/call", "{\"name\":\"say\"}");
        let answer = server.send(&call.header("Mcp-Session-Id", id));
        assert_levels(&events(&answer), &levels(least));
    };
    let sessions = [(); 3].map(|()| open());
    let [first, second, third] = &sessions;
    set(first, "error");
    set(second, "debug");
    gets(first, "error");
    gets(second, "debug");
    gets(third, "info");
    set(first, "alert");
    gets(first, "alert");
    set(third, "notice");
    gets(third, "notice");
    gets(second, "debug");
    gets(first, "info");
}

#[test]
fn over_http_the_capability_is_there_where_events_are() {
    let server = Running::start(server());
    let open = Request::post(initialize().to_string());
    let opened = server.send(&open).json();
    assert_eq!(
        opened["result"]["capabilities"],
        json!({ "logging": {}, "tools": {} })
    );
    let plain = server.send(&open.with("Accept", "application/json")).json();
    assert_eq!(plain["result"]["capabilities"], json!({ "tools": {} }));
    let discover = Request::modern("server/discover", "").with("Accept", "application/json");
    let discovered = server.send(&discover).json();
    assert_eq!(
        discovered["result"]["capabilities"],
        json!({ "logging": {}, "tools": {} })
    );
}

#[test]
fn over_http_messages_are_bounded_as_all_events_are() {
    let server = Running::start(server().limits(Limits::default().events(2)));
    assert_levels(&events(&server.send(&modern("debug"))), &["debug", "info"]);
}
