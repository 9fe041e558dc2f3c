//! An exchange under way, and what becomes of it when nobody waits for it any more.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use tokio::{
    runtime::Handle,
    task::{JoinHandle, JoinSet},
};

use super::{reply::Reply, session::Recorder};
use crate::{Answer, context::EventQueue};

/// The future of an exchange.
pub(super) type Running = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// An exchange under way. Dropping it cancels what it does, but for requests of the legacy era: those run
/// to their end (specification 2025-11-25: *Streamable HTTP*, disconnection is not cancellation).
pub(super) struct Work {
    running: Option<Running>,
    legacy: Option<Legacy>,
}

/// What a request of the legacy era needs in order to survive its connection.
pub(super) struct Legacy {
    pub(super) orphans: Arc<Orphans>,
    pub(super) under_way: Arc<AtomicBool>,
}

impl Work {
    pub(super) const fn new(running: Running, legacy: Option<Legacy>) -> Self {
        Self {
            running: Some(running),
            legacy,
        }
    }

    /// Goes on in a task of its own, which records what comes of it, whatever becomes of the connection.
    pub(super) fn record(mut self, recorder: Recorder, queue: Arc<EventQueue>) {
        if let (Some(running), Some(legacy)) = (self.running.take(), self.legacy.take()) {
            legacy.orphans.adopt(record(running, recorder, queue));
        }
    }

    /// Goes on in a task of its own: a client that reads slowly must not hold its call up, nor the call's
    /// time limit.
    pub(super) fn apart(mut self) -> Self {
        if let Ok(runtime) = Handle::try_current() {
            self.running = self
                .running
                .take()
                .map(|running| Box::pin(Apart(runtime.spawn(running))) as Running);
        }
        self
    }

    pub(super) fn poll(&mut self, task: &mut Context<'_>) -> Poll<Reply> {
        let Some(running) = &mut self.running else {
            return Poll::Pending;
        };
        let reply = running.as_mut().poll(task);
        if reply.is_ready() {
            self.running = None;
        }
        reply
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let (Some(running), Some(legacy)) = (self.running.take(), self.legacy.take())
            && legacy.under_way.load(Ordering::Relaxed)
        {
            legacy.orphans.adopt(async move { drop(running.await) });
        }
    }
}

/// Records the events of an exchange, and its reply.
async fn record(mut running: Running, recorder: Recorder, queue: Arc<EventQueue>) {
    let reply = poll_fn(|task| {
        let step = running.as_mut().poll(task);
        while let Some(message) = queue.next(task.waker()) {
            recorder.notify(message);
        }
        if let Some(retry) = queue.take_closing() {
            recorder.close(retry);
        }
        step
    });
    if let Some(answer) = reply.await.into_message() {
        recorder.answer(answer.into());
    }
}

/// An exchange in a task of its own, which ends when nobody waits for it any more.
struct Apart(JoinHandle<Reply>);

impl Future for Apart {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Reply> {
        // a task that was ended from outside has no answer
        Pin::new(&mut self.0)
            .poll(task)
            .map(|reply| reply.unwrap_or_else(|_| Reply::Answer(Answer::cancelled())))
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Exchanges that go on without a connection. They end with the server.
#[derive(Default)]
pub(super) struct Orphans {
    tasks: Mutex<JoinSet<()>>,
    closed: AtomicBool,
}

impl Orphans {
    fn adopt(&self, work: impl Future<Output = ()> + Send + 'static) {
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks.spawn_on(work, &runtime);
    }

    /// Waits until all have ended.
    pub(super) async fn ended(&self) {
        let mut tasks =
            std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        while tasks.join_next().await.is_some() {}
    }

    /// Takes in no more.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
