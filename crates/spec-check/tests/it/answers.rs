//! Results of every method.

use serde_json::{Value, json};

use crate::{LEGACY, MODERN, accepted, framed, known_since, refused, with};

fn tools(version: &str) -> Value {
    let tool = json!({
        "name": "add",
        "description": "Adds",
        "inputSchema": { "type": "object", "properties": { "a": { "type": "integer" } }, "additionalProperties": false },
    });
    framed(version, true, json!({ "tools": [tool] }))
}

/// One valid result for each method that all versions have.
fn common(version: &str) -> Vec<(&'static str, Value)> {
    let text = json!({ "type": "text", "text": "3" });
    let prompt = json!({ "name": "greet", "arguments": [{ "name": "who", "description": "Whom", "required": true }] });
    let resource = json!({ "uri": "file:///a.txt", "name": "a", "mimeType": "text/plain", "description": "A" });
    vec![
        ("tools/list", tools(version)),
        (
            "tools/call",
            framed(
                version,
                false,
                json!({ "content": [text], "isError": true }),
            ),
        ),
        (
            "prompts/list",
            framed(
                version,
                true,
                json!({ "prompts": [prompt], "nextCursor": "p" }),
            ),
        ),
        (
            "prompts/get",
            framed(
                version,
                false,
                json!({ "messages": [{ "role": "user", "content": text }] }),
            ),
        ),
        (
            "resources/list",
            framed(version, true, json!({ "resources": [resource] })),
        ),
        (
            "resources/templates/list",
            framed(
                version,
                true,
                json!({ "resourceTemplates": [{ "uriTemplate": "a:///{id}", "name": "t" }] }),
            ),
        ),
        (
            "resources/read",
            framed(
                version,
                true,
                json!({ "contents": [
                    { "uri": "file:///a", "text": "" },
                    { "uri": "file:///b", "blob": "AAE=" },
                ] }),
            ),
        ),
        (
            "completion/complete",
            framed(
                version,
                false,
                json!({ "completion": { "values": ["a"], "total": 1, "hasMore": false } }),
            ),
        ),
    ]
}

fn initialized(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "subscribe": true },
            "logging": {},
            "experimental": { "x": { "deep": [null, 1.5] } },
        },
        "serverInfo": { "name": "s", "version": "1" },
        "instructions": "none",
    })
}

#[test]
fn valid_results_pass() {
    for version in spec_check::VERSIONS {
        for (method, result) in common(version) {
            accepted(version, method, &result);
        }
    }
    for version in LEGACY {
        accepted(version, "initialize", &initialized(version));
        for method in [
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
        ] {
            accepted(version, method, &json!({}));
        }
    }
}

#[test]
fn meta_is_open_in_every_result() {
    for version in spec_check::VERSIONS {
        for (method, result) in common(version) {
            accepted(
                version,
                method,
                &with(
                    result,
                    "",
                    "_meta",
                    json!({ "example.org/x": [null, { "y": 1.5 }] }),
                ),
            );
        }
    }
}

#[test]
fn unknown_members_are_refused_in_every_result() {
    for version in spec_check::VERSIONS {
        for (method, result) in common(version) {
            refused(
                version,
                method,
                &with(result, "", "surprise", json!(1)),
                "'surprise'",
            );
        }
    }
    for version in LEGACY {
        refused(version, "ping", &json!({ "surprise": 1 }), "'surprise'");
        refused(
            version,
            "initialize",
            &with(initialized(version), "", "surprise", json!(1)),
            "'surprise'",
        );
    }
}

#[test]
fn the_result_of_another_method_is_refused() {
    for version in spec_check::VERSIONS {
        for (method, _) in common(version) {
            for (other, result) in common(version) {
                if other != method {
                    refused(version, method, &result, "at /result");
                }
            }
        }
    }
}

#[test]
fn later_results_are_refused_on_a_legacy_wire() {
    for version in LEGACY {
        refused(
            version,
            "tools/list",
            &with(tools(version), "", "ttlMs", json!(0)),
            "'ttlMs'",
        );
        for (method, result) in common(version) {
            refused(
                version,
                method,
                &with(result, "", "resultType", json!("complete")),
                "'resultType'",
            );
        }
    }
}

#[test]
fn members_of_tools_have_their_versions() {
    let tool = |name: &'static str, member: Value| {
        move |version: &str| with(tools(version), "/tools/0", name, member.clone())
    };
    known_since(
        "2025-03-26",
        "tools/list",
        tool("annotations", json!({ "title": "T", "readOnlyHint": true })),
    );
    known_since(
        "2025-06-18",
        "tools/list",
        tool("outputSchema", json!({ "type": "object" })),
    );
    known_since("2025-06-18", "tools/list", tool("title", json!("T")));
    known_since("2025-06-18", "tools/list", tool("_meta", json!({ "a": 1 })));
    known_since(
        "2025-11-25",
        "tools/list",
        tool("icons", json!([{ "src": "https://example.org/i.png" }])),
    );
    known_since(
        MODERN,
        "tools/list",
        tool("outputSchema", json!({ "type": "array", "items": {} })),
    );
}

#[test]
fn titles_have_their_version() {
    for (index, pointer) in [
        (2, "/prompts/0"),
        (4, "/resources/0"),
        (5, "/resourceTemplates/0"),
    ] {
        let method = common(MODERN)[index].0;
        known_since("2025-06-18", method, |version| {
            with(
                common(version)[index].1.clone(),
                pointer,
                "title",
                json!("T"),
            )
        });
    }
    for version in LEGACY {
        let titled = with(initialized(version), "/serverInfo", "title", json!("T"));
        if version >= "2025-06-18" {
            accepted(version, "initialize", &titled);
        } else {
            refused(version, "initialize", &titled, "at /result/serverInfo");
        }
    }
}

#[test]
fn capabilities_have_their_version() {
    let completions = |version| {
        with(
            initialized(version),
            "/capabilities",
            "completions",
            json!({}),
        )
    };
    refused(
        "2024-11-05",
        "initialize",
        &completions("2024-11-05"),
        "'completions'",
    );
    accepted("2025-03-26", "initialize", &completions("2025-03-26"));
    let flag = with(
        initialized("2025-11-25"),
        "/capabilities/tools",
        "subscribe",
        json!(true),
    );
    refused(
        "2025-11-25",
        "initialize",
        &flag,
        "at /result/capabilities/tools",
    );
}

#[test]
fn json_schemas_are_checked_as_far_as_the_definition_goes() {
    for version in spec_check::VERSIONS {
        let nested = json!({ "type": "object", "$defs": { "a": true }, "properties": { "a": { "x-mcp-header": "A" } } });
        accepted(
            version,
            "tools/list",
            &with(tools(version), "/tools/0", "inputSchema", nested),
        );
        let array = json!({ "type": "array" });
        refused(
            version,
            "tools/list",
            &with(tools(version), "/tools/0", "inputSchema", array),
            "inputSchema",
        );
    }
}

#[test]
fn wrong_values_are_refused_with_their_place() {
    let cases = [
        (
            "tools/list",
            json!({ "tools": [{ "name": "a" }] }),
            "at /result/tools/0: \"inputSchema\"",
        ),
        ("tools/list", json!({ "tools": {} }), "at /result/tools"),
        (
            "tools/list",
            json!({ "tools": [], "nextCursor": null }),
            "at /result/nextCursor",
        ),
        (
            "resources/list",
            json!({ "resources": [{ "uri": "no uri", "name": "a" }] }),
            "at /result/resources/0/uri",
        ),
        (
            "resources/read",
            json!({ "contents": [{ "uri": "a:b", "blob": "A" }] }),
            "at /result/contents/0/blob",
        ),
        (
            "completion/complete",
            json!({ "completion": ["a"] }),
            "at /result/completion",
        ),
        (
            "prompts/get",
            json!({ "messages": [{ "role": "system", "content": {} }] }),
            "at /result/messages/0/role",
        ),
    ];
    for version in spec_check::VERSIONS {
        for (method, result, reason) in &cases {
            refused(
                version,
                method,
                &framed(version, true, result.clone()),
                reason,
            );
        }
    }
}

#[test]
fn tasks_are_flattened() {
    let task = json!({
        "taskId": "t", "status": "working", "createdAt": "2025-11-25T10:00:00Z", "lastUpdatedAt": "2025-11-25T10:00:00Z",
        "ttl": null, "_meta": {},
    });
    accepted("2025-11-25", "tasks/get", &task);
    refused(
        "2025-11-25",
        "tasks/get",
        &with(task.clone(), "", "surprise", json!(1)),
        "'surprise'",
    );
    refused(MODERN, "tasks/get", &task, "doesn't exist");
}
