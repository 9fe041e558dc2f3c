//! What is done before the first call, and after the last.

use std::{
    fmt,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::{Mutex, OnceCell},
};

use crate::{Binder, Failure, FromServer, unwind, within::within};

/// One step of starting or stopping.
pub(crate) struct Step {
    /// Where it comes from, for the log.
    name: &'static str,
    run: Box<dyn Fn() -> Running + Send + Sync>,
}

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
        Some(Step {
            name: std::any::type_name::<F>(),
            run: Box::new(move || Box::pin(run(needs.clone()))),
        })
    })
}

/// The steps of a server, and how far they have come.
pub(crate) struct Lifecycle {
    shared: Arc<Shared>,
    /// The time that each step of stopping gets.
    grace: Duration,
}

#[derive(Default)]
struct Shared {
    on_start: Vec<Step>,
    on_stop: Vec<Step>,
    /// What went wrong, if anything did.
    started: OnceCell<Option<String>>,
    begun: AtomicBool,
    /// Whether there is something to stop: a step of starting was done, or there was none to do.
    holds: AtomicBool,
    stopped: Mutex<bool>,
}

impl Lifecycle {
    pub(crate) fn new(on_start: Vec<Step>, on_stop: Vec<Step>) -> Self {
        let shared = Shared {
            on_start,
            on_stop,
            ..Shared::default()
        };
        Self {
            shared: Arc::new(shared),
            grace: Duration::MAX,
        }
    }

    /// Gives each step of stopping so much time.
    pub(crate) fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Starts the server, once; the first step that fails is the last.
    ///
    /// # Errors
    /// What went wrong, then and ever after.
    pub(crate) async fn start(&self) -> Result<(), &str> {
        if !self.shared.started.initialized() {
            let shared = Arc::clone(&self.shared);
            let start = async move { shared.start().await };
            // in a task of its own: the steps go on when the request that they began with is dropped
            match Handle::try_current() {
                Ok(runtime) if !self.shared.on_start.is_empty() => drop(runtime.spawn(start).await),
                _ => start.await,
            }
        }
        match self.shared.started.get() {
            Some(None) => Ok(()),
            Some(Some(problem)) => Err(problem),
            None => Err("the runtime ends"),
        }
    }

    /// Stops the server, once, in the reverse order; what fails doesn't keep the rest from it. There is
    /// nothing to stop where nothing was started.
    pub(crate) async fn stop(&self) {
        if self.shared.begun.load(Ordering::Acquire) {
            let interrupted = || async { Some("it was stopped meanwhile".to_owned()) };
            // steps of starting that are under way end first
            let _ = within(self.grace, self.shared.started.get_or_init(interrupted)).await;
        }
        let mut stopped = self.shared.stopped.lock().await;
        if !self.shared.holds.load(Ordering::Acquire) || std::mem::replace(&mut *stopped, true) {
            return;
        }
        for step in self.shared.on_stop.iter().rev() {
            let name = step.name;
            match within(self.grace, problem(step)).await {
                Some(None) => {}
                Some(Some(problem)) => {
                    tracing::error!(
                        step = name,
                        problem,
                        "a step failed while the server was stopping"
                    );
                }
                None => tracing::error!(
                    step = name,
                    limit = ?self.grace,
                    "a step of stopping took too long and was given up"
                ),
            }
        }
    }
}

impl Shared {
    async fn start(&self) {
        self.started.get_or_init(|| self.run()).await;
    }

    /// Takes the steps; what went wrong, if anything did.
    async fn run(&self) -> Option<String> {
        self.begun.store(true, Ordering::Release);
        if self.on_start.is_empty() {
            self.holds.store(true, Ordering::Release);
        }
        for step in &self.on_start {
            if let Some(problem) = problem(step).await {
                tracing::error!(step = step.name, problem, "the server could not start");
                return Some(problem);
            }
            self.holds.store(true, Ordering::Release);
        }
        None
    }
}

/// Runs a step; what went wrong, if anything did.
async fn problem(step: &Step) -> Option<String> {
    // the closure is called inside: it may panic before there is anything to wait for
    match unwind::catch(async { (step.run)().await }).await {
        Ok(Ok(())) => None,
        Ok(Err(failure)) => Some(format!("{failure:?}")),
        Err(panic) => Some(format!("panic: {}", unwind::text(&*panic))),
    }
}

impl fmt::Debug for Lifecycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lifecycle")
            .field("started", &self.shared.started.initialized())
            .finish_non_exhaustive()
    }
}
