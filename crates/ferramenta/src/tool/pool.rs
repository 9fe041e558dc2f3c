use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::Semaphore;

use super::CallError;
use crate::{Failure, Limits};

/// The threads on which `fn` tools run, so that they never block the server: a bounded number of them,
/// with a bounded queue before them.
#[derive(Clone)]
pub(crate) struct Pool {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

impl Pool {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            running: Arc::new(Semaphore::new(limits.blocking_calls)),
            waiting: Arc::default(),
            queue: limits.blocking_queue,
        }
    }

    /// Runs a function on a thread of the pool. A panic in it goes on here.
    pub(crate) async fn run<R: Send + 'static>(
        &self,
        function: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, CallError> {
        let permit = match Arc::clone(&self.running).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = self.queue_up()?;
                Arc::clone(&self.running)
                    .acquire_owned()
                    .await
                    .map_err(Failure::from)?
            }
        };
        let running = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            function()
        });
        running.await.map_err(|error| match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(error) => Failure::from(error).into(),
        })
    }

    fn queue_up(&self) -> Result<Place<'_>, CallError> {
        let place = Place(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) < self.queue {
            Ok(place)
        } else {
            Err(CallError::Busy)
        }
    }
}

/// A place in the queue, given back when it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
