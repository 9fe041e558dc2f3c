//! A tool call, and everything that must not reach the transport unseen: panics, time limits,
//! cancellation, and what the log is told.

use std::{
    borrow::Cow,
    future::poll_fn,
    hash::{BuildHasher, Hasher, RandomState},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{Arc, LazyLock, atomic::Ordering},
    task::Poll,
    time::{Duration, Instant},
};

use ferramenta_protocol::{Method, json, write};
use serde_json::{Map, Value};
use tracing::{Span, field};

use super::{Dispatcher, Incoming, Refusal, access::unknown};
use crate::{
    Content, Context, Failure, Transport,
    catalog::Tool,
    contract::InvalidArguments,
    error::FailureKind,
    tool::CallError,
    unwind::{self, Panic},
};

/// The key of `_meta` under which a refusal of arguments is told to programs.
const PROBLEMS: &str = "ferramenta/problems";

/// How a call ended.
enum Outcome {
    Done(Vec<u8>),
    Failed(CallError),
    Panicked(Panic),
    TimedOut(Duration),
    Cancelled,
}

impl Dispatcher {
    pub(super) async fn call_tool(
        &self,
        method: Method,
        incoming: Incoming<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        let params = incoming.request.params;
        let name = params.name.and_then(json::string);
        let name = name
            .ok_or_else(|| Refusal::params("Invalid params: `name` is missing or not a string"))?;
        let tool = self.catalog.tool(&name).ok_or_else(|| unknown(&name))?;
        let span = span(&incoming, &name);
        let under_way = incoming.under_way.clone();
        let cx = self.context(method, incoming);
        let _end = EndWhenDropped(&cx);
        if self.catalog.has_rules() {
            let admitted = self.admit(tool, &cx).await;
            if cx.is_cancelled() {
                return Ok(Vec::new());
            }
            admitted?;
        }
        let arguments = argument_object(params.arguments, self.limits.depth)?;
        check_headers(tool, &arguments, &cx)?;
        if let Some(under_way) = under_way {
            under_way.store(true, Ordering::Relaxed);
        }
        let started = Instant::now();
        let outcome = self.run(tool, &cx, &arguments, &span).await;
        let answer = conclude(outcome, &name, &cx, &span);
        span.record(
            "duration_us",
            u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        );
        answer
    }

    /// Runs the handler under its limits. The first step is taken before a timer is set: most calls are
    /// done by then.
    async fn run(&self, tool: &Tool, cx: &Context, arguments: &str, span: &Span) -> Outcome {
        let cancel = &cx.call().cancel;
        let limit = tool.timeout.unwrap_or(self.limits.call);
        let mut work = pin!(async {
            let slot = match &tool.slots {
                Some(slots) => Arc::clone(slots).acquire_owned().await.ok(),
                None => None,
            };
            tool.callable.call(cx, arguments, slot).await
        });
        let mut step = poll_fn(|task| {
            let _entered = span.enter();
            match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(task))) {
                Ok(Poll::Pending) => Poll::Pending,
                Ok(Poll::Ready(Ok(answer))) => Poll::Ready(Outcome::Done(answer)),
                Ok(Poll::Ready(Err(error))) => Poll::Ready(Outcome::Failed(error)),
                Err(panic) => Poll::Ready(Outcome::Panicked(panic)),
            }
        });
        if let Poll::Ready(outcome) = poll_fn(|task| Poll::Ready(pin!(&mut step).poll(task))).await
        {
            return outcome;
        }
        let mut timer = pin!(tokio::time::sleep(limit));
        let mut cancelled = pin!(cancel.cancelled());
        // the step just taken has told the handler whom to wake
        let mut stepped = true;
        poll_fn(|task| {
            if cancelled.as_mut().poll(task).is_ready() {
                return Poll::Ready(Outcome::Cancelled);
            }
            if !std::mem::take(&mut stepped)
                && let Poll::Ready(outcome) = pin!(&mut step).poll(task)
            {
                return Poll::Ready(outcome);
            }
            timer.as_mut().poll(task).map(|()| Outcome::TimedOut(limit))
        })
        .await
    }
}

/// Turns the end of a call into its answer, and tells the log what the client isn't told.
fn conclude(outcome: Outcome, tool: &str, cx: &Context, span: &Span) -> Result<Vec<u8>, Refusal> {
    let (name, answer) = match outcome {
        Outcome::Done(answer) => ("ok", Ok(answer)),
        Outcome::Failed(CallError::Arguments(invalid)) => {
            ("invalid_arguments", Ok(invalid_arguments(cx, &invalid)))
        }
        Outcome::Failed(CallError::TooLarge { size, most }) => {
            ("too_large", Ok(error(cx, &too_large(size, most))))
        }
        Outcome::Failed(CallError::Busy) => ("busy", Err(Refusal::busy())),
        Outcome::Failed(CallError::Failure(failure)) => conclude_failure(failure, tool, cx, span),
        Outcome::Panicked(panic) => (
            "panic",
            Ok(unexpected(
                tool,
                cx,
                span,
                &format!("panic: {}", unwind::text(&*panic)),
            )),
        ),
        Outcome::TimedOut(limit) => (
            "timeout",
            Ok(error(cx, &format!("timed out after {}", seconds(limit)))),
        ),
        Outcome::Cancelled => ("cancelled", Ok(Vec::new())),
    };
    span.record("outcome", name);
    answer
}

fn conclude_failure(
    failure: Failure,
    tool: &str,
    cx: &Context,
    span: &Span,
) -> (&'static str, Result<Vec<u8>, Refusal>) {
    match failure.0 {
        FailureKind::Visible(visible) => {
            if let Some(cause) = std::error::Error::source(&visible) {
                tracing::debug!(parent: span, cause = chain(cause), "a tool refused: {visible}");
            }
            ("tool_error", Ok(error(cx, visible.message())))
        }
        FailureKind::Protocol(protocol) => (
            "protocol_error",
            Err(Refusal::of_handler(protocol, cx.call().version)),
        ),
        FailureKind::Hidden(hidden) => {
            ("failure", Ok(unexpected(tool, cx, span, &chain(&*hidden))))
        }
    }
}

fn too_large(size: usize, most: usize) -> String {
    format!(
        "The result has {size} bytes, and at most {most} may be sent: ask for less, with a smaller limit or a \
         narrower query"
    )
}

/// What the model reads of something unexpected: a reference, under which the log has the rest.
fn unexpected(tool: &str, cx: &Context, span: &Span, details: &str) -> Vec<u8> {
    let reference = reference();
    span.record("reference", reference.as_str());
    // the span is below the usual level, so the event says itself what was called
    tracing::error!(parent: span, method = "tools/call", tool, reference, details, "Tool execution failed");
    error(
        cx,
        &format!("Tool execution failed (reference {reference})"),
    )
}

/// What is wrong with the arguments, as text for the model and as data for programs.
fn invalid_arguments(cx: &Context, invalid: &InvalidArguments) -> Vec<u8> {
    let meta = Map::from_iter([(PROBLEMS.to_owned(), invalid.data())]);
    error_with(cx, &invalid.message(), &meta)
}

/// A result that is an error: the model reads the text.
fn error(cx: &Context, text: &str) -> Vec<u8> {
    error_with(cx, text, &Map::new())
}

fn error_with(cx: &Context, text: &str, meta: &Map<String, Value>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 256);
    if let Some(id) = cx.id() {
        write::begin_result(&mut out, id);
    }
    let call = cx.call();
    write::member(&mut out, "content");
    Content::write_list(&[Content::text(text)], &mut out, call.version);
    write::value_member(&mut out, "isError", &true);
    call.tail.close(&mut out, meta);
    out
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
fn span(incoming: &Incoming<'_>, tool: &str) -> Span {
    tracing::debug_span!(
        target: "ferramenta::call",
        "tools/call",
        tool,
        version = incoming.version.as_str(),
        transport = incoming.transport.as_str(),
        outcome = field::Empty,
        repairs = field::Empty,
        duration_us = field::Empty,
        reference = field::Empty,
    )
}

/// Ends a call, however it ends: raises the flag that blocking handlers look at, and lets go of what was
/// made for it.
pub(super) struct EndWhenDropped<'a>(pub(super) &'a Context);

impl Drop for EndWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.call().cancel.cancel();
        self.0.call().scope.close();
    }
}

/// A short text that finds an entry of the log.
fn reference() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let mut hasher = SEED.build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{:08x}", hasher.finish() >> 32)
}

/// An error and its causes, in one line.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}
