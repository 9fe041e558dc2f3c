//! Schemas that ask for themselves at one and the same value, which no check of it would ever end.

use super::model::{Combined, Contract, Node, NodeId};

/// A schema that comes back to itself without going into a value.
pub(super) fn find(contract: &Contract) -> Option<NodeId> {
    let mut states = vec![State::Unseen; contract.nodes.len()];
    (0..contract.nodes.len())
        .map(NodeId)
        .find(|id| returns(contract, *id, &mut states))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    /// On the way that is being followed.
    Open,
    /// Comes to an end.
    Done,
}

fn returns(contract: &Contract, id: NodeId, states: &mut [State]) -> bool {
    match states[id.0] {
        State::Done => return false,
        State::Open => return true,
        State::Unseen => {}
    }
    states[id.0] = State::Open;
    let found = beside(contract.node(id))
        .into_iter()
        .any(|next| returns(contract, next, states));
    states[id.0] = State::Done;
    found
}

/// The schemas that a value has to keep together with this one.
fn beside(node: &Node) -> Vec<NodeId> {
    let mut all: Vec<NodeId> = node.reference.into_iter().collect();
    all.extend(node.combined.iter().flat_map(Combined::schemas));
    all
}
