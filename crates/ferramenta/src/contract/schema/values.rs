//! The values that a schema lists, as texts.

use serde_json::Value;

use super::model::{Combined, Contract, Kind, NodeId};

/// References that are followed; a schema that needs more lists nothing.
const DEEPEST: usize = 16;

impl Contract {
    /// All values that a schema allows, where it lists them; `null` is left out, and a secret isn't told.
    pub(crate) fn listed(&self, id: NodeId) -> Option<Vec<String>> {
        let node = self.node(id);
        let values = self.listed_within(id, DEEPEST);
        values.filter(|_| !node.holds_secret)
    }

    fn listed_within(&self, id: NodeId, depth: usize) -> Option<Vec<String>> {
        let depth = depth.checked_sub(1)?;
        let node = self.node(id);
        let of_kinds = of_kinds(&node.kinds);
        let fixed = node.fixed.as_deref().map(texts);
        let referred = node
            .reference
            .and_then(|reference| self.listed_within(reference, depth));
        let combined = node.combined.iter().map(|combined| match combined {
            Combined::Any(branches) | Combined::One(branches) => self.of_any(branches, depth),
            Combined::All(parts) => self.of_all(parts, depth),
            Combined::Not(_) | Combined::If { .. } => None,
        });
        let each = [fixed, of_kinds, referred].into_iter().chain(combined);
        in_all(each.flatten())
    }

    /// What some of the branches allow, where each of them lists what it does.
    fn of_any(&self, branches: &[NodeId], depth: usize) -> Option<Vec<String>> {
        let mut all: Vec<String> = Vec::new();
        for branch in branches {
            for value in self.listed_within(*branch, depth)? {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
        Some(all)
    }

    /// What all of the parts allow, of which some may list nothing.
    fn of_all(&self, parts: &[NodeId], depth: usize) -> Option<Vec<String>> {
        in_all(
            parts
                .iter()
                .filter_map(|part| self.listed_within(*part, depth)),
        )
    }
}

/// What stands in all of the lists, if there are any.
fn in_all(lists: impl Iterator<Item = Vec<String>>) -> Option<Vec<String>> {
    lists.reduce(|mut some, others| {
        some.retain(|value| others.contains(value));
        some
    })
}

fn of_kinds(kinds: &[Kind]) -> Option<Vec<String>> {
    let listed = !kinds.is_empty()
        && kinds
            .iter()
            .all(|kind| matches!(kind, Kind::Boolean | Kind::Null));
    listed.then(|| {
        let both = ["true", "false"].into_iter();
        both.filter(|_| kinds.contains(&Kind::Boolean))
            .map(String::from)
            .collect()
    })
}

/// Values as clients send them for an argument that is a text.
fn texts(values: &[Value]) -> Vec<String> {
    let texts = values.iter().filter_map(|value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    });
    texts.collect()
}
