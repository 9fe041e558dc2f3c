//! Tools that come and go while the server runs.

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use ferramenta::{
    HttpParts, Inject, ParamSpec, Server, TestClient, ToolDef, ToolRegistry, ToolResult, tool,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

/// Remove a book.
#[tool]
async fn remove(title: String) -> String {
    format!("'{title}' is gone.")
}

/// Count the books.
#[tool]
async fn count() -> u32 {
    3
}

/// Let books be removed, or no longer.
#[tool]
async fn switch(on: bool, registry: ToolRegistry) -> ToolResult<bool> {
    Ok(registry.update(|tools| {
        if on {
            tools.put::<remove>();
        } else {
            tools.remove("remove");
        }
    })?)
}

fn says(name: &str, text: &'static str) -> ToolDef {
    ToolDef::new(name).handler((), move |()| async move { text })
}

fn books() -> Server {
    Server::new("Books").dynamic_tools().tool::<switch>()
}

async fn names(client: &TestClient) -> Vec<String> {
    let tools = client.list_tools().await;
    let name = |tool: &Value| tool["name"].as_str().unwrap_or_default().to_owned();
    tools.iter().map(name).collect()
}

#[tokio::test]
async fn a_tool_comes_and_goes() {
    for version in VERSIONS {
        let client = client_of(version, books());
        let title = || json!({ "title": "Dune" });
        let unknown = "Unknown tool: remove";
        client
            .tool("remove", title())
            .await
            .assert_protocol_error(-32602, unknown);
        client
            .tool("switch", json!({ "on": true }))
            .await
            .assert_text("true");
        client
            .tool("remove", title())
            .await
            .assert_text("'Dune' is gone.");
        assert_eq!(names(&client).await, ["switch", "remove"]);
        client
            .tool("switch", json!({ "on": false }))
            .await
            .assert_text("true");
        client
            .tool("switch", json!({ "on": false }))
            .await
            .assert_text("false");
        client
            .tool("remove", title())
            .await
            .assert_protocol_error(-32602, unknown);
        assert_eq!(names(&client).await, ["switch"]);
    }
}

#[tokio::test]
async fn changes_are_made_together_in_their_order() {
    let server = books().tool::<count>().build().unwrap();
    let registry = server.tool_registry().unwrap();
    let client = TestClient::of(&server);
    let changed = registry.update(|tools| {
        tools.remove("switch");
        tools.add::<(remove, switch)>();
        tools.put_value(says("count", "none"));
        tools.add_value(says("new", "news"));
        tools.remove("new");
        tools.remove("what never was");
    });
    assert!(changed.unwrap());
    assert_eq!(names(&client).await, ["count", "remove", "switch"]);
    client.tool("count", json!({})).await.assert_text("none");
}

#[tokio::test]
async fn a_mistake_changes_nothing() {
    let server = books().build().unwrap();
    let registry = server.tool_registry().unwrap();
    let errors = registry.update(|tools| {
        tools.add::<remove>();
        tools.add::<switch>();
        tools.add_value(says("no name", ""));
        tools.add_value(ToolDef::new("lost").handler(
            (ParamSpec::new("x"),),
            |(x,): (Inject<Value>,)| async move { x.to_string() },
        ));
        tools.add_value(ToolDef::new("bare"));
    });
    let report = errors.unwrap_err().to_string();
    for part in [
        "Books can't change its tools: 4 mistakes",
        "tool `switch`: the name is taken by tool number 1",
        "tool `no name`: this can't be the name of a tool",
        "lost -> Value: not provided",
        "tool `bare`: it has no handler",
        "tests/dynamic_tools.rs:",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    assert_eq!(names(&TestClient::of(&server)).await, ["switch"]);
}

#[tokio::test]
async fn services_live_on() {
    #[derive(Default)]
    struct Visits(AtomicU32);
    struct Made(Arc<AtomicU32>);
    let made = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&made);
    let visit = || {
        let parameters = (ParamSpec::new("v"), ParamSpec::new("m"));
        ToolDef::new("visit").handler(
            parameters,
            |(visits, made): (Inject<Visits>, Inject<Made>)| async move {
                let visits = visits.0.fetch_add(1, Ordering::Relaxed) + 1;
                format!("{visits} of {}", made.0.load(Ordering::Relaxed))
            },
        )
    };
    let server = Server::new("t")
        .dynamic_tools()
        .service(Visits::default())
        .singleton(move |(): ()| {
            counted.fetch_add(1, Ordering::Relaxed);
            Made(Arc::clone(&counted))
        })
        .tool_value(visit())
        .build()
        .unwrap();
    let client = TestClient::of(&server);
    client.tool("visit", json!({})).await.assert_text("1 of 1");
    server
        .tool_registry()
        .unwrap()
        .update(|tools| tools.put_value(visit()))
        .unwrap();
    client.tool("visit", json!({})).await.assert_text("2 of 1");
}

#[tokio::test]
async fn a_value_takes_the_place_of_another_of_its_type() {
    struct Shelf(&'static str);

    #[tool(name = "shelf")]
    impl Shelf {
        async fn handle(&self) -> &'static str {
            self.0
        }
    }

    let server = Server::new("t")
        .dynamic_tools()
        .tool_value(Shelf("fiction"))
        .build()
        .unwrap();
    let client = TestClient::of(&server);
    client.tool("shelf", json!({})).await.assert_text("fiction");
    server
        .tool_registry()
        .unwrap()
        .update(|tools| tools.put_value(Shelf("poetry")))
        .unwrap();
    client.tool("shelf", json!({})).await.assert_text("poetry");
}

#[tokio::test]
async fn a_call_under_way_ends_in_the_tool_it_came_to() {
    let (go, wait) = tokio::sync::oneshot::channel::<()>();
    let wait = std::sync::Mutex::new(Some(wait));
    let slow = ToolDef::new("slow").handler((), move |()| {
        let wait = wait.lock().unwrap().take();
        async move {
            wait.expect("one call")
                .await
                .map(|()| "the old one")
                .unwrap_or("lost")
        }
    });
    let server = Server::new("t")
        .dynamic_tools()
        .tool_value(slow)
        .build()
        .unwrap();
    let client = TestClient::of(&server);
    let (old, new) = tokio::join!(client.tool("slow", json!({})), async {
        tokio::task::yield_now().await;
        let registry = server.tool_registry().unwrap();
        registry
            .update(|tools| tools.put_value(says("slow", "the new one")))
            .unwrap();
        let new = client.tool("slow", json!({})).await;
        go.send(()).unwrap();
        new
    });
    old.assert_text("the old one");
    new.assert_text("the new one");
}

#[tokio::test]
async fn tools_are_loaded_before_the_first_call() {
    let server =
        Server::new("t")
            .dynamic_tools()
            .on_start(|(registry,): (ToolRegistry,)| async move {
                for shelf in ["fiction", "poetry"] {
                    registry.update(|tools| tools.add_value(says(shelf, "12 books")))?;
                }
                Ok(())
            });
    let client = client(server);
    client
        .tool("poetry", json!({}))
        .await
        .assert_text("12 books");
    assert_eq!(names(&client).await, ["fiction", "poetry"]);
}

#[tokio::test]
async fn clients_are_told_that_tools_may_change() {
    for version in VERSIONS {
        let (method, told) = match version {
            "2026-07-28" => (
                "server/discover",
                json!({ "tools": { "listChanged": true } }),
            ),
            _ => ("initialize", json!({ "tools": { "listChanged": true } })),
        };
        let params = json!({
            "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
        });
        let empty = Server::new("t").dynamic_tools();
        for (server, expected) in [
            (books(), &told),
            (empty, &told),
            (Server::new("t").tool::<count>(), &json!({ "tools": {} })),
            (Server::new("t"), &json!({})),
        ] {
            let answer = client_of(version, server)
                .request(method, params.clone())
                .await;
            assert_eq!(&answer.result()["capabilities"], expected, "{version}");
        }
    }
    let listed = client(books()).request("tools/list", json!({})).await;
    assert_eq!(listed.result()["ttlMs"], 0);
}

#[tokio::test]
async fn a_client_that_opened_is_told_once_of_what_it_has_not_heard() {
    for version in VERSIONS {
        let server = books().build().unwrap();
        let registry = server.tool_registry().unwrap();
        let client = TestClient::of(&server);
        let client = match version {
            "2026-07-28" => client,
            version => client.legacy(version),
        };
        drop(client.list_tools().await);
        registry.update(|tools| tools.add::<remove>()).unwrap();
        registry.update(|tools| tools.add::<count>()).unwrap();
        registry.update(|tools| tools.remove("nothing")).unwrap();
        let told = client.notifications();
        if version == "2026-07-28" {
            assert_eq!(told, [] as [Value; 0], "nobody has asked");
        } else {
            let notice = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {} });
            assert_eq!(told, std::slice::from_ref(&notice));
            spec_check::assert_sent_by_server(version, notice.to_string().as_bytes());
        }
        assert_eq!(client.notifications(), [] as [Value; 0]);
    }
}

#[test]
fn what_cannot_change_says_how_it_could() {
    let errors = Server::new("t")
        .tool::<switch>()
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        errors.contains("switch -> ToolRegistry: the tools don't change"),
        "{errors}"
    );
    assert!(errors.contains(".dynamic_tools()"), "{errors}");
    assert!(Server::new("t").build().unwrap().tool_registry().is_none());
}

#[test]
fn a_server_that_is_gone_has_no_tools_to_change() {
    let server = books().build().unwrap();
    let registry = server.tool_registry().unwrap();
    drop(server);
    assert!(!registry.update(|tools| tools.add::<count>()).unwrap());
}

/// Tell the client's program.
#[tool]
async fn user_agent(request: HttpParts) -> Option<String> {
    Some(request.headers.get("user-agent")?.to_str().ok()?.to_owned())
}

#[tokio::test]
async fn a_tool_of_http_does_not_come_to_a_pipe() {
    let server = books().build().unwrap();
    let registry = server.tool_registry().unwrap();
    registry.update(|tools| tools.add::<user_agent>()).unwrap();
    let refused = server.serve_stdio().await.unwrap_err().to_string();
    assert!(refused.contains("FM0016"), "{refused}");
    registry.update(|tools| tools.remove("user_agent")).unwrap();
    let refused = registry
        .update(|tools| tools.add::<user_agent>())
        .unwrap_err();
    assert!(refused.to_string().contains("FM0016"), "{refused}");
}
