//! The exact texts that the official suite documents but doesn't compare.

use ferramenta::{LogLevel, TestClient};
use serde_json::json;

const VERSIONS: [&str; 5] = spec_check::VERSIONS;

fn client(version: &str) -> TestClient {
    let client = TestClient::new(conformance_server::server());
    let client = if version == "2026-07-28" {
        client
    } else {
        client.legacy(version)
    };
    client.observe(|exchange| {
        spec_check::assert_answer(
            exchange.version,
            exchange.method,
            exchange.answer.as_bytes(),
        );
    })
}

#[tokio::test]
async fn simple_text() {
    for version in VERSIONS {
        let result = client(version)
            .request("tools/call", json!({ "name": "test_simple_text" }))
            .await;
        result
            .assert_ok()
            .assert_text("This is a simple text response for testing.");
    }
}

#[tokio::test]
async fn error_handling() {
    for version in VERSIONS {
        let result = client(version).tool("test_error_handling", json!({})).await;
        result.assert_error("This tool intentionally returns an error for testing");
    }
}

#[tokio::test]
async fn progress() {
    for version in VERSIONS {
        let client = client(version);
        let params = json!({ "name": "test_tool_with_progress", "_meta": { "progressToken": "progress-test-1" } });
        client.request("tools/call", params).await.assert_ok();
        let reports: Vec<_> = client
            .notifications()
            .iter()
            .map(|sent| sent["params"].clone())
            .collect();
        let expected = [0, 50, 100].map(
            |done| json!({ "progressToken": "progress-test-1", "progress": done, "total": 100 }),
        );
        assert_eq!(reports, expected);
    }
}

#[tokio::test]
async fn logging() {
    for version in VERSIONS {
        let client = client(version).log_level(LogLevel::Debug);
        let result = client.tool("test_tool_with_logging", json!({})).await;
        result.assert_ok();
        let messages: Vec<_> = client
            .notifications()
            .iter()
            .map(|sent| sent["params"].clone())
            .collect();
        let expected = [
            "Tool execution started",
            "Tool processing data",
            "Tool execution completed",
        ]
        .map(|text| json!({ "level": "info", "data": text }));
        assert_eq!(messages, expected);
    }
}

#[tokio::test]
async fn an_unknown_tool_is_no_answer() {
    for version in VERSIONS {
        let answer = client(version).tool("test_no_such_tool", json!({})).await;
        answer.assert_protocol_error(-32602, "Unknown tool: test_no_such_tool");
    }
}

#[tokio::test]
async fn every_tool_has_a_description() {
    for tool in client("2026-07-28").list_tools().await {
        assert!(
            tool["description"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{tool}"
        );
    }
}
