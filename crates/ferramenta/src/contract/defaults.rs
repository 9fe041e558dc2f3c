//! A default has to be a value that a client could send.

use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{
    check::{Budget, accepts},
    schema::{Contract, compile},
};

/// The defaults in a schema that its own rules refuse, each with the path of its property.
pub(super) fn mistaken(schema: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let definitions = schema.get("$defs").unwrap_or(&Value::Null);
    visit(schema, "", &mut |path, property| {
        if let Some(default) = property.get("default")
            && !fits(property, definitions, default)
        {
            found.push((path.to_owned(), default));
        }
    });
    found
}

/// Calls `report` with every property, wherever it is.
fn visit<'a>(schema: &'a Value, path: &str, report: &mut dyn FnMut(&str, &'a Value)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                for (name, inner) in named {
                    let inside = join_key(path, name);
                    if keyword == "properties" {
                        report(&inside, inner);
                    }
                    visit(inner, &inside, report);
                }
            }
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter().for_each(|inner| visit(inner, path, report));
            }
            ("items" | "additionalProperties", inner) => {
                visit(inner, &format!("{path}[]"), report);
            }
            _ => {}
        }
    }
}

/// Whether a property's schema takes its default; one that can't be compiled is reported elsewhere.
fn fits(property: &Value, definitions: &Value, default: &Value) -> bool {
    let mut alone = property.clone();
    if definitions.is_object() {
        alone["$defs"] = definitions.clone();
    }
    let text = default.to_string();
    compile(&alone).map_or(true, |contract| {
        let budget = Budget::for_bytes(text.len());
        Tree::parse(&text).is_ok_and(|tree| accepts(&contract, Contract::ROOT, &tree, &budget))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::mistaken;

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
        let paths: Vec<String> = mistaken(&schema)
            .into_iter()
            .map(|(path, _)| path)
            .collect();
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
}
