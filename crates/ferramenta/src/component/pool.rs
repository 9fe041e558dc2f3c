use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{sync::Semaphore, task::JoinHandle};

use super::{CallError, call::Slot};
use crate::{Failure, Limits};

/// The threads on which `fn` tools run, so that they never block the server: a bounded number of them,
/// with a bounded queue before them.
#[derive(Clone)]
pub(crate) struct Pool {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
    /// A permit for each future that outlives its call.
    detached: Arc<Semaphore>,
}

impl Pool {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            running: Arc::new(Semaphore::new(limits.blocking_calls)),
            waiting: Arc::default(),
            queue: limits.blocking_queue,
            detached: Arc::new(Semaphore::new(limits.concurrent_calls)),
        }
    }

    /// Runs a function on a thread of the pool. A panic in it goes on here.
    pub(crate) async fn run<R: Send + 'static>(
        &self,
        function: impl FnOnce() -> R + Send + 'static,
        slot: Slot,
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
            let _held = (permit, slot);
            function()
        });
        ended(running).await
    }

    /// Runs a future that outlives whoever waits for it. A panic in it goes on here.
    pub(crate) async fn detach<F>(&self, future: F, slot: Slot) -> Result<F::Output, CallError>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let permit = Arc::clone(&self.detached)
            .try_acquire_owned()
            .map_err(|_| CallError::Busy)?;
        let running = tokio::spawn(async move {
            let _held = (permit, slot);
            future.await
        });
        ended(running).await
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

async fn ended<R>(running: JoinHandle<R>) -> Result<R, CallError> {
    running.await.map_err(|error| match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(error) => Failure::from(error).into(),
    })
}

/// A place in the queue, given back when it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
