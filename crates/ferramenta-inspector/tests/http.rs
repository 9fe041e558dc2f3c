//! Servers that are reached by a URL.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]
#![cfg(feature = "http")]

mod support;

use std::net::SocketAddr;

use axum::{
    Router,
    http::HeaderMap,
    response::IntoResponse,
    routing::{get, post},
};
use ferramenta::{Server, tool};
use ferramenta_inspector::Target;
use http::StatusCode;
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::AbortHandle};

use support::Page;

/// Say hello.
#[tool]
fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    (listener, url)
}

async fn greeter() -> String {
    let (listener, url) = listen().await;
    tokio::spawn(Server::new("Greeter").tool::<greet>().serve_http(listener));
    url
}

async fn serve_at(address: SocketAddr) -> AbortHandle {
    let listener = TcpListener::bind(address).await.unwrap();
    let serving = Server::new("Greeter").tool::<greet>().serve_http(listener);
    tokio::spawn(serving).abort_handle()
}

/// A server that does what a handler says.
async fn odd(router: Router) -> String {
    let (listener, url) = listen().await;
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

#[tokio::test]
async fn both_eras_are_spoken() {
    let page = Page::open(Target::url(greeter().await));
    for (era, version) in [
        ("modern", "2026-07-28"),
        ("legacy", "2025-11-25"),
        ("auto", "2026-07-28"),
    ] {
        let number = page.state().await["connection"]["number"]
            .as_u64()
            .unwrap_or_default();
        page.connection("connected").await;
        page.done("/api/connect", json!({"era": era})).await;
        let newer = |event: &Value| {
            event["connection"]["status"] == "connected"
                && event["connection"]["number"].as_u64() > Some(number.max(1))
        };
        let state = page.events().await.find("state", newer).await;
        assert_eq!(state["connection"]["protocolVersion"], version, "{state}");
        let params = json!({"name": "greet", "arguments": {"name": "Ada"}});
        let answer = page.call("1", "tools/call", params).await;
        assert_eq!(
            answer["result"]["content"][0]["text"], "Hello, Ada!",
            "{answer}"
        );
        let refused = page
            .call("1", "tools/call", json!({"name": "nobody"}))
            .await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        let unknown = page.call("1", "no/such", json!({})).await;
        assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    }
}

#[tokio::test]
async fn headers_are_in_the_log_without_what_is_secret() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(HeaderMap::new()));
    let kept = std::sync::Arc::clone(&seen);
    let answer = move |headers: HeaderMap| async move {
        *kept.lock().unwrap() = headers;
        StatusCode::NOT_FOUND
    };
    let page = Page::open(Target::url(
        odd(Router::new().route("/mcp", post(answer))).await,
    ));
    page.connection("failed").await;
    let settings = json!({"era": "modern", "headers": {"X-Tenant": "acme"}, "bearer": "s3cret"});
    page.done("/api/connect", settings).await;
    let mut events = page.events().await;
    let sent = events
        .find("message", |event| {
            event["http"]["headers"]["x-tenant"].is_string()
        })
        .await;
    let headers = &sent["http"]["headers"];
    assert_eq!(
        (&headers["x-tenant"], &headers["authorization"]),
        (&json!("…"), &json!("…"))
    );
    assert_eq!(headers["mcp-method"], "server/discover");
    let failed = |event: &Value| {
        event["connection"]["bearer"] == true && event["connection"]["status"] == "failed"
    };
    let state = events.find("state", failed).await;
    assert_eq!(state["connection"]["headers"], json!(["x-tenant"]));
    {
        let seen = seen.lock().unwrap();
        assert_eq!(
            (&seen["x-tenant"], &seen["authorization"]),
            (&"acme".parse().unwrap(), &"Bearer s3cret".parse().unwrap())
        );
    }
    for (body, expected) in [
        (
            json!({"headers": {"Mcp-Method": "x"}}),
            "is set by the inspector itself",
        ),
        (
            json!({"headers": {"Authorization": "x"}}),
            "is set by the inspector itself",
        ),
        (
            json!({"headers": {"a b": "x"}}),
            "can't be the name of a header",
        ),
        (
            json!({"headers": {"x": "a\nb"}}),
            "has a value that can't be sent",
        ),
        (json!({"bearer": "a b"}), "visible ASCII"),
    ] {
        let (status, answer) = page.post("/api/connect", body).await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(status == 400 && message.contains(expected), "{answer}");
    }
    page.done("/api/connect", json!({"headers": {}, "bearer": null}))
        .await;
    let state = page.state().await;
    assert_eq!(
        (
            &state["connection"]["headers"],
            &state["connection"]["bearer"]
        ),
        (&json!([]), &json!(false))
    );
}

#[tokio::test]
async fn why_a_server_refuses_is_said() {
    let challenge = [("www-authenticate", r#"Bearer realm="shop""#)];
    for (answer, expected) in [
        (
            (StatusCode::UNAUTHORIZED, challenge, "").into_response(),
            r#"Bearer realm="shop""#,
        ),
        (
            (StatusCode::UNAUTHORIZED, "").into_response(),
            "asks for a login",
        ),
        (
            (StatusCode::BAD_GATEWAY, "<h1>oops</h1>").into_response(),
            "HTTP 502 Bad Gateway: <h1>oops</h1>",
        ),
        (
            (StatusCode::OK, "<h1>a page</h1>").into_response(),
            "a page</h1> (this isn't JSON-RPC)",
        ),
    ] {
        let (parts, body) = answer.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let handler = move || async move { (parts.status, parts.headers, body) };
        let page = Page::open(Target::url(
            odd(Router::new().route("/mcp", post(handler))).await,
        ));
        let connection = page.connection("failed").await;
        let reason = connection["reason"].as_str().unwrap();
        assert!(
            reason.contains(expected) && reason.contains("next try in"),
            "{reason}"
        );
    }
}

#[tokio::test]
async fn a_server_that_comes_later_and_goes_is_connected_to_again() {
    let (listener, url) = listen().await;
    let address: SocketAddr = listener.local_addr().unwrap();
    drop(listener);
    let page = Page::open(Target::url(url));
    let connection = page.connection("failed").await;
    let reason = connection["reason"].as_str().unwrap();
    assert!(
        reason.to_lowercase().contains("refused") && !reason.contains("127.0.0.1"),
        "{reason}"
    );

    let server = serve_at(address).await;
    page.connection("connected").await;
    server.abort();
    // the server's end shows in the next request
    loop {
        let answer = page
            .post("/api/request", json!({"key": "1", "method": "tools/list"}))
            .await
            .1;
        if answer["failure"]["code"] == "transport" || answer["error"]["code"] == "not_connected" {
            break;
        }
    }
    page.connection("failed").await;
    serve_at(address).await;
    assert_eq!(page.connection("connected").await["number"], 2);
}

#[tokio::test]
async fn an_old_server_that_refuses_what_it_does_not_know_is_spoken_to_in_its_era() {
    let handler = |headers: HeaderMap, body: String| async move {
        let message: Value = serde_json::from_str(&body).unwrap();
        let id = &message["id"];
        match message["method"].as_str().unwrap_or_default() {
            "initialize" => {
                let result = json!({"protocolVersion": "2025-03-26", "capabilities": {}, "serverInfo": {"name": "Old", "version": "0"}});
                let headers = [
                    ("content-type", "application/json"),
                    ("mcp-session-id", "s1"),
                ];
                (
                    headers,
                    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string(),
                )
                    .into_response()
            }
            "notifications/initialized" => StatusCode::ACCEPTED.into_response(),
            "tools/call" if headers["mcp-session-id"] == "s1" => {
                let note = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": 1}});
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": {"odd": [1.0]}});
                let events =
                    format!(": hi\n\ndata: {note}\n\nevent: message\r\ndata: {answer}\r\n\r\n");
                ([("content-type", "text/event-stream")], events).into_response()
            }
            _ => (
                StatusCode::BAD_REQUEST,
                "Bad Request: No valid session ID provided",
            )
                .into_response(),
        }
    };
    let router = Router::new()
        .route("/mcp", post(handler))
        .route("/mcp", get(|| async { StatusCode::METHOD_NOT_ALLOWED }));
    let page = Page::open(Target::url(odd(router).await));
    let connection = page.connection("connected").await;
    assert_eq!(
        (&connection["era"], &connection["protocolVersion"]),
        (&json!("legacy"), &json!("2025-03-26"))
    );
    let mut events = page.events().await;
    let refused = events
        .find("message", |event| event["text"].is_string())
        .await;
    assert_eq!(refused["http"]["status"], 400);
    let answer = page.call("k", "tools/call", json!({})).await;
    assert_eq!(answer["result"].to_string(), r#"{"odd":[1.0]}"#);
    let note = events.of("notification").await;
    assert_eq!(
        (&note["method"], &note["key"]),
        (&json!("notifications/message"), &json!("k"))
    );
    let last = events
        .find("message", |event| {
            event["direction"] == "in" && event["message"]["id"].is_number() && event["key"] == "k"
        })
        .await;
    assert_eq!(last["http"]["status"], Value::Null);
}
