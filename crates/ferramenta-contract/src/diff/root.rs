//! A schema whose parts mean the same wherever they stand.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// Where the whole schema stands beside a part of it.
pub(super) const ANCHOR: &str = "#/$defs/whole";

/// The schema with references that lead to [`ANCHOR`], and tuples as 2020-12 writes them.
pub(super) fn anchored(schema: &Value) -> Value {
    let mut schema = anchor(schema);
    if let Some(members) = schema.as_object_mut() {
        members.remove("$id");
        members.remove("$schema");
    }
    schema
}

fn anchor(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let anchored = members
        .iter()
        .map(|(keyword, value)| (keyword.clone(), anchor_value(keyword, value)));
    let mut anchored: Map<String, Value> = anchored.collect();
    if anchored.get("items").is_some_and(Value::is_array) {
        let rest = anchored.remove("additionalItems");
        let heads = anchored.remove("items").unwrap_or_default();
        anchored.insert("prefixItems".into(), heads);
        anchored.insert("items".into(), rest.unwrap_or(Value::Bool(true)));
    }
    Value::Object(anchored)
}

fn anchor_value(keyword: &str, value: &Value) -> Value {
    match (keyword, value) {
        ("$ref", Value::String(reference)) => match reference.strip_prefix('#') {
            Some(pointer) => format!("{ANCHOR}{pointer}").into(),
            None => value.clone(),
        },
        ("enum" | "const" | "required" | "default" | "examples" | "dependentRequired", _) => {
            value.clone()
        }
        (
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
            Value::Object(named),
        ) => {
            let entry = |(name, schema): (&String, &Value)| (name.clone(), anchor(schema));
            Value::Object(named.iter().map(entry).collect())
        }
        (_, Value::Array(schemas)) => schemas.iter().map(anchor).collect(),
        (_, schema) => anchor(schema),
    }
}

/// A part of an anchored schema as a schema of its own.
pub(super) fn standing_alone(part: &Value, root: &Value) -> Value {
    serde_json::json!({ "$defs": { "whole": root }, "allOf": [part] })
}

/// What a reference leads to.
pub(super) fn target<'a>(reference: &str, root: &'a Value) -> Option<&'a Value> {
    root.pointer(reference.strip_prefix(ANCHOR)?)
}

/// Do all references in a part lead to the same in both schemas?
pub(super) fn leads_to_the_same(part: &Value, roots: [&Value; 2]) -> bool {
    let (mut seen, mut open) = (Vec::new(), Vec::new());
    references(part, &mut open);
    while let Some(reference) = open.pop() {
        if seen.contains(&reference) {
            continue;
        }
        match roots.map(|root| target(reference, root)) {
            [Some(one), Some(other)] if one == other => references(one, &mut open),
            _ => return false,
        }
        seen.push(reference);
    }
    true
}

fn references<'a>(part: &'a Value, found: &mut Vec<&'a str>) {
    match part {
        Value::Object(members) => {
            for (keyword, value) in members {
                match (keyword.as_str(), value) {
                    ("$ref" | "$dynamicRef", Value::String(reference)) => found.push(reference),
                    (_, value) => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Does a schema refer to itself without a member or an item between, so that checking a value never ends?
pub(super) fn is_endless(root: &Value) -> bool {
    let mut all = Vec::new();
    references(root, &mut all);
    let mut ended = HashSet::new();
    all.into_iter()
        .any(|reference| is_in_circle(reference, root, &mut HashSet::new(), &mut ended))
}

fn is_in_circle<'a>(
    reference: &'a str,
    root: &'a Value,
    open: &mut HashSet<&'a str>,
    ended: &mut HashSet<&'a str>,
) -> bool {
    if ended.contains(reference) {
        return false;
    }
    if !open.insert(reference) {
        return true;
    }
    let mut next = Vec::new();
    if let Some(target) = target(reference, root) {
        references_in_place(target, &mut next);
    }
    let circle = next
        .into_iter()
        .any(|next| is_in_circle(next, root, open, ended));
    open.remove(reference);
    ended.insert(reference);
    circle
}

/// The references that hold for the value itself.
fn references_in_place<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("$ref" | "$dynamicRef", Value::String(reference)) => found.push(reference),
            ("not" | "if" | "then" | "else", schema) => references_in_place(schema, found),
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                parts
                    .iter()
                    .for_each(|part| references_in_place(part, found));
            }
            ("dependentSchemas", Value::Object(named)) => {
                named
                    .values()
                    .for_each(|schema| references_in_place(schema, found));
            }
            _ => {}
        }
    }
}
