//! How it was found out who calls.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/process.rs"]
mod process;
#[path = "support/http.rs"]
mod support;

use axum::{Extension, Router};
use ferramenta::{BearerTokens, Context, Identity, Server, tool};
use process::{Process, is_asked};
use serde_json::{Value, json};
use support::{Request, Running, client};

/// Tell how it was found out who calls.
#[tool]
async fn how(cx: &Context) -> String {
    format!("{:?}", cx.authentication())
}

fn server() -> Server {
    Server::new("t").tool::<how>()
}

fn ada() -> Identity {
    Identity::new("ada")
}

#[test]
fn over_http_it_is_the_server_or_a_layer_before_it() {
    let call = Request::call("how", "");
    assert_eq!(Running::start(server()).send(&call).text(), "Nobody");

    let tokens = BearerTokens::new().token("s3cret", ada()).or_anonymous();
    let running = Running::start(server().authenticate(tokens));
    assert_eq!(running.send(&call).text(), "Nobody");
    let with_token = call.clone().header("Authorization", "Bearer s3cret");
    assert_eq!(running.send(&with_token).text(), "Authenticator");

    let mounted = Running::start_as(|listener, stop| async {
        let app = Router::new()
            .nest_service("/mcp", server().into_service().unwrap())
            .layer(Extension(ada()));
        let served = axum::serve(listener, app).with_graceful_shutdown(async {
            let _ = stop.await;
        });
        served.await.unwrap();
    });
    assert_eq!(mounted.send(&call).text(), "OuterLayer");
}

#[tokio::test]
async fn in_a_test_it_is_the_test() {
    let nobody = client(server());
    nobody.tool("how", json!({})).await.assert_text("Nobody");
    let ada = client(server()).identity(ada());
    ada.tool("how", json!({})).await.assert_text("Test");
}

/// The process that the other test talks to.
#[test]
#[ignore = "serves on standard input and output, for other tests"]
fn serves() {
    if is_asked() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build();
        let server = server().stdio_identity(ada());
        runtime.unwrap().block_on(server.serve_stdio()).unwrap();
    }
}

#[test]
fn on_a_pipe_it_is_whoever_started_the_process() {
    let mut process = Process::start();
    process.open("2025-11-25");
    let call =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "how" } });
    let answer: Value = serde_json::from_str(&process.send(&call.to_string())).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "Process");
    process.end();
}
