use std::{
    any::Any,
    panic::resume_unwind,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{sync::Semaphore, task::JoinHandle};

use super::{CallError, call::Slot};
use crate::{Failure, Limits};

/// What a handler has given back. Its type is forgotten on the way through another task, or what a task needs would be
/// compiled for each handler again.
type Given = Box<dyn Any + Send>;

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
        recovered(self.give(Box::new(|| Box::new(function())), slot).await?)
    }

    async fn give(
        &self,
        function: Box<dyn FnOnce() -> Given + Send>,
        slot: Slot,
    ) -> Result<Given, CallError> {
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
    pub(crate) async fn detach<F, R>(&self, future: F, slot: Slot) -> Result<R, CallError>
    where
        F: Future<Output = R> + Send + 'static,
        R: Send + 'static,
    {
        let future = Box::pin(async { Box::new(future.await) as Given });
        recovered(self.outlive(future, slot).await?)
    }

    async fn outlive(
        &self,
        future: Pin<Box<dyn Future<Output = Given> + Send>>,
        slot: Slot,
    ) -> Result<Given, CallError> {
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

async fn ended(running: JoinHandle<Given>) -> Result<Given, CallError> {
    running.await.map_err(|error| match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(error) => Failure::from(error).into(),
    })
}

fn recovered<R: 'static>(given: Given) -> Result<R, CallError> {
    match given.downcast() {
        Ok(given) => Ok(*given),
        Err(_) => Err(Failure::hidden("a task has given back another type than it was to").into()),
    }
}

/// A place in the queue, given back when it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
