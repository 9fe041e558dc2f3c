//! What stands beside the rules for an argument: its default, and the header of HTTP that it comes in too.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    change::{Change, Class},
    reason::member,
    schema::below,
};

/// What has changed of headers and defaults.
///
/// A client that knows the older schema doesn't send a new header, and is refused. A default means something else
/// for those who leave the argument out.
pub(super) fn changes_beside(place: &str, old: &Value, new: &Value) -> Vec<Change> {
    let header = |path: &str, _: Option<&Value>, now: Option<&Value>| {
        let (class, why) = match now.and_then(Value::as_str) {
            Some(header) => (
                Class::Major,
                format!("it has to come in the header Mcp-Param-{header} too"),
            ),
            None => (Class::Minor, "it comes in no header any more".to_owned()),
        };
        change(class, place, path, why)
    };
    let (before, now) = (found(old, "x-mcp-header"), found(new, "x-mcp-header"));
    let headers = differing(&before, &now, |_| true, header);

    let default = |path: &str, before: Option<&Value>, now: Option<&Value>| {
        let [now, before] = [now, before].map(|value| match value {
            Some(value) => value.to_string(),
            None => "none".to_owned(),
        });
        let why = format!("the default is {now} now, {before} before");
        change(Class::Minor, place, path, why)
    };
    let (members, in_both) = (found_members(old), found_members(new));
    let in_both = |path: &str| members.contains(path) && in_both.contains(path);
    let (before, now) = (found(old, "default"), found(new, "default"));
    let defaults = differing(&before, &now, in_both, default);
    headers.into_iter().chain(defaults).collect()
}

fn change(class: Class, place: &str, path: &str, why: String) -> Change {
    Change {
        class,
        place: below(place, path),
        why,
        witness: None,
    }
}

/// The values of a keyword, by the paths of their arguments.
type Found<'a> = BTreeMap<String, &'a Value>;

fn differing(
    old: &Found<'_>,
    new: &Found<'_>,
    counts: impl Fn(&str) -> bool,
    told: impl Fn(&str, Option<&Value>, Option<&Value>) -> Change,
) -> Vec<Change> {
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let differs = |path: &&String| old.get(*path) != new.get(*path) && counts(path);
    let differing = paths.into_iter().filter(differs);
    differing
        .map(|path| told(path, old.get(path).copied(), new.get(path).copied()))
        .collect()
}

fn found<'a>(schema: &'a Value, keyword: &str) -> Found<'a> {
    let mut found = Found::new();
    walk(schema, "", &mut |path, schema| {
        if let Some(value) = schema.get(keyword) {
            found.insert(path.to_owned(), value);
        }
    });
    found
}

fn found_members(schema: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk(schema, "", &mut |path, _| {
        found.insert(path.to_owned());
    });
    found
}

/// Visits a schema and all members that are written out in it.
fn walk<'a>(schema: &'a Value, path: &str, visit: &mut impl FnMut(&str, &'a Value)) {
    visit(path, schema);
    let members = schema.get("properties").and_then(Value::as_object);
    for (name, schema) in members.into_iter().flatten() {
        walk(schema, &member(path, name), visit);
    }
}
