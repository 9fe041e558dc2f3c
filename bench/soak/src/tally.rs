//! What became of the requests of a phase.

use std::ops::AddAssign;

/// Requests, by what became of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) connections: u64,
    pub(crate) requests: u64,
    pub(crate) answered: u64,
    /// Answered with an error, as it has to be.
    pub(crate) refused: u64,
    /// Not answered: the connection was closed, by the server or by the client.
    pub(crate) closed: u64,
    /// Panics that were asked for.
    pub(crate) panics: u64,
}

impl Tally {
    /// A connection, and what became of the one request on it.
    pub(crate) const fn answered() -> Self {
        Self {
            answered: 1,
            ..Self::one()
        }
    }

    /// The same for a request that was refused.
    pub(crate) const fn refused() -> Self {
        Self {
            refused: 1,
            ..Self::one()
        }
    }

    /// The same for a request whose connection was closed.
    pub(crate) const fn closed() -> Self {
        Self {
            closed: 1,
            ..Self::one()
        }
    }

    const fn one() -> Self {
        Self {
            connections: 1,
            requests: 1,
            answered: 0,
            refused: 0,
            closed: 0,
            panics: 0,
        }
    }

    /// Whether every request is accounted for.
    pub(crate) const fn is_whole(&self) -> bool {
        self.requests == self.answered + self.refused + self.closed
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.connections += other.connections;
        self.requests += other.requests;
        self.answered += other.answered;
        self.refused += other.refused;
        self.closed += other.closed;
        self.panics += other.panics;
    }
}
