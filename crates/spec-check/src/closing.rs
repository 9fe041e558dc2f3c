//! Closes every object of a published schema, which by itself allows unknown members almost everywhere.

use serde_json::{Map, Value, json};

/// Members whose contents belong to the user, to an extension or to another schema language.
const OPEN_MEMBERS: [&str; 8] = [
    "_meta",
    "inputSchema",
    "outputSchema",
    "structuredContent",
    "arguments",
    "data",
    "extensions",
    "experimental",
];

/// Stands for the result of any other request, so that it has no members of its own.
const OPEN_DEFINITION: &str = "GetTaskPayloadResult";

/// Closes all definitions in place.
pub(crate) fn close(definitions: &mut Map<String, Value>) {
    allow_every_json_value(definitions);
    flatten_all(definitions);
    for (name, definition) in definitions {
        // The definitions of `_meta` objects have this name in common.
        if !name.ends_with("MetaObject") && name != OPEN_DEFINITION {
            close_schema(definition);
        }
    }
}

/// The published `JSONValue` leaves out null and fractions, which its prose allows.
fn allow_every_json_value(definitions: &mut Map<String, Value>) {
    if let Some(value) = definitions.get_mut("JSONValue") {
        *value = json!({});
    }
}

/// Merges the parts of each `allOf` into one object: two closed parts would refuse each other's members.
fn flatten_all(definitions: &mut Map<String, Value>) {
    let published = definitions.clone();
    for definition in definitions.values_mut() {
        flatten(definition, &published);
    }
}

fn flatten(schema: &mut Value, published: &Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Array(parts)) = members.remove("allOf") {
                *schema = merge(&parts, published);
            } else {
                members
                    .values_mut()
                    .for_each(|member| flatten(member, published));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| flatten(item, published)),
        _ => {}
    }
}

fn merge(parts: &[Value], published: &Map<String, Value>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for part in parts {
        let part = resolve(part, published);
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
    }
    required.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    required.dedup();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn resolve<'a>(part: &'a Value, published: &'a Map<String, Value>) -> &'a Value {
    let name = part["$ref"]
        .as_str()
        .and_then(|reference| reference.rsplit('/').next());
    name.map_or(part, |name| &published[name])
}

fn close_schema(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    for (keyword, value) in keywords.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => close_properties(properties),
            ("anyOf" | "oneOf", Value::Array(branches)) => {
                branches.iter_mut().for_each(close_schema);
            }
            ("items" | "additionalProperties", value) => close_schema(value),
            _ => {}
        }
    }
    if is_closable(keywords) {
        keywords.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

fn close_properties(properties: &mut Map<String, Value>) {
    for (name, schema) in properties {
        if !OPEN_MEMBERS.contains(&name.as_str()) {
            close_schema(schema);
        }
    }
}

/// An object with named members is closed even if the schema says otherwise, as it does for each version's `Result`;
/// a map without named members is free-form if it is declared so.
fn is_closable(keywords: &Map<String, Value>) -> bool {
    let free_form = keywords.contains_key("additionalProperties");
    let properties = keywords.get("properties").and_then(Value::as_object);
    properties.is_some_and(|properties| !properties.is_empty() || !free_form)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(schema: Value) -> Value {
        let mut definitions = Map::from_iter([("X".to_owned(), schema)]);
        close(&mut definitions);
        definitions["X"].clone()
    }

    #[test]
    fn named_members_close_an_object_whatever_it_says() {
        let schema =
            json!({ "additionalProperties": {}, "properties": { "a": {} }, "type": "object" });
        assert_eq!(closed(schema)["additionalProperties"], json!(false));
    }

    #[test]
    fn declared_maps_stay_as_they_are() {
        let map = json!({ "additionalProperties": { "type": "string" }, "type": "object" });
        assert_eq!(closed(map.clone()), map);
        let empty = json!({ "additionalProperties": true, "properties": {}, "type": "object" });
        assert_eq!(closed(empty.clone()), empty);
    }

    #[test]
    fn open_members_are_left_alone_but_not_their_neighbours() {
        let object = json!({ "properties": { "a": {} }, "type": "object" });
        let schema = closed(json!({ "properties": { "inputSchema": object, "other": object } }));
        assert_eq!(schema["properties"]["inputSchema"], object);
        assert_eq!(
            schema["properties"]["other"]["additionalProperties"],
            json!(false)
        );
    }

    #[test]
    fn parts_become_one_object() {
        let part = |name: &str| json!({ "properties": { name: {} }, "required": [name], "type": "object" });
        let schema = closed(json!({ "allOf": [part("a"), part("b")] }));
        let expected = json!({
            "type": "object", "properties": { "a": {}, "b": {} }, "required": ["a", "b"], "additionalProperties": false,
        });
        assert_eq!(schema, expected);
    }
}
