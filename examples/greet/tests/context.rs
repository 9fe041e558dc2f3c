//! What a handler knows of its call.

mod support;

use ferramenta::{BuildErrorCode, Context, HttpParts, Server, TestClient, tool};
use greet::demo;
use serde_json::{Value, json};
use support::{ada, client, client_of, mistakes};

/// What `describe-request` tells of a call.
async fn described(client: &TestClient, params: Value) -> Value {
    let answer = client.request("tools/call", params).await;
    // clients of old versions have the text alone
    let told: Value = serde_json::from_str(&answer.assert_ok().text()).expect("JSON");
    assert_eq!(told["id"], answer.message()["id"].to_string());
    told
}

#[tokio::test]
async fn the_context_tells_the_call() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo())
            .identity(ada())
            .capabilities(json!({ "roots": {} }));
        let arguments = json!({ "note": "hi" });
        let params = json!({
            "name": "describe-request",
            "arguments": arguments,
            "_meta": { "example.com/tenant": "north" },
        });
        let told = described(&client, params).await;
        assert_eq!(told["method"], "tools/call");
        assert_eq!(told["server"], "Demo");
        assert_eq!(told["transport"], "test");
        assert_eq!(told["arguments"], arguments);
        assert_eq!(told["params"]["name"], "describe-request");
        assert_eq!(told["params"]["arguments"], arguments);
        assert_eq!(told["meta"]["example.com/tenant"], "north");
        assert_eq!(told["caller"], "ada");
        assert_eq!(told["capabilities"], json!({ "roots": {} }));
    }
}

#[tokio::test]
async fn calls_at_one_time_know_each_their_own() {
    let client = client(demo());
    let call = async |note: &str| {
        let arguments = json!({ "note": note });
        let params = json!({ "name": "describe-request", "arguments": arguments });
        described(&client, params).await
    };
    let (first, second, third) = tokio::join!(call("one"), call("two"), call("three"));
    assert_eq!(first["arguments"]["note"], "one");
    assert_eq!(second["arguments"]["note"], "two");
    assert_eq!(third["arguments"]["note"], "three");
    assert_ne!(first["id"], second["id"]);
    assert_ne!(second["id"], third["id"]);
}

/// Change what the context has told.
#[tool]
async fn tamper(note: String, cx: &Context) -> Vec<String> {
    let (mut params, mut arguments) = (cx.params(), cx.arguments());
    params["arguments"]["note"] = "changed".into();
    arguments["note"] = "changed".into();
    drop((params, arguments));
    let again = [cx.params()["arguments"].take(), cx.arguments()];
    let notes = again
        .iter()
        .filter_map(|arguments| arguments["note"].as_str());
    notes.map(str::to_owned).chain([note]).collect()
}

#[tokio::test]
async fn the_context_is_a_snapshot_that_nobody_changes() {
    let client = client(Server::new("t").tool::<tamper>());
    let answer = client.tool("tamper", json!({ "note": "kept" })).await;
    let kept = json!({ "result": ["kept", "kept", "kept"] });
    answer.assert_ok().assert_structured(kept);
}

#[tokio::test]
async fn capabilities_are_those_of_the_request_and_of_none_before() {
    let built = demo().build().expect("no mistakes");
    // one connection, whose requests differ
    let client = TestClient::of(&built);
    for capabilities in [json!({ "roots": {} }), json!({}), json!({ "sampling": {} })] {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "describe-request",
            "arguments": {},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": support::MODERN,
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            },
        } });
        let answer = client
            .message(message.to_string())
            .await
            .expect("an answer");
        spec_check::assert_answer(support::MODERN, "tools/call", answer.as_bytes());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let told = &answer["result"]["structuredContent"];
        assert_eq!(told["capabilities"], capabilities);
    }
}

/// Tell the path of the HTTP request.
#[tool]
async fn path(request: HttpParts) -> String {
    request.uri.path().to_owned()
}

#[tokio::test]
async fn the_request_of_http_is_for_tools_of_http_alone() {
    let server = || Server::new("t").tool::<path>();
    let (listener, address) = support::http::listen().await;
    tokio::spawn(server().serve_http(listener));
    let answer = support::http::Endpoint::new(address, "/mcp")
        .call("path", json!({}))
        .await;
    assert_eq!(answer.text(), "/mcp");

    let error = server().serve_stdio().await.expect_err("no HTTP there");
    assert!(error.to_string().contains("FM0016"), "{error}");
    let app = ferramenta::App::new()
        .web("/mcp", server())
        .local("t", server());
    let errors = app.into_service(&ferramenta::HttpOptions::default());
    let errors = errors.expect_err("no HTTP there");
    assert_eq!(errors.errors()[0].code, BuildErrorCode::NeedsHttp);
}

/// What no server provides.
struct Nowhere;

/// Take a service that isn't there.
#[tool]
async fn lost(_nowhere: ferramenta::Inject<Nowhere>) {}

#[test]
fn a_parameter_without_a_source_is_refused_when_the_server_is_built() {
    let errors = mistakes(Server::new("t").tool::<lost>());
    assert_eq!(errors.errors()[0].code, BuildErrorCode::MissingService);
    assert_eq!(errors.errors()[0].problem, "lost -> Nowhere: not provided");
}
