//! When two values are the same: numbers by their digits, objects whatever the order of their members.

use std::collections::HashSet;

use ferramenta_protocol::Tree;
use serde_json::Value;

use super::Decimal;

/// Whether a value sent is a value of a schema.
pub(super) fn equals(value: &Tree<'_>, json: &Value) -> bool {
    match (value, json) {
        (Tree::Null, Value::Null) => true,
        (Tree::Bool(a), Value::Bool(b)) => a == b,
        (Tree::String(a), Value::String(b)) => a == b,
        (Tree::Number(a), Value::Number(b)) => Decimal::parse(a) == Decimal::parse(&b.to_string()),
        (Tree::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equals(a, b))
        }
        (Tree::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key.as_ref()).is_some_and(|b| equals(a, b)))
        }
        _ => false,
    }
}

/// Whether two values of a schema are the same.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    Tree::parse(&one.to_string()).is_ok_and(|one| equals(&one, other))
}

/// The first item that stands twice in a list.
pub(super) fn doubled(items: &[Tree<'_>]) -> Option<usize> {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().position(|item| {
        let mut text = String::new();
        canonical(item, &mut text);
        !seen.insert(text)
    })
}

/// One spelling for all values that are the same.
fn canonical(value: &Tree<'_>, out: &mut String) {
    match value {
        Tree::Null => out.push_str("null"),
        Tree::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Tree::Number(token) => out.push_str(&format!("{:?}", Decimal::parse(token))),
        Tree::String(text) => out.push_str(&format!("{text:?}")),
        Tree::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Tree::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
            out.push('{');
            for (key, value) in sorted {
                out.push_str(&format!("{key:?}:"));
                canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use ferramenta_protocol::Tree;

    use super::doubled;

    #[test]
    fn the_same_value_may_be_written_in_several_ways() {
        let first = |text: &str| match Tree::parse(text) {
            Ok(Tree::Array(items)) => doubled(&items),
            other => panic!("{other:?}"),
        };
        assert_eq!(first(r#"[1,2,1.0]"#), Some(2));
        assert_eq!(first(r#"[{"a":1,"b":[]},{"b":[],"a":1e0}]"#), Some(1));
        assert_eq!(first(r#"[1,"1",[1],[1,1],null]"#), None);
    }
}
