use std::{borrow::Cow, fmt};

use crate::{
    MAX_DEPTH,
    scan::{Fault, Scanner},
};

/// Longest part of a key that a path repeats, in characters.
const SHOWN: usize = 80;

/// Where a value lies in another: written out only when somebody asks.
#[derive(Default)]
pub(crate) struct Path<'a>(Vec<Step<'a>>);

enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

impl<'a> Path<'a> {
    pub(crate) fn enter_key(&mut self, key: Cow<'a, str>) {
        self.0.push(Step::Key(key));
    }

    pub(crate) fn enter_index(&mut self, index: usize) {
        self.0.push(Step::Index(index));
    }

    pub(crate) fn leave(&mut self) {
        self.0.pop();
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut path = String::new();
        for step in &self.0 {
            match step {
                Step::Key(key) => path = join_key(&path, key),
                Step::Index(index) => path = format!("{path}[{index}]"),
            }
        }
        f.write_str(&path)
    }
}

/// The path of the innermost value that a byte of a JSON text belongs to, such as `book.year` or `ids[2]`;
/// empty for the outermost one.
pub fn path_at(text: &str, offset: usize) -> String {
    let mut path = Path::default();
    // a text that stops being JSON has no further values
    let found = value(&mut Scanner::new(text, MAX_DEPTH), &mut path, offset);
    if matches!(found, Ok(true)) {
        path.to_string()
    } else {
        String::new()
    }
}

/// Passes a value; true, with the path still standing there, when the offset lies in it.
fn value<'a>(scanner: &mut Scanner<'a>, path: &mut Path<'a>, offset: usize) -> Result<bool, Fault> {
    if scanner.at_object() {
        let mut members = scanner.object()?;
        while let Some(key) = members.next_key(scanner)? {
            path.enter_key(key);
            if value(scanner, path, offset)? {
                return Ok(true);
            }
            path.leave();
        }
    } else if scanner.at_array() {
        let mut items = scanner.array()?;
        let mut index = 0;
        while items.next_item(scanner)? {
            path.enter_index(index);
            if value(scanner, path, offset)? {
                return Ok(true);
            }
            path.leave();
            index += 1;
        }
    } else {
        scanner.skip()?;
    }
    Ok(offset <= scanner.position())
}

/// A path, one key further; a key that isn't a plain word is quoted, and a long one is cut.
pub fn join_key(path: &str, key: &str) -> String {
    let key = match key.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &key[..end])),
        None => Cow::Borrowed(key),
    };
    let plain = !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '…'));
    match (plain, path.is_empty()) {
        (true, true) => key.into_owned(),
        (true, false) => format!("{path}.{key}"),
        (false, _) => format!("{path}[\"{}\"]", key.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::{join_key, path_at};

    #[test]
    fn bytes_belong_to_the_innermost_value() {
        let text = r#"{"a":{"b":[10,20]},"c d":"x"}"#;
        for (part, path) in [("10", "a.b[0]"), ("20", "a.b[1]"), ("\"x", "[\"c d\"]")] {
            let at = text.find(part).map(|at| at + 1);
            assert_eq!(at.map(|at| path_at(text, at)).as_deref(), Some(path));
        }
        assert_eq!(path_at(text, text.len()), "");
        assert_eq!(path_at("{", 1), "");
    }

    #[test]
    fn odd_keys_are_quoted_and_long_ones_cut() {
        assert_eq!(join_key("a", "b"), "a.b");
        assert_eq!(join_key("a", "b.c"), "a[\"b.c\"]");
        assert_eq!(join_key("", ""), "[\"\"]");
        assert_eq!(join_key("", &"k".repeat(1000)).chars().count(), 81);
    }
}
