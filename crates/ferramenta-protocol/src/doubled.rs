use std::{borrow::Cow, collections::HashSet, ops::ControlFlow};

use crate::{
    MAX_DEPTH,
    path::Path,
    scan::{Fault, Scanner},
};

/// Whether a key stands twice in one object, at any depth. A tree of values can't say: it keeps one.
pub fn has_doubled_keys(text: &str) -> bool {
    let mut found = false;
    find(text, &mut |_| {
        found = true;
        ControlFlow::Break(())
    });
    found
}

/// The paths of the first keys that stand twice in one object, such as `book.title` or `items[2].id`.
pub fn doubled_keys(text: &str, most: usize) -> Vec<String> {
    let mut found = Vec::new();
    find(text, &mut |path| {
        found.push(path.to_string());
        if found.len() < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found
}

type Report<'r> = dyn FnMut(&Path<'_>) -> ControlFlow<()> + 'r;

fn find(text: &str, report: &mut Report<'_>) {
    // where the text stops being JSON there is nothing more to find
    let _ = value(
        &mut Scanner::new(text, MAX_DEPTH),
        &mut Path::default(),
        report,
    );
}

/// Passes a value; breaks when enough was found.
fn value<'a>(
    scanner: &mut Scanner<'a>,
    path: &mut Path<'a>,
    report: &mut Report<'_>,
) -> Result<ControlFlow<()>, Fault> {
    if scanner.at_object() {
        let mut seen: HashSet<Cow<'_, str>> = HashSet::new();
        let mut members = scanner.object()?;
        while let Some(key) = members.next_key(scanner)? {
            let doubled = !seen.insert(key.clone());
            path.enter_key(key);
            let mut flow = value(scanner, path, report)?;
            if doubled && flow.is_continue() {
                flow = report(path);
            }
            path.leave();
            if flow.is_break() {
                return Ok(flow);
            }
        }
    } else if scanner.at_array() {
        let mut items = scanner.array()?;
        let mut index = 0;
        while items.next_item(scanner)? {
            path.enter_index(index);
            let flow = value(scanner, path, report)?;
            path.leave();
            if flow.is_break() {
                return Ok(flow);
            }
            index += 1;
        }
    } else {
        scanner.skip()?;
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::{doubled_keys, has_doubled_keys};

    #[test]
    fn doubled_keys_are_found_at_every_depth() {
        let text = r#"{"a":1,"b":{"c":[{"d":1,"d":2}],"c":3},"\u0061":2}"#;
        assert_eq!(doubled_keys(text, 25), ["b.c[0].d", "b.c", "a"]);
        assert_eq!(doubled_keys(text, 1), ["b.c[0].d"]);
        assert!(has_doubled_keys(text));
        for text in [r#"{"a":{"a":[{"a":1},{"a":1}]}}"#, "{"] {
            assert!(doubled_keys(text, 25).is_empty() && !has_doubled_keys(text));
        }
    }

    #[test]
    fn long_keys_and_many_doubles_cost_what_their_bytes_cost() {
        let key = "k".repeat(100_000);
        let text = format!(r#"{{"{key}":{{{}"a":0}}}}"#, r#""a":0,"#.repeat(100_000));
        let found = doubled_keys(&text, 25);
        assert_eq!(found.len(), 25);
        assert!(found.iter().all(|path| path.len() < 200));
    }
}
