//! Clients that subscribe to resources: on pipes, over HTTP in a session, and with `subscriptions/listen`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::sync::Arc;

use ferramenta::{
    Context, Identity, Limits, Notices, ResourceDef, Server, TestClient, resource, tool,
};
use serde_json::{Value, json};
use support::{Client, META, Request, Running, initialize};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

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
    let secret = ResourceDef::new("shop://secret")
        .visible(|(cx,): (Context,)| async move { cx.identity().is_some() })
        .handler((), |()| async { "secret" });
    Server::new("Shop")
        .resource_updates()
        .resources::<(visits, shelf)>()
        .resource_value(secret)
        .tool::<touch>()
}

fn updated(uri: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": uri } })
}

#[tokio::test]
async fn a_pipe_hears_of_what_it_subscribed_to() {
    for version in LEGACY {
        let server = server().build().unwrap();
        let notices = server.notices().unwrap();
        let client = TestClient::of(&server).legacy(version);
        let about = async |method, uri| client.request(method, json!({ "uri": uri })).await;
        assert_eq!(
            about("resources/subscribe", "shop://visits").await.result(),
            &json!({})
        );
        about("resources/subscribe", "SHOP://shelves/%37")
            .await
            .assert_ok();
        for uri in [
            "shop://visits",
            "shop://visits",
            "shop://shelves/7",
            "shop://shelves/8",
        ] {
            notices.resource_updated(uri);
        }
        let told = client.notifications();
        assert_eq!(
            told,
            [updated("SHOP://shelves/%37"), updated("shop://visits")]
        );
        for notice in &told {
            spec_check::assert_sent_by_server(version, notice.to_string().as_bytes());
        }
        assert_eq!(
            about("resources/unsubscribe", "shop://visits")
                .await
                .result(),
            &json!({})
        );
        client
            .tool("touch", json!({ "uri": "shop://visits" }))
            .await
            .assert_ok();
        assert_eq!(client.notifications(), [] as [Value; 0]);
    }
}

#[tokio::test]
async fn nobody_subscribes_to_what_they_cannot_read() {
    let client = TestClient::new(server()).legacy("2025-11-25");
    for uri in ["shop://nothing", "shop://secret", "no uri"] {
        let refused = client
            .request("resources/subscribe", json!({ "uri": uri }))
            .await;
        refused.assert_protocol_error(-32002, "Resource not found");
    }
    let wrong = client.request("resources/subscribe", json!({})).await;
    wrong.assert_protocol_error(-32602, "Invalid params: `uri` is missing or not a string");
    let ada = TestClient::new(server())
        .legacy("2025-11-25")
        .identity(Identity::new("ada"));
    ada.request("resources/subscribe", json!({ "uri": "shop://secret" }))
        .await
        .assert_ok();
}

#[tokio::test]
async fn subscriptions_are_bounded() {
    let limits = Limits::default().subscriptions(2);
    let server = server().limits(limits).build().unwrap();
    let client = TestClient::of(&server).legacy("2025-11-25");
    let subscribe = async |number: u32| {
        let uri = format!("shop://shelves/{number}");
        client
            .request("resources/subscribe", json!({ "uri": uri }))
            .await
    };
    for number in [1, 2, 1] {
        subscribe(number).await.assert_ok();
    }
    let too_many = "Invalid params: at most 2 subscriptions";
    subscribe(3).await.assert_protocol_error(-32602, too_many);
    let modern = TestClient::of(&server);
    let uris = json!({ "resourceSubscriptions": ["shop://visits", "a://b", "a://c"] });
    let refused = modern
        .request("subscriptions/listen", json!({ "notifications": uris }))
        .await;
    refused.assert_protocol_error(-32602, too_many);
}

#[tokio::test]
async fn capabilities_say_so_where_it_is_so() {
    let resources = async |server: Server, version: &str| {
        let client = TestClient::new(server);
        let params = json!({
            "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
        });
        let answer = match version {
            "2026-07-28" => client.request("server/discover", json!({})).await,
            version => client.legacy(version).request("initialize", params).await,
        };
        answer.result()["capabilities"]["resources"].clone()
    };
    for version in ["2026-07-28", "2025-11-25", "2024-11-05"] {
        assert_eq!(
            resources(server(), version).await,
            json!({ "subscribe": true })
        );
        let fixed = Server::new("t").resource::<visits>();
        assert_eq!(resources(fixed, version).await, json!({}));
    }
    let client = TestClient::new(Server::new("t").resource::<visits>()).legacy("2025-11-25");
    let refused = client
        .request("resources/subscribe", json!({ "uri": "shop://visits" }))
        .await;
    refused.assert_protocol_error(-32601, "Method not found: resources/subscribe");
    let report = Server::new("t")
        .tool::<touch>()
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        report.contains("touch -> Notices: nobody can subscribe to resources"),
        "{report}"
    );
}

#[tokio::test]
async fn a_listener_is_granted_what_it_may_read() {
    let server = server().build().unwrap();
    let client = Arc::new(TestClient::of(&server));
    let other = Arc::clone(&client);
    let stream = tokio::spawn(async move {
        let uris = [
            "shop://visits",
            "shop://secret",
            "shop://nothing",
            "shop://shelves/7",
        ];
        let wanted = json!({ "toolsListChanged": true, "resourceSubscriptions": uris });
        other
            .request("subscriptions/listen", json!({ "notifications": wanted }))
            .await
    });
    tokio::task::yield_now().await;
    let told = client.notifications();
    assert_eq!(
        told[0]["params"]["notifications"],
        json!({ "resourceSubscriptions": ["shop://visits", "shop://shelves/7"] })
    );
    server
        .notices()
        .unwrap()
        .resource_updated("shop://shelves/7");
    tokio::task::yield_now().await;
    let told = client.notifications();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["params"]["uri"], "shop://shelves/7");
    assert!(told[0]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].is_number());
    spec_check::assert_sent_by_server("2026-07-28", told[0].to_string().as_bytes());
    stream.abort();
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

#[cfg(feature = "sealing")]
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
