use std::{fmt, time::Duration};

use crate::{Limits, seal::StateKeys};

/// What a server asks with; the same for all of its handlers.
#[derive(Clone, Default)]
pub struct Asking {
    /// What states are sealed under; none without the feature `sealing`.
    pub(super) keys: Option<StateKeys>,
    /// How long an answer may take.
    pub(super) patience: Duration,
}

impl Asking {
    pub(crate) fn new(keys: Option<StateKeys>, limits: &Limits) -> Self {
        Self {
            keys,
            patience: limits.answer,
        }
    }
}

impl fmt::Debug for Asking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking")
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}
