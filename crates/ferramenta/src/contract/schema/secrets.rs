//! Marks the schemas of values that have a secret somewhere inside.

use super::model::Node;

/// Marks each schema that is a secret's, or hands a part of its value on to one that is.
pub(super) fn mark(nodes: &mut [Node]) {
    let mut holders_of = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for inner in node.inner() {
            holders_of[inner.0].push(index);
        }
    }
    let mut waiting: Vec<usize> = (0..nodes.len())
        .filter(|index| nodes[*index].secret)
        .collect();
    while let Some(index) = waiting.pop() {
        if !std::mem::replace(&mut nodes[index].holds_secret, true) {
            waiting.extend(&holders_of[index]);
        }
    }
}
