use crate::{
    MAX_DEPTH,
    scan::{Fault, Scanner},
};

/// The path of the innermost value that a byte of a JSON text belongs to, such as `book.year` or `ids[2]`;
/// empty for the outermost one.
pub fn path_at(text: &str, offset: usize) -> String {
    let mut found = String::new();
    // a text that stops being JSON has no further values
    let _ = value(&mut Scanner::new(text, MAX_DEPTH), "", offset, &mut found);
    found
}

/// Passes a value; true when the offset lies in it.
fn value(
    scanner: &mut Scanner<'_>,
    path: &str,
    offset: usize,
    found: &mut String,
) -> Result<bool, Fault> {
    if scanner.at_object() {
        let mut members = scanner.object()?;
        while let Some(key) = members.next_key(scanner)? {
            if value(scanner, &join_key(path, &key), offset, found)? {
                return Ok(true);
            }
        }
    } else if scanner.at_array() {
        let mut items = scanner.array()?;
        let mut index = 0;
        while items.next_item(scanner)? {
            if value(scanner, &format!("{path}[{index}]"), offset, found)? {
                return Ok(true);
            }
            index += 1;
        }
    } else {
        scanner.skip()?;
    }
    let inside = offset <= scanner.position();
    if inside {
        path.clone_into(found);
    }
    Ok(inside)
}

/// A path, one key further; a key that isn't a plain word is quoted.
pub fn join_key(path: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
    match (plain, path.is_empty()) {
        (true, true) => key.to_owned(),
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
    fn odd_keys_are_quoted() {
        assert_eq!(join_key("a", "b"), "a.b");
        assert_eq!(join_key("a", "b.c"), "a[\"b.c\"]");
        assert_eq!(join_key("", ""), "[\"\"]");
    }
}
