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
async fn prompts() {
    for version in VERSIONS {
        let client = client(version);
        let said = async |name, arguments| {
            let answer = client.prompt(name, arguments).await;
            answer.assert_ok().result()["messages"].clone()
        };
        let user = |content| json!({ "role": "user", "content": content });
        let text = |text| user(json!({ "type": "text", "text": text }));
        let simple = said("test_simple_prompt", json!({})).await;
        assert_eq!(
            simple,
            json!([text("This is a simple prompt for testing.")])
        );
        let both = json!({ "arg1": "one", "arg2": "two" });
        let both = said("test_prompt_with_arguments", both).await;
        let expected = "Prompt with arguments: arg1='one', arg2='two'";
        assert_eq!(both, json!([text(expected)]));
        let uri = json!({ "resourceUri": "test://example-resource" });
        let embedded = said("test_prompt_with_embedded_resource", uri).await;
        let resource = json!({
            "uri": "test://example-resource",
            "mimeType": "text/plain",
            "text": "Embedded resource content for testing.",
        });
        let expected = [
            user(json!({ "type": "resource", "resource": resource })),
            text("Please process the embedded resource above."),
        ];
        assert_eq!(embedded, json!(expected));
        let image = said("test_prompt_with_image", json!({})).await;
        assert_eq!(image[0]["content"]["mimeType"], "image/png");
        assert_eq!(image[1], text("Please analyze the image above."));
    }
}

#[tokio::test]
async fn every_tool_and_every_prompt_has_a_description() {
    let client = client("2026-07-28");
    let (tools, prompts) = (client.list_tools().await, client.list_prompts().await);
    assert_eq!(prompts.len(), 6);
    for listed in tools.iter().chain(&prompts) {
        let description = listed["description"].as_str().unwrap_or_default();
        assert!(!description.is_empty(), "{listed}");
    }
}

#[tokio::test]
async fn resources() {
    for version in VERSIONS {
        let client = client(version);
        let listed = client.request("resources/list", json!({})).await;
        let resources = &listed.result()["resources"];
        assert_eq!(resources[0]["uri"], "test://static-text");
        assert_eq!(resources[1]["uri"], "test://static-binary");
        let listed = client.request("resources/templates/list", json!({})).await;
        let template = &listed.result()["resourceTemplates"][0];
        assert_eq!(template["uriTemplate"], "test://template/{id}/data");

        let text = client.read("test://static-text").await;
        let expected = json!([{ "uri": "test://static-text", "mimeType": "text/plain",
                                "text": "This is the content of the static text resource." }]);
        assert_eq!(text.result()["contents"], expected);
        let picture = client.read("test://static-binary").await;
        let picture = &picture.result()["contents"][0];
        assert_eq!(picture["mimeType"], "image/png");
        assert!(
            picture["blob"]
                .as_str()
                .is_some_and(|blob| blob.starts_with("iVBORw0KGgo"))
        );
        let data = client.read("test://template/123/data").await;
        let text = data.result()["contents"][0]["text"]
            .as_str()
            .expect("a text");
        assert_eq!(
            text,
            r#"{"id":"123","templateTest":true,"data":"Data for ID: 123"}"#
        );
    }
}

#[tokio::test]
async fn what_is_not_there_is_no_answer() {
    let answer = client("2026-07-28").read("test://nothing").await;
    answer.assert_protocol_error(-32602, "Resource not found");
    assert_eq!(answer.message()["error"]["data"]["uri"], "test://nothing");
    let older = client("2025-11-25").read("test://nothing").await;
    older.assert_protocol_error(-32002, "Resource not found");
}
