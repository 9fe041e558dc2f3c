use std::{future::poll_fn, pin::Pin, task::Poll};

use bytes::Bytes;
use ferramenta_protocol::split_batch;

use super::{Answer, Dispatcher, Refusal, refusal::refused_batch};

/// Waits for all futures at once; their results come in their order.
async fn join<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut running: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    let mut results: Vec<Option<F::Output>> = running.iter().map(|_| None).collect();
    poll_fn(|task| {
        for (future, result) in running.iter_mut().zip(&mut results) {
            if result.is_none()
                && let Poll::Ready(done) = future.as_mut().poll(task)
            {
                *result = Some(done);
            }
        }
        if results.iter().all(Option::is_some) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    results.into_iter().flatten().collect()
}

/// Answers each message of a batch, all at once, in one array; `None` when no message wants an answer.
///
/// # Errors
/// When the batch as a whole has to be refused.
pub(crate) async fn in_batch<F>(
    dispatcher: &Dispatcher,
    frame: &Bytes,
    answer: impl Fn(Bytes) -> F,
) -> Result<Option<Answer>, Refusal>
where
    F: Future<Output = Option<Vec<u8>>>,
{
    let elements = split_batch(frame, dispatcher.limits.depth);
    let elements =
        elements.ok_or_else(|| Refusal::unreadable_batch(frame, dispatcher.limits.depth))?;
    if let Some(refusal) = refused_batch(elements.len(), &dispatcher.limits) {
        return Err(refusal);
    }
    let answers = join(
        elements
            .into_iter()
            .map(|element| answer(frame.slice_ref(element)))
            .collect(),
    )
    .await;
    let answers: Vec<Vec<u8>> = answers.into_iter().flatten().collect();
    if answers.is_empty() {
        return Ok(None);
    }
    let mut bytes = b"[".to_vec();
    bytes.extend_from_slice(&answers.join(&b','));
    bytes.push(b']');
    Ok(Some(Answer::ok(bytes)))
}
