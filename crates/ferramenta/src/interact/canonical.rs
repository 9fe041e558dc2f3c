//! One spelling for each JSON value.

use ferramenta_protocol::write;
use serde_json::{Number, Value};

/// Writes a value so that equal ones have equal texts: members in the order of their names, whole numbers without a
/// fraction. Clients read their messages and write them again, and may spell them otherwise.
pub(super) fn canonical(value: &Value) -> String {
    let mut out = Vec::new();
    write_value(&mut out, value);
    // JSON written from texts and numbers is UTF-8
    String::from_utf8(out).unwrap_or_default()
}

fn write_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            out.push(b'{');
            for (name, value) in sorted {
                write::member(out, name);
                write_value(out, value);
            }
            out.push(b'}');
        }
        Value::Array(items) => {
            out.push(b'[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                write_value(out, item);
            }
            out.push(b']');
        }
        Value::Number(number) => out.extend_from_slice(whole(number).as_bytes()),
        Value::Null | Value::Bool(_) | Value::String(_) => write::value(out, value),
    }
}

/// A number as text; `5.0` and `5` are one.
fn whole(number: &Number) -> String {
    /// Up to here every whole number has a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if float.fract() == 0.0 && float.abs() <= EXACT => format!("{float:.0}"),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_text() {
        let one: Value = serde_json::from_str(r#"{"b":[1.0,{"y":null,"x":"é"}],"a":1e2}"#).unwrap();
        let same: Value =
            serde_json::from_str(r#"{ "a": 100, "b": [1, {"x":"\u00e9","y":null}] }"#).unwrap();
        assert_eq!(canonical(&one), canonical(&same));
        assert_eq!(canonical(&one), r#"{"a":100,"b":[1,{"x":"é","y":null}]}"#);
        let other: Value = serde_json::from_str(r#"{"a":100.5,"b":[]}"#).unwrap();
        assert_eq!(canonical(&other), r#"{"a":100.5,"b":[]}"#);
    }
}
