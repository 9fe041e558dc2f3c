//! What a change of anything but a schema means.

use ferramenta_contract::{Contract, Offer};
use serde_json::{Value, json};

/// The changes from one list of a kind to another, as they are told.
fn told(kind: &str, old: Value, new: Value) -> Vec<String> {
    let contract = |entries: Value| {
        let Value::Array(entries) = entries else {
            panic!("a list of entries")
        };
        let mut offer = Offer::named("Test");
        match kind {
            "tools" => offer.tools = entries,
            "prompts" => offer.prompts = entries,
            "resources" => offer.resources = entries,
            _ => offer.templates = entries,
        }
        Contract::of(offer).expect("a contract")
    };
    let (old, new) = (contract(old), contract(new));
    let changes = old.changes_to(&new);
    assert_eq!(changes.is_empty(), old.hash() == new.hash(), "{changes:?}");
    changes.iter().map(ToString::to_string).collect()
}

/// The changes of one tool.
fn tool(old: Value, new: Value) -> Vec<String> {
    let named = |mut tool: Value| {
        tool["name"] = "t".into();
        json!([tool])
    };
    told("tools", named(old), named(new))
}

#[test]
fn nothing_has_changed() {
    let one = json!([{ "name": "t", "inputSchema": { "type": "object" } }]);
    assert!(told("tools", one.clone(), one).is_empty());
}

#[test]
fn tools_come_and_go() {
    let changes = told("tools", json!([{ "name": "a" }]), json!([{ "name": "b" }]));
    assert_eq!(
        changes,
        ["major: tool a: it is gone", "minor: tool b: it is new"]
    );
}

#[test]
fn words_are_patches() {
    let changes = tool(
        json!({ "description": "One." }),
        json!({ "description": "Two.", "title": "T" }),
    );
    let expected = [
        "patch: tool t: its description has changed",
        "patch: tool t: its title has changed",
    ];
    assert_eq!(changes, expected);
}

#[test]
fn a_member_that_nobody_knows_is_a_change() {
    let changes = tool(json!({}), json!({ "x": 1 }));
    assert_eq!(changes, ["patch: tool t: its x has changed"]);
}

#[test]
fn less_careful_hints_break_what_was_decided_by_them() {
    let hints = |hints: Value| json!({ "annotations": hints });
    let careful = hints(json!({ "destructiveHint": false, "openWorldHint": false }));
    let destructive = hints(json!({ "openWorldHint": false }));
    assert_eq!(
        tool(careful.clone(), destructive.clone()),
        ["major: tool t: it may destroy now"]
    );
    assert_eq!(
        tool(destructive, careful),
        ["minor: tool t: it destroys nothing any more"]
    );
    let reads = hints(json!({ "readOnlyHint": true }));
    let expected = [
        "major: tool t: it is no longer read-only",
        "major: tool t: it may destroy now",
        "major: tool t: it is no longer safe to repeat",
    ];
    assert_eq!(tool(reads.clone(), json!({})), expected);
    let same = hints(json!({ "readOnlyHint": true, "destructiveHint": true }));
    assert_eq!(
        tool(reads, same),
        ["patch: tool t: its annotations are written differently"]
    );
}

#[test]
fn scopes_that_callers_need_break_them() {
    let scopes = |scopes: Value| json!({ "scopes": scopes });
    let (one, two) = (scopes(json!(["read"])), scopes(json!(["read", "write"])));
    let expected = ["major: tool t: callers need the scope write now"];
    assert_eq!(tool(one.clone(), two.clone()), expected);
    let expected = ["minor: tool t: callers don't need the scope write any more"];
    assert_eq!(tool(two.clone(), one), expected);
    let turned = scopes(json!(["write", "read"]));
    assert!(tool(two, turned).is_empty());
    assert!(tool(scopes(json!([])), json!({})).is_empty());
    let resource = |scopes: Value| json!([{ "uri": "a:b", "name": "b", "scopes": scopes }]);
    let changes = told("resources", resource(json!([])), resource(json!(["read"])));
    assert_eq!(
        changes,
        ["major: resource a:b: callers need the scope read now"]
    );
}

#[test]
fn tasks_that_some_callers_do_not_know() {
    let tasks = |support: &str| json!({ "execution": { "taskSupport": support } });
    let changes = tool(json!({}), tasks("optional"));
    assert_eq!(
        changes,
        ["minor: tool t: tasks are optional now, forbidden before"]
    );
    let changes = tool(tasks("optional"), tasks("required"));
    assert_eq!(
        changes,
        ["major: tool t: tasks are required now, optional before"]
    );
    let changes = tool(tasks("optional"), tasks("forbidden"));
    assert_eq!(
        changes,
        ["major: tool t: tasks are forbidden now, optional before"]
    );
    let changes = tool(json!({}), tasks("forbidden"));
    assert_eq!(
        changes,
        ["patch: tool t: its execution is written differently"]
    );
}

#[test]
fn results_that_nothing_is_promised_of_any_more() {
    let promised = json!({ "outputSchema": { "type": "object" } });
    let expected = ["major: tool t, result: nothing is promised of it any more"];
    assert_eq!(tool(promised.clone(), json!({})), expected);
    let expected = ["minor: tool t, result: something is promised of it"];
    assert_eq!(tool(json!({}), promised), expected);
}

#[test]
fn arguments_of_prompts() {
    let prompt = |arguments: Value| json!([{ "name": "p", "arguments": arguments }]);
    let old = prompt(json!([{ "name": "a", "required": true }, { "name": "b" }, { "name": "c" }]));
    let new = prompt(json!([{ "name": "a" }, { "name": "b", "required": true }, { "name": "d" }]));
    let expected = [
        "major: prompt p, b: required now, not required before",
        "major: prompt p, c: not known now, known before",
        "minor: prompt p, a: not required now, required before",
        "minor: prompt p, d: known now, not known before",
    ];
    assert_eq!(told("prompts", old, new), expected);
    let (old, new) = (
        json!([{ "name": "a", "description": "A." }]),
        json!([{ "name": "a" }]),
    );
    let expected = ["patch: prompt p: its arguments have changed"];
    assert_eq!(told("prompts", prompt(old), prompt(new)), expected);
}

#[test]
fn resources_and_templates() {
    let resource = |kind: &str| json!([{ "uri": "a:b", "name": "b", "mimeType": kind }]);
    let expected = ["major: resource a:b: text/html now, text/plain before"];
    assert_eq!(
        told("resources", resource("text/plain"), resource("text/html")),
        expected
    );
    let template = |name: &str| json!([{ "uriTemplate": "a:{b}", "name": name }]);
    let expected = ["patch: template a:{b}: its name has changed"];
    assert_eq!(told("templates", template("b"), template("c")), expected);
}

#[test]
fn defaults_and_headers_are_told_beside_what_breaks() {
    let arguments = |limit: Value| json!({ "inputSchema": { "type": "object", "properties": { "limit": limit } } });
    let old = arguments(json!({ "type": "integer", "maximum": 50, "default": 10 }));
    let new = arguments(
        json!({ "type": "integer", "maximum": 20, "default": 20, "x-mcp-header": "Limit" }),
    );
    let expected = [
        "major: tool t, limit: at most 20 now, at most 50 before; {\"limit\":49} was taken and is refused now",
        "major: tool t, limit: it has to come in the header Mcp-Param-Limit too",
        "minor: tool t, limit: the default is 20 now, 10 before",
    ];
    assert_eq!(tool(old, new), expected);
}

#[test]
fn schemas_that_make_no_sense_come_to_an_end() {
    let circles = [
        json!({ "$ref": "#" }),
        json!({ "allOf": [{ "$ref": "#" }] }),
        json!({ "anyOf": [{ "$ref": "#/$defs/a" }], "$defs": { "a": { "not": { "$ref": "#/$defs/a" } } } }),
        json!({ "$ref": "#/$defs/gone" }),
        json!({ "$ref": "https://example.com/schema" }),
        json!({ "type": "any", "pattern": "(", "required": 1, "properties": [] }),
        json!({ "properties": { "a": { "maxLength": -1, "multipleOf": 0, "enum": {} } } }),
        json!([1]),
        json!(null),
    ];
    for one in &circles {
        for other in circles.iter().filter(|other| *other != one) {
            let schema = |schema: &Value| json!({ "inputSchema": schema });
            assert!(
                !tool(schema(one), schema(other)).is_empty(),
                "{one} {other}"
            );
        }
    }
}
