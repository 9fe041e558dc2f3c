//! What is answered when a request doesn't end well, and what the log is told that the client isn't.

use std::{
    any::Any,
    hash::{BuildHasher, Hasher, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ferramenta_protocol::{Method, write};
use serde_json::{Map, Value};
use tracing::Span;

use super::{Answer, Outcome, Refusal, call::End};
use crate::{
    Content, Context, Failure, component::CallError, context::Called, contract::InvalidArguments,
    error::FailureKind, unwind,
};

/// The key of `_meta` under which a refusal of arguments is told to programs.
const PROBLEMS: &str = "ferramenta/problems";

/// Turns the end of a call into its answer.
pub(super) fn conclude(end: End, cx: &Context, span: &Span) -> Answer {
    match end {
        End::Done(answer) => answer,
        End::Failed(CallError::Arguments(invalid)) => invalid_arguments(cx, &invalid),
        End::Failed(CallError::TooLarge { most }) => told(cx, Outcome::TooLarge, &too_large(most)),
        End::Failed(CallError::NotFound) => not_found(cx, None).answer(cx.id()),
        End::Failed(CallError::Busy) => Refusal::busy().answer(cx.id()),
        End::Failed(CallError::Failure(failure)) => failed(failure, cx, span),
        End::Panicked(panic) => panicked(&*panic, cx, span),
        End::TimedOut(limit) => {
            let text = format!("timed out after {}", seconds(limit));
            told(cx, Outcome::TimedOut, &text)
        }
        End::Cancelled => Answer::cancelled(),
    }
}

/// The answer to a request one of whose layers failed.
pub(crate) fn layer_failed(failure: Failure, cx: &Context) -> Answer {
    failed(failure, cx, &Span::current())
}

/// The answer to a request one of whose layers panicked.
pub(crate) fn layer_panicked(panic: &(dyn Any + Send), cx: &Context) -> Answer {
    panicked(panic, cx, &Span::current())
}

fn failed(failure: Failure, cx: &Context, span: &Span) -> Answer {
    match failure.0 {
        FailureKind::Visible(visible) => {
            if let Some(cause) = std::error::Error::source(&visible) {
                tracing::debug!(parent: span, cause = chain(cause), "a handler refused: {visible}");
            }
            told(cx, Outcome::Rejected, visible.message())
        }
        FailureKind::Protocol(protocol) => {
            Refusal::of_handler(protocol, cx.call().version).answer(cx.id())
        }
        FailureKind::Hidden(hidden) => unexpected(cx, Outcome::Failed, span, &chain(&*hidden)),
    }
}

fn panicked(panic: &(dyn Any + Send), cx: &Context, span: &Span) -> Answer {
    let details = format!("panic: {}", unwind::text(panic));
    unexpected(cx, Outcome::Panicked, span, &details)
}

fn too_large(most: usize) -> String {
    format!(
        "The result has more than the {most} bytes that may be sent: ask for less, with a smaller limit or a \
         narrower query"
    )
}

/// What the client learns of something unexpected: a reference, under which the log has the rest.
fn unexpected(cx: &Context, outcome: Outcome, span: &Span, details: &str) -> Answer {
    let reference = reference();
    span.record("reference", reference.as_str());
    // the span is below the usual level, so the event says itself what was called
    let (method, tool) = (cx.method(), cx.name());
    let what = if is_call(cx) {
        "Tool execution failed"
    } else {
        "Internal error"
    };
    tracing::error!(parent: span, method, tool = tool.as_deref(), reference, details, "{what}");
    told(cx, outcome, &format!("{what} (reference {reference})"))
}

/// What is wrong with the arguments, as text for the model and as data for programs.
fn invalid_arguments(cx: &Context, invalid: &InvalidArguments) -> Answer {
    match cx.call().method {
        Called::Known(Method::ResourcesRead) => {
            return not_found(cx, Some(&invalid.data())).answer(cx.id());
        }
        Called::Known(Method::PromptsGet) => {
            let refusal = Refusal::invalid_arguments(invalid.message("prompt"), &invalid.data());
            return refusal.answer(cx.id());
        }
        Called::Unknown(_) => {
            let refusal = Refusal::invalid_arguments(invalid.message("method"), &invalid.data());
            return refusal.answer(cx.id());
        }
        Called::Known(_) => {}
    }
    let meta = Map::from_iter([(PROBLEMS.to_owned(), invalid.data())]);
    let bytes = error_with(cx, &invalid.message("tool"), &meta);
    Answer::with(Outcome::InvalidArguments, bytes)
}

/// There is no such resource; with what is wrong with the values that its URI has.
fn not_found(cx: &Context, problems: Option<&Value>) -> Refusal {
    let uri = cx.name().unwrap_or_default();
    Refusal::resource_not_found(&uri, cx.call().version, problems)
}

/// An error with this text: of a call a result that the model reads, of all else an error of the protocol.
pub(super) fn told(cx: &Context, outcome: Outcome, text: &str) -> Answer {
    if is_call(cx) {
        error(cx, outcome, text)
    } else {
        Refusal::internal(text.to_owned(), outcome).answer(cx.id())
    }
}

fn is_call(cx: &Context) -> bool {
    matches!(cx.call().method, Called::Known(Method::ToolsCall))
}

/// A result that is an error: the model reads the text.
fn error(cx: &Context, outcome: Outcome, text: &str) -> Answer {
    Answer::with(outcome, error_with(cx, text, &Map::new()))
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
    cx.tail().close(&mut out, meta);
    out
}

/// A short text that finds an entry of the log.
fn reference() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
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
