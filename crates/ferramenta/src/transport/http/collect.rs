//! Reads the body of a request, up to a size and for a time.

use std::{error::Error, future::poll_fn, pin::pin};

use bytes::{Buf, Bytes};
use http::StatusCode;
use http_body::Body;

use super::{
    budget::Share,
    reply::{Refused, Reply},
};
use crate::{Limits, within::within};

/// Reads a whole body, which takes its bytes from the share. No timer is set for one that is there already.
pub(super) async fn collect<B>(body: B, limits: &Limits, share: &mut Share) -> Result<Bytes, Reply>
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    within(limits.body, read(body, limits.message, share))
        .await
        .unwrap_or_else(|| {
            let message = "Request timeout: the body took too long to arrive";
            Err(Refused::new(StatusCode::REQUEST_TIMEOUT, message).into())
        })
}

/// The refusal of a body that is larger than the limit.
pub(super) fn too_large(limit: usize) -> Refused {
    let message = format!("Payload too large: a message has at most {limit} bytes here");
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

/// Whether a body says of itself that it is larger than the limit.
pub(super) fn is_larger(body: &impl Body, limit: usize) -> bool {
    usize::try_from(body.size_hint().lower()).map_or(true, |size| size > limit)
}

async fn read<B>(body: B, limit: usize, share: &mut Share) -> Result<Bytes, Reply>
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut whole = Bytes::new();
    let mut parts = Vec::new();
    loop {
        let mut data = match poll_fn(|task| body.as_mut().poll_frame(task)).await {
            None => break,
            Some(Err(error)) => return Err(broken(error).into()),
            Some(Ok(frame)) => match frame.into_data() {
                Ok(data) => data,
                Err(_trailers) => continue,
            },
        };
        if whole.len() + parts.len() + data.remaining() > limit {
            return Err(too_large(limit).into());
        }
        if !share.take(data.remaining()) {
            return Err(Reply::Full);
        }
        if whole.is_empty() && parts.is_empty() {
            whole = data.copy_to_bytes(data.remaining());
            if body.is_end_stream() {
                return Ok(whole);
            }
            continue;
        }
        if parts.is_empty() {
            let rest = usize::try_from(body.size_hint().lower())
                .unwrap_or_default()
                .min(limit);
            parts.reserve(whole.len() + data.remaining() + rest);
            parts.extend_from_slice(&std::mem::take(&mut whole));
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            parts.extend_from_slice(chunk);
            let read = chunk.len();
            data.advance(read);
        }
    }
    Ok(if parts.is_empty() {
        whole
    } else {
        parts.into()
    })
}

/// A body that ends early; the connection is of no more use, whatever is answered.
fn broken(error: impl Into<Box<dyn Error + Send + Sync>>) -> Refused {
    tracing::debug!("the body of a request could not be read: {}", error.into());
    Refused::new(
        StatusCode::BAD_REQUEST,
        "Bad request: the body could not be read to its end",
    )
}
