//! What is kept of a client's capabilities: an id has to fit into a header.

use bytes::Bytes;
use serde_json::{Map, Value};

/// Most bytes that are kept as they are; with them an id has less than 3 KiB, which proxies let through.
const MOST: usize = 2 << 10;

/// The members that are known, and what is known of each.
const KNOWN: [(&str, &[&str]); 3] = [
    ("roots", &["listChanged"]),
    ("sampling", &["context", "tools"]),
    ("elicitation", &["form", "url"]),
];

/// The capabilities as they were sent, or, where those are large, what is known of them: which there are, and
/// not what they say besides.
pub(super) fn kept(raw: &str) -> Bytes {
    if raw.len() <= MOST {
        return Bytes::copy_from_slice(raw.as_bytes());
    }
    let all: Value = serde_json::from_str(raw).unwrap_or_default();
    let known = KNOWN.iter().filter_map(|(name, members)| {
        let members = members.iter().filter_map(|member| {
            Some(((*member).to_owned(), emptied(all.get(name)?.get(member)?)?))
        });
        all.get(name)?.is_object().then(|| {
            let members: Map<String, Value> = members.collect();
            ((*name).to_owned(), members.into())
        })
    });
    Value::Object(known.collect()).to_string().into()
}

fn emptied(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::Object(_) => Some(Map::new().into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn small_ones_are_kept_as_they_are() {
        let raw = "{ \"experimental\": {\"a\":{\"b\":1}} }";
        assert_eq!(kept(raw), raw);
    }

    #[test]
    fn of_large_ones_what_is_known_is_kept() {
        let filler = "x".repeat(MOST);
        let raw = json!({
            "experimental": { "filler": filler },
            "roots": { "listChanged": true, "more": filler },
            "sampling": { "tools": { "filler": filler }, "context": 7 },
            "elicitation": {},
        });
        let expected = json!({ "roots": { "listChanged": true }, "sampling": { "tools": {} }, "elicitation": {} });
        let kept: Value = serde_json::from_slice(&kept(&raw.to_string())).unwrap();
        assert_eq!(kept, expected);
        let odd = json!({ "roots": filler, "elicitation": 7 }).to_string();
        assert_eq!(super::kept(&odd), "{}");
    }
}
