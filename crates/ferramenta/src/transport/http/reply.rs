//! What becomes of an exchange, and how HTTP says it.

use std::borrow::Cow;

use ferramenta_protocol::{ErrorCode, write};
use http::{
    HeaderName, HeaderValue, Response, StatusCode,
    header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE},
};

use super::{
    HttpBody,
    session::{Reading, SESSION_ID},
    stream::EventStream,
};
use crate::{
    Answer, Unauthenticated,
    auth::Challenge,
    dispatch::{Refusal, Status},
};

/// The end of an exchange.
pub(super) enum Reply {
    /// A message of JSON-RPC; an empty one when the request was cancelled.
    Answer(Answer),
    /// The answer to the request that opens a session, and the session's id.
    Opened(Answer, HeaderValue),
    /// Nothing in it wanted an answer.
    Accepted,
    /// It is over, and there is nothing to say.
    Over,
    /// The rest of a stream that was recorded.
    Resumed(Reading),
    /// Nobody knows who asks.
    Unauthenticated(Unauthenticated),
    /// There is no room for the body.
    Full,
    /// It never came to a message.
    Refused(Refused),
}

/// A refusal that HTTP has a status for.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    message: Cow<'static, str>,
    /// The methods that there are instead.
    allow: Option<&'static str>,
}

impl Refused {
    pub(super) fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            message: message.into(),
            allow: None,
        }
    }

    /// There are only these methods.
    pub(super) fn method(allow: &'static str) -> Self {
        let message = "Method not allowed: messages are sent by POST";
        Self {
            allow: Some(allow),
            ..Self::new(StatusCode::METHOD_NOT_ALLOWED, message)
        }
    }

    pub(super) fn into_response(self) -> Response<HttpBody> {
        let mut body = Vec::with_capacity(self.message.len() + 64);
        write::error(
            &mut body,
            None,
            ErrorCode::InvalidRequest,
            &self.message,
            None,
        );
        let mut response = json(self.status, body);
        if let Some(allow) = self.allow {
            let headers = response.headers_mut();
            headers.insert(ALLOW, HeaderValue::from_static(allow));
        }
        // the rest of the body is still to come, and nobody is going to read it
        if matches!(
            self.status,
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT
        ) {
            close(&mut response);
        }
        response
    }
}

impl From<Refused> for Reply {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl Reply {
    /// Whether this may be an event of a stream that isn't open yet; all else needs its own status.
    pub(super) fn can_stream(&self) -> bool {
        matches!(self, Self::Answer(answer) if answer.status == Status::Ok && !answer.bytes.is_empty())
    }

    /// The message that a stream ends with, if there is one.
    pub(super) fn message(&self) -> Option<&[u8]> {
        match self {
            Self::Answer(answer) if !answer.bytes.is_empty() => Some(&answer.bytes),
            _ => None,
        }
    }

    /// The same, taken out of the reply.
    pub(super) fn into_message(self) -> Option<Vec<u8>> {
        match self {
            Self::Answer(answer) if !answer.bytes.is_empty() => Some(answer.bytes),
            _ => None,
        }
    }

    /// The reply without the id of a session, which goes into the head of whatever becomes of it.
    pub(super) fn without_session(self) -> (Self, Option<HeaderValue>) {
        match self {
            Self::Opened(answer, id) => (Self::Answer(answer), Some(id)),
            other => (other, None),
        }
    }

    pub(super) fn into_response(self) -> Response<HttpBody> {
        match self {
            Self::Answer(answer) if answer.bytes.is_empty() => {
                let mut response = empty(StatusCode::SERVICE_UNAVAILABLE);
                close(&mut response);
                response
            }
            Self::Answer(answer) => {
                let mut response = json(status(answer.status), answer.bytes);
                if let Some(challenge) = &answer.challenge {
                    demand(&mut response, challenge);
                }
                if answer.status == Status::Unavailable {
                    response
                        .headers_mut()
                        .insert(RETRY_AFTER, HeaderValue::from_static("1"));
                }
                response
            }
            Self::Opened(answer, id) => {
                let mut response = Self::Answer(answer).into_response();
                response.headers_mut().insert(SESSION_ID, id);
                response
            }
            Self::Accepted => empty(StatusCode::ACCEPTED),
            // a client that takes no events has nothing to resume
            Self::Over | Self::Resumed(_) => empty(StatusCode::NO_CONTENT),
            Self::Unauthenticated(Unauthenticated { challenge }) => {
                let message = "Unauthorized: a bearer token is needed";
                let mut response = Refused::new(StatusCode::UNAUTHORIZED, message).into_response();
                demand(&mut response, &challenge);
                close(&mut response);
                response
            }
            Self::Full => {
                let busy = Self::Answer(Refusal::busy().answer(None));
                let mut response = busy.into_response();
                close(&mut response);
                response
            }
            Self::Refused(refused) => refused.into_response(),
        }
    }
}

/// Opens a stream of events.
pub(super) fn events(stream: EventStream) -> Response<HttpBody> {
    const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
    let mut response = Response::new(HttpBody::events(stream));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// A word for what watches over the process.
pub(super) fn health(well: bool) -> Response<HttpBody> {
    let (status, word) = if well {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    };
    let mut response = Response::new(HttpBody::whole(word));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}

fn json(status: StatusCode, body: Vec<u8>) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::whole(body));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn empty(status: StatusCode) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::default());
    *response.status_mut() = status;
    response
}

/// Says what a caller has to show.
fn demand(response: &mut Response<HttpBody>, Challenge(challenge): &Challenge) {
    if let Ok(value) = HeaderValue::from_str(challenge) {
        response.headers_mut().insert(WWW_AUTHENTICATE, value);
    }
}

fn close(response: &mut Response<HttpBody>) {
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
}

const fn status(status: Status) -> StatusCode {
    match status {
        Status::Ok => StatusCode::OK,
        Status::BadRequest => StatusCode::BAD_REQUEST,
        Status::Unauthorized => StatusCode::UNAUTHORIZED,
        Status::Forbidden => StatusCode::FORBIDDEN,
        Status::NotFound => StatusCode::NOT_FOUND,
        Status::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
        Status::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}
