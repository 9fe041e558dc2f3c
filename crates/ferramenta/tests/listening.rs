//! Clients that listen for changes: over HTTP, and in a real process on its pipes.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/process.rs"]
mod process;
#[path = "support/http.rs"]
mod support;

use std::time::Duration;

use ferramenta::{HttpOptions, Limits, Notices, Server, ToolRegistry, ToolResult, tool};
use process::{Process, is_asked};
use serde_json::{Value, json};
use support::{Client, META, Request, Running, client};

const MODERN: &str = "2026-07-28";
const TOOLS: &str = "{\"toolsListChanged\":true}";

/// Count the books.
#[tool]
async fn count() -> u32 {
    3
}

/// Let books be counted, or no longer.
#[tool]
async fn switch(on: bool, registry: ToolRegistry) -> ToolResult<bool> {
    Ok(registry.update(|tools| {
        if on {
            tools.put::<count>();
        } else {
            tools.remove("count");
        }
    })?)
}

fn books() -> Server {
    Server::new("Books").dynamic_tools().tool::<switch>()
}

fn message(id: u32, method: &str, params: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{{\"_meta\":{{{META}}}{params}}}}}"
    )
}

fn listen(id: u32, notifications: &str) -> String {
    message(
        id,
        "subscriptions/listen",
        &format!(",\"notifications\":{notifications}"),
    )
}

fn switched(id: u32, on: bool) -> String {
    let arguments = format!(",\"name\":\"switch\",\"arguments\":{{\"on\":{on}}}");
    message(id, "tools/call", &arguments)
}

fn listening(notifications: &str) -> Request {
    Request::post(listen(7, notifications))
        .with("MCP-Protocol-Version", MODERN)
        .with("Mcp-Method", "subscriptions/listen")
}

fn about(id: u32) -> Value {
    json!({ "io.modelcontextprotocol/subscriptionId": id })
}

fn acknowledged(id: u32, notifications: &str) -> Value {
    let granted: Value = serde_json::from_str(notifications).unwrap();
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": { "notifications": granted, "_meta": about(id) },
    })
}

fn changed(id: u32) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": { "_meta": about(id) },
    })
}

fn ended(id: u32, server: &str) -> Value {
    let info = json!({ "name": server, "version": "0.0.0" });
    let meta = json!({ "io.modelcontextprotocol/serverInfo": info, "io.modelcontextprotocol/subscriptionId": id });
    json!({ "jsonrpc": "2.0", "id": id, "result": { "resultType": "complete", "_meta": meta } })
}

/// The next event of a stream, which has to be what the specification says.
#[track_caller]
fn event(client: &mut Client) -> Option<Value> {
    loop {
        let chunk = client.chunk()?;
        if let Some(event) = chunk.lines().find_map(|line| line.strip_prefix("data: ")) {
            let parsed: Value = serde_json::from_str(event).unwrap();
            match parsed.get("result") {
                None => spec_check::assert_sent_by_server(MODERN, event.as_bytes()),
                Some(_) => {
                    spec_check::assert_answer(MODERN, "subscriptions/listen", event.as_bytes());
                }
            }
            return Some(parsed);
        }
    }
}

fn open(server: &Running, notifications: &str) -> Client {
    let mut client = server.connect();
    let request = listening(notifications);
    client.write(request.head() + &request.body);
    let head = client.receive_head();
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("text/event-stream"))
    );
    client
}

fn switch_over_http(server: &Running, on: bool) {
    let request = Request::post(switched(1, on))
        .with("MCP-Protocol-Version", MODERN)
        .with("Mcp-Method", "tools/call")
        .with("Mcp-Name", "switch");
    assert_eq!(server.send(&request).text(), "true");
}

#[test]
fn a_stream_tells_of_changes_and_ends_with_the_server() {
    let mut server = Running::start(books());
    let mut first = open(&server, TOOLS);
    let mut second = open(
        &server,
        "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourceSubscriptions\":[\"a://b\"]}",
    );
    let mut deaf = open(&server, "{\"promptsListChanged\":true}");
    assert_eq!(event(&mut first).unwrap(), acknowledged(7, TOOLS));
    assert_eq!(event(&mut second).unwrap(), acknowledged(7, TOOLS));
    assert_eq!(event(&mut deaf).unwrap(), acknowledged(7, "{}"));
    switch_over_http(&server, true);
    assert_eq!(event(&mut first).unwrap(), changed(7));
    switch_over_http(&server, false);
    assert_eq!(event(&mut first).unwrap(), changed(7));
    assert_eq!(event(&mut second).unwrap(), changed(7));
    server.stop();
    for client in [&mut first, &mut deaf] {
        assert_eq!(event(client).unwrap(), ended(7, "Books"));
        assert_eq!(event(client), None);
    }
    server.wait();
}

/// Say that prompts and resources have changed.
#[tool]
async fn say(notices: Notices) {
    notices.prompts_changed();
    notices.resources_changed();
}

#[test]
fn each_list_is_told_to_those_who_asked_for_it() {
    let server = Server::new("Books").dynamic_prompts().dynamic_resources();
    let server = Running::start(server.tool::<say>());
    let (prompts, resources) = (
        "{\"promptsListChanged\":true}",
        "{\"resourcesListChanged\":true}",
    );
    let both = "{\"promptsListChanged\":true,\"resourcesListChanged\":true}";
    let asked =
        "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true}";
    let told = |list: &str| {
        let mut notice = changed(7);
        notice["method"] = format!("notifications/{list}/list_changed").into();
        notice
    };
    let mut clients = [prompts, resources, asked].map(|asked| open(&server, asked));
    for (client, granted) in clients.iter_mut().zip([prompts, resources, both]) {
        assert_eq!(event(client).unwrap(), acknowledged(7, granted));
    }
    server.send(&Request::call("say", ""));
    let [of_prompts, of_resources, of_both] = &mut clients;
    assert_eq!(event(of_prompts).unwrap(), told("prompts"));
    assert_eq!(event(of_resources).unwrap(), told("resources"));
    let mut chunks = of_both.chunk().unwrap();
    while !chunks.contains("resources") {
        chunks += &of_both.chunk().unwrap();
    }
    assert!(
        chunks.contains("notifications/prompts/list_changed"),
        "{chunks}"
    );
}

#[test]
fn a_stream_alone_may_be_asked_for() {
    let server = Running::start(books());
    let mut client = server.connect();
    let request = listening(TOOLS).with("Accept", "text/event-stream");
    client.write(request.head() + &request.body);
    assert_eq!(client.receive_head().status, 200);
    assert_eq!(event(&mut client).unwrap(), acknowledged(7, TOOLS));
}

#[test]
fn what_cannot_listen_is_told_why() {
    let server = Running::start(books());
    let json = server.send(&listening(TOOLS).with("Accept", "application/json"));
    assert_eq!(json.error(), (406, -32600));
    for notifications in ["7", "[]", "{\"toolsListChanged\":\"yes\"}", "null"] {
        assert_eq!(
            server.send(&listening(notifications)).error(),
            (200, -32602),
            "{notifications}"
        );
    }
    let fixed = Running::start(Server::new("Fixed").tool::<count>());
    assert_eq!(fixed.send(&listening(TOOLS)).error(), (404, -32601));
}

#[test]
fn listeners_have_room_of_their_own() {
    let limits = Limits::default().listeners(2).concurrent_calls(1);
    let server = Running::start_with(books().limits(limits), HttpOptions::default());
    let mut clients = [open(&server, TOOLS), open(&server, TOOLS)];
    let refused = server.send(&listening(TOOLS));
    assert_eq!(
        (refused.error(), refused.header("retry-after")),
        ((503, -32603), Some("1"))
    );
    switch_over_http(&server, true);
    for client in &mut clients {
        assert_eq!(event(client).unwrap(), acknowledged(7, TOOLS));
        assert_eq!(event(client).unwrap(), changed(7));
    }
    let [gone, mut stays] = clients;
    drop(gone);
    // the server learns of it when it looks
    let mut again = loop {
        let mut client = server.connect();
        let request = listening(TOOLS);
        client.write(request.head() + &request.body);
        if client.receive_head().status == 200 {
            break client;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert_eq!(event(&mut again).unwrap(), acknowledged(7, TOOLS));
    switch_over_http(&server, false);
    assert_eq!(event(&mut stays).unwrap(), changed(7));
    assert_eq!(event(&mut again).unwrap(), changed(7));
}

/// The process that other tests talk to.
#[test]
#[ignore = "serves on standard input and output, for other tests"]
fn serves() {
    if is_asked() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(books().serve_stdio()).unwrap();
    }
}

#[test]
fn a_pipe_tells_of_changes_and_ends_with_its_input() {
    let mut process = Process::start();
    process.write(&listen(7, TOOLS));
    assert_eq!(process.read_json(), acknowledged(7, TOOLS));
    process.write(&listen(8, "{}"));
    assert_eq!(process.read_json(), acknowledged(8, "{}"));
    process.write(&switched(1, true));
    let (one, other) = (process.read_json(), process.read_json());
    let (notice, answer) = if one["id"] == 1 {
        (other, one)
    } else {
        (one, other)
    };
    assert_eq!(notice, changed(7));
    assert_eq!(answer["result"]["content"][0]["text"], "true");
    let rest: Vec<Value> = process
        .end()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for id in [7, 8] {
        let cancelled = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
        });
        let (notice, result) = (
            rest.iter().position(|line| *line == cancelled),
            rest.iter().position(|line| *line == ended(id, "Books")),
        );
        assert!(notice.is_some() && notice < result, "{rest:?}");
    }
    assert_eq!(rest.len(), 4, "{rest:?}");
}

#[test]
fn a_client_ends_its_own_subscription() {
    let mut process = Process::start();
    process.write(&listen(7, TOOLS));
    assert_eq!(process.read_json(), acknowledged(7, TOOLS));
    process.write(
        &json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 },
        })
        .to_string(),
    );
    let answer: Value = serde_json::from_str(&process.send(&switched(1, true))).unwrap();
    assert_eq!(answer["id"], 1, "nothing else was said");
    assert_eq!(process.end(), [] as [String; 0]);
}

#[test]
fn a_pipe_that_was_opened_is_told_without_asking() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut process = Process::start();
        let opened = process.open(version);
        assert_eq!(
            opened["result"]["capabilities"]["tools"]["listChanged"],
            true
        );
        process.write("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"switch\",\"arguments\":{\"on\":true}}}");
        let (one, other) = (process.read_json(), process.read_json());
        let (notice, answer) = if one["id"] == 2 {
            (other, one)
        } else {
            (one, other)
        };
        assert_eq!(answer["result"]["content"][0]["text"], "true");
        assert_eq!(notice["method"], "notifications/tools/list_changed");
        spec_check::assert_sent_by_server(version, notice.to_string().as_bytes());
        assert_eq!(process.end(), [] as [String; 0]);
    }
}

#[test]
fn over_http_old_clients_without_a_session_are_promised_nothing() {
    let server = Running::start_with(books(), HttpOptions::default().sessions(false));
    let answer = server.send(&Request::post(support::initialize().to_string()));
    assert_eq!(
        answer.json()["result"]["capabilities"],
        json!({ "tools": {} })
    );
}

#[tokio::test]
async fn a_test_hears_what_a_client_would() {
    let server = books().build().unwrap();
    let listener = std::sync::Arc::new(ferramenta::TestClient::of(&server));
    let other = std::sync::Arc::clone(&listener);
    let stream = tokio::spawn(async move {
        let params = json!({ "notifications": { "toolsListChanged": true } });
        other.request("subscriptions/listen", params).await
    });
    tokio::task::yield_now().await;
    let told = listener.notifications();
    assert_eq!(
        told[0]["params"]["notifications"],
        json!({ "toolsListChanged": true })
    );
    server
        .tool_registry()
        .unwrap()
        .update(|tools| tools.add::<count>())
        .unwrap();
    tokio::task::yield_now().await;
    let told = listener.notifications();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["method"], "notifications/tools/list_changed");
    stream.abort();
    client(books())
        .tool("switch", json!({ "on": true }))
        .await
        .assert_ok();
}
