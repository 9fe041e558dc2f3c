//! What is done before the first call, and after the last.

use std::{fmt, pin::Pin, sync::Arc};

use tokio::sync::{Mutex, OnceCell};

use crate::{Binder, Failure, FromServer, unwind};

/// One step of starting or stopping.
pub(crate) type Step = Arc<dyn Fn() -> Running + Send + Sync>;
type Running = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// Prepares a step when its server is built.
pub(crate) type StepSetup = Box<dyn FnOnce(&mut Binder<'_>) -> Option<Step> + Send + Sync>;

/// The setup of a step that takes what lives as long as the server.
pub(crate) fn step<P, F, R>(run: F) -> StepSetup
where
    P: FromServer + Clone + Sync,
    F: Fn(P) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Failure>> + Send + 'static,
{
    Box::new(move |binder| {
        let bound = P::bind(binder)?;
        let needs = P::constant(&bound);
        if needs.is_none() {
            binder.captures_a_call();
        }
        let needs = needs?;
        Some(Arc::new(move || Box::pin(run(needs.clone()))))
    })
}

/// The steps of a server, and how far they have come.
#[derive(Default)]
pub(crate) struct Lifecycle {
    on_start: Vec<Step>,
    on_stop: Vec<Step>,
    /// What went wrong, if anything did.
    started: OnceCell<Option<String>>,
    stopped: Mutex<bool>,
}

impl Lifecycle {
    pub(crate) fn new(on_start: Vec<Step>, on_stop: Vec<Step>) -> Self {
        Self { on_start, on_stop, ..Self::default() }
    }

    /// Starts the server, once; the first step that fails is the last.
    ///
    /// # Errors
    /// What went wrong, then and ever after.
    pub(crate) async fn start(&self) -> Result<(), &str> {
        if self.on_start.is_empty() {
            return Ok(());
        }
        let start = || async {
            for step in &self.on_start {
                if let Some(problem) = problem(step).await {
                    tracing::error!(problem, "the server could not start");
                    return Some(problem);
                }
            }
            None
        };
        self.started.get_or_init(start).await.as_deref().map_or(Ok(()), Err)
    }

    /// Stops the server, once, in the reverse order; what fails doesn't keep the rest from it.
    pub(crate) async fn stop(&self) {
        let mut stopped = self.stopped.lock().await;
        if std::mem::replace(&mut *stopped, true) {
            return;
        }
        for step in self.on_stop.iter().rev() {
            if let Some(problem) = problem(step).await {
                tracing::error!(problem, "a step failed while the server was stopping");
            }
        }
    }
}

/// Runs a step; what went wrong, if anything did.
async fn problem(step: &Step) -> Option<String> {
    match unwind::catch(step()).await {
        Ok(Ok(())) => None,
        Ok(Err(failure)) => Some(format!("{failure:?}")),
        Err(panic) => Some(format!("panic: {}", unwind::text(&*panic))),
    }
}

impl fmt::Debug for Lifecycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lifecycle").field("started", &self.started.initialized()).finish_non_exhaustive()
    }
}
