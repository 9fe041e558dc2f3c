//! A schema as text.

use ferramenta_protocol::write;
use serde_json::{Map, Value};

use super::{ORDER, PRIVATE, ordered};

/// The schema as text: keywords in the order people write them, properties in the order of the source.
pub(crate) fn render(schema: &Value) -> String {
    let mut out = Vec::new();
    write_schema(&mut out, schema);
    // JSON written from strings and numbers is UTF-8
    String::from_utf8(out).unwrap_or_default()
}

const FIRST: [&str; 18] = [
    "$ref",
    "type",
    "const",
    "enum",
    "title",
    "description",
    "default",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "items",
    "properties",
    "required",
];

fn write_schema(out: &mut Vec<u8>, schema: &Value) {
    match schema {
        Value::Object(members) => write_keywords(out, members),
        other => write_json(out, other),
    }
}

fn write_keywords(out: &mut Vec<u8>, members: &Map<String, Value>) {
    let rank = |key: &str| match FIRST.iter().position(|first| *first == key) {
        Some(place) => place,
        None if key == "$defs" => FIRST.len() + 1,
        None => FIRST.len(),
    };
    let mut keys: Vec<&String> = members
        .keys()
        .filter(|key| !key.starts_with(PRIVATE))
        .collect();
    keys.sort_by_key(|key| (rank(key), (*key).clone()));
    out.push(b'{');
    for key in keys {
        write::member(out, key);
        write_keyword(out, key, members);
    }
    out.push(b'}');
}

fn write_keyword(out: &mut Vec<u8>, key: &str, members: &Map<String, Value>) {
    match (key, &members[key]) {
        ("properties", Value::Object(properties)) => {
            let order = members.get(ORDER).and_then(Value::as_array);
            write_named(out, properties, order.map_or(&[], Vec::as_slice));
        }
        ("$defs" | "patternProperties", Value::Object(named)) => write_named(out, named, &[]),
        ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(list)) => {
            out.push(b'[');
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_schema(out, item);
            }
            out.push(b']');
        }
        (
            "items"
            | "additionalProperties"
            | "not"
            | "propertyNames"
            | "contains"
            | "if"
            | "then"
            | "else",
            inner,
        ) => write_schema(out, inner),
        (_, value) => write_json(out, value),
    }
}

fn write_named(out: &mut Vec<u8>, named: &Map<String, Value>, order: &[Value]) {
    out.push(b'{');
    for (name, schema) in ordered(Some(named), order) {
        write::member(out, name);
        write_schema(out, schema);
    }
    out.push(b'}');
}

fn write_json(out: &mut Vec<u8>, value: &Value) {
    write::value(out, value);
}
