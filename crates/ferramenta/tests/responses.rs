//! A whole result, as another server gave it, is handed on without loss, or refused with what is wrong in it.

mod support;

use ferramenta::{Response, Server, ToolError, tool};
use serde_json::{Value, json};
use support::client;

/// Hand on a result.
#[tool(inline)]
fn relay(result: Value) -> Result<Response, ToolError> {
    Response::from_json(&result)
}

fn server() -> Server {
    Server::new("relay").tool::<relay>()
}

#[tokio::test]
async fn nothing_is_lost() {
    let result = json!({
        "content": [
            { "type": "text", "text": "a", "annotations": { "audience": ["user", "assistant"], "priority": 0.5 } },
            { "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png", "_meta": { "example.com/a": 1 } },
            { "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" },
            {
                "type": "resource_link", "uri": "demo://a", "name": "a", "title": "A", "description": "The first.",
                "mimeType": "text/plain", "size": 3,
                "icons": [{ "src": "data:image/png;base64,AA==", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark" }],
            },
            {
                "type": "resource",
                "resource": { "uri": "demo://a", "mimeType": "text/plain", "text": "b", "_meta": { "example.com/b": 2 } },
                "annotations": { "lastModified": "2026-01-01T00:00:00Z" },
            },
            { "type": "resource", "resource": { "uri": "demo://b", "blob": "AA==" } },
        ],
        "structuredContent": { "a": [1, null] },
        "_meta": { "example.com/c": 3 },
    });
    let answer = client(server())
        .tool("relay", json!({ "result": result }))
        .await;
    let relayed = answer.assert_ok().result();
    for member in ["content", "structuredContent"] {
        assert_eq!(relayed[member], result[member]);
    }
    assert_eq!(relayed["_meta"]["example.com/c"], json!(3));
}

#[tokio::test]
async fn an_error_stays_one() {
    let result = json!({ "content": [{ "type": "text", "text": "no" }], "isError": true, "resultType": "complete" });
    let answer = client(server())
        .tool("relay", json!({ "result": result }))
        .await;
    answer.assert_error("no");
}

#[tokio::test]
async fn what_is_no_result_is_refused() {
    let block = |block: Value| json!({ "content": [block] });
    let annotated = |annotations: Value| {
        block(json!({ "type": "text", "text": "", "annotations": annotations }))
    };
    let link = |key: &str, value: Value| {
        let mut link = json!({ "type": "resource_link", "uri": "demo://a", "name": "a" });
        link[key] = value;
        block(link)
    };
    let table = [
        (json!([]), "result is not an object"),
        (json!({}), "result.content is missing"),
        (json!({ "content": {} }), "result.content is not a list"),
        (
            json!({ "content": [], "is_error": true }),
            "result has a member `is_error` that the protocol does not know",
        ),
        (
            json!({ "content": [], "isError": "yes" }),
            "result.isError is not a boolean",
        ),
        (
            json!({ "content": [], "_meta": [] }),
            "result._meta is not an object",
        ),
        (
            json!({ "content": [], "resultType": "input_required" }),
            "result.resultType is not `complete`",
        ),
        (
            block(json!(1)),
            "result.content[0].type is not a kind of content",
        ),
        (
            block(json!({ "type": "video" })),
            "result.content[0].type is not a kind of content",
        ),
        (
            block(json!({ "type": "text" })),
            "result.content[0].text is missing",
        ),
        (
            block(json!({ "type": "text", "text": 1 })),
            "result.content[0].text is not a text",
        ),
        (
            block(json!({ "type": "text", "text": "", "data": "" })),
            "result.content[0] has a member `data` that the protocol does not know",
        ),
        (
            block(json!({ "type": "image", "data": "%", "mimeType": "image/png" })),
            "result.content[0].data is not base64",
        ),
        (
            block(json!({ "type": "audio", "data": "" })),
            "result.content[0].mimeType is missing",
        ),
        (
            block(json!({ "type": "resource" })),
            "result.content[0].resource is missing",
        ),
        (
            block(json!({ "type": "resource", "resource": { "uri": "demo://a" } })),
            "result.content[0].resource has to have either `text` or `blob`",
        ),
        (
            block(json!({ "type": "resource", "resource": { "uri": "demo://a", "blob": "A" } })),
            "result.content[0].resource.blob is not base64",
        ),
        (
            link("size", json!(-1)),
            "result.content[0].size is not a size in bytes",
        ),
        (
            link("icons", json!([{}])),
            "result.content[0].icons[0].src is missing",
        ),
        (
            link(
                "icons",
                json!([{ "src": "https://example.com", "sizes": [1] }]),
            ),
            "result.content[0].icons[0].sizes[0] is not a text",
        ),
        (
            link(
                "icons",
                json!([{ "src": "https://example.com", "theme": "red" }]),
            ),
            "result.content[0].icons[0].theme is not `light` or `dark`",
        ),
        (
            annotated(json!([])),
            "result.content[0].annotations is not an object",
        ),
        (
            annotated(json!({ "audience": ["all"] })),
            "result.content[0].annotations.audience[0] is not `user` or `assistant`",
        ),
        (
            annotated(json!({ "priority": 2 })),
            "result.content[0].annotations.priority is not a number from 0 to 1",
        ),
        (
            annotated(json!({ "lastModified": 0 })),
            "result.content[0].annotations.lastModified is not a text",
        ),
    ];
    let client = client(server());
    for (result, problem) in table {
        client
            .tool("relay", json!({ "result": result }))
            .await
            .assert_error(problem);
    }
}
