//! Lists in pages.

mod support;

use ferramenta::{Context, Identity, PromptDef, ResourceDef, Server, TestClient, ToolDef};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

fn tool(number: usize) -> ToolDef {
    ToolDef::new(format!("tool_{number}")).handler((), |()| async {})
}

fn server(tools: usize) -> Server {
    let server = (0..tools).fold(Server::new("t"), |server, number| {
        server.tool_value(tool(number))
    });
    server
        .prompt_value(PromptDef::new("prompt").handler((), |()| async { "" }))
        .resource_value(ResourceDef::new("a://b").handler((), |()| async { "" }))
        .resource_value(ResourceDef::new("a://c/{x}").handler(
            (ferramenta::ParamSpec::new("x"),),
            |(x,): (String,)| async move { x },
        ))
        .page_size(2)
}

/// The names on all pages, page by page.
async fn pages(client: &TestClient, method: &str, list: &str) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut params = json!({});
    loop {
        let answer = client.request(method, params).await;
        answer.assert_ok();
        let entries = answer.result()[list].as_array().expect("a list");
        let name = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
        pages.push(entries.iter().map(name).collect());
        match answer.result().get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return pages,
        }
    }
}

#[tokio::test]
async fn all_entries_are_on_some_page_once() {
    for version in VERSIONS {
        for (tools, sizes) in [
            (1, vec![1]),
            (2, vec![2]),
            (3, vec![2, 1]),
            (5, vec![2, 2, 1]),
        ] {
            let client = client_of(version, server(tools));
            let pages = pages(&client, "tools/list", "tools").await;
            assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            let all: Vec<String> = (0..tools).map(|number| format!("tool_{number}")).collect();
            assert_eq!(pages.concat(), all);
        }
    }
    let client = client(server(1));
    for (method, list) in [
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        assert_eq!(
            pages(&client, method, list).await.concat().len(),
            1,
            "{method}"
        );
    }
}

#[tokio::test]
async fn pages_are_full_of_what_the_caller_sees() {
    let server = (0..6).fold(Server::new("t").page_size(2), |server, number| {
        let tool = tool(number).visible(move |(cx,): (Context,)| async move {
            number % 2 == 1 || cx.identity().is_some()
        });
        server.tool_value(tool)
    });
    let server = server.build().unwrap();
    let nobody = TestClient::of(&server);
    assert_eq!(
        pages(&nobody, "tools/list", "tools").await,
        [vec!["tool_1", "tool_3"], vec!["tool_5"]]
    );
    let ada = TestClient::of(&server).identity(Identity::new("ada"));
    assert_eq!(pages(&ada, "tools/list", "tools").await.len(), 3);
    let refused = "Invalid params: `cursor` is not one that this server gave";
    let of_hidden = base64_of("\"tools\":[tool_2");
    let of_nothing = base64_of("\"tools\":[tool_9");
    for cursor in [of_hidden, of_nothing] {
        nobody
            .request("tools/list", json!({ "cursor": cursor }))
            .await
            .assert_protocol_error(-32602, refused);
    }
}

fn base64_of(text: &str) -> String {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    URL_SAFE_NO_PAD.encode(text)
}

#[tokio::test]
async fn a_foreign_cursor_is_refused() {
    let client = client(server(5));
    let first = client.request("tools/list", json!({})).await;
    let good = first.result()["nextCursor"].clone();
    let refused = "Invalid params: `cursor` is not one that this server gave";
    for cursor in [json!(""), json!("x"), json!(7), json!({}), json!("AAAA")] {
        let answer = client
            .request("tools/list", json!({ "cursor": cursor }))
            .await;
        answer.assert_protocol_error(-32602, refused);
    }
    for method in ["prompts/list", "resources/list"] {
        let answer = client.request(method, json!({ "cursor": good })).await;
        answer.assert_protocol_error(-32602, refused);
    }
    client
        .request("tools/list", json!({ "cursor": null }))
        .await
        .assert_ok();
    let other = TestClient::new(server(5));
    other
        .request("tools/list", json!({ "cursor": good }))
        .await
        .assert_ok();
    let whole = TestClient::new(Server::new("t").tool_value(tool(1)));
    whole
        .request("tools/list", json!({ "cursor": good }))
        .await
        .assert_protocol_error(-32602, refused);
}

#[test]
fn a_page_has_room() {
    let report = Server::new("t")
        .page_size(0)
        .build()
        .unwrap_err()
        .to_string();
    assert!(report.contains("`Server::page_size` is zero"), "{report}");
}
