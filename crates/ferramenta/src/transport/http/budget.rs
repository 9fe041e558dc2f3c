//! The memory that all bodies together may take.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Bytes that are left for bodies.
pub(super) struct Budget(AtomicUsize);

/// Bytes taken from a budget, given back when it is dropped.
pub(super) struct Share {
    budget: Arc<Budget>,
    taken: usize,
}

impl Budget {
    pub(super) const fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    /// A share of nothing yet.
    pub(super) fn share(self: &Arc<Self>) -> Share {
        Share {
            budget: Arc::clone(self),
            taken: 0,
        }
    }
}

impl Share {
    /// Takes more; false when there isn't so much left.
    #[must_use]
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let left = &self.budget.0;
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            left.checked_sub(bytes)
        });
        if taken.is_ok() {
            self.taken += bytes;
        }
        taken.is_ok()
    }

    /// Gives some of it back.
    pub(super) fn give_back(&mut self, bytes: usize) {
        let bytes = bytes.min(self.taken);
        self.taken -= bytes;
        self.budget.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.0.fetch_add(self.taken, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_comes_back() {
        let budget = Arc::new(Budget::new(10));
        let (mut one, mut other) = (budget.share(), budget.share());
        assert!(one.take(6) && other.take(4));
        assert!(!one.take(1) && one.take(0));
        other.give_back(1);
        assert!(one.take(1) && !one.take(1));
        drop(other);
        assert!(one.take(3) && !one.take(1));
        drop(one);
        assert!(budget.share().take(10));
    }
}
