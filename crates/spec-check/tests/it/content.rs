//! Kinds of content and the results of calls.

use serde_json::{Value, json};

use crate::{MODERN, accepted, check, framed, known_since, refused};

fn call(version: &str, block: &Value) -> Value {
    framed(version, false, json!({ "content": [block] }))
}

fn message(version: &str, block: &Value) -> Value {
    framed(
        version,
        false,
        json!({ "messages": [{ "role": "assistant", "content": block }] }),
    )
}

#[test]
fn kinds_have_their_versions() {
    let kinds = [
        ("2024-11-05", json!({ "type": "text", "text": "" })),
        (
            "2024-11-05",
            json!({ "type": "image", "data": "AAAA", "mimeType": "image/png" }),
        ),
        (
            "2024-11-05",
            json!({ "type": "resource", "resource": { "uri": "a:b", "text": "" } }),
        ),
        (
            "2025-03-26",
            json!({ "type": "audio", "data": "AAAA", "mimeType": "audio/wav" }),
        ),
        (
            "2025-06-18",
            json!({ "type": "resource_link", "uri": "a:b", "name": "b" }),
        ),
        (
            "2026-99-99",
            json!({ "type": "video", "data": "AAAA", "mimeType": "video/mp4" }),
        ),
    ];
    for (first, block) in kinds {
        known_since(first, "tools/call", |version| call(version, &block));
        known_since(first, "prompts/get", |version| message(version, &block));
    }
}

#[test]
fn members_of_content_have_their_versions() {
    let members = [
        (
            "2024-11-05",
            "annotations",
            json!({ "audience": ["user"], "priority": 0.5 }),
        ),
        (
            "2025-06-18",
            "annotations",
            json!({ "lastModified": "2025-06-18T00:00:00Z" }),
        ),
        ("2025-06-18", "_meta", json!({ "any": { "thing": 1 } })),
        ("2026-99-99", "title", json!("T")),
        ("2026-99-99", "annotations", json!({ "priority": 2 })),
    ];
    for (first, name, member) in members {
        let block = json!({ "type": "text", "text": "", name: member });
        known_since(first, "tools/call", |version| call(version, &block));
    }
}

#[test]
fn problems_name_the_place_inside_the_block_that_was_meant() {
    let block = json!({ "type": "image", "data": "AAAA" });
    refused(
        "2025-11-25",
        "tools/call",
        &call("2025-11-25", &block),
        "at /result/content/0: \"mimeType\"",
    );
    let block =
        json!({ "type": "resource", "resource": { "uri": "a:b", "text": "", "name": "n" } });
    refused(
        MODERN,
        "tools/call",
        &call(MODERN, &block),
        "at /result/content/0/resource",
    );
}

#[test]
fn structured_content_has_its_version() {
    let structured = |value: Value| {
        move |version: &str| {
            framed(
                version,
                false,
                json!({ "content": [], "structuredContent": value.clone() }),
            )
        }
    };
    known_since(
        "2025-06-18",
        "tools/call",
        structured(json!({ "open": { "inside": [null] } })),
    );
    known_since(MODERN, "tools/call", structured(json!([1, 2.5, null])));
}

#[test]
fn content_is_required() {
    for version in spec_check::VERSIONS {
        refused(
            version,
            "tools/call",
            &framed(version, false, json!({})),
            "\"content\"",
        );
    }
}

#[test]
fn base64_is_checked() {
    for (data, fine) in [
        ("", true),
        ("AA==", true),
        ("AAA=", true),
        ("+/09", true),
        ("AA", false),
        ("A-_A", false),
    ] {
        let block = json!({ "type": "image", "data": data, "mimeType": "image/png" });
        for version in spec_check::VERSIONS {
            assert_eq!(
                check(version, "tools/call", &call(version, &block)).is_ok(),
                fine,
                "{data:?} in {version}"
            );
        }
    }
    accepted(
        MODERN,
        "tools/call",
        &call(MODERN, &json!({ "type": "text", "text": "not base64" })),
    );
}
