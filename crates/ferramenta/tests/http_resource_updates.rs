//! Clients that subscribe to resources over HTTP, in a session.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use ferramenta::{Notices, Server, resource, tool};
use serde_json::{Value, json};
use support::{Client, META, Request, Running, initialize};

/// The number of visits.
#[resource("shop://visits")]
async fn visits() -> &'static str {
    "3"
}

/// A shelf.
#[resource("shop://shelves/{number}")]
async fn shelf(number: u32) -> String {
    number.to_string()
}

/// Say that something has changed.
#[tool]
async fn touch(uri: String, notices: Notices) {
    notices.resource_updated(&uri);
}

fn server() -> Server {
    Server::new("Shop")
        .resource_updates()
        .resources::<(visits, shelf)>()
        .tool::<touch>()
}

fn updated(uri: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": uri } })
}

/// The next event of a stream.
#[track_caller]
fn event(client: &mut Client) -> Value {
    loop {
        let chunk = client.chunk().expect("an event");
        if let Some(event) = chunk.strip_prefix("data: ") {
            return serde_json::from_str(event.trim_end()).unwrap();
        }
    }
}

#[test]
fn a_session_hears_of_what_it_subscribed_to() {
    let server = Running::start(server());
    let opened = server.send(&Request::post(initialize().to_string()));
    assert_eq!(
        opened.json()["result"]["capabilities"]["resources"],
        json!({ "subscribe": true })
    );
    let id = opened.header("Mcp-Session-Id").unwrap().to_owned();
    let about = |method: &str, uri: &str| {
        let request = Request::legacy(method, &json!({ "uri": uri }).to_string());
        server.send(&request.header("Mcp-Session-Id", &id)).json()
    };
    assert_eq!(
        about("resources/subscribe", "shop://visits")["result"],
        json!({})
    );
    let mut stream = server.connect();
    let get = Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header("MCP-Protocol-Version", "2025-11-25")
        .header("Mcp-Session-Id", &id);
    stream.write(get.head());
    assert_eq!(stream.receive_head().status, 200);
    about("resources/subscribe", "shop://shelves/7");
    for uri in ["shop://visits", "shop://shelves/7"] {
        let touched = Request::call("touch", &format!("\"uri\":\"{uri}\""));
        assert_eq!(server.send(&touched).status, 200);
        assert_eq!(event(&mut stream), updated(uri));
    }
    let stateless = Request::legacy("resources/subscribe", "{\"uri\":\"shop://visits\"}");
    assert_eq!(
        server.send(&stateless).error(),
        (200, -32601),
        "without a session nothing is kept"
    );
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{{\"_meta\":{{{META}}},\"uri\":\"shop://visits\"}}}}"
    );
    let read = Request::post(body)
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", "resources/read");
    assert_eq!(
        server.send(&read).error(),
        (400, -32020),
        "Mcp-Name is missing"
    );
    let named = read.clone().with("Mcp-Name", "shop://other");
    assert_eq!(server.send(&named).error(), (400, -32020));
    let good = server.send(&read.with("Mcp-Name", "shop://visits")).json();
    assert_eq!(good["result"]["contents"][0]["text"], "3");
}
