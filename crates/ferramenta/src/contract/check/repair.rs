//! Mends what models write when they mean the right thing, where nothing is lost by it.

use std::borrow::Cow;

use ferramenta_protocol::{Tree, doubled_keys};

use super::{Decimal, walk::accepts};
use crate::contract::schema::{Combined, Contract, Kind, Node, NodeId};

/// Rewrites a value towards the contract, and counts what was rewritten.
///
/// Mended is only what the schema refuses where it stands: a text that holds the number, boolean, list or
/// object that is asked for, a number for a text of digits, and `null` for something that may be left out.
pub(crate) fn repair(contract: &Contract, value: &mut Tree<'_>) -> usize {
    let mut count = 0;
    mend(contract, Contract::ROOT, value, &mut count);
    count
}

fn mend(contract: &Contract, schema: NodeId, value: &mut Tree<'_>, count: &mut usize) {
    let node = contract.node(schema);
    if let Some(target) = node.reference {
        mend(contract, target, value, count);
    }
    if let Some(meant) = meant(node, value)
        && !accepts(contract, schema, value)
    {
        *value = meant;
        *count += 1;
    }
    match value {
        Tree::Object(members) => {
            members.retain(|(name, value)| {
                let stands_for_absent =
                    matches!(value, Tree::Null) && may_be_absent(contract, node, name);
                *count += usize::from(stands_for_absent);
                !stands_for_absent
            });
            for (name, value) in members {
                node.member(name)
                    .for_each(|schema| mend(contract, schema, value, count));
            }
        }
        Tree::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                if let Some(schema) = node.item(index) {
                    mend(contract, schema, item, count);
                }
            }
        }
        _ => {}
    }
    for combined in &node.combined {
        match combined {
            Combined::All(schemas) => schemas
                .iter()
                .for_each(|schema| mend(contract, *schema, value, count)),
            Combined::Any(choices) | Combined::One(choices) => {
                choose(contract, choices, value, count);
            }
            Combined::Not(_) | Combined::If { .. } => {}
        }
    }
}

/// Mends a value towards the first of several forms that it then fits.
fn choose(contract: &Contract, choices: &[NodeId], value: &mut Tree<'_>, count: &mut usize) {
    if choices
        .iter()
        .any(|choice| accepts(contract, *choice, value))
    {
        return;
    }
    for choice in choices {
        let (mut tried, mut repairs) = (value.clone(), 0);
        mend(contract, *choice, &mut tried, &mut repairs);
        if accepts(contract, *choice, &tried) {
            *value = tried;
            *count += repairs;
            return;
        }
    }
}

/// What a value stands for that isn't of the kind asked for.
fn meant(node: &Node, value: &Tree<'_>) -> Option<Tree<'static>> {
    match value {
        Tree::String(text) => held(node, text),
        Tree::Number(token) if node.takes_digits => Decimal::parse(token)
            .plain(token)
            .map(|text| Tree::String(text.into())),
        _ => None,
    }
}

/// The value that a text holds, where the schema asks for something that isn't a text.
fn held(node: &Node, text: &str) -> Option<Tree<'static>> {
    if node.kinds.is_empty() || node.kinds.contains(&Kind::String) {
        return None;
    }
    let held = Tree::parse(text.trim())
        .ok()
        .filter(|_| doubled_keys(text).is_empty())?;
    let wanted = node.kinds.iter().any(|kind| match (kind, &held) {
        (Kind::Integer, Tree::Number(token)) => Decimal::parse(token).is_integral(),
        (Kind::Number, Tree::Number(_))
        | (Kind::Boolean, Tree::Bool(_))
        | (Kind::Array, Tree::Array(_))
        | (Kind::Object, Tree::Object(_)) => true,
        _ => false,
    });
    wanted.then(|| held.into_owned())
}

/// Whether a property may be left out, and `null` isn't a value it may have.
fn may_be_absent(contract: &Contract, node: &Node, name: &str) -> bool {
    let optional = !node.object.required.iter().any(|required| required == name);
    optional
        && node
            .object
            .property(name)
            .is_some_and(|schema| !accepts(contract, schema, &Tree::Null))
}

/// Writes integers the way decoders of integers read them: `5.0` and `5e0` as `5`.
pub(crate) fn integers(contract: &Contract, schema: NodeId, value: &mut Tree<'_>) {
    let node = contract.node(schema);
    if let Some(target) = node.reference {
        integers(contract, target, value);
    }
    match value {
        Tree::Number(token)
            if node.kinds.contains(&Kind::Integer) && !node.kinds.contains(&Kind::Number) =>
        {
            if let Some(integer) = Decimal::parse(token).integer_token() {
                *token = Cow::Owned(integer);
            }
        }
        Tree::Object(members) => {
            for (name, value) in members {
                node.member(name)
                    .for_each(|schema| integers(contract, schema, value));
            }
        }
        Tree::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                if let Some(schema) = node.item(index) {
                    integers(contract, schema, item);
                }
            }
        }
        _ => {}
    }
    for combined in &node.combined {
        match combined {
            Combined::All(schemas) => schemas
                .iter()
                .for_each(|schema| integers(contract, *schema, value)),
            Combined::Any(choices) | Combined::One(choices) => {
                if let Some(choice) = choices
                    .iter()
                    .find(|choice| accepts(contract, **choice, value))
                {
                    integers(contract, *choice, value);
                }
            }
            Combined::Not(_) | Combined::If { .. } => {}
        }
    }
}
