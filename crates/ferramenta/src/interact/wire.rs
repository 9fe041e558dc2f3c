//! How a request is answered that is still to be answered by the user.

use std::{future::poll_fn, pin::pin, task::Poll};

use ferramenta_protocol::write;

use crate::{Answer, Context, Failure, Outcome};

/// A question as a client finds it in an answer.
pub(super) fn input_request(method: &str, params: &[u8]) -> Vec<u8> {
    let mut out = b"{".to_vec();
    write::value_member(&mut out, "method", method);
    write::raw_member(&mut out, "params", params);
    out.push(b'}');
    out
}

/// Runs a handler until it is done, or can't go on without an answer: then it comes to nothing.
pub(crate) async fn until_asked<F: Future>(cx: &Context, handler: F) -> Option<F::Output> {
    let Some(round) = cx.call().round.get() else {
        return Some(handler.await);
    };
    round.restart();
    let mut handler = pin!(handler);
    poll_fn(|task| match handler.as_mut().poll(task) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if round.has_open(task.waker()) => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    })
    .await
}

/// The answer to a request whose handler can't go on: what is to be asked, and what the client keeps meanwhile
/// (specification 2026-07-28: *Multi Round-Trip Requests*).
///
/// # Errors
/// When the state can't be sealed.
pub(crate) fn input_required(cx: &Context) -> Result<Answer, Failure> {
    let round = cx.call().round.get();
    let (open, state) = round.map(|round| round.close()).unwrap_or_default();
    let state = state.ok_or_else(|| Failure::hidden("the state of a request can't be sealed"))?;
    let mut out = Vec::with_capacity(1024);
    if let Some(id) = cx.id() {
        write::begin_result(&mut out, id);
    }
    write::member(&mut out, "inputRequests");
    out.push(b'{');
    for (key, request) in &open {
        write::raw_member(&mut out, key, request);
    }
    out.push(b'}');
    write::value_member(&mut out, "requestState", &state);
    cx.tail().close_as(&mut out, "input_required");
    Ok(Answer::with(Outcome::InputRequired, out))
}
