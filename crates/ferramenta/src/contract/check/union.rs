//! What is wrong with a value that fits none of several forms.

use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{
    Problem, shown,
    walk::{explain_at, not_one_of},
};
use crate::contract::schema::{Contract, NodeId, ObjectRules};

/// The problems with the form that was meant: by its tag where forms have one, else the form with the
/// fewest problems.
pub(super) fn explain(
    contract: &Contract,
    choices: &[NodeId],
    value: &Tree<'_>,
    path: &str,
) -> Vec<Problem> {
    if let Some(constants) = constants(contract, choices) {
        return vec![not_one_of(&shown::tree(value), value, &constants, path)];
    }
    if let (Some(tag), Tree::Object(members)) = (tag(contract, choices), value) {
        return by_tag(contract, choices, &tag, members, value, path);
    }
    let all = choices
        .iter()
        .map(|choice| explain_at(contract, *choice, value, path));
    let all: Vec<Vec<Problem>> = all.collect();
    match joined(&all, value, path) {
        Some(one) => vec![one],
        None => all.into_iter().min_by_key(Vec::len).unwrap_or_default(),
    }
}

/// One problem for all forms, where each of them just asks for another kind of value.
fn joined(all: &[Vec<Problem>], value: &Tree<'_>, path: &str) -> Option<Problem> {
    let is_not = format!("{} is not ", shown::tree(value));
    let here = Problem::new(path, "").path;
    let wanted = all.iter().map(|problems| match problems.as_slice() {
        [one] if one.path == here && one.suggestion.is_none() => one.problem.strip_prefix(&is_not),
        _ => None,
    });
    let mut wanted: Vec<&str> = wanted.collect::<Option<_>>()?;
    wanted.dedup();
    Some(Problem::new(
        path,
        format!("{is_not}{}", wanted.join(" or ")),
    ))
}

fn by_tag(
    contract: &Contract,
    choices: &[NodeId],
    tag: &str,
    members: &[(std::borrow::Cow<'_, str>, Tree<'_>)],
    value: &Tree<'_>,
    path: &str,
) -> Vec<Problem> {
    let tags: Vec<Value> = choices
        .iter()
        .filter_map(|choice| tag_value(contract, *choice, tag))
        .collect();
    let inside = join_key(path, tag);
    let Some((_, sent)) = members.iter().find(|(key, _)| key == tag) else {
        let names: Vec<String> = tags.iter().map(shown::json).collect();
        return vec![
            Problem::new(&inside, "is missing")
                .allowed(format!("give one of {}", names.join(", "))),
        ];
    };
    match tags.iter().position(|tag| super::walk::equals(sent, tag)) {
        Some(index) => explain_at(contract, choices[index], value, path),
        None => vec![not_one_of(&shown::tree(sent), sent, &tags, &inside)],
    }
}

/// The values of forms that are one fixed value each.
fn constants(contract: &Contract, choices: &[NodeId]) -> Option<Vec<Value>> {
    let values = choices
        .iter()
        .map(|choice| match contract.node(*choice).fixed.as_deref() {
            Some([one]) => Some(one.clone()),
            _ => None,
        });
    values.collect()
}

/// The property that has another fixed value in each form.
pub(super) fn tag(contract: &Contract, choices: &[NodeId]) -> Option<String> {
    let first = objects(contract, *choices.first()?);
    let mut names = first
        .flat_map(|object| &object.properties)
        .map(|(name, _)| name);
    names
        .find(|name| {
            choices
                .iter()
                .all(|choice| tag_value(contract, *choice, name).is_some())
        })
        .cloned()
}

fn tag_value(contract: &Contract, choice: NodeId, tag: &str) -> Option<Value> {
    let property = objects(contract, choice).find_map(|object| object.property(tag))?;
    match contract.node(property).fixed.as_deref() {
        Some([one]) => Some(one.clone()),
        _ => None,
    }
}

/// What a form says of objects, itself and in the schema that it refers to.
fn objects(contract: &Contract, choice: NodeId) -> impl Iterator<Item = &ObjectRules> {
    let node = contract.node(choice);
    std::iter::once(&node.object).chain(node.reference.map(|target| &contract.node(target).object))
}
