//! Takes out of a schema what says nothing to a client.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{CHECKED, DIGITS, FORMAT, NULLABLE, ORDER, WIDTH};
use crate::contract::check::Format;

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

/// Takes out of a schema, and of all inside it, what says nothing to a client, and corrects what isn't so.
pub(super) fn lean(schema: &mut Value, input: bool) {
    if let Value::Object(members) = schema {
        members.remove("title");
        members.remove("$schema");
        plain_number(members);
        any_address(members);
        spelled(members);
        decimal_digits(members);
        plain_keys(members);
        if input {
            // the decoder of a set folds items that are there twice
            members.remove("uniqueItems");
        }
        optional_properties(members);
    }
    subschemas(schema, &mut |inner| lean(inner, input));
    spell_out(schema);
    for property in schema
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(Map::values_mut)
    {
        spell_out(property);
    }
}

/// Keywords that ask nothing of a number beyond its type, where the bounds are those of the type.
const OF_A_NUMBER: [&str; 8] = [
    "type",
    "format",
    "minimum",
    "maximum",
    "description",
    "default",
    "examples",
    "deprecated",
];

/// Replaces formats that only Rust knows by the bounds they stand for; those beyond 2^53, which clients
/// can't hold, are kept for the check alone.
fn plain_number(members: &mut Map<String, Value>) {
    let Some(format) = members.get("format").and_then(Value::as_str) else {
        return;
    };
    let format = format.to_owned();
    let (min, max) = match format.as_str() {
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "uint8" => (Some(0.into()), Some(u8::MAX.into())),
        "uint16" => (Some(0.into()), Some(u16::MAX.into())),
        "uint32" => (Some(0.into()), Some(u32::MAX.into())),
        "uint" | "uint64" | "uint128" => (Some(0.into()), None),
        "float" => (
            Some(Value::from(f64::from(f32::MIN))),
            Some(Value::from(f64::from(f32::MAX))),
        ),
        "int" | "int64" | "int128" | "double" => (None, None),
        _ => return,
    };
    let of_the_type = |keyword: &str, own: &Option<Value>| {
        members
            .get(keyword)
            .is_none_or(|bound| own.as_ref() == Some(bound))
    };
    let enforced = members.keys().all(|keyword| OF_A_NUMBER.contains(&keyword.as_str()))
        && of_the_type("minimum", &min)
        && of_the_type("maximum", &max)
        // what is a little larger than the largest is rounded to it
        && format != "float";
    members.remove("format");
    for (keyword, bound) in [("minimum", min), ("maximum", max)] {
        if let Some(bound) = bound {
            members.entry(keyword).or_insert(bound);
        }
    }
    if enforced {
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

/// Forms that are no formats of JSON Schema are published as a pattern.
fn spelled(members: &mut Map<String, Value>) {
    let form = match members.get("format").and_then(Value::as_str) {
        Some("partial-time") => Format::PartialTime,
        Some("partial-date-time") => Format::PartialDateTime,
        Some("zoned-date-time") => Format::ZonedDateTime,
        // only the types of `jiff` have it, and these write more than the format
        Some("duration") if cfg!(feature = "jiff") => Format::Span,
        _ => return,
    };
    members.remove("format");
    members.insert("pattern".into(), form.pattern().into());
    members.insert(FORMAT.into(), form.name().into());
}

/// The pattern of a decimal number's text in schemas that are made for reading it, and for writing it.
const DECIMALS: [&str; 2] = [r"^-?\d+(\.\d+)?([eE]\d+)?$", r"^-?\d+(\.\d+)?$"];
/// As many characters as are always kept to the last digit.
const DECIMAL_LENGTH: usize = 28;

/// A decimal number is a text: as a number it would be rounded on its way. Its digits are taken from a
/// number as well.
fn decimal_digits(members: &mut Map<String, Value>) {
    let pattern = members.get("pattern").and_then(Value::as_str);
    let Some(place) = DECIMALS.iter().position(|known| pattern == Some(known)) else {
        return;
    };
    members.insert("pattern".into(), r"^-?[0-9]+(\.[0-9]+)?$".into());
    if place == 0 {
        if let Some(Value::Array(kinds)) = members.get_mut("type") {
            kinds.retain(|kind| kind != "number");
            if let [only] = kinds.as_slice() {
                let only = only.clone();
                members.insert("type".into(), only);
            }
        }
        members.insert("maxLength".into(), DECIMAL_LENGTH.into());
        members.insert(DIGITS.into(), true.into());
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
    if members.contains_key(NULLABLE) {
        return;
    }
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
    let mut uses = BTreeMap::new();
    count_uses(root, &mut uses);
    for definition in definitions.values() {
        count_uses(definition, &mut uses);
    }
    // what is put elsewhere takes its references along, so the counts stay right
    let once = uses.into_iter().filter(|(_, count)| *count == 1);
    for (name, _) in once {
        let Some(definition) = definitions.remove(&name) else {
            continue;
        };
        if holds_reference(&definition, &name) {
            definitions.insert(name, definition);
            continue;
        }
        let mut definition = Some(definition);
        for schema in std::iter::once(&mut *root).chain(definitions.values_mut()) {
            replace_reference(schema, &name, &mut definition);
        }
    }
}

/// Counts the references to each definition.
fn count_uses(schema: &Value, uses: &mut BTreeMap<String, usize>) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = referred(members) {
                *uses.entry(name.to_owned()).or_default() += 1;
            }
            members.values().for_each(|inner| count_uses(inner, uses));
        }
        Value::Array(items) => items.iter().for_each(|item| count_uses(item, uses)),
        _ => {}
    }
}

fn holds_reference(schema: &Value, name: &str) -> bool {
    match schema {
        Value::Object(members) => {
            referred(members) == Some(name)
                || members.values().any(|inner| holds_reference(inner, name))
        }
        Value::Array(items) => items.iter().any(|item| holds_reference(item, name)),
        _ => false,
    }
}

/// The definition that a schema refers to.
fn referred(members: &Map<String, Value>) -> Option<&str> {
    members.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// Puts a definition in the place of the one reference to it, where that is found.
fn replace_reference(schema: &mut Value, name: &str, definition: &mut Option<Value>) {
    match schema {
        Value::Object(members) if referred(members) == Some(name) => {
            if let Some(definition) = definition.take() {
                members.remove("$ref");
                if let Value::Object(inner) = definition {
                    merge(members, inner);
                }
            }
        }
        Value::Object(members) => members
            .values_mut()
            .for_each(|inner| replace_reference(inner, name, definition)),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| replace_reference(item, name, definition)),
        _ => {}
    }
}

/// Joins what a definition asks for with what stands beside the reference to it.
fn merge(members: &mut Map<String, Value>, definition: Map<String, Value>) {
    if !definition
        .iter()
        .all(|(key, value)| fits_beside(members.get(key), key, value))
    {
        let all = members
            .entry("allOf")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(all) = all {
            all.push(definition.into());
        }
        return;
    }
    let checked = members.get(CHECKED) == definition.get(CHECKED)
        || members
            .keys()
            .all(|key| SAYS_NOTHING.contains(&key.as_str()));
    for (key, value) in definition {
        match (members.get_mut(&key), value) {
            (None, value) => {
                members.insert(key, value);
            }
            (Some(Value::Object(own)), Value::Object(more)) if key == "properties" => {
                own.extend(more);
            }
            (Some(Value::Array(own)), Value::Array(more)) if key == "required" || key == ORDER => {
                for name in more {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                }
            }
            _ => {}
        }
    }
    if !checked {
        members.remove(CHECKED);
    }
}

/// Keywords of which the one beside the reference counts.
const SAYS_NOTHING: [&str; 5] = ["description", "title", "default", "examples", "deprecated"];

fn fits_beside(own: Option<&Value>, key: &str, value: &Value) -> bool {
    let Some(own) = own else { return true };
    own == value
        || SAYS_NOTHING.contains(&key)
        || [CHECKED, ORDER, "required"].contains(&key)
        || (key == "properties" && is_disjoint(own, value))
}

fn is_disjoint(one: &Value, other: &Value) -> bool {
    let other = other.as_object();
    one.as_object().is_some_and(|one| {
        other.is_some_and(|other| one.keys().all(|key| !other.contains_key(key)))
    })
}

/// `true` as `{}`: some versions of the protocol know only objects at the root and among properties.
fn spell_out(schema: &mut Value) {
    if schema == &Value::Bool(true) {
        *schema = Value::Object(Map::new());
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
