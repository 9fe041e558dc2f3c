//! Clients that subscribe to resources: on pipes, and with `subscriptions/listen`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::sync::Arc;

use ferramenta::{
    Context, Identity, Limits, Notices, ResourceDef, Server, TestClient, resource, tool,
};
use serde_json::{Value, json};

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
        report.contains("touch -> Notices: nothing changes that clients could be told of"),
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
