//! What was added, removed and changed.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    change::{Change, Class},
    schema::{self, Side},
};
use crate::contract::{Components, Contract};

type Members = Map<String, Value>;

/// How two versions of a component are compared.
type Comparing = fn(&str, &Members, &Members) -> Vec<Change>;

/// All differences, the gravest first.
pub(crate) fn changes(old: &Contract, new: &Contract) -> Vec<Change> {
    let kinds: [(&str, &Components, &Components, Comparing); 4] = [
        ("tool", &old.tools, &new.tools, tool),
        ("prompt", &old.prompts, &new.prompts, prompt),
        ("resource", &old.resources, &new.resources, resource),
        ("template", &old.templates, &new.templates, resource),
    ];
    let mut changes = Vec::new();
    if old.server != new.server {
        changes.push(change(Class::Patch, "server", "it has another name"));
    }
    for (kind, old, new, compare) in kinds {
        changes.extend(of_kind(kind, old, new, compare));
    }
    changes.sort_by_key(|change| std::cmp::Reverse(change.class));
    changes
}

fn of_kind(kind: &str, old: &Components, new: &Components, compare: Comparing) -> Vec<Change> {
    let place = |name: &String| format!("{kind} {name}");
    let removed = old.keys().filter(|name| !new.contains_key(*name));
    let removed = removed.map(|name| change(Class::Major, place(name), "it is gone"));
    let added = new.keys().filter(|name| !old.contains_key(*name));
    let added = added.map(|name| change(Class::Minor, place(name), "it is new"));
    let kept = old
        .iter()
        .filter_map(|(name, old)| Some((name, old, new.get(name)?)));
    let changed = kept.flat_map(|(name, old, new)| compare(&place(name), old, new));
    removed.chain(added).chain(changed).collect()
}

fn change(class: Class, place: impl Into<String>, why: impl Into<String>) -> Change {
    Change {
        class,
        place: place.into(),
        why: why.into(),
        witness: None,
    }
}

fn tool(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let schema =
        |tool: &Members, member: &str| tool.get(member).cloned().unwrap_or(Value::Bool(true));
    let arguments = [old, new].map(|tool| schema(tool, "inputSchema"));
    let mut changes = schema::changes(place, Side::Input, &arguments[0], &arguments[1]);
    changes.extend(results(place, old, new));
    changes.extend(scopes(place, old, new));
    changes.extend(annotations(place, old, new));
    changes.extend(tasks(place, old, new));
    let compared = ["inputSchema", "outputSchema", "annotations", "execution"];
    changes.extend(words(place, old, new, &compared));
    changes
}

/// How a tool can be called: as a task, or not.
fn tasks(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let support = |tool: &Members| {
        let support = tool
            .get("execution")
            .and_then(|execution| execution["taskSupport"].as_str());
        support.unwrap_or("forbidden").to_owned()
    };
    let (before, now) = (support(old), support(new));
    let class = match (before.as_str(), now.as_str()) {
        (before, now) if before == now => {
            let same = old.get("execution") == new.get("execution");
            let why = "its execution is written differently";
            return if same {
                Vec::new()
            } else {
                vec![change(Class::Patch, place, why)]
            };
        }
        (_, "optional") => Class::Minor,
        _ => Class::Major,
    };
    vec![change(
        class,
        place,
        format!("tasks are {now} now, {before} before"),
    )]
}

/// What is promised of results.
fn results(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let place = format!("{place}, result");
    match (old.get("outputSchema"), new.get("outputSchema")) {
        (Some(old), Some(new)) => schema::changes(&place, Side::Output, old, new),
        (Some(_), None) => vec![change(
            Class::Major,
            place,
            "nothing is promised of it any more",
        )],
        (None, Some(_)) => vec![change(Class::Minor, place, "something is promised of it")],
        (None, None) => Vec::new(),
    }
}

fn scopes(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let scopes = |tool: &Members| -> Vec<String> {
        let scopes = tool
            .get("scopes")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        scopes
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let (old, new) = (scopes(old), scopes(new));
    let added = new.iter().filter(|scope| !old.contains(scope));
    let added = added.map(|scope| {
        change(
            Class::Major,
            place,
            format!("callers need the scope {scope} now"),
        )
    });
    let removed = old.iter().filter(|scope| !new.contains(scope));
    let removed = removed.map(|scope| {
        change(
            Class::Minor,
            place,
            format!("callers don't need the scope {scope} any more"),
        )
    });
    added.chain(removed).collect()
}

/// Hints that clients decide by whether to ask their user first: less careful ones break what was decided.
fn annotations(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    // in the order of `hints`; the first text is of a hint that is less careful now
    const WORDS: [[&str; 2]; 4] = [
        ["it is no longer read-only", "it is read-only now"],
        ["it may destroy now", "it destroys nothing any more"],
        ["it is no longer safe to repeat", "it is safe to repeat now"],
        [
            "it reaches the open world now",
            "it stays in a closed world now",
        ],
    ];
    let both = hints(old).into_iter().zip(hints(new));
    let differing = both.zip(WORDS).filter(|((old, new), _)| old != new);
    let changes: Vec<Change> = differing
        .map(|((_, careful), [worse, better])| match careful {
            true => change(Class::Minor, place, better),
            false => change(Class::Major, place, worse),
        })
        .collect();
    if changes.is_empty() && old.get("annotations") != new.get("annotations") {
        return vec![change(
            Class::Patch,
            place,
            "its annotations are written differently",
        )];
    }
    changes
}

/// Is the tool read-only, destroys nothing, is safe to repeat, stays in a closed world?
///
/// What a tool doesn't say is the careless answer; one that only reads neither destroys nor minds repetition.
fn hints(tool: &Members) -> [bool; 4] {
    let hint = |name: &str| {
        tool.get("annotations")
            .and_then(|hints| hints[name].as_bool())
    };
    let reads = hint("readOnlyHint").unwrap_or(false);
    [
        reads,
        reads || hint("destructiveHint") == Some(false),
        reads || hint("idempotentHint") == Some(true),
        hint("openWorldHint") == Some(false),
    ]
}

fn prompt(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let arguments = |prompt: &Members| -> Vec<(String, bool)> {
        let arguments = prompt
            .get("arguments")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let argument = |argument: &Value| {
            let required = argument["required"].as_bool().unwrap_or(false);
            Some((argument["name"].as_str()?.to_owned(), required))
        };
        arguments.filter_map(argument).collect()
    };
    let (before, now) = (arguments(old), arguments(new));
    let find = |all: &[(String, bool)], name: &str| {
        all.iter()
            .find(|(own, _)| own == name)
            .map(|(_, required)| *required)
    };
    let mut changes = Vec::new();
    for (name, required) in &now {
        let place = format!("{place}, {name}");
        match (find(&before, name), required) {
            (Some(false) | None, true) => changes.push(change(
                Class::Major,
                place,
                "required now, not required before",
            )),
            (None, false) => {
                changes.push(change(Class::Minor, place, "known now, not known before"));
            }
            (Some(true), false) => changes.push(change(
                Class::Minor,
                place,
                "not required now, required before",
            )),
            _ => {}
        }
    }
    let gone = before.iter().filter(|(name, _)| find(&now, name).is_none());
    changes.extend(gone.map(|(name, _)| {
        change(
            Class::Major,
            format!("{place}, {name}"),
            "not known now, known before",
        )
    }));
    let compared: &[&str] = if changes.is_empty() {
        &[]
    } else {
        &["arguments"]
    };
    changes.extend(scopes(place, old, new));
    changes.extend(words(place, old, new, compared));
    changes
}

fn resource(place: &str, old: &Members, new: &Members) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.get("mimeType") != new.get("mimeType") {
        let shown = |resource: &Members| match resource.get("mimeType").and_then(Value::as_str) {
            Some(kind) => kind.to_owned(),
            None => "no type".to_owned(),
        };
        let why = format!("{} now, {} before", shown(new), shown(old));
        changes.push(change(Class::Major, place, why));
    }
    changes.extend(scopes(place, old, new));
    changes.extend(words(place, old, new, &["mimeType"]));
    changes
}

/// What people and models read, and no program relies on: all that isn't compared in a way of its own.
fn words(place: &str, old: &Members, new: &Members, compared: &[&str]) -> Vec<Change> {
    let members: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let differing = members.into_iter().filter(|member| {
        *member != "scopes"
            && !compared.contains(&member.as_str())
            && old.get(*member) != new.get(*member)
    });
    differing
        .map(|member| {
            let have = if member.ends_with('s') { "have" } else { "has" };
            change(Class::Patch, place, format!("its {member} {have} changed"))
        })
        .collect()
}
