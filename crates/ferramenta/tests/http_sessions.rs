//! Sessions of the legacy era over HTTP: ids that are what was negotiated.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::time::Duration;

use ferramenta::{
    App, BearerTokens, Context, HttpOptions, Identity, Limits, Server, StateKeys, tool,
};
use serde_json::{Value, json};
use support::{Request, Response, Running, initialize};

const ID: &str = "Mcp-Session-Id";
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Tell what the client can do.
#[tool]
async fn client(cx: Context) -> String {
    cx.client_capabilities().to_string()
}

fn server() -> Server {
    support::server().tool::<client>()
}

fn keys(byte: u8) -> StateKeys {
    StateKeys::new([byte; 32], [])
}

fn opening(version: &str, capabilities: &Value) -> Request {
    let mut message = initialize();
    message["params"]["protocolVersion"] = version.into();
    message["params"]["capabilities"] = capabilities.clone();
    Request::post(message.to_string())
}

fn id_of(response: &Response) -> String {
    assert_eq!(response.status, 200, "{response:?}");
    let id = response.header(ID).expect("the id of a session").to_owned();
    assert!(id.bytes().all(|byte| byte.is_ascii_graphic()), "{id}");
    id
}

/// Opens a session of the newest version that has them.
fn open(server: &Running) -> String {
    id_of(&server.send(&opening("2025-11-25", &json!({}))))
}

fn echo(id: &str) -> Request {
    call("echo", "{\"text\":\"a\"}").header(ID, id)
}

fn call(tool: &str, arguments: &str) -> Request {
    Request::legacy(
        "tools/call",
        &format!("{{\"name\":\"{tool}\",\"arguments\":{arguments}}}"),
    )
}

/// A request that is about the session as such.
fn about(method: &str, id: &str) -> Request {
    Request::post("")
        .at(&format!("{method} /mcp"))
        .without("Content-Type")
        .header(ID, id)
}

#[track_caller]
fn is_gone(response: &Response) {
    assert_eq!(response.error(), (404, -32600));
    assert_eq!(
        response.json()["error"]["message"],
        "Session not found: open another with `initialize`"
    );
}

#[test]
fn an_id_is_what_was_negotiated() {
    let server = Running::start(server());
    for version in VERSIONS {
        let capabilities =
            json!({ "roots": { "listChanged": true }, "experimental": { "x": { "y": 1 } } });
        let opened = server.send(&opening(version, &capabilities));
        assert_eq!(opened.json()["result"]["protocolVersion"], version);
        let id = id_of(&opened);
        let asked = call("client", "{}").header(ID, &id);
        for request in [
            asked.clone().with("MCP-Protocol-Version", version),
            asked.without("MCP-Protocol-Version"),
        ] {
            let response = server.send(&request);
            let told: Value = serde_json::from_str(&response.text()).unwrap();
            assert_eq!(told, capabilities);
            let structured = response.json()["result"].get("structuredContent").is_some();
            assert_eq!(structured, version >= "2025-06-18", "{version}");
        }
    }
    let stateless = server.send(&call("client", "{}"));
    assert_eq!(stateless.text(), "{}");
    assert_eq!(stateless.header(ID), None);
}

#[test]
fn each_opening_has_an_id_of_its_own() {
    let server = Running::start(server());
    let first = open(&server);
    let again = opening("2025-11-25", &json!({})).header(ID, &first);
    assert_ne!(id_of(&server.send(&again)), first);
    let streamed = opening("2025-11-25", &json!({})).with("Accept", "text/event-stream");
    let streamed = server.send(&streamed);
    assert_eq!(
        streamed.header("content-type"),
        Some("text/event-stream"),
        "{streamed:?}"
    );
    assert_eq!(server.send(&echo(&id_of(&streamed))).text(), "a");
    let broken = Request::post(
        initialize()
            .to_string()
            .replace("capabilities", "abilities"),
    );
    let broken = server.send(&broken);
    assert_eq!((broken.error(), broken.header(ID)), ((200, -32602), None));
}

#[test]
fn an_id_fits_into_a_header_whatever_the_client_can_do() {
    let server = Running::start(server());
    let filler = "x".repeat(100_000);
    let capabilities =
        json!({ "sampling": { "tools": {} }, "experimental": { "x": { "y": filler } } });
    let id = id_of(&server.send(&opening("2025-11-25", &capabilities)));
    assert!(id.len() < 3072, "{}", id.len());
    let told = server.send(&call("client", "{}").header(ID, &id)).text();
    assert_eq!(told, "{\"sampling\":{\"tools\":{}}}");
    let much = json!({ "experimental": { "x": { "y": &filler[..2000] } } });
    let id = id_of(&server.send(&opening("2025-11-25", &much)));
    assert!(id.len() < 3072, "{}", id.len());
}

#[test]
fn servers_with_the_same_keys_understand_each_other() {
    let first = Running::start(server().state_keys(keys(1)));
    let id = open(&first);
    let second = Running::start(server().state_keys(keys(1)));
    assert_eq!(second.send(&echo(&id)).text(), "a");
    drop(first);
    let restarted = Running::start(server().state_keys(keys(1)));
    assert_eq!(restarted.send(&echo(&id)).text(), "a");
    let rotated = Running::start(server().state_keys(StateKeys::new([2; 32], [[1; 32]])));
    assert_eq!(rotated.send(&echo(&id)).text(), "a");
    is_gone(&second.send(&echo(&open(&rotated))));
}

#[test]
fn what_does_not_open_is_no_session() {
    let server = Running::start(server());
    let id = open(&server);
    let foreign = Running::start(support::server());
    let other = Running::start(Server::new("Other").state_keys(keys(1)));
    let same = Running::start(support::server().state_keys(keys(1)));
    is_gone(&foreign.send(&echo(&id)));
    is_gone(&same.send(&echo(&open(&other))));
    let tampered = format!(
        "{}{}",
        &id[..id.len() - 1],
        if id.ends_with('A') { 'Q' } else { 'A' }
    );
    for bad in ["", "1", &tampered, &id[1..], &format!("{id}{id}"), "\u{e9}"] {
        is_gone(&server.send(&echo(bad)));
        is_gone(&server.send(&about("DELETE", bad)));
    }
    is_gone(&server.send(&echo(&id).header(ID, &id)));
    let note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    let response = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    for body in [note, response] {
        is_gone(&server.send(&Request::post(body).header(ID, "1")));
        assert_eq!(
            server.send(&Request::post(body).header(ID, &id)).status,
            202
        );
    }
    assert_eq!(server.send(&echo(&id)).text(), "a");
}

#[test]
fn the_header_speaks_the_version_of_the_session() {
    let server = Running::start(server());
    let id = open(&server);
    let wrong = echo(&id).with("MCP-Protocol-Version", "2025-06-18");
    assert_eq!(server.send(&wrong).error(), (400, -32600));
    let wrong = about("DELETE", &id).header("MCP-Protocol-Version", "2025-03-26");
    assert_eq!(server.send(&wrong).error(), (400, -32600));
    let unknown = echo(&id).with("MCP-Protocol-Version", "1999-01-01");
    assert_eq!(server.send(&unknown).error(), (400, -32022));
    let batch = echo(&id).without("MCP-Protocol-Version");
    let batch = batch.body(format!("[{}]", echo(&id).body));
    assert_eq!(server.send(&batch).error(), (400, -32600));
    let old = id_of(&server.send(&opening("2025-03-26", &json!({}))));
    let answers = server.send(&batch.with(ID, &old));
    assert_eq!(answers.json()[0]["result"]["content"][0]["text"], "a");
    is_gone(&server.send(&Request::post("[1]").header(ID, "1")));
}

#[test]
fn the_modern_era_knows_no_sessions() {
    let server = Running::start(server());
    let call = Request::call("client", "").header(ID, "1");
    let response = server.send(&call);
    assert_eq!(
        (response.text().as_str(), response.header(ID)),
        ("{}", None)
    );
    for method in ["GET", "DELETE"] {
        let request = about(method, &open(&server)).header("MCP-Protocol-Version", "2026-07-28");
        let response = server.send(&request);
        assert_eq!(response.error(), (405, -32600));
        assert_eq!(response.header("allow"), Some("POST"));
    }
}

#[test]
fn a_session_can_be_ended() {
    let server = Running::start(server());
    let (id, other) = (open(&server), open(&server));
    let ended = server.send(&about("DELETE", &id));
    assert_eq!((ended.status, ended.body.as_str()), (204, ""));
    is_gone(&server.send(&echo(&id)));
    is_gone(&server.send(&about("DELETE", &id)));
    assert_eq!(server.send(&echo(&other)).text(), "a");
    let nameless = server.send(&about("DELETE", &id).without(ID));
    assert_eq!(nameless.error(), (400, -32600));
}

#[test]
fn a_session_has_its_time() {
    let limits = Limits::default().session(Duration::from_millis(1));
    let server = Running::start(server().limits(limits));
    let id = open(&server);
    std::thread::sleep(Duration::from_millis(1100));
    is_gone(&server.send(&echo(&id)));
}

#[test]
fn only_so_many_ended_sessions_are_remembered() {
    let limits = Limits::default().ended_sessions(1);
    let server = Running::start(server().limits(limits));
    let (first, second) = (open(&server), open(&server));
    for id in [&first, &second] {
        assert_eq!(server.send(&about("DELETE", id)).status, 204);
    }
    assert_eq!(server.send(&echo(&first)).text(), "a");
    is_gone(&server.send(&echo(&second)));
}

#[test]
fn a_session_belongs_to_whoever_has_opened_it() {
    let tokens = BearerTokens::new()
        .token("a", Identity::new("ada"))
        .token("again", Identity::new("ada").scope("more"))
        .token("b", Identity::new("bob"))
        .or_anonymous();
    let server = Running::start(server().authenticate(tokens));
    let by =
        |request: Request, token: &str| request.header("Authorization", &format!("Bearer {token}"));
    let id = id_of(&server.send(&by(opening("2025-11-25", &json!({})), "a")));
    assert_eq!(server.send(&by(echo(&id), "a")).text(), "a");
    assert_eq!(server.send(&by(echo(&id), "again")).text(), "a");
    for foreign in [echo(&id), by(echo(&id), "b"), by(about("DELETE", &id), "b")] {
        is_gone(&server.send(&foreign));
    }
    is_gone(&server.send(&by(echo(&open(&server)), "a")));
    let unknown = server.send(&by(about("DELETE", &id), "c"));
    assert_eq!(unknown.error(), (401, -32600));
    assert_eq!(server.send(&by(echo(&id), "a")).text(), "a");
}

#[test]
fn sessions_can_be_switched_off() {
    let off = HttpOptions::default().sessions(false);
    let server = Running::start_with(server().dynamic_tools(), off.origin("https://a.example"));
    let opened = server.send(&opening("2025-11-25", &json!({})));
    assert_eq!(opened.header(ID), None);
    assert_eq!(
        opened.json()["result"]["capabilities"],
        json!({ "tools": {} })
    );
    assert_eq!(server.send(&echo("1")).text(), "a");
    for method in ["GET", "DELETE", "PUT"] {
        let response = server.send(&about(method, "1"));
        assert_eq!(response.status, 405);
        assert_eq!(response.header("allow"), Some("POST"));
    }
    let asked = about("OPTIONS", "1").header("Origin", "https://a.example");
    let allowed = server.send(&asked);
    assert_eq!(allowed.header("access-control-allow-methods"), Some("POST"));
}

#[test]
fn methods_are_those_that_do_something() {
    let fixed = Running::start(server());
    let dynamic = Running::start_with(
        server().dynamic_tools(),
        HttpOptions::default().origin("https://a.example"),
    );
    for server in [&fixed, &dynamic] {
        for method in ["PUT", "OPTIONS"] {
            let response = server.send(&about(method, &open(server)));
            assert_eq!(
                (response.status, response.header("allow")),
                (405, Some("GET, POST, DELETE"))
            );
        }
    }
    let nothing_to_tell = fixed.send(&about("GET", &open(&fixed)));
    assert_eq!(nothing_to_tell.error(), (405, -32600));
    assert_eq!(nothing_to_tell.header("allow"), Some("POST, DELETE"));
    let nothing_to_resume = about("GET", &open(&fixed)).header("Last-Event-ID", "1");
    assert_eq!(fixed.send(&nothing_to_resume).error(), (400, -32600));
    let asked = about("OPTIONS", "1").header("Origin", "https://a.example");
    let allowed = dynamic.send(&asked);
    let header = |name| allowed.header(name).unwrap_or_default();
    assert_eq!(header("access-control-allow-methods"), "GET, POST, DELETE");
    assert!(header("access-control-allow-headers").contains("mcp-session-id"));
    assert!(header("access-control-expose-headers").contains("Mcp-Session-Id"));
}

#[test]
fn servers_of_an_application_have_sessions_of_their_own() {
    let app = App::new()
        .web("/mcp", server().state_keys(keys(1)))
        .web("/other", Server::new("Other").state_keys(keys(1)));
    let service = app.into_service(&HttpOptions::default()).unwrap();
    let server = Running::start_as(move |listener, stop| {
        service.serve(listener, async {
            let _ = stop.await;
        })
    });
    let id = open(&server);
    assert_eq!(server.send(&echo(&id)).text(), "a");
    is_gone(&server.send(&echo(&id).at("POST /other")));
    assert_eq!(server.send(&about("DELETE", &id)).status, 204);
    is_gone(&server.send(&echo(&id)));
}

#[test]
fn a_router_may_be_around_it() {
    let service = server().into_service().unwrap();
    let router = axum::Router::new().nest_service("/mcp", service);
    let server = Running::start_as(move |listener, stop| async move {
        let served = axum::serve(listener, router).with_graceful_shutdown(async {
            let _ = stop.await;
        });
        served.await.unwrap();
    });
    let close = |request: Request| request.header("Connection", "close");
    let id = id_of(&server.send(&close(opening("2025-11-25", &json!({})))));
    assert_eq!(server.send(&close(echo(&id))).text(), "a");
    assert_eq!(server.send(&close(about("DELETE", &id))).status, 204);
    is_gone(&server.send(&close(echo(&id))));
}

const ENVIRONMENT: &str = "FERRAMENTA_STATE_KEYS";

/// The process that the next test starts, whose environment has keys.
#[test]
#[ignore = "looks at keys that another test puts into the environment"]
fn looks_at_the_environment() {
    match std::env::var(ENVIRONMENT).as_deref() {
        Ok("none at all") => {
            let errors = server().build().expect_err("a mistake");
            let [error] = errors.errors() else {
                panic!("{errors}");
            };
            assert_eq!(error.code, ferramenta::BuildErrorCode::InvalidStateKeys);
            assert!(!errors.to_string().contains("none at all"), "{errors}");
            assert!(server().state_keys(keys(1)).build().is_ok());
        }
        Ok(_) => {
            let id = open(&Running::start(server()));
            assert_eq!(Running::start(server()).send(&echo(&id)).text(), "a");
            is_gone(&Running::start(server().state_keys(keys(1))).send(&echo(&id)));
        }
        Err(_) => {}
    }
}

#[test]
fn keys_may_come_from_the_environment() {
    for value in [
        "none at all",
        &format!("{}=, {}", "A".repeat(43), "B".repeat(42) + "A"),
    ] {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "looks_at_the_environment"])
            .env(ENVIRONMENT, value)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}
