//! Notifications and requests of servers.

use serde_json::{Value, json};
use spec_check::{VERSIONS, assert_sent_by_server, sent_by_server};

use crate::{LEGACY, MODERN};

fn notification(method: &str, params: &Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
        .to_string()
        .into_bytes()
}

fn request(method: &str, params: &Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
        .to_string()
        .into_bytes()
}

#[track_caller]
fn known_since(first: &str, last: &str, message: &[u8]) {
    for version in VERSIONS {
        let known = (first..=last).contains(&version);
        let verdict = sent_by_server(version, message);
        assert_eq!(
            verdict.is_ok(),
            known,
            "{version}: {verdict:?} {}",
            String::from_utf8_lossy(message)
        );
    }
}

#[test]
fn notifications_have_their_versions() {
    let elicited = json!({ "elicitationId": "e" });
    let acknowledged = json!({ "notifications": { "toolsListChanged": true } });
    let cases = [
        (
            "2024-11-05",
            "notifications/tools/list_changed",
            json!({ "_meta": { "x": 1 } }),
        ),
        (
            "2024-11-05",
            "notifications/prompts/list_changed",
            json!({}),
        ),
        (
            "2024-11-05",
            "notifications/resources/list_changed",
            json!({}),
        ),
        (
            "2024-11-05",
            "notifications/resources/updated",
            json!({ "uri": "a:b", "_meta": { "x": 1 } }),
        ),
        (
            "2024-11-05",
            "notifications/cancelled",
            json!({ "requestId": "r", "reason": "why" }),
        ),
        (
            "2024-11-05",
            "notifications/message",
            json!({ "level": "info", "logger": "l", "data": [null] }),
        ),
        (
            "2024-11-05",
            "notifications/progress",
            json!({ "progressToken": "t", "progress": 0.5, "total": 1 }),
        ),
        (
            "2025-03-26",
            "notifications/progress",
            json!({ "progressToken": 1, "progress": 1, "message": "m" }),
        ),
        (
            MODERN,
            "notifications/subscriptions/acknowledged",
            acknowledged,
        ),
    ];
    for (first, method, params) in cases {
        known_since(first, MODERN, &notification(method, &params));
    }
    known_since(
        "2025-11-25",
        "2025-11-25",
        &notification("notifications/elicitation/complete", &elicited),
    );
}

#[test]
fn broken_notifications_are_refused() {
    let cases = [
        ("notifications/progress", json!({ "progress": 1 })),
        (
            "notifications/progress",
            json!({ "progressToken": null, "progress": 1 }),
        ),
        (
            "notifications/progress",
            json!({ "progressToken": 1, "progress": "1" }),
        ),
        (
            "notifications/progress",
            json!({ "progressToken": 1, "progress": 1, "surprise": 1 }),
        ),
        (
            "notifications/message",
            json!({ "level": "warn", "data": 1 }),
        ),
        ("notifications/message", json!({ "level": "info" })),
        (
            "notifications/resources/updated",
            json!({ "uri": "a:b", "title": "T" }),
        ),
        ("notifications/tools/list_changed", json!({ "surprise": 1 })),
        ("notifications/tools/list_changed", json!(null)),
        ("notifications/initialized", json!({})),
        ("notifications/surprise", json!({})),
    ];
    for version in VERSIONS {
        for (method, params) in &cases {
            assert!(
                sent_by_server(version, &notification(method, params)).is_err(),
                "{version} {method} {params}"
            );
        }
    }
}

#[test]
fn envelopes_are_closed() {
    let good = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let bad = [
        r#"{"method":"notifications/tools/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","surprise":1}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"ping","id":null}"#,
    ];
    for version in VERSIONS {
        assert_sent_by_server(version, good.as_bytes());
        for message in bad {
            assert!(
                sent_by_server(version, message.as_bytes()).is_err(),
                "{version}: {message}"
            );
        }
    }
}

#[test]
fn requests_have_their_versions() {
    let text = json!({ "type": "text", "text": "?" });
    let sampling = json!({ "messages": [{ "role": "user", "content": text }], "maxTokens": 1, "metadata": { "x": null } });
    let schema =
        json!({ "type": "object", "properties": { "x": { "type": "string", "format": "email" } } });
    let form = json!({ "message": "?", "requestedSchema": schema });
    let moded = json!({ "mode": "form", "message": "?", "requestedSchema": schema });
    let url = json!({ "mode": "url", "message": "?", "elicitationId": "e", "url": "https://example.org" });
    let last = LEGACY[3];
    known_since("2024-11-05", last, &request("ping", &json!({})));
    known_since(
        "2024-11-05",
        last,
        &request("roots/list", &json!({ "_meta": { "progressToken": 1 } })),
    );
    known_since(
        "2024-11-05",
        last,
        &request("sampling/createMessage", &sampling),
    );
    known_since("2025-06-18", last, &request("elicitation/create", &form));
    known_since("2025-11-25", last, &request("elicitation/create", &moded));
    known_since("2025-11-25", last, &request("elicitation/create", &url));
}

#[test]
fn asked_schemas_are_closed() {
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let message = request(
        "elicitation/create",
        &json!({ "message": "?", "requestedSchema": schema }),
    );
    for version in VERSIONS {
        assert!(sent_by_server(version, &message).is_err(), "{version}");
    }
}

#[test]
#[should_panic(expected = "not a valid message of a server in 2024-11-05:\n  - at /params: ")]
fn the_panic_says_what_is_wrong() {
    let params = json!({ "progressToken": 1, "progress": 1, "message": "m" });
    assert_sent_by_server(
        "2024-11-05",
        &notification("notifications/progress", &params),
    );
}
