//! Mends what models write when they mean the right thing, where nothing is lost by it.

use serde_json::{Map, Number, Value};

use super::explain::is_integral;

/// Rewrites a value towards its schema: an integer written as `5.0`, and `null` for something that may be
/// left out. What the schema accepts keeps its meaning.
pub(super) fn repair(schema: &Value, value: &mut Value) {
    walk(schema, schema, value);
}

fn walk(root: &Value, schema: &Value, value: &mut Value) {
    let schema = resolve(root, schema);
    let Value::Object(members) = schema else { return };
    match value {
        Value::Number(number) if is_typed(members, "integer") => {
            if let Some(integer) = integer(number) {
                *number = integer;
            }
        }
        Value::Object(object) => repair_object(root, members, object),
        Value::Array(items) => {
            let prefix = members.get("prefixItems").and_then(Value::as_array);
            for (index, item) in items.iter_mut().enumerate() {
                let own = prefix.and_then(|prefix| prefix.get(index)).or_else(|| members.get("items"));
                if let Some(own) = own {
                    walk(root, own, item);
                }
            }
        }
        _ => {}
    }
}

fn repair_object(root: &Value, members: &Map<String, Value>, object: &mut Map<String, Value>) {
    let properties = members.get("properties").and_then(Value::as_object);
    let required = members.get("required").and_then(Value::as_array);
    let may_be_absent = |name: &String| {
        properties.is_some_and(|known| known.get(name).is_some_and(|schema| !allows_null(resolve(root, schema))))
            && !required.is_some_and(|names| names.iter().any(|required| required == name))
    };
    object.retain(|name, value| !(value.is_null() && may_be_absent(name)));
    for (name, value) in object {
        let own = properties.and_then(|known| known.get(name)).or_else(|| members.get("additionalProperties"));
        if let Some(own) = own {
            walk(root, own, value);
        }
    }
}

fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
    target.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

fn is_typed(members: &Map<String, Value>, kind: &str) -> bool {
    members.get("type").is_some_and(|own| own == kind)
}

/// Whether a schema says anything that rules `null` out.
fn allows_null(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "null",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "null"),
        _ => schema.get("enum").is_none() && schema.get("const").is_none() && schema.get("oneOf").is_none(),
    }
}

/// The integer that a number with a fraction of zero is, where a float holds it exactly.
fn integer(number: &Number) -> Option<Number> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().filter(|_| number.is_f64() && is_integral(number))?;
    #[expect(clippy::cast_possible_truncation, reason = "within 2^53 every integral float is an i64")]
    (float.abs() <= EXACT).then(|| Number::from(float as i64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::repair;

    #[test]
    fn repairs_lose_nothing() {
        let schema = json!({ "type": "object", "properties": {
            "n": { "type": "integer" }, "f": { "type": "number" }, "o": { "type": "string" },
            "any": {}, "list": { "type": "array", "items": { "type": "integer" } },
            "must": { "type": "string" },
        }, "required": ["must"] });
        let mut value =
            json!({ "n": 5.0, "f": 5.0, "o": null, "any": null, "list": [1.0, 1e300, 1.5], "must": null });
        repair(&schema, &mut value);
        assert_eq!(value, json!({ "n": 5, "f": 5.0, "any": null, "list": [1, 1e300, 1.5], "must": null }));
    }
}
