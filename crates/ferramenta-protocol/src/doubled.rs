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

/// The members of one object that are compared one by one; more are looked up.
const FEW: usize = 16;

fn find(text: &str, report: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>) {
    let mut search = Search {
        scanner: Scanner::new(text, MAX_DEPTH),
        path: Path::default(),
        keys: Vec::new(),
        report,
    };
    // where the text stops being JSON there is nothing more to find
    let _ = search.value();
}

struct Search<'a, 'r> {
    scanner: Scanner<'a>,
    path: Path<'a>,
    /// The keys of the objects that are open, those of the innermost last.
    keys: Vec<Cow<'a, str>>,
    report: &'r mut dyn FnMut(&Path<'_>) -> ControlFlow<()>,
}

impl<'a> Search<'a, '_> {
    /// Passes a value; breaks when enough was found.
    fn value(&mut self) -> Result<ControlFlow<()>, Fault> {
        if self.scanner.at_object() {
            self.object()
        } else if self.scanner.at_array() {
            self.array()
        } else {
            self.scanner.skip()?;
            Ok(ControlFlow::Continue(()))
        }
    }

    fn object(&mut self) -> Result<ControlFlow<()>, Fault> {
        let first = self.keys.len();
        let mut many = HashSet::new();
        let mut members = self.scanner.object()?;
        while let Some(key) = members.next_key(&mut self.scanner)? {
            let doubled = self.is_doubled(key.clone(), first, &mut many);
            self.path.enter_key(key);
            let mut flow = self.value()?;
            if doubled && flow.is_continue() {
                flow = (self.report)(&self.path);
            }
            self.path.leave();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        self.keys.truncate(first);
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a key of the innermost object, whose keys begin at `first`, was there before; it is from now on.
    fn is_doubled(
        &mut self,
        key: Cow<'a, str>,
        first: usize,
        many: &mut HashSet<Cow<'a, str>>,
    ) -> bool {
        if !many.is_empty() {
            return !many.insert(key);
        }
        let doubled = self.keys[first..].contains(&key);
        if !doubled {
            self.keys.push(key);
        }
        if self.keys.len() - first > FEW {
            many.extend(self.keys.drain(first..));
        }
        doubled
    }

    fn array(&mut self) -> Result<ControlFlow<()>, Fault> {
        let mut items = self.scanner.array()?;
        let mut index = 0;
        while items.next_item(&mut self.scanner)? {
            self.path.enter_index(index);
            let flow = self.value()?;
            self.path.leave();
            if flow.is_break() {
                return Ok(flow);
            }
            index += 1;
        }
        Ok(ControlFlow::Continue(()))
    }
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
    fn doubled_keys_are_found_among_few_and_among_many() {
        for count in [2, 15, 16, 17, 18, 100] {
            for doubled in [0, 1, count / 2, count - 1] {
                let keys = (0..count).chain([doubled]);
                let members: Vec<String> =
                    keys.map(|key| format!(r#""k{key}":{{"k0":0}}"#)).collect();
                let text = format!("{{{}}}", members.join(","));
                assert_eq!(doubled_keys(&text, 25), [format!("k{doubled}")]);
                let (once, _) = text.rsplit_once(",").expect("several members");
                assert!(doubled_keys(&format!("{once}}}"), 25).is_empty());
            }
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
