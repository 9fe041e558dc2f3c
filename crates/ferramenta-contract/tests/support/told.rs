//! What a schema tells of.

use serde_json::Value;

/// The schema without members that nobody told of: objects that name some and don't say what becomes of others are
/// closed.
pub(crate) fn told(schema: &Value) -> Value {
    let mut schema = closed(schema);
    if let Some(members) = schema.as_object_mut()
        && !["properties", "anyOf", "oneOf", "allOf", "$ref"]
            .iter()
            .any(|keyword| members.contains_key(*keyword))
        && !OF_OTHERS
            .iter()
            .any(|keyword| members.contains_key(*keyword))
    {
        members.insert("additionalProperties".into(), false.into());
    }
    schema
}

const OF_OTHERS: [&str; 3] = ["additionalProperties", "patternProperties", "propertyNames"];

fn closed(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return match schema {
            Value::Array(schemas) => schemas.iter().map(closed).collect(),
            other => other.clone(),
        };
    };
    let entry = |(keyword, value): (&String, &Value)| {
        let value = match (keyword.as_str(), value) {
            ("enum" | "const" | "required" | "not" | "if", value) => value.clone(),
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => named
                .iter()
                .map(|(name, schema)| (name.clone(), closed(schema)))
                .collect(),
            (_, value) => closed(value),
        };
        (keyword.clone(), value)
    };
    let mut members: serde_json::Map<String, Value> = members.iter().map(entry).collect();
    if members.contains_key("properties")
        && !OF_OTHERS
            .iter()
            .any(|keyword| members.contains_key(*keyword))
    {
        let demanded = members
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        if let Some(Value::Object(named)) = members.get_mut("properties") {
            for name in demanded.iter().filter_map(Value::as_str) {
                named.entry(name).or_insert(true.into());
            }
        }
        members.insert("additionalProperties".into(), false.into());
    }
    Value::Object(members)
}
