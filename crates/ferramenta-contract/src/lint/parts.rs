//! All schemas inside a schema, with the places they speak of.

use serde_json::Value;

use crate::diff::member;

/// A schema, or a part of one.
pub(super) struct Part<'a> {
    /// A path of members; empty for the whole.
    pub(super) path: String,
    pub(super) schema: &'a Value,
    /// It says what a member or an item is, all by itself.
    pub(super) is_value: bool,
}

/// The schema and all its parts, but for those that say what a value must not be.
pub(super) fn parts(schema: &Value) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    gather(schema, String::new(), false, &mut found);
    found
}

fn gather<'a>(schema: &'a Value, path: String, is_value: bool, found: &mut Vec<Part<'a>>) {
    let below = |name: &str| member(&path, name);
    let mut inner: Vec<(String, &Value, bool)> = Vec::new();
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(named)) => {
                inner.extend(
                    named
                        .iter()
                        .map(|(name, schema)| (below(name), schema, true)),
                );
            }
            ("$defs" | "definitions", Value::Object(named)) => {
                let place = |name: &str| below(&format!("{keyword}.{name}"));
                inner.extend(
                    named
                        .iter()
                        .map(|(name, schema)| (place(name), schema, false)),
                );
            }
            ("patternProperties", Value::Object(named)) => {
                inner.extend(named.values().map(|schema| (below("*"), schema, false)));
            }
            ("items", schema) if !schema.is_array() => inner.push((below("[]"), schema, true)),
            ("items" | "prefixItems", Value::Array(heads)) => {
                let heads = heads.iter().enumerate();
                inner.extend(heads.map(|(n, schema)| (below(&n.to_string()), schema, true)));
            }
            ("additionalProperties", schema) => inner.push((below("*"), schema, false)),
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => {
                inner.extend(parts.iter().map(|schema| (path.clone(), schema, false)));
            }
            _ => {}
        }
    }
    found.push(Part {
        path,
        schema,
        is_value,
    });
    for (path, schema, is_value) in inner {
        gather(schema, path, is_value, found);
    }
}
