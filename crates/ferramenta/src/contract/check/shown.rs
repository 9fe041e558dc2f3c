//! Values as messages repeat them: short, and never a whole tree.

use std::fmt::Display;

use ferramenta_protocol::Tree;
use serde_json::Value;

/// Longest part of a value that is repeated, in characters.
const SHOWN: usize = 80;
/// Most items of a list that are repeated.
pub(super) const LISTED: usize = 20;

/// A value that was sent.
pub(super) fn tree(value: &Tree<'_>) -> String {
    match value {
        Tree::String(text) => quoted(text),
        Tree::Number(text) => cut(text),
        Tree::Bool(value) => value.to_string(),
        Tree::Null => "null".into(),
        Tree::Array(_) => "a list".into(),
        Tree::Object(_) => "an object".into(),
    }
}

/// A value of a schema.
pub(super) fn json(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => cut(&other.to_string()),
    }
}

/// A text as JSON has it, so on one line.
fn quoted(text: &str) -> String {
    Value::from(cut(text)).to_string()
}

/// A text, not longer than what is repeated, and on one line.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The first items of a list, and how many more there are.
pub(super) fn list(mut items: impl ExactSizeIterator<Item = impl Display>) -> String {
    let first: Vec<String> = items
        .by_ref()
        .take(LISTED)
        .map(|item| item.to_string())
        .collect();
    let text = first.join(", ");
    match items.len() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}
