//! Methods of extensions over HTTP: their headers, their statuses, and sessions that know who has them.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use ferramenta::{Extension, Progress, Server, Structured, method};
use serde_json::{Value, json};
use support::{Request, Response, Running};

const STAMP: &str = "com.example/stamp";

/// Stamp a text.
#[method("com.example/stamp")]
async fn stamp(
    text: String,
    progress: Progress,
) -> Structured<std::collections::BTreeMap<String, String>> {
    progress.report(1.0);
    Structured([("stamped".to_owned(), text)].into())
}

fn server() -> Running {
    let stamps = Extension::new("com.example/stamps").method::<stamp>();
    Running::start(Server::new("Office").extension(stamps))
}

/// A request of a client with these extensions.
fn request(method: &str, extensions: &Value, meta: &Value) -> Request {
    let mut params = json!({
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "extensions": extensions },
        },
        "text": "Dune",
    });
    let members = meta.as_object().unwrap().clone();
    params["_meta"].as_object_mut().unwrap().extend(members);
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    Request::post(body.to_string())
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method)
}

/// The answer to a request whose result isn't the protocol's.
fn answer(server: &Running, request: &Request) -> Response {
    let mut client = server.connect();
    client.write(request.head() + &request.body);
    client.receive()
}

#[test]
fn a_method_is_called_with_the_extension_alone() {
    let server = server();
    let both = json!({ "com.example/stamps": {} });
    let stamped = answer(&server, &request(STAMP, &both, &json!({})));
    assert_eq!(stamped.status, 200);
    assert_eq!(stamped.json()["result"]["stamped"], "Dune");
    let without = server.send(&request(STAMP, &json!({}), &json!({})));
    assert_eq!(without.error(), (400, -32021));
    let unknown = server.send(&request("com.example/other", &both, &json!({})));
    assert_eq!(unknown.error(), (404, -32601));
    let other_header = request(STAMP, &both, &json!({})).with("Mcp-Method", "tools/call");
    assert_eq!(server.send(&other_header).error(), (400, -32020));
    let progress = answer(
        &server,
        &request(STAMP, &both, &json!({ "progressToken": 7 })),
    );
    assert!(
        progress.body.contains("notifications/progress"),
        "{}",
        progress.body
    );
    assert!(
        progress.body.contains("\"stamped\":\"Dune\""),
        "{}",
        progress.body
    );
}

#[test]
fn a_session_knows_what_its_client_has() {
    let server = server();
    let open = |capabilities: Value| {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": { "name": "t", "version": "0" },
        });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        let opened = server.send(&Request::post(body.to_string()));
        opened.header("Mcp-Session-Id").unwrap().to_owned()
    };
    let call = |session: &str| {
        let request = Request::legacy(STAMP, "{\"text\":\"Dune\"}");
        answer(&server, &request.header("Mcp-Session-Id", session))
    };
    let having = open(json!({ "experimental": { "com.example/stamps": {} } }));
    assert_eq!(call(&having).json()["result"], json!({ "stamped": "Dune" }));
    let without = open(json!({}));
    assert_eq!(call(&without).error(), (200, -32601));
    let stateless = Request::legacy(STAMP, "{\"text\":\"Dune\"}");
    assert_eq!(server.send(&stateless).error(), (200, -32601));
}
