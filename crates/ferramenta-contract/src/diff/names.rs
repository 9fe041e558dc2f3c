//! Which members a schema speaks of.
//!
//! A member that comes or goes is a change also where the object takes others, and so takes the same values.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    covers::View,
    reason::{Reason, member},
};

/// Members inside each other at most.
const DEPTH: usize = 8;

/// Parts of a schema that are looked at for the members of one object.
const MOST_PARTS: usize = 200;

/// The members that `given` names and `wanted` doesn't; both are [anchored](super::root::anchored).
pub(super) fn dropped(given: &Value, wanted: &Value) -> Vec<Reason> {
    let mut found = Vec::new();
    compare([given, wanted], [given, wanted], "", DEPTH, &mut found);
    let mut paths = BTreeSet::new();
    found.retain(|reason| paths.insert(reason.path.clone()));
    found
}

fn compare(
    parts: [&Value; 2],
    roots: [&Value; 2],
    path: &str,
    depth: usize,
    found: &mut Vec<Reason>,
) {
    let [given, wanted] = [0, 1].map(|side| Shape::of(parts[side], roots[side]));
    if depth == 0 || found.len() >= MOST_PARTS {
        return;
    }
    if !wanted.members.is_empty() || path.is_empty() {
        let lost = given.members.keys();
        let lost = lost.filter(|name| !wanted.members.contains_key(*name));
        found.extend(lost.map(|name| Reason::new(&member(path, name), "not known", "known")));
    }
    let kept = given
        .members
        .iter()
        .filter_map(|(name, own)| Some((name.as_str(), own, wanted.members.get(name)?)));
    for (name, own, other) in kept.chain([("[]", &given.items, &wanted.items)]) {
        if let ([own], [other]) = (own.as_slice(), other.as_slice()) {
            compare([own, other], roots, &member(path, name), depth - 1, found);
        }
    }
}

/// What a schema says of members and items, over all its parts and alternatives.
#[derive(Default)]
struct Shape {
    members: BTreeMap<String, Vec<Value>>,
    items: Vec<Value>,
}

impl Shape {
    fn of(schema: &Value, root: &Value) -> Self {
        let mut shape = Self::default();
        let mut open = vec![schema.clone()];
        for _ in 0..MOST_PARTS {
            let Some(part) = open.pop() else { break };
            let Some(view) = View::at_least(&part, root) else {
                continue;
            };
            match view.branches() {
                Some(branches) => open.extend(branches),
                None => shape.add(&view.schema),
            }
        }
        shape
    }

    fn add(&mut self, schema: &Value) {
        let members = schema["properties"].as_object().into_iter().flatten();
        for (name, schema) in members.filter(|(_, schema)| **schema != Value::Bool(false)) {
            add_new(self.members.entry(name.clone()).or_default(), schema);
        }
        if let Some(items) = schema.get("items") {
            add_new(&mut self.items, items);
        }
    }
}

fn add_new(schemas: &mut Vec<Value>, schema: &Value) {
    if !schemas.contains(schema) {
        schemas.push(schema.clone());
    }
}
