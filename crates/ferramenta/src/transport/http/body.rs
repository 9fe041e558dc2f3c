use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::stream::EventStream;

/// The body of an answer: one JSON message, or a stream of events.
#[derive(Default)]
pub struct HttpBody(Kind);

enum Kind {
    Whole(Bytes),
    Events(Box<EventStream>),
}

impl Default for Kind {
    fn default() -> Self {
        Self::Whole(Bytes::new())
    }
}

impl HttpBody {
    pub(super) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self(Kind::Whole(bytes.into()))
    }

    pub(super) fn events(stream: EventStream) -> Self {
        Self(Kind::Events(Box::new(stream)))
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let data = match &mut self.get_mut().0 {
            Kind::Whole(bytes) if bytes.is_empty() => return Poll::Ready(None),
            Kind::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            Kind::Events(stream) => stream.poll_next(task),
        };
        data.map(|data| data.map(|data| Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(bytes) => bytes.is_empty(),
            Kind::Events(stream) => stream.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(bytes) => {
                SizeHint::with_exact(u64::try_from(bytes.len()).unwrap_or(u64::MAX))
            }
            Kind::Events(_) => SizeHint::default(),
        }
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            Kind::Whole(_) => "whole",
            Kind::Events(_) => "events",
        };
        f.debug_tuple("HttpBody").field(&kind).finish()
    }
}
