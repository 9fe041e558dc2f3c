//! Who is let in, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use axum::body::Body;
use http::{HeaderName, Method, Request};
use serde_json::{Value, json};

use support::{HOST, Page, fake, read};

fn page() -> Page {
    Page::open(fake().0)
}

/// The page's own request, but for one header.
fn with(page: &Page, path: &str, name: &'static str, value: Option<&str>) -> Request<Body> {
    let method = if path == "/api/request" {
        Method::POST
    } else {
        Method::GET
    };
    let mut request = page.request(method, path, "{}");
    let name = HeaderName::from_static(name);
    request.headers_mut().remove(&name);
    if let Some(value) = value {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    request
}

async fn refused(page: &Page, request: Request<Body>) -> (u16, String) {
    let (status, body) = read(page.send(request).await).await;
    let code = body["error"]["code"].as_str().unwrap_or_default();
    assert!(!body.to_string().contains(&page.token), "{body}");
    (status.as_u16(), code.to_owned())
}

const PATHS: [&str; 5] = [
    "/",
    "/api/state",
    "/api/events",
    "/api/request",
    "/api/nothing",
];

#[tokio::test]
async fn a_name_that_only_leads_here_is_refused() {
    let page = page();
    for path in PATHS {
        for host in [
            Some("evil.example"),
            Some("127.0.0.1.evil.example:4321"),
            Some("evil.example:4321"),
            Some("0.0.0.0"),
            Some(""),
            None,
        ] {
            let request = with(&page, path, "host", host);
            assert_eq!(
                refused(&page, request).await,
                (421, "host".into()),
                "{path} {host:?}"
            );
        }
    }
    let mut two = page.request(Method::GET, "/api/state", "");
    two.headers_mut().append("host", HOST.parse().unwrap());
    assert_eq!(refused(&page, two).await, (421, "host".into()));
}

#[tokio::test]
async fn pages_from_elsewhere_are_refused() {
    let page = page();
    for path in PATHS {
        for origin in [
            "https://evil.example",
            "null",
            "http://127.0.0.1",
            "http://127.0.0.1:4322",
            "https://127.0.0.1:4321",
            "http://localhost:4321",
            "http://127.0.0.1:4321.evil.example",
        ] {
            let request = with(&page, path, "origin", Some(origin));
            assert_eq!(
                refused(&page, request).await,
                (403, "origin".into()),
                "{path} {origin}"
            );
        }
    }
    let own = with(&page, "/api/state", "origin", Some("http://127.0.0.1:4321"));
    assert_eq!(page.send(own).await.status(), 200);
}

#[tokio::test]
async fn the_api_wants_the_token() {
    let page = page();
    let right = page.token.clone();
    for path in &PATHS[1..] {
        for token in [
            None,
            Some("Bearer".to_owned()),
            Some("Bearer ".to_owned()),
            Some(format!("Basic {right}")),
            Some(right.clone()),
            Some(format!("Bearer {right}x")),
            Some(format!("Bearer {}", &right[1..])),
            Some(format!("Bearer {}", right.to_lowercase())),
        ] {
            let request = with(&page, path, "authorization", token.as_deref());
            assert_eq!(
                refused(&page, request).await,
                (401, "token".into()),
                "{path} {token:?}"
            );
        }
    }
    // the token is worth nothing in the address
    let path = format!("/api/state?token={right}");
    let request = with(&page, &path, "authorization", None);
    assert_eq!(refused(&page, request).await, (401, "token".into()));
    assert_eq!(right.len(), 43);
    assert_ne!(right, self::page().token);
}

#[tokio::test]
async fn bodies_are_json_and_hold_what_is_known() {
    let page = page();
    for (media_type, status) in [
        (Some("text/plain"), 415),
        (Some("application/x-www-form-urlencoded"), 415),
        (None, 415),
        (Some("application/json; charset=utf-8"), 400),
    ] {
        let request = with(&page, "/api/request", "content-type", media_type);
        assert_eq!(page.send(request).await.status(), status, "{media_type:?}");
    }
    for (path, body, expected) in [
        (
            "/api/request",
            json!({"key": "1"}),
            "missing field `method`",
        ),
        (
            "/api/request",
            json!({"key": "", "method": "x"}),
            "`key` has 1 to 64 characters",
        ),
        (
            "/api/request",
            json!({"key": "é".repeat(65), "method": "x"}),
            "`key` has 1 to 64",
        ),
        (
            "/api/request",
            json!({"key": "1", "method": "x", "param": {}}),
            "unknown field `param`",
        ),
        (
            "/api/request",
            json!({"key": "1", "method": "x", "params": []}),
            "expected a map",
        ),
        (
            "/api/answer",
            json!({"id": "q1"}),
            "either `result` or `error`",
        ),
        (
            "/api/answer",
            json!({"id": "q1", "result": 1}),
            "`result` is an object",
        ),
        (
            "/api/connect",
            json!({"era": "new"}),
            "unknown variant `new`",
        ),
        ("/api/connect", json!({"bearer": "x"}), "reached by a URL"),
        (
            "/api/connect",
            json!({"headers": {"X-A": "1"}}),
            "reached by a URL",
        ),
        (
            "/api/subscribe",
            json!([["x://1"]]),
            "the body is a JSON object",
        ),
    ] {
        let (status, answer) = page.post(path, body.clone()).await;
        assert_eq!(status, 400, "{path} {body} {answer}");
        assert_eq!(answer["error"]["code"], "invalid");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(expected), "{path} {body}: {message}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let page = page();
    for (method, path, body, expected) in [
        (Method::GET, "/api/nothing", json!({}), (404, "not_found")),
        (Method::GET, "/api/request", json!({}), (405, "method")),
        (Method::DELETE, "/api/state", json!({}), (405, "method")),
        (Method::POST, "/", json!({}), (405, "method")),
        (Method::GET, "/nothing.js", json!({}), (404, "not_found")),
        (Method::GET, "/../Cargo.toml", json!({}), (404, "not_found")),
        (
            Method::GET,
            "/%2e%2e/Cargo.toml",
            json!({}),
            (404, "not_found"),
        ),
        (
            Method::POST,
            "/api/cancel",
            json!({"key": "x"}),
            (404, "unknown_key"),
        ),
        (
            Method::POST,
            "/api/answer",
            json!({"id": "q9", "result": {}}),
            (404, "unknown_question"),
        ),
        (
            Method::POST,
            "/api/request",
            json!({"key": "1", "method": "ping"}),
            (409, "not_connected"),
        ),
    ] {
        let request = page.request(method.clone(), path, &body.to_string());
        let (status, code) = refused(&page, request).await;
        assert_eq!((status, code.as_str()), expected, "{method} {path}");
    }
}

#[tokio::test]
async fn a_body_has_its_bounds() {
    let page = page();
    let body = json!({"key": "1", "method": "x".repeat(17 << 20)});
    let (status, answer) = page.post("/api/request", body).await;
    assert_eq!(
        (status.as_u16(), &answer["error"]["code"]),
        (413, &json!("too_large"))
    );
}

#[tokio::test]
async fn the_page_can_load_nothing_from_elsewhere() {
    let page = page();
    let request = with(&page, "/", "authorization", None);
    let response = page.send(request).await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers()["content-type"],
        "text/html; charset=utf-8"
    );
    assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    for rule in [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(rule), "{policy}");
    }
    assert!(
        !policy.contains("unsafe") && !policy.contains("http"),
        "{policy}"
    );
    let (_, text) = read(response).await;
    let Value::String(text) = text else {
        panic!("{text}")
    };
    assert!(text.contains("<html"), "{text}");
}

#[tokio::test]
async fn only_this_machine_is_served() {
    let page = page();
    let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.unwrap();
    let refused = page
        .inspector
        .serve(listener)
        .await
        .unwrap_err()
        .to_string();
    assert!(refused.contains("can be reached from outside"), "{refused}");
}
