//! How clients of each version open, and what they are told.

mod support;

use ferramenta::{Icon, Server, ToolDef};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

fn shop() -> Server {
    Server::new("Shop")
        .version("1.2.3")
        .title("The Shop")
        .description("Sells things.")
        .website_url("https://shop.example")
        .icons([Icon::new("https://shop.example/icon.png")
            .mime_type("image/png")
            .size("48x48")])
        .instructions("Ask first.")
        .tool_value(ToolDef::new("ask").handler((), |()| async { "yes" }))
}

async fn initialize(version: &str) -> Value {
    let client = client(shop());
    let request = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } } });
    let answer = client
        .message(request.to_string())
        .await
        .expect("an answer");
    let spoken = if VERSIONS[..4].contains(&version) {
        version
    } else {
        "2025-11-25"
    };
    spec_check::assert_answer(spoken, "initialize", answer.as_bytes());
    serde_json::from_str::<Value>(&answer).expect("JSON")["result"].take()
}

#[tokio::test]
async fn initialize_grants_the_version_asked_for_and_tells_what_it_knows() {
    for version in &VERSIONS[..4] {
        let result = initialize(version).await;
        let mut server_info = json!({ "name": "Shop", "version": "1.2.3" });
        if *version >= "2025-06-18" {
            server_info["title"] = "The Shop".into();
        }
        if *version >= "2025-11-25" {
            server_info["description"] = "Sells things.".into();
            server_info["websiteUrl"] = "https://shop.example".into();
            server_info["icons"] = json!([{ "src": "https://shop.example/icon.png", "mimeType": "image/png", "sizes": ["48x48"] }]);
        }
        let expected = json!({
            "protocolVersion": version, "capabilities": { "tools": {} }, "serverInfo": server_info, "instructions": "Ask first.",
        });
        assert_eq!(result, expected);
    }
}

#[tokio::test]
async fn initialize_offers_its_newest_version_for_any_other() {
    for version in ["2026-07-28", "2030-01-01", "1", ""] {
        assert_eq!(initialize(version).await["protocolVersion"], "2025-11-25");
    }
}

#[tokio::test]
async fn broken_initialize_params_are_refused_and_leave_things_as_they_were() {
    let client = client(shop());
    for params in [
        json!({}),
        json!({ "protocolVersion": 1, "capabilities": {}, "clientInfo": {} }),
        json!({ "protocolVersion": "2025-11-25", "clientInfo": {} }),
        json!({ "protocolVersion": "2025-11-25", "capabilities": {} }),
        json!([]),
    ] {
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        let answer = client
            .message(request.to_string())
            .await
            .expect("an answer");
        assert!(answer.contains("-32602"), "{params} {answer}");
    }
    let list = client
        .message(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        .await
        .expect("an answer");
    assert!(
        list.contains("-32602") && list.contains("initialize") && list.contains("_meta"),
        "{list}"
    );
}

#[tokio::test]
async fn discover_tells_the_modern_version_alone() {
    let result = client(shop()).request("server/discover", json!({})).await;
    let expected = json!({
        "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} }, "instructions": "Ask first.",
        "ttlMs": 60000, "cacheScope": "public", "resultType": "complete",
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "Shop", "title": "The Shop", "version": "1.2.3" } },
    });
    assert_eq!(*result.result(), expected);
}

#[tokio::test]
async fn the_stamp_can_be_left_out() {
    let result = client(shop().stamp(false)).tool("ask", json!({})).await;
    assert!(result.assert_ok().result().get("_meta").is_none());
}

#[tokio::test]
async fn a_client_may_probe_and_fall_back_on_the_same_pipe() {
    let client = client(shop());
    for probe in [
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
    ] {
        assert!(
            client
                .message(probe)
                .await
                .expect("an answer")
                .contains("error")
        );
    }
    client
        .legacy("2025-06-18")
        .tool("ask", json!({}))
        .await
        .assert_ok();
}

#[tokio::test]
async fn an_unknown_version_is_told_what_there_is() {
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let answer = client(shop()).message(request).await.expect("an answer");
    spec_check::assert_answer("2026-07-28", "tools/list", answer.as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["error"]["code"], -32022);
    assert_eq!(
        answer["error"]["data"],
        json!({ "supported": ["2026-07-28"], "requested": "2025-11-25" })
    );
}

#[tokio::test]
async fn both_eras_share_a_pipe() {
    let client = client_of("2025-11-25", shop());
    client.tool("ask", json!({})).await.assert_ok();
    let modern = r#"{"jsonrpc":"2.0","id":"m","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let answer = client.message(modern).await.expect("an answer");
    spec_check::assert_answer("2026-07-28", "tools/list", answer.as_bytes());
    assert!(answer.contains(r#""resultType":"complete""#), "{answer}");
    client.tool("ask", json!({})).await.assert_ok();
}

#[tokio::test]
async fn ping_is_legacy() {
    for version in &VERSIONS[..4] {
        assert_eq!(
            *client_of(version, shop())
                .request("ping", json!({}))
                .await
                .result(),
            json!({})
        );
    }
    client(shop())
        .request("ping", json!({}))
        .await
        .assert_protocol_error(-32601, "Method not found: ping");
}

#[tokio::test]
async fn lists_have_one_page() {
    for version in VERSIONS {
        let client = client_of(version, shop());
        client
            .request("tools/list", json!({ "cursor": null }))
            .await
            .assert_ok();
        for cursor in [json!(""), json!("x"), json!(1)] {
            let answer = client
                .request("tools/list", json!({ "cursor": cursor }))
                .await;
            answer.assert_protocol_error(
                -32602,
                "Invalid params: `cursor` is not one that this server gave",
            );
        }
    }
}

#[tokio::test]
async fn batches_belong_to_one_version() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask"}},{"jsonrpc":"2.0","id":3,"method":"initialize"},1]"#;
    let client = client_of("2025-03-26", shop());
    client.list_tools().await;
    let answers: Vec<Value> =
        serde_json::from_str(&client.message(batch).await.expect("answers")).expect("an array");
    let ids: Vec<_> = answers
        .iter()
        .map(|answer| answer.get("id").cloned().unwrap_or_default())
        .collect();
    assert_eq!(ids, [json!(1), json!(2), json!(3), Value::Null]);
    assert_eq!(answers[2]["error"]["code"], -32600);
    assert_eq!(answers[3]["error"]["code"], -32600);
    assert_eq!(
        client
            .message(r#"[{"jsonrpc":"2.0","method":"notifications/x"}]"#)
            .await,
        None
    );
    for refused in ["[]".to_owned(), format!("[{}1]", "1,".repeat(50))] {
        assert!(
            client
                .message(refused)
                .await
                .expect("an answer")
                .contains("-32600")
        );
    }
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let client = client_of(version, shop());
        client.list_tools().await;
        assert!(
            client
                .message(batch)
                .await
                .expect("an answer")
                .contains("-32600"),
            "{version}"
        );
    }
}
