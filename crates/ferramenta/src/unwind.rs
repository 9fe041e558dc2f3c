//! Panics of user code, caught where they would otherwise end a task.

use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

/// What a panic was raised with.
pub(crate) type Panic = Box<dyn Any + Send>;

/// Waits for a future, or for its panic.
pub(crate) async fn catch<F: Future>(future: F) -> Result<F::Output, Panic> {
    let mut future = pin!(future);
    poll_fn(
        |task| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(task))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        },
    )
    .await
}

/// The text of a panic.
pub(crate) fn text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("of an unknown kind")
}
