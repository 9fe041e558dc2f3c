//! One way to write a value: members in the order of their names.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The value with the members of all its objects in the order of their names.
pub(crate) fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => Value::Object(sorted_members(members)),
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

fn sorted_members(members: &Map<String, Value>) -> Map<String, Value> {
    let mut names: Vec<&String> = members.keys().collect();
    names.sort_unstable();
    let entry = |name: &String| (name.clone(), sorted(&members[name]));
    names.into_iter().map(entry).collect()
}

/// The hash of a value, the same whatever the order of its members.
pub(crate) fn hash(value: &Value) -> String {
    let digest = Sha256::digest(sorted(value).to_string());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

/// About how many tokens a model needs to read a text.
///
/// Every provider counts differently. Names and JSON come to about 3.5 bytes a token with all of them.
pub(crate) fn tokens(text: &str) -> usize {
    (text.len() * 2).div_ceil(7)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_members_is_nothing() {
        let one: Value = serde_json::from_str(r#"{"b":[{"d":1,"c":2}],"a":0}"#).unwrap();
        let other: Value = serde_json::from_str(r#"{"a":0,"b":[{"c":2,"d":1}]}"#).unwrap();
        assert_eq!(hash(&one), hash(&other));
        assert_eq!(sorted(&one).to_string(), r#"{"a":0,"b":[{"c":2,"d":1}]}"#);
        assert_ne!(hash(&json!([1, 2])), hash(&json!([2, 1])));
    }

    #[test]
    fn tokens_grow_with_the_text() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("seven b"), 2);
        assert_eq!(tokens("eight by"), 3);
    }
}
