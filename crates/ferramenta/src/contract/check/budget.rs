use std::cell::Cell;

/// What a check may cost, in steps: enough for every value that schemas are written for, and an end to
/// those whose forms multiply with their depth.
#[derive(Debug)]
pub(crate) struct Budget(Cell<usize>);

impl Budget {
    /// Enough for a value of so many bytes.
    pub(crate) fn for_bytes(bytes: usize) -> Self {
        Self(Cell::new(bytes.saturating_mul(8).saturating_add(100_000)))
    }

    /// Takes one step; false when there is none left.
    pub(super) fn step(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}
