//! A time limit that costs nothing where nothing waits.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

/// What a future gives, unless that takes too long. No timer is set for one that is done at once.
pub(crate) async fn within<F: Future>(limit: Duration, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    if let Poll::Ready(done) = poll_fn(|task| Poll::Ready(future.as_mut().poll(task))).await {
        return Some(done);
    }
    tokio::time::timeout(limit, future).await.ok()
}
