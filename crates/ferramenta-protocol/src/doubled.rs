use std::{borrow::Cow, collections::HashSet};

use crate::{
    MAX_DEPTH, join_key,
    scan::{Fault, Scanner},
};

/// The paths of the keys that stand twice in one object, such as `book.title` or `items[2].id`.
///
/// A tree of values can't tell: it keeps one of them.
pub fn doubled_keys(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // where the text stops being JSON there is nothing more to find
    let _ = value(&mut Scanner::new(text, MAX_DEPTH), "", &mut found);
    found
}

fn value(scanner: &mut Scanner<'_>, path: &str, found: &mut Vec<String>) -> Result<(), Fault> {
    if scanner.at_object() {
        let mut seen: HashSet<Cow<'_, str>> = HashSet::new();
        let mut members = scanner.object()?;
        while let Some(key) = members.next_key(scanner)? {
            let inside = join_key(path, &key);
            value(scanner, &inside, found)?;
            if !seen.insert(key) {
                found.push(inside);
            }
        }
    } else if scanner.at_array() {
        let mut items = scanner.array()?;
        let mut index = 0;
        while items.next_item(scanner)? {
            value(scanner, &format!("{path}[{index}]"), found)?;
            index += 1;
        }
    } else {
        scanner.skip()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::doubled_keys;

    #[test]
    fn doubled_keys_are_found_at_every_depth() {
        let text = r#"{"a":1,"b":{"c":[{"d":1,"d":2}],"c":3},"\u0061":2}"#;
        assert_eq!(doubled_keys(text), ["b.c[0].d", "b.c", "a"]);
        assert!(doubled_keys(r#"{"a":{"a":[{"a":1},{"a":1}]}}"#).is_empty());
        assert!(doubled_keys("{").is_empty());
    }
}
