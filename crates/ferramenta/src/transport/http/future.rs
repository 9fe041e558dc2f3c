use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::Response;

use super::{
    HttpBody,
    cors::Mark,
    reply::{Reply, events},
    session::{Resumable, SESSION_ID},
    stream::EventStream,
    work::Work,
};
use crate::context::EventQueue;

/// The answer to a request, as it comes to be.
///
/// Dropping it cancels the request, except in the legacy era, where it runs to its end.
pub struct HttpFuture {
    state: State,
    mark: Mark,
}

enum State {
    Ready(Response<HttpBody>),
    UnderWay(Work, Option<Streaming>),
    Taken,
}

/// How the answer can become a stream.
pub(super) struct Streaming {
    pub(super) queue: Arc<EventQueue>,
    pub(super) keep_alive: Duration,
    /// For a client that takes nothing but streams: whether its request is under way.
    pub(super) only: Option<Arc<AtomicBool>>,
    /// Who can resume the stream.
    pub(super) resumable: Option<Arc<Resumable>>,
}

impl HttpFuture {
    pub(super) const fn ready(response: Response<HttpBody>, mark: Mark) -> Self {
        Self {
            state: State::Ready(response),
            mark,
        }
    }

    pub(super) const fn under_way(work: Work, streaming: Option<Streaming>, mark: Mark) -> Self {
        Self {
            state: State::UnderWay(work, streaming),
            mark,
        }
    }

    fn poll_response(&mut self, task: &mut Context<'_>) -> Poll<Response<HttpBody>> {
        let State::UnderWay(work, streaming) = &mut self.state else {
            return match std::mem::replace(&mut self.state, State::Taken) {
                State::Ready(response) => Poll::Ready(response),
                _ => Poll::Pending,
            };
        };
        let step = work.poll(task);
        let Some(streaming) = streaming else {
            return step.map(Reply::into_response);
        };
        match step {
            Poll::Ready(reply) => Poll::Ready(streaming.conclude(reply)),
            Poll::Pending => {
                let first = streaming.queue.next(task.waker());
                if first.is_none() && !streaming.starts_now() {
                    return Poll::Pending;
                }
                let State::UnderWay(work, Some(streaming)) =
                    std::mem::replace(&mut self.state, State::Taken)
                else {
                    return Poll::Pending;
                };
                Poll::Ready(events(streaming.open(work, first)))
            }
        }
    }
}

impl Streaming {
    /// Whether the stream opens before there is anything to send.
    fn starts_now(&self) -> bool {
        self.only
            .as_ref()
            .is_some_and(|under_way| under_way.load(Ordering::Relaxed))
            || self.queue.is_closing()
    }

    /// The stream of an exchange that isn't done, which is recorded where its client can resume it.
    fn open(self, work: Work, first: Option<Bytes>) -> EventStream {
        let recorded = self.resumable.and_then(|resumable| resumable.record());
        let Some((recorder, reading)) = recorded else {
            return EventStream::open(work.apart(), first, self.queue, self.keep_alive);
        };
        if let Some(first) = first {
            recorder.notify(first);
        }
        work.record(recorder, self.queue);
        EventStream::recorded(reading, self.keep_alive)
    }

    /// The response to an exchange that ended before its stream was opened.
    fn conclude(&self, reply: Reply) -> Response<HttpBody> {
        let (reply, session) = reply.without_session();
        let wanted = self.only.is_some() || !self.queue.is_empty();
        let mut response = match reply {
            Reply::Resumed(reading) => events(EventStream::recorded(reading, self.keep_alive)),
            reply if matches!(reply, Reply::Over) || wanted && reply.can_stream() => {
                events(EventStream::done(&reply, &self.queue, self.keep_alive))
            }
            reply => reply.into_response(),
        };
        if let Some(session) = session {
            response.headers_mut().insert(SESSION_ID, session);
        }
        response
    }
}

impl Future for HttpFuture {
    type Output = Result<Response<HttpBody>, Infallible>;

    fn poll(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        this.poll_response(task).map(|mut response| {
            std::mem::replace(&mut this.mark, Mark::Nothing).put(&mut response);
            Ok(response)
        })
    }
}

impl fmt::Debug for HttpFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpFuture").finish_non_exhaustive()
    }
}
