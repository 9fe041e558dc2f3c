//! A schema as it is compared: references followed, words left out, parts put together.

use serde_json::{Map, Value, json};

use super::FAMILIES;
use crate::diff::root::target;

/// What says nothing about values.
pub(super) const WORDS: [&str; 12] = [
    "$schema",
    "$id",
    "$comment",
    "$anchor",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
];

/// The kinds of values that there are; an integer is a number.
pub(in crate::diff) const KINDS: [&str; 6] =
    ["null", "boolean", "object", "array", "number", "string"];

/// References that are followed one after the other at most.
const MOST_REFERENCES: usize = 64;

/// A schema without references and words at its top.
pub(in crate::diff) struct View {
    pub(in crate::diff) schema: Value,
}

impl View {
    /// A schema that takes all that this one takes, and maybe more; nothing for a reference that leads nowhere.
    pub(in crate::diff) fn at_least(schema: &Value, root: &Value) -> Option<Self> {
        let mut schema = schema.clone();
        for _ in 0..MOST_REFERENCES {
            let reference = match take_reference(&mut schema) {
                Reference::None => return Some(Self { schema }),
                Reference::To(reference) => reference,
                Reference::Lost => return None,
            };
            schema = merged(&schema, target(&reference, root)?);
        }
        None
    }

    /// A schema that takes what this one takes; nothing for a reference that leads nowhere.
    pub(super) fn exactly(schema: &Value, root: &Value) -> Option<Self> {
        let mut schema = schema.clone();
        for _ in 0..MOST_REFERENCES {
            let reference = match take_reference(&mut schema) {
                Reference::None => return Some(Self { schema }),
                Reference::To(reference) => reference,
                Reference::Lost => return None,
            };
            let target = target(&reference, root)?;
            if !is_everything(&schema) {
                let schema = json!({ "allOf": [schema, target] });
                return Some(Self { schema });
            }
            schema = target.clone();
        }
        None
    }

    /// The alternatives, each as a schema of its own; nothing where there is but one.
    pub(in crate::diff) fn branches(&self) -> Option<Vec<Value>> {
        let members = self.schema.as_object()?;
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = members.get(keyword) {
                let mut rest = members.clone();
                rest.remove(keyword);
                let rest = Value::Object(rest);
                return Some(
                    branches
                        .iter()
                        .map(|branch| merged(&rest, branch))
                        .collect(),
                );
            }
        }
        if let Some(Value::Array(parts)) = members.get("allOf") {
            let mut rest = members.clone();
            rest.remove("allOf");
            let whole = parts
                .iter()
                .fold(Value::Object(rest), |whole, part| merged(&whole, part));
            return Some(vec![whole]);
        }
        match members.get("type") {
            Some(Value::Array(kinds)) if kinds.len() > 1 => {
                let of_kind = |kind: &Value| {
                    let mut one = members.clone();
                    one.insert("type".into(), kind.clone());
                    Value::Object(one)
                };
                Some(kinds.iter().map(of_kind).collect())
            }
            _ => None,
        }
    }

    /// The parts that a value has to fit all.
    pub(super) fn conjuncts(&self) -> &[Value] {
        match self.schema.get("allOf") {
            Some(Value::Array(parts)) => parts,
            _ => &[],
        }
    }
}

/// Where a schema refers to.
enum Reference {
    None,
    To(String),
    /// To what can't be followed.
    Lost,
}

/// Takes out what says nothing of values, and the reference.
fn take_reference(schema: &mut Value) -> Reference {
    let Some(members) = schema.as_object_mut() else {
        return Reference::None;
    };
    // what stands below an id refers to that
    if members.contains_key("$id") || members.contains_key("$dynamicRef") {
        return Reference::Lost;
    }
    let nothing = |name: &str| WORDS.contains(&name) || ["$defs", "definitions"].contains(&name);
    members.retain(|name, _| !nothing(name));
    match members.remove("$ref") {
        Some(Value::String(reference)) => Reference::To(reference),
        Some(_) => Reference::Lost,
        None => Reference::None,
    }
}

/// Two schemas as one that takes at least what both take.
///
/// What can't be put together is left out, so the result may take more.
fn merged(one: &Value, other: &Value) -> Value {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return if is_everything(one) { other } else { one }.clone();
    };
    let mut both = one.clone();
    let mut more = other.clone();
    for [lead, second, third] in FAMILIES {
        let satellites = if both.contains_key(lead) {
            &mut more
        } else {
            &mut both
        };
        satellites.remove(second);
        satellites.remove(third);
    }
    remove_what_speaks_of_others(&both, &mut more);
    for (keyword, value) in more {
        let value = match both.get(&keyword) {
            None => value,
            Some(own) => joined(&keyword, own, &value),
        };
        both.insert(keyword, value);
    }
    Value::Object(both)
}

/// Rules for the other members and items hold for those only that are others in the schema they stand in.
fn remove_what_speaks_of_others(one: &Map<String, Value>, more: &mut Map<String, Value>) {
    if one.contains_key("patternProperties") && more.contains_key("patternProperties") {
        more.remove("additionalProperties");
    }
    if one.contains_key("prefixItems") && more.contains_key("prefixItems") {
        more.remove("items");
    }
}

/// Two values of one keyword as one.
fn joined(keyword: &str, one: &Value, other: &Value) -> Value {
    match (keyword, one, other) {
        ("properties" | "$defs", Value::Object(one), Value::Object(other)) => {
            let mut both = one.clone();
            for (name, schema) in other {
                let schema = both
                    .get(name)
                    .map_or_else(|| schema.clone(), |own| merged(own, schema));
                both.insert(name.clone(), schema);
            }
            Value::Object(both)
        }
        ("required", Value::Array(one), Value::Array(other)) => {
            let mut both = one.clone();
            both.extend(other.iter().filter(|name| !one.contains(name)).cloned());
            Value::Array(both)
        }
        _ => one.clone(),
    }
}

/// The values that a schema names.
pub(super) fn named_values(schema: &Value) -> Option<Vec<Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    }
}

/// All values of a schema that takes only a few, named or not.
pub(super) fn finite(schema: &Value) -> Option<Vec<Value>> {
    const MOST: i64 = 16;
    if let Some(named) = named_values(schema) {
        return Some(named);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("null") => Some(vec![Value::Null]),
        Some("boolean") => Some(vec![false.into(), true.into()]),
        Some("integer") => {
            let (first, last) = (schema["minimum"].as_i64()?, schema["maximum"].as_i64()?);
            let few = last.checked_sub(first).is_some_and(|width| width < MOST);
            few.then(|| (first..=last).map(Value::from).collect())
        }
        _ => None,
    }
}

/// The kinds of values that a schema takes.
pub(super) fn kinds(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => KINDS.to_vec(),
    }
}

pub(super) fn is_everything(schema: &Value) -> bool {
    match schema {
        Value::Bool(all) => *all,
        Value::Object(members) => members.keys().all(|name| WORDS.contains(&name.as_str())),
        _ => false,
    }
}

pub(super) fn is_nothing(schema: &Value) -> bool {
    schema == &Value::Bool(false)
}

/// A schema without anything that says nothing about values, at any depth.
pub(in crate::diff) fn without_words(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members
                .iter()
                .filter(|(name, _)| !WORDS.contains(&name.as_str()) || *name == "default");
            let kept = kept.map(|(name, value)| {
                let value = match name.as_str() {
                    "properties" | "$defs" | "definitions" | "patternProperties" => {
                        under_names(value)
                    }
                    "enum" | "const" | "required" | "default" => value.clone(),
                    _ => without_words(value),
                };
                (name.clone(), value)
            });
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().map(without_words).collect(),
        other => other.clone(),
    }
}

/// Schemas that stand under names of the user's.
fn under_names(schemas: &Value) -> Value {
    match schemas {
        Value::Object(schemas) => {
            let entry = |(name, schema): (&String, &Value)| (name.clone(), without_words(schema));
            Value::Object(schemas.iter().map(entry).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}
