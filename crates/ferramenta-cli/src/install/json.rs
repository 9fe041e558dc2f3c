//! Servers in a file of JSON, with its comments.

use anyhow::{Context, Result, bail};
use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstRootNode},
};
use serde_json::{Map, Value};

use super::entry::in_order;

const MARK: char = '\u{feff}';

/// The entry of a server; none when it isn't there.
///
/// # Errors
/// When the text isn't JSON, or has something else where the servers are.
pub(crate) fn get(text: &str, key: &str, name: &str) -> Result<Option<Value>> {
    let root = parse(text)?;
    let Some(servers) = servers(&root, key)? else {
        return Ok(None);
    };
    let entry = servers.get(name).and_then(|entry| entry.value());
    Ok(entry.map(|entry| entry.to_serde_value().unwrap_or_default()))
}

/// The text with the entry in it, and all else as it was.
///
/// # Errors
/// As for [`get`].
pub(crate) fn set(text: &str, key: &str, name: &str, entry: &Map<String, Value>) -> Result<String> {
    let root = parse(text)?;
    servers(&root, key)?;
    let object = root.object_value_or_set();
    let servers = object.object_value_or_set(key);
    let value = input(&Value::Object(entry.clone()));
    match servers.get(name) {
        Some(old) => old.set_value(value),
        None => {
            servers.append(name, value);
        }
    }
    Ok(marked(text, &root))
}

/// The text without the entry.
///
/// # Errors
/// As for [`get`].
pub(crate) fn remove(text: &str, key: &str, name: &str) -> Result<String> {
    let root = parse(text)?;
    if let Some(entry) = servers(&root, key)?.and_then(|servers| servers.get(name)) {
        entry.remove();
    }
    Ok(marked(text, &root))
}

fn parse(text: &str) -> Result<CstRootNode> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    // JSON with comments, and not JSON5, which hosts don't read
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).context("it isn't JSON")
}

fn marked(before: &str, root: &CstRootNode) -> String {
    let mark = if before.starts_with(MARK) {
        "\u{feff}"
    } else {
        ""
    };
    format!("{mark}{root}")
}

fn servers(root: &CstRootNode, key: &str) -> Result<Option<CstObject>> {
    if root.value().is_none() {
        return Ok(None);
    }
    let object = root.object_value().context("it isn't an object")?;
    let Some(member) = object.get(key) else {
        return Ok(None);
    };
    match member.object_value() {
        Some(servers) => Ok(Some(servers)),
        None => bail!("its `{key}` isn't an object"),
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(members) => {
            let members = in_order(members).into_iter();
            CstInputValue::Object(
                members
                    .map(|(name, value)| (name.clone(), input(value)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::{get, parse, remove, set};

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            ".{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 3, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                members(inner).prop_map(Value::from),
            ]
        })
    }

    fn members(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
        proptest::collection::btree_map(".{0,5}", value, 0..4)
            .prop_map(|members| members.into_iter().collect())
    }

    /// The text as one of the ways in which people have it.
    fn written(value: &Value, way: usize) -> String {
        match way {
            0 => value.to_string(),
            1 => format!("{value:#}\n"),
            2 => format!("{value:#}\n").replace('\n', "\r\n"),
            _ => format!("// c\n{value:#} /* c */\n"),
        }
    }

    fn read(text: &str) -> Value {
        parse(text).unwrap().to_serde_value().unwrap()
    }

    proptest! {
        #[test]
        fn nothing_but_the_entry_changes(
            mut before in members(values()),
            servers in proptest::option::of(members(values())),
            way in 0_usize..4,
        ) {
            before.remove("servers");
            if let Some(servers) = servers.clone() {
                before.insert("servers".into(), Value::Object(servers));
            }
            let text = written(&Value::Object(before.clone()), way);
            let entry = json!({ "command": "x\n\"y", "args": ["a"] });
            let after = set(&text, "servers", "new one", entry.as_object().unwrap()).unwrap();
            prop_assert_eq!(get(&after, "servers", "new one").unwrap(), Some(entry.clone()));
            prop_assert_eq!(&set(&after, "servers", "new one", entry.as_object().unwrap()).unwrap(), &after);
            let mut expected = before;
            expected.entry("servers").or_insert_with(|| json!({}));
            let mut with = expected.clone();
            with["servers"]["new one"] = entry;
            prop_assert_eq!(read(&after), Value::Object(with));
            let mut without = expected;
            without["servers"].as_object_mut().unwrap().remove("new one");
            prop_assert_eq!(read(&remove(&after, "servers", "new one").unwrap()), Value::Object(without));
        }
    }
}
