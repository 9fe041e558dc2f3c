//! Mends what models write when they mean the right thing, where nothing is lost by it.

use std::borrow::Cow;

use ferramenta_protocol::{Tree, has_doubled_keys};

use super::{Budget, Decimal, walk::accepts};
use crate::contract::schema::{Combined, Contract, Kind, Node, NodeId};

/// Texts inside texts that are still taken for what they hold.
const DEEPEST_TEXTS: usize = 2;
/// Deepest nesting of what a text holds.
const DEEPEST_HELD: usize = 32;

/// Rewrites a value towards the contract, and counts what was rewritten.
///
/// Mended is only what the schema refuses where it stands: a text that holds the number, boolean, list or
/// object that is asked for, a number for a text of digits, and `null` for something that may be left out.
pub(crate) fn repair(contract: &Contract, value: &mut Tree<'_>, budget: &Budget) -> usize {
    let mut mender = Mender {
        contract,
        budget,
        unwrapped: 0,
    };
    mender.mend(Contract::ROOT, value)
}

struct Mender<'a> {
    contract: &'a Contract,
    budget: &'a Budget,
    /// How many texts the value that is looked at was taken out of.
    unwrapped: usize,
}

impl Mender<'_> {
    /// Mends a value, and counts what was rewritten.
    fn mend(&mut self, schema: NodeId, value: &mut Tree<'_>) -> usize {
        let contract = self.contract;
        if !self.budget.step() {
            return 0;
        }
        let node = contract.node(schema);
        let mut count = node.reference.map_or(0, |target| self.mend(target, value));
        let outside = self.unwrapped;
        if let Some(meant) = self.meant(node, value)
            && !self.accepts(schema, value)
        {
            *value = meant;
            count += 1;
            self.unwrapped += 1;
        }
        count += self.inside(node, value);
        for combined in &node.combined {
            count += match combined {
                Combined::All(schemas) => {
                    schemas.iter().map(|schema| self.mend(*schema, value)).sum()
                }
                Combined::Any(choices) | Combined::One(choices) => self.choose(choices, value),
                Combined::Not(_) | Combined::If { .. } => 0,
            };
        }
        self.unwrapped = outside;
        count
    }

    fn inside(&mut self, node: &Node, value: &mut Tree<'_>) -> usize {
        let mut count = 0;
        match value {
            Tree::Object(members) => {
                let before = members.len();
                members.retain(|(name, value)| {
                    !(matches!(value, Tree::Null) && self.may_be_absent(node, name))
                });
                count += before - members.len();
                for (name, value) in members {
                    count += node
                        .member(name)
                        .map(|schema| self.mend(schema, value))
                        .sum::<usize>();
                }
            }
            Tree::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    count += node.item(index).map_or(0, |schema| self.mend(schema, item));
                }
            }
            _ => {}
        }
        count
    }

    /// Mends a value towards the first of several forms that it then fits.
    fn choose(&mut self, choices: &[NodeId], value: &mut Tree<'_>) -> usize {
        if choices.iter().any(|choice| self.accepts(*choice, value)) {
            return 0;
        }
        for choice in choices {
            let mut tried = value.clone();
            let count = self.mend(*choice, &mut tried);
            if self.accepts(*choice, &tried) {
                *value = tried;
                return count;
            }
        }
        0
    }

    fn accepts(&self, schema: NodeId, value: &Tree<'_>) -> bool {
        accepts(self.contract, schema, value, self.budget)
    }

    /// What a value stands for that isn't of the kind asked for.
    fn meant(&self, node: &Node, value: &Tree<'_>) -> Option<Tree<'static>> {
        match value {
            Tree::String(text) if self.unwrapped < DEEPEST_TEXTS => held(node, text),
            Tree::Number(token) if node.takes_digits => Decimal::parse(token)
                .plain(token)
                .map(|text| Tree::String(text.into())),
            _ => None,
        }
    }

    /// Whether a property may be left out, and `null` isn't a value it may have.
    fn may_be_absent(&self, node: &Node, name: &str) -> bool {
        let optional = !node.object.required.iter().any(|required| required == name);
        let property = node.object.property(name).filter(|_| optional);
        property.is_some_and(|schema| !self.accepts(schema, &Tree::Null))
    }
}

/// The value that a text holds, where the schema asks for something that isn't a text.
fn held(node: &Node, text: &str) -> Option<Tree<'static>> {
    if node.kinds.is_empty() || node.kinds.contains(&Kind::String) {
        return None;
    }
    let held = Tree::parse_within(text.trim(), DEEPEST_HELD)
        .ok()
        .filter(|_| !has_doubled_keys(text))?;
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

/// Writes integers the way decoders of integers read them, `5.0` and `5e0` as `5`; whether there were any.
pub(crate) fn integers(
    contract: &Contract,
    schema: NodeId,
    value: &mut Tree<'_>,
    budget: &Budget,
) -> bool {
    if !budget.step() {
        return false;
    }
    let node = contract.node(schema);
    let mut written = node
        .reference
        .is_some_and(|target| integers(contract, target, value, budget));
    match value {
        Tree::Number(token)
            if node.kinds.contains(&Kind::Integer) && !node.kinds.contains(&Kind::Number) =>
        {
            if let Some(integer) = Decimal::parse(token)
                .integer_token()
                .filter(|integer| integer != token)
            {
                *token = Cow::Owned(integer);
                written = true;
            }
        }
        Tree::Object(members) => {
            for (name, value) in members {
                for schema in node.member(name) {
                    written |= integers(contract, schema, value, budget);
                }
            }
        }
        Tree::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let schema = node.item(index);
                written |= schema.is_some_and(|schema| integers(contract, schema, item, budget));
            }
        }
        _ => {}
    }
    for combined in &node.combined {
        let chosen: Vec<NodeId> = match combined {
            Combined::All(schemas) => schemas.clone(),
            Combined::Any(choices) | Combined::One(choices) => choices
                .iter()
                .copied()
                .find(|choice| accepts(contract, *choice, value, budget))
                .into_iter()
                .collect(),
            Combined::Not(_) | Combined::If { .. } => Vec::new(),
        };
        for schema in chosen {
            written |= integers(contract, schema, value, budget);
        }
    }
    written
}
