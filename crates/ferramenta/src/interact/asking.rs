use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Limits, Place, seal::StateKeys};

/// What a server asks with; the same for all of its handlers.
#[derive(Clone)]
pub struct Asking {
    /// What states are sealed under; none without the feature `sealing`.
    pub(super) keys: Option<StateKeys>,
    /// How long an answer may take.
    pub(super) patience: Duration,
    /// Some handler does.
    used: Arc<AtomicBool>,
    /// Where the server was declared.
    pub(crate) place: Place,
}

impl Default for Asking {
    fn default() -> Self {
        Self::new(None, &Limits::default(), Place::UNKNOWN)
    }
}

impl Asking {
    pub(crate) fn new(keys: Option<StateKeys>, limits: &Limits, place: Place) -> Self {
        Self {
            keys,
            patience: limits.answer,
            used: Arc::default(),
            place,
        }
    }

    /// What a handler asks with.
    pub(crate) fn for_handler(&self) -> Self {
        self.used.store(true, Ordering::Relaxed);
        self.clone()
    }

    /// Whether handlers ask, and what is sealed for them opens for this process alone, as nobody has given it keys.
    pub(crate) fn ends_with_the_process(&self) -> bool {
        let made_up = self.keys.as_ref().is_some_and(StateKeys::are_made_up);
        made_up && self.used.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Asking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking")
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}
