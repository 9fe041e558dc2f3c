//! What is remembered of callers.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use governor::{
    nanos::Nanos,
    state::{StateStore, keyed::ShrinkableKeyedStateStore},
};

/// Most callers that are remembered.
pub(super) const MOST: usize = 16_384;

/// How many are left at most when there were too many: so many fewer that making room is rare.
const LEFT: usize = MOST / 4 * 3;

/// For each caller the time at which it will have all its calls again. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Table(Arc<Mutex<HashMap<u64, Nanos>>>);

impl Table {
    /// Brings the time forward at which a caller has all its calls again.
    pub(super) fn give_back(&self, key: u64, by: Nanos) {
        if let Some(full) = self.lock().get_mut(&key) {
            *full = full.saturating_sub(by);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Nanos>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Table {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut callers = self.lock();
        let (measured, full) = measure(callers.get(key).copied())?;
        callers.insert(*key, full);
        Ok(measured)
    }
}

impl ShrinkableKeyedStateStore<u64> for Table {
    /// Forgets callers that have all their calls again; where that isn't enough, also those who will soonest,
    /// for whom it changes least.
    fn retain_recent(&self, drop_below: Nanos) {
        let mut callers = self.lock();
        callers.retain(|_, full| *full > drop_below);
        if let Some(too_many) = callers.len().checked_sub(LEFT + 1) {
            let mut times: Vec<Nanos> = callers.values().copied().collect();
            let (_, &mut last, _) = times.select_nth_unstable(too_many);
            callers.retain(|_, full| *full > last);
        }
    }

    fn len(&self) -> usize {
        self.lock().len()
    }

    fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}
