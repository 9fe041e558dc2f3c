//! A tool call, and everything that must not reach the transport unseen: panics, time limits,
//! cancellation, and what the log is told.

use std::{
    borrow::Cow,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::{Duration, Instant},
};

use ferramenta_protocol::{Method, Params, json};
use tokio::sync::Semaphore;
use tracing::{Span, field};

use super::{
    Admission, Answer, Dispatcher, Refusal, access::unknown, failed::conclude, pulse::Pulse,
};
#[cfg(feature = "rate-limits")]
use super::{Outcome, failed::told};
use crate::{
    Context, Transport,
    catalog::Tool,
    component::{CallError, Callable, Component},
    context::Called,
    layer::{ErasedAround, NextCall},
    unwind::{self, Panic},
};

/// How a call ended.
pub(super) enum End {
    Done(Answer),
    Failed(CallError),
    Panicked(Panic),
    TimedOut(Duration),
    Cancelled,
}

/// A call that was let through, to be run once, or more often by what is around it.
pub(crate) struct Attempt<'a> {
    callable: &'a dyn Callable,
    /// Where there is a bound on runs at once.
    slots: Option<&'a Arc<Semaphore>>,
    around: &'a [Arc<dyn ErasedAround>],
    pub(crate) cx: &'a Context,
    arguments: &'a str,
    span: &'a Span,
}

impl<'a> Attempt<'a> {
    fn of(component: &'a Component, cx: &'a Context, arguments: &'a str, span: &'a Span) -> Self {
        Self {
            callable: &*component.callable,
            slots: component.slots.as_ref(),
            around: &component.around,
            cx,
            arguments,
            span,
        }
    }

    /// Something that takes no arguments and has nothing around it.
    pub(super) const fn alone(callable: &'a dyn Callable, cx: &'a Context, span: &'a Span) -> Self {
        Self {
            callable,
            slots: None,
            around: &[],
            cx,
            arguments: "{}",
            span,
        }
    }

    /// Runs the handler, and answers what becomes of it.
    pub(crate) async fn conclude(&self) -> Answer {
        let end = match unwind::catch(self.run()).await {
            Ok(Ok(answer)) => End::Done(answer),
            Ok(Err(error)) => End::Failed(error),
            Err(panic) => End::Panicked(panic),
        };
        conclude(end, self.cx, self.span)
    }

    async fn run(&self) -> Result<Answer, CallError> {
        let slot = match self.slots {
            Some(slots) => Arc::clone(slots).acquire_owned().await.ok(),
            None => None,
        };
        self.callable.call(self.cx, self.arguments, slot).await
    }

    /// Runs the handler, with what is around it.
    async fn run_around(&self) -> Result<Answer, CallError> {
        if self.around.is_empty() {
            self.run().await
        } else {
            Ok(NextCall::new(self, self.around).run().await)
        }
    }
}

impl Dispatcher {
    pub(super) async fn call_tool(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let name = named(params)?;
        let catalog = &cx.call().catalog;
        let tool = catalog.tool(&name).ok_or_else(|| unknown(&name, cx))?;
        let check = |arguments: &str| check_headers(tool, arguments, cx);
        self.call(&tool.component, check, params, cx, admission)
            .await
    }

    pub(super) async fn get_prompt(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let name = named(params)?;
        let catalog = &cx.call().catalog;
        let prompt = catalog.prompt(&name).ok_or_else(|| unknown(&name, cx))?;
        self.call(&prompt.component, |_| Ok(()), params, cx, admission)
            .await
    }

    /// Calls a component, for a caller who may use it.
    async fn call(
        &self,
        component: &Component,
        check: impl Fn(&str) -> Result<(), Refusal>,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        if !self.admitted(component, cx).await? {
            return Ok(Answer::cancelled());
        }
        let arguments = || {
            let arguments = argument_object(params.arguments, self.limits.depth)?;
            check(&arguments)?;
            Ok(arguments)
        };
        self.perform(component, arguments, cx, admission).await
    }

    /// Calls a component that the caller may use.
    pub(super) async fn perform<'a>(
        &self,
        component: &Component,
        arguments: impl FnOnce() -> Result<Cow<'a, str>, Refusal>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let span = span(cx, &component.name);
        #[cfg(feature = "rate-limits")]
        if let Some(text) = crate::rate::too_often(self.rate.as_ref(), component, cx) {
            let answer = told(cx, Outcome::RateLimited, &text);
            span.record("outcome", answer.outcome.as_str());
            return Ok(answer);
        }
        let arguments = arguments()?;
        let attempt = Attempt::of(component, cx, &arguments, &span);
        Ok(self.attempt(&attempt, component, admission).await)
    }

    /// Whether a caller who may use a component still waits.
    pub(super) async fn admitted(
        &self,
        component: &Component,
        cx: &Context,
    ) -> Result<bool, Refusal> {
        if cx.call().catalog.has_rules() {
            let admitted = self.admit(component, cx).await;
            if cx.is_cancelled() {
                return Ok(false);
            }
            admitted?;
        }
        Ok(true)
    }

    /// Runs what was let through, within the time that its component has.
    pub(super) async fn attempt(
        &self,
        attempt: &Attempt<'_>,
        component: &Component,
        admission: &Admission<'_>,
    ) -> Answer {
        admission.let_through();
        let started = Instant::now();
        let limit = component.timeout.unwrap_or(self.limits.call);
        let end = run(attempt, limit, self.limits.heartbeat).await;
        let answer = conclude(end, attempt.cx, attempt.span);
        attempt.span.record("outcome", answer.outcome.as_str());
        let duration = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        attempt.span.record("duration_us", duration);
        answer
    }
}

/// What is called.
fn named<'a>(params: &Params<'a>) -> Result<Cow<'a, str>, Refusal> {
    let name = params.name.and_then(json::string);
    name.ok_or_else(|| Refusal::params("Invalid params: `name` is missing or not a string"))
}

/// Runs a call under its limits. The first step is taken before timers are set: most calls are done by then.
async fn run(attempt: &Attempt<'_>, limit: Duration, heartbeat: Duration) -> End {
    let mut work = pin!(attempt.run_around());
    let mut step = poll_fn(|task| {
        let _entered = attempt.span.enter();
        match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(task))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(Ok(answer))) => Poll::Ready(End::Done(answer)),
            Ok(Poll::Ready(Err(error))) => Poll::Ready(End::Failed(error)),
            Err(panic) => Poll::Ready(End::Panicked(panic)),
        }
    });
    if let Poll::Ready(end) = poll_fn(|task| Poll::Ready(pin!(&mut step).poll(task))).await {
        return end;
    }
    let begun = tokio::time::Instant::now();
    let mut timer = pin!(tokio::time::sleep(limit));
    let mut cancelled = pin!(attempt.cx.call().cancel.raised());
    let mut pulse = Pulse::of(attempt.cx, heartbeat);
    // the step just taken has told the handler whom to wake
    let mut stepped = true;
    poll_fn(|task| {
        if cancelled.as_mut().poll(task).is_ready() {
            return Poll::Ready(End::Cancelled);
        }
        if !std::mem::take(&mut stepped)
            && let Poll::Ready(end) = pin!(&mut step).poll(task)
        {
            return Poll::Ready(end);
        }
        while let Poll::Ready(()) = timer.as_mut().poll(task) {
            match extended(attempt.cx, begun + limit) {
                Some(end) => timer.as_mut().reset(end),
                None => return Poll::Ready(End::TimedOut(limit)),
            }
        }
        pulse.poll(task);
        Poll::Pending
    })
    .await
}

/// When a call ends whose time is over, where some of it was the user's; a look at a user who is still thinking
/// comes again soon.
fn extended(cx: &Context, end: tokio::time::Instant) -> Option<tokio::time::Instant> {
    const SOON: Duration = Duration::from_secs(1);
    let (waited, waits) = cx.call().round.get()?.waited();
    let (now, end) = (tokio::time::Instant::now(), end + waited);
    match waits {
        true => Some(end.max(now + SOON)),
        false => (end > now).then_some(end),
    }
}

/// The arguments as an object: absent and null are the empty one, and text that holds one is unwrapped.
fn argument_object(raw: Option<&str>, depth: usize) -> Result<Cow<'_, str>, Refusal> {
    let refused = || Refusal::params("Invalid params: `arguments` has to be an object");
    match raw {
        None | Some("null") => Ok("{}".into()),
        Some(raw) if json::is_object(raw) => Ok(raw.into()),
        Some(raw) => {
            let text = json::string(raw).ok_or_else(refused)?;
            let inner = text.trim();
            if json::is_object(inner) && json::is_within(inner, depth) {
                Ok(inner.to_owned().into())
            } else {
                Err(refused())
            }
        }
    }
}

/// The headers that repeat arguments have to say the same (only where there are headers).
fn check_headers(tool: &Tool, arguments: &str, cx: &Context) -> Result<(), Refusal> {
    let call = cx.call();
    let Some(http) = call
        .http
        .as_ref()
        .filter(|_| call.transport == Transport::Http)
        .filter(|_| call.version.is_modern() && !tool.headers.is_empty())
    else {
        return Ok(());
    };
    tool.headers
        .mismatch(arguments, &http.headers)
        .map_or(Ok(()), |message| Err(Refusal::header_mismatch(message)))
}

/// The span of a call: what was called and how it ended, and nothing that a user typed.
pub(super) fn span(cx: &Context, name: &str) -> Span {
    macro_rules! span {
        ($method:literal, $kind:ident) => {
            tracing::debug_span!(
                target: "ferramenta::call",
                $method,
                $kind = name,
                version = cx.call().version.as_str(),
                transport = cx.transport().as_str(),
                outcome = field::Empty,
                repairs = field::Empty,
                duration_us = field::Empty,
                reference = field::Empty,
            )
        };
    }
    match cx.call().method {
        Called::Known(Method::PromptsGet) => span!("prompts/get", prompt),
        Called::Known(Method::ResourcesRead) => span!("resources/read", resource),
        Called::Known(Method::ResourcesList) => span!("resources/list", resource),
        Called::Unknown(_) => span!("extension", method),
        Called::Known(Method::Complete) => span!("completion/complete", component),
        Called::Known(_) => span!("tools/call", tool),
    }
}
