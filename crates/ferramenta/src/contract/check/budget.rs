use std::cell::Cell;

/// What a check may cost, in steps: enough for every value that schemas are written for, and an end to
/// those whose forms multiply with their depth.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<usize>,
    spent: Cell<bool>,
}

impl Budget {
    /// Enough for a value of so many bytes.
    pub(crate) fn for_bytes(bytes: usize) -> Self {
        Self {
            left: Cell::new(bytes.saturating_mul(8).saturating_add(100_000)),
            spent: Cell::new(false),
        }
    }

    /// Takes one step; false when there is none left.
    pub(super) fn step(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        self.spent.set(left == 0);
        left > 0
    }

    /// Whether a step was refused: what came of the check then says nothing, and the value is refused.
    pub(crate) const fn is_spent(&self) -> bool {
        self.spent.get()
    }
}
