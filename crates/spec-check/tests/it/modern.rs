//! What only the modern version has.

use serde_json::{Value, json};

use crate::{MODERN, accepted, refused, with};

fn discovered() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": [MODERN],
        "capabilities": { "tools": {}, "extensions": { "example.org/x": { "a": null, "b": 0.5 } } },
        "instructions": "none",
        "ttlMs": 60000,
        "cacheScope": "public",
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "s", "version": "1" } },
    })
}

fn question() -> Value {
    json!({
        "resultType": "input_required",
        "requestState": "sealed",
        "inputRequests": {
            "a": { "method": "elicitation/create", "params": {
                "mode": "form", "message": "?",
                "requestedSchema": { "type": "object", "properties": { "x": { "type": "number", "minimum": 0.5 } } },
            } },
            "b": { "method": "roots/list" },
        },
    })
}

#[test]
fn discovery() {
    accepted(MODERN, "server/discover", &discovered());
    for name in [
        "resultType",
        "supportedVersions",
        "capabilities",
        "ttlMs",
        "cacheScope",
    ] {
        let mut result = discovered();
        result.as_object_mut().unwrap().remove(name);
        refused(MODERN, "server/discover", &result, &format!("{name:?}"));
    }
    refused(
        MODERN,
        "server/discover",
        &with(discovered(), "", "ttlMs", json!(-1)),
        "/result/ttlMs",
    );
    refused(
        MODERN,
        "server/discover",
        &with(discovered(), "", "cacheScope", json!("shared")),
        "/result/cacheScope",
    );
    refused(
        MODERN,
        "server/discover",
        &with(discovered(), "", "resultType", json!("done")),
        "/result/resultType",
    );
}

#[test]
fn server_info_in_meta_is_an_implementation() {
    let key = "io.modelcontextprotocol/serverInfo";
    let cases = [
        json!({ "name": "s" }),
        json!({ "name": "s", "version": "1", "surprise": 1 }),
        json!("s"),
    ];
    for info in cases {
        refused(
            MODERN,
            "server/discover",
            &with(discovered(), "/_meta", key, info),
            "/result/_meta",
        );
    }
}

#[test]
fn listening() {
    let id = "io.modelcontextprotocol/subscriptionId";
    let result = json!({ "resultType": "complete", "_meta": { id: 7, "x": 1 } });
    accepted(MODERN, "subscriptions/listen", &result);
    refused(
        MODERN,
        "subscriptions/listen",
        &json!({ "resultType": "complete", "_meta": {} }),
        id,
    );
}

#[test]
fn asking_back() {
    for method in ["tools/call", "prompts/get", "resources/read"] {
        accepted(MODERN, method, &question());
        refused(
            MODERN,
            method,
            &with(question(), "", "ttlMs", json!(0)),
            "'ttlMs'",
        );
        refused(
            MODERN,
            method,
            &json!({ "resultType": "input_required" }),
            "neither",
        );
    }
    refused(MODERN, "tools/list", &question(), "/result/resultType");
    refused("2025-11-25", "tools/call", &question(), "at /result");
}

#[test]
fn broken_questions_are_refused_with_their_place() {
    let enveloped = with(question(), "/inputRequests/b", "id", json!(1));
    refused(
        MODERN,
        "tools/call",
        &enveloped,
        "at /result/inputRequests/b",
    );
    let url =
        json!({ "method": "elicitation/create", "params": { "mode": "url", "message": "?" } });
    refused(
        MODERN,
        "tools/call",
        &with(question(), "/inputRequests", "a", url),
        "at /result/inputRequests/a/params",
    );
    let nested = json!({ "type": "object", "properties": {} });
    let schema = "/inputRequests/a/params/requestedSchema/properties";
    refused(
        MODERN,
        "tools/call",
        &with(question(), schema, "x", nested),
        "requestedSchema/properties/x",
    );
}

#[test]
fn modern_errors_carry_their_data() {
    let check = |code: i64, data: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": code, "message": "m", "data": data } });
        spec_check::answer(MODERN, "tools/call", message.to_string().as_bytes())
    };
    assert_eq!(
        check(-32022, json!({ "requested": "1", "supported": [MODERN] })),
        Ok(())
    );
    assert!(check(-32022, json!({ "supported": [MODERN] })).is_err());
    assert_eq!(
        check(
            -32021,
            json!({ "requiredCapabilities": { "elicitation": { "form": {} } } })
        ),
        Ok(())
    );
    assert!(
        check(
            -32021,
            json!({ "requiredCapabilities": { "surprise": {} } })
        )
        .is_err()
    );
    assert!(check(-32021, json!({})).is_err());
}
