use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OnceCell;

use crate::Failure;

/// A place in the values of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(super) usize);

type Cell = Arc<OnceCell<Box<dyn Any + Send + Sync>>>;

/// The values that belong to one call: each made at most once, and let go when the call ends.
#[derive(Default)]
pub(crate) struct Scope(Mutex<Cells>);

#[derive(Default)]
enum Cells {
    /// Nothing was asked for.
    #[default]
    Empty,
    Open(Vec<Cell>),
    /// The call has ended.
    Closed,
}

impl Scope {
    /// The value in a slot, made if nobody asked for it before.
    pub(super) async fn get<T, F>(
        &self,
        slot: Slot,
        make: impl FnOnce() -> F,
    ) -> Result<Arc<T>, Failure>
    where
        T: ?Sized + Send + Sync + 'static,
        F: Future<Output = Result<Arc<T>, Failure>>,
    {
        let cell = self.cell(slot)?;
        let value = cell
            .get_or_try_init(|| async { Ok::<_, Failure>(Box::new(make().await?) as Box<_>) })
            .await?;
        let value = value.downcast_ref::<Arc<T>>().map(Arc::clone);
        value.ok_or_else(|| Failure::hidden("a slot of the call holds a value of another type"))
    }

    /// Lets go of all values.
    pub(crate) fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Cells::Closed;
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Failure> {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*cells, Cells::Empty) {
            *cells = Cells::Open(Vec::new());
        }
        let Cells::Open(open) = &mut *cells else {
            return Err(Failure::hidden(
                "the call has ended, and what belongs to it is gone",
            ));
        };
        if open.len() <= slot.0 {
            open.resize_with(slot.0 + 1, Cell::default);
        }
        Ok(Arc::clone(&open[slot.0]))
    }
}
