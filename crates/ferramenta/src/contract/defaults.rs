//! A default has to be a value that a client could send.

use std::collections::HashMap;

use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{
    check::{Budget, accepts},
    schema::{Contract, NodeId, under},
};

/// The defaults in a schema that its own rules refuse, each with the path of its property; `places` tells which part
/// of the contract comes from where.
pub(super) fn mistaken<'a>(
    schema: &'a Value,
    contract: &Contract,
    places: &HashMap<String, NodeId>,
) -> Vec<(String, &'a Value)> {
    if !has_default(schema) {
        return Vec::new();
    }
    let mut found = Vec::new();
    visit(schema, "", "", &mut |path, pointer, property| {
        if let (Some(default), Some(node)) = (property.get("default"), places.get(pointer))
            && !fits(contract, *node, default)
        {
            found.push((path.to_owned(), default));
        }
    });
    found
}

/// Whether there may be a default in a schema, without looking at where.
fn has_default(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.contains_key("default") || members.values().any(has_default)
        }
        Value::Array(items) => items.iter().any(has_default),
        _ => false,
    }
}

/// Calls `report` with the path, the pointer and the schema of every property, wherever it is.
fn visit<'a>(
    schema: &'a Value,
    path: &str,
    pointer: &str,
    report: &mut dyn FnMut(&str, &str, &'a Value),
) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let here = under(pointer, keyword);
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                for (name, inner) in named {
                    let inside = join_key(path, name);
                    let place = under(&here, name);
                    if keyword == "properties" {
                        report(&inside, &place, inner);
                    }
                    visit(inner, &inside, &place, report);
                }
            }
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                for (index, inner) in list.iter().enumerate() {
                    visit(inner, path, &format!("{here}/{index}"), report);
                }
            }
            ("items" | "additionalProperties", inner) => {
                visit(inner, &format!("{path}[]"), &here, report);
            }
            _ => {}
        }
    }
}

/// Whether a property's schema takes its default.
fn fits(contract: &Contract, property: NodeId, default: &Value) -> bool {
    let text = default.to_string();
    let budget = Budget::for_bytes(text.len());
    Tree::parse(&text).is_ok_and(|tree| accepts(contract, property, &tree, &budget))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::contract::schema::compile_with_places;

    fn mistaken(schema: &Value) -> Vec<String> {
        let (contract, places) = compile_with_places(schema).expect("a schema");
        let found = super::mistaken(schema, &contract, &places);
        found.into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn defaults_are_judged_at_every_depth() {
        let part = json!({ "type": "object", "properties": {
            "copies": { "type": "integer", "maximum": 9, "default": 10 },
            "shelf": { "$ref": "#/$defs/Shelf", "default": "poetry" },
        } });
        let schema = json!({
            "properties": {
                "limit": { "type": "integer", "default": 5 },
                "list": { "type": "array", "items": part },
                "any": { "oneOf": [part, { "type": "string" }] },
            },
            "$defs": { "Shelf": { "enum": ["fiction"] }, "Book": part },
        });
        let paths = mistaken(&schema);
        for path in [
            "Book.copies",
            "Book.shelf",
            "any.copies",
            "list[].copies",
            "list[].shelf",
        ] {
            assert!(
                paths.iter().any(|known| known == path),
                "{path} in {paths:?}"
            );
        }
        assert!(!paths.contains(&"limit".to_owned()));
    }

    #[test]
    fn references_lead_from_the_root() {
        let schema = json!({
            "type": "object",
            "properties": {
                "limit": { "type": "integer", "maximum": 9 },
                "first": { "$ref": "#/properties/limit", "default": 5 },
                "second": { "$ref": "#/properties/limit", "default": 10 },
                "next": { "$ref": "#", "default": { "limit": 1 } },
                "last": { "$ref": "#", "default": "x" },
                "a/b": { "$ref": "#/properties/limit", "default": 11 },
            },
        });
        let mut wrong = mistaken(&schema);
        wrong.sort();
        assert_eq!(wrong, ["[\"a/b\"]", "last", "second"]);
    }
}
