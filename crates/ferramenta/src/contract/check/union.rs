//! A value that may have one of several forms.

use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{
    Problem,
    equality::equals,
    walk::{MOST, Walk},
    words::{self, not_one_of},
};
use crate::contract::schema::{Contract, NodeId, ObjectRules};

/// What the tag of a value says.
pub(super) enum Tagged<'v> {
    /// It names this form, so no other can be meant.
    Form(NodeId),
    /// It names none, or isn't there.
    Unknown(Box<dyn Fn(&Walk<'_, '_>) -> Problem + 'v>),
}

/// Reads the tag of an object, where the forms have one.
pub(super) fn tagged<'v>(
    contract: &Contract,
    choices: &[NodeId],
    value: &'v Tree<'_>,
) -> Option<Tagged<'v>> {
    let Tree::Object(members) = value else {
        return None;
    };
    let tag = tag(contract, choices)?;
    let tags: Vec<Value> = choices
        .iter()
        .filter_map(|choice| tag_value(contract, *choice, &tag))
        .collect();
    let Some((_, sent)) = members.iter().find(|(key, _)| *key == tag) else {
        return Some(Tagged::Unknown(Box::new(move |walk| {
            let missing = Problem::new(&join_key(&walk.path(), &tag), "is missing");
            missing
                .allowed(format!("give one of {}", words::values(&tags)))
                .choices(tags.clone())
        })));
    };
    Some(match tags.iter().position(|tag| equals(sent, tag)) {
        Some(index) => Tagged::Form(choices[index]),
        None => Tagged::Unknown(Box::new(move |walk| {
            not_one_of(
                &walk.shown(sent),
                sent,
                &tags,
                &join_key(&walk.path(), &tag),
            )
        })),
    })
}

/// The problems with the form that was probably meant: the one with the fewest.
pub(super) fn explain(walk: &Walk<'_, '_>, choices: &[NodeId], value: &Tree<'_>) -> Vec<Problem> {
    let path = walk.path();
    if let Some(constants) = constants(walk.contract, choices) {
        return vec![not_one_of(&walk.shown(value), value, &constants, &path)];
    }
    let explain_one = |choice: &NodeId| {
        Walk::new(walk.contract, walk.budget, MOST, &path, walk.secret).run(*choice, value)
    };
    let all: Vec<Vec<Problem>> = choices.iter().map(explain_one).collect();
    let is_not = format!("{} is not ", walk.shown(value));
    let other_kind = |problems: &Vec<Problem>| {
        problems
            .iter()
            .any(|one| is_here(one, &path) && one.problem.starts_with(&is_not))
    };
    match joined(&all, &is_not, &path) {
        Some(one) => vec![one],
        None => all
            .into_iter()
            .min_by_key(|problems| (other_kind(problems), problems.len()))
            .unwrap_or_default(),
    }
}

/// One problem for all forms, where each of them just asks for another kind of value.
fn joined(all: &[Vec<Problem>], is_not: &str, path: &str) -> Option<Problem> {
    let wanted = all.iter().map(|problems| match problems.as_slice() {
        [one] if is_here(one, path) && one.suggestion.is_none() => one.problem.strip_prefix(is_not),
        _ => None,
    });
    let mut wanted: Vec<&str> = wanted.collect::<Option<_>>()?;
    wanted.dedup();
    let mut problem = Problem::new(path, format!("{is_not}{}", wanted.join(" or ")));
    // what several say to write instead would read as if each form asked for all of it
    let mut allowed = all.iter().flatten().filter_map(|one| one.allowed.as_ref());
    if let (Some(only), None) = (allowed.next(), allowed.next()) {
        problem.allowed = Some(only.clone());
    }
    Some(problem)
}

fn is_here(problem: &Problem, path: &str) -> bool {
    problem.path == Problem::new(path, "").path
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

/// The property that is required, and has another fixed value, in each form.
fn tag(contract: &Contract, choices: &[NodeId]) -> Option<String> {
    let first = objects(contract, *choices.first()?);
    let mut names = first
        .flat_map(|object| &object.properties)
        .map(|(name, _)| name);
    names
        .find(|name| {
            are_distinct(
                choices
                    .iter()
                    .map(|choice| tag_value(contract, *choice, name)),
            )
        })
        .cloned()
}

fn are_distinct(values: impl Iterator<Item = Option<Value>>) -> bool {
    let mut seen: Vec<Value> = Vec::new();
    for value in values {
        match value {
            Some(value) if !seen.contains(&value) => seen.push(value),
            _ => return false,
        }
    }
    true
}

fn tag_value(contract: &Contract, choice: NodeId, tag: &str) -> Option<Value> {
    let is_required =
        objects(contract, choice).any(|object| object.required.iter().any(|name| name == tag));
    let property = objects(contract, choice)
        .find_map(|object| object.property(tag))
        .filter(|_| is_required)?;
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
