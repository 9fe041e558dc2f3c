//! Who may see a tool and who may use it, on lists and calls alike.

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ferramenta::{Context, Identity, Inject, Server, ToolDef};
use serde_json::json;
use support::{VERSIONS, client, client_of};

fn named(cx: &Context) -> bool {
    cx.identity().is_some()
}

fn shop() -> Server {
    let tool = |name: &str| ToolDef::new(name).handler((), |()| async { "done" });
    Server::new("shop")
        .tool_value(tool("open"))
        .tool_value(tool("hidden").visible(|(cx,): (Context,)| async move { named(&cx) }))
        .tool_value(tool("denied").authorize(|(cx,): (Context,)| async move { named(&cx) }))
        .tool_value(tool("scoped").scopes(["books:read", "books:write"]))
        .tool_value(tool("failing").visible(|(cx,): (Context,)| async move {
            assert!(named(&cx), "a rule that panics");
            true
        }))
}

fn names(tools: &[serde_json::Value]) -> Vec<&str> {
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

#[tokio::test]
async fn a_list_shows_what_a_call_allows() {
    for version in VERSIONS {
        let nobody = client_of(version, shop());
        assert_eq!(names(&nobody.list_tools().await), ["open"], "{version}");
        let reader = client_of(version, shop()).identity(Identity::new("ada").scope("books:read"));
        assert_eq!(
            names(&reader.list_tools().await),
            ["open", "hidden", "denied", "failing"]
        );
        let writer = client_of(version, shop()).identity(
            Identity::new("ada")
                .scope("books:read")
                .scope("books:write"),
        );
        assert_eq!(
            names(&writer.list_tools().await),
            ["open", "hidden", "denied", "scoped", "failing"]
        );
        for tool in names(&writer.list_tools().await) {
            writer.tool(tool, json!({})).await.assert_ok();
        }
    }
}

#[tokio::test]
async fn hidden_is_unknown_and_denied_is_denied_whatever_else_is_wrong() {
    for version in VERSIONS {
        let nobody = client_of(version, shop());
        for arguments in [json!({}), json!({ "zzz": 1 }), json!([]), json!("x")] {
            for name in ["hidden", "failing", "no_such_tool"] {
                let answer = nobody.tool(name, arguments.clone()).await;
                answer.assert_protocol_error(-32602, &format!("Unknown tool: {name}"));
            }
            for name in ["denied", "scoped"] {
                let answer = nobody.tool(name, arguments.clone()).await;
                answer.assert_protocol_error(-32602, &format!("Access denied: {name}"));
            }
        }
        nobody.tool("open", json!({})).await.assert_ok();
    }
}

#[tokio::test]
async fn lists_that_differ_are_private() {
    let list = |server| async {
        client(server)
            .request("tools/list", json!({}))
            .await
            .result()["cacheScope"]
            .clone()
    };
    assert_eq!(list(shop()).await, "private");
    let open = Server::new("t").tool_value(ToolDef::new("a").handler((), |()| async {}));
    assert_eq!(list(open).await, "public");
}

#[tokio::test]
async fn a_guard_holds_for_the_whole_server_and_services_are_injected_into_rules() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let server =
        shop()
            .service_as(count)
            .guard(|(cx, asked): (Context, Inject<AtomicUsize>)| async move {
                asked.fetch_add(1, Ordering::Relaxed);
                named(&cx)
            });
    let client = client(server);
    assert!(client.list_tools().await.is_empty());
    client
        .tool("open", json!({}))
        .await
        .assert_protocol_error(-32602, "Access denied: open");
    assert!(asked.load(Ordering::Relaxed) > 0);
    let ada = client.identity(Identity::new("ada"));
    ada.tool("open", json!({})).await.assert_ok();
}
