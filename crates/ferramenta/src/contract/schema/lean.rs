//! Takes out of a schema what says nothing to a client.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{CHECKED, WIDTH};

/// Joins a schema with the definitions it refers to, and takes out everything that says nothing.
pub(super) fn finish(mut root: Value, definitions: Map<String, Value>, input: bool) -> Value {
    let mut definitions: BTreeMap<String, Value> = definitions.into_iter().collect();
    for schema in std::iter::once(&mut root).chain(definitions.values_mut()) {
        lean(schema, input);
    }
    inline(&mut root, &mut definitions);
    if !definitions.is_empty() {
        root["$defs"] = Value::Object(definitions.into_iter().collect());
    }
    root
}

/// Takes out of a schema, and of all inside it, what says nothing to a client.
fn lean(schema: &mut Value, input: bool) {
    if let Value::Object(members) = schema {
        members.remove("title");
        members.remove("$schema");
        plain_number(members);
        any_address(members);
        plain_keys(members);
        if input {
            // the decoder of a set folds items that are there twice
            members.remove("uniqueItems");
        }
        optional_properties(members);
    }
    subschemas(schema, &mut |inner| lean(inner, input));
}

/// Replaces formats that only Rust knows by the bounds they stand for; those beyond 2^53, which clients
/// can't hold, are kept for the check alone.
fn plain_number(members: &mut Map<String, Value>) {
    let Some(format) = members
        .get("format")
        .and_then(Value::as_str)
        .map(str::to_owned)
    else {
        return;
    };
    let bounds = match format.as_str() {
        "int8" => Some((i8::MIN.into(), i8::MAX.into())),
        "int16" => Some((i16::MIN.into(), i16::MAX.into())),
        "int32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        "uint8" => Some((0, u8::MAX.into())),
        "uint16" => Some((0, u16::MAX.into())),
        "uint32" => Some((0, i64::from(u32::MAX))),
        "int" | "int64" | "int128" | "uint" | "uint64" | "uint128" | "double" => None,
        "float" => {
            members
                .entry("minimum")
                .or_insert_with(|| f64::from(f32::MIN).into());
            members
                .entry("maximum")
                .or_insert_with(|| f64::from(f32::MAX).into());
            None
        }
        _ => return,
    };
    let alone = ![
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "enum",
        "const",
    ]
    .iter()
    .any(|keyword| {
        members
            .get(*keyword)
            .is_some_and(|bound| *keyword != "minimum" || bound != &json!(0))
    });
    members.remove("format");
    if let Some((min, max)) = bounds {
        members.entry("minimum").or_insert_with(|| min.into());
        members.entry("maximum").or_insert_with(|| max.into());
    } else if format.starts_with("uint") {
        members.entry("minimum").or_insert_with(|| 0.into());
    }
    if alone || format == "float" {
        members.insert(CHECKED.into(), true.into());
    }
    members.insert(WIDTH.into(), format.into());
}

/// `ip` is no format of JSON Schema; its two kinds are.
fn any_address(members: &mut Map<String, Value>) {
    if members.get("format").is_some_and(|format| format == "ip") {
        members.remove("format");
        members.insert(
            "anyOf".into(),
            json!([{ "format": "ipv4" }, { "format": "ipv6" }]),
        );
    }
}

/// Keys that are integers have one spelling.
fn plain_keys(members: &mut Map<String, Value>) {
    let Some(Value::Object(patterns)) = members.get_mut("patternProperties") else {
        return;
    };
    for (loose, strict) in [
        (r"^\d+$", "^(0|[1-9][0-9]*)$"),
        (r"^-?\d+$", "^(0|-?[1-9][0-9]*)$"),
    ] {
        if let Some(schema) = patterns.remove(loose) {
            patterns.insert(strict.into(), schema);
        }
    }
}

/// A property that may be left out publishes its plain type: `null` for it is understood, not asked for.
fn optional_properties(members: &mut Map<String, Value>) {
    let required: Vec<String> = members
        .get("required")
        .and_then(Value::as_array)
        .map(|names| {
            names
                .iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect()
        })
        .unwrap_or_default();
    let Some(Value::Object(properties)) = members.get_mut("properties") else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        if !required.contains(name) {
            without_null(property);
        }
    }
}

/// Takes `null` out of a schema that allows it beside something else.
pub(crate) fn without_null(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            members.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if choices.len() == 1 {
            let only = choices.remove(0);
            members.remove("anyOf");
            if let Value::Object(inner) = only {
                for (key, value) in inner {
                    members.entry(key).or_insert(value);
                }
            }
        }
    }
}

/// Puts definitions that are used once, and don't hold themselves, where they are used.
fn inline(root: &mut Value, definitions: &mut BTreeMap<String, Value>) {
    while let Some(name) = definitions
        .keys()
        .find(|name| used_once(name, root, definitions))
        .cloned()
    {
        let Some(definition) = definitions.remove(&name) else {
            return;
        };
        replace_reference(root, &name, &definition);
        for other in definitions.values_mut() {
            replace_reference(other, &name, &definition);
        }
    }
}

fn used_once(name: &str, root: &Value, definitions: &BTreeMap<String, Value>) -> bool {
    let inside = definitions.get(name).map_or(0, |own| references(own, name));
    let everywhere = references(root, name)
        + definitions
            .values()
            .map(|other| references(other, name))
            .sum::<usize>();
    inside == 0 && everywhere == 1
}

fn references(schema: &Value, name: &str) -> usize {
    match schema {
        Value::Object(members) => {
            let own = usize::from(is_reference(members, name));
            own + members
                .values()
                .map(|inner| references(inner, name))
                .sum::<usize>()
        }
        Value::Array(items) => items.iter().map(|item| references(item, name)).sum(),
        _ => 0,
    }
}

fn is_reference(members: &Map<String, Value>, name: &str) -> bool {
    let target = members.get("$ref").and_then(Value::as_str);
    target.and_then(|target| target.strip_prefix("#/$defs/")) == Some(name)
}

fn replace_reference(schema: &mut Value, name: &str, definition: &Value) {
    match schema {
        Value::Object(members) if is_reference(members, name) => {
            members.remove("$ref");
            if let Value::Object(inner) = definition {
                for (key, value) in inner {
                    members.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        Value::Object(members) => {
            members
                .values_mut()
                .for_each(|inner| replace_reference(inner, name, definition));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| replace_reference(item, name, definition)),
        _ => {}
    }
}

/// Calls `visit` on every schema directly inside a schema.
fn subschemas(schema: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    let Value::Object(members) = schema else {
        return;
    };
    for (key, value) in members.iter_mut() {
        match key.as_str() {
            "properties" | "$defs" | "patternProperties" => {
                if let Value::Object(named) = value {
                    named.values_mut().for_each(&mut *visit);
                }
            }
            "oneOf" | "anyOf" | "allOf" | "prefixItems" => {
                if let Value::Array(list) = value {
                    list.iter_mut().for_each(&mut *visit);
                }
            }
            "items" | "additionalProperties" | "not" | "propertyNames" | "contains" => visit(value),
            _ => {}
        }
    }
}
