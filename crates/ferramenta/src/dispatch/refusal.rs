use std::borrow::Cow;

use ferramenta_protocol::{ErrorCode, Id, Refused, Version, read, write};
use serde_json::{Value, json};

use super::{Answer, Outcome, Status};
use crate::{Limits, ProtocolError, auth::Challenge};

/// Why a request gets an error of the protocol.
#[derive(Debug)]
pub(crate) struct Refusal {
    error: ProtocolError,
    pub(crate) status: Status,
    challenge: Option<Box<Challenge>>,
    outcome: Outcome,
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>, status: Status) -> Self {
        Self {
            error: ProtocolError::new(code, message),
            status,
            challenge: None,
            outcome: Outcome::Refused,
        }
    }

    /// The parameters are wrong, or name something that isn't there.
    pub(crate) fn params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidParams, message, Status::Ok)
    }

    /// There is no such resource, for this caller at least.
    pub(crate) fn resource_not_found(
        uri: &str,
        version: Version,
        problems: Option<&Value>,
    ) -> Self {
        let code = if version.is_modern() {
            ErrorCode::InvalidParams
        } else {
            ErrorCode::ResourceNotFound
        };
        let mut data = json!({ "uri": shortened(uri) });
        if let Some(problems) = problems {
            data["problems"] = problems.clone();
        }
        Self {
            error: ProtocolError::new(code, "Resource not found").data(&data),
            status: Status::Ok,
            challenge: None,
            outcome: Outcome::Refused,
        }
    }

    /// The arguments don't keep the contract, where no model reads it as a result.
    pub(crate) fn invalid_arguments(message: String, problems: &Value) -> Self {
        let error = ProtocolError::new(ErrorCode::InvalidParams, message);
        Self {
            error: error.data(&json!({ "problems": problems })),
            status: Status::Ok,
            challenge: None,
            outcome: Outcome::InvalidArguments,
        }
    }

    /// It isn't a message, or not one that may come here.
    pub(crate) fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message, Status::BadRequest)
    }

    /// The session isn't one, or has ended: the client opens another.
    pub(crate) fn no_session() -> Self {
        Self::new(
            ErrorCode::InvalidRequest,
            "Session not found: open another with `initialize`",
            Status::NotFound,
        )
    }

    /// There is no stream, or none any more, of which the client could have received this event.
    pub(crate) fn not_resumable() -> Self {
        Self::invalid_request(
            "Invalid request: `Last-Event-ID` is of no stream of this session that is still kept",
        )
    }

    /// It was meant to be a batch, but is no JSON array.
    pub(crate) fn unreadable_batch(bytes: &[u8], depth: usize) -> Self {
        match read(bytes, depth) {
            Err(fault) => Self::new(fault.code, fault.message, Status::BadRequest),
            Ok(_) => Self::invalid_request("Invalid request: a batch is a JSON array"),
        }
    }

    /// A request of the modern era doesn't describe itself.
    pub(crate) fn meta(key: &str) -> Self {
        let message = format!("Invalid params: `_meta` lacks `{key}`");
        Self::new(ErrorCode::InvalidParams, message, Status::BadRequest)
    }

    pub(crate) fn header_mismatch(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::HeaderMismatch, message, Status::BadRequest)
    }

    pub(crate) fn unsupported_version(requested: &str) -> Self {
        let message = format!("Unsupported protocol version: {}", shortened(requested));
        let error = ProtocolError::new(ErrorCode::UnsupportedProtocolVersion, message)
            .data(&json!({ "supported": [Version::MODERN.as_str()], "requested": requested }));
        Self {
            error,
            status: Status::BadRequest,
            challenge: None,
            outcome: Outcome::Refused,
        }
    }

    /// Unknown to a modern client is 404; a legacy one takes 404 for the end of its session.
    pub(crate) fn method_not_found(method: &str, version: Version) -> Self {
        let status = if version.is_modern() {
            Status::NotFound
        } else {
            Status::Ok
        };
        Self::new(
            ErrorCode::MethodNotFound,
            format!("Method not found: {}", shortened(method)),
            status,
        )
    }

    /// The client doesn't say that it has the extension whose method it calls; an older one doesn't know that code, and
    /// has no such method.
    pub(crate) fn without_extension(id: &str, method: &str, version: Version) -> Self {
        if !version.is_modern() {
            return Self::method_not_found(method, version);
        }
        let message = format!("Missing client capability: the extension `{id}`");
        let required = json!({ "requiredCapabilities": { "extensions": { id: {} } } });
        Self {
            error: ProtocolError::new(ErrorCode::MissingClientCapability, message).data(&required),
            status: Status::BadRequest,
            challenge: None,
            outcome: Outcome::Refused,
        }
    }

    /// The caller may not use what it named; over HTTP it is told what would change that.
    pub(crate) fn denied(name: &str, status: Status, challenge: Option<Challenge>) -> Self {
        let refusal = Self::new(
            ErrorCode::InvalidParams,
            format!("Access denied: {name}"),
            status,
        );
        Self {
            challenge: challenge.map(Box::new),
            ..refusal
        }
    }

    /// What a handler asked for; a code that the version doesn't know becomes one that it does.
    pub(crate) fn of_handler(mut error: ProtocolError, version: Version) -> Self {
        let reserved = (-32099..=-32020).contains(&error.code.code());
        if reserved && !version.is_modern() {
            error.code = ErrorCode::InternalError;
        }
        let status = match error.code {
            ErrorCode::MissingClientCapability => Status::BadRequest,
            _ => Status::Ok,
        };
        Self {
            error,
            status,
            challenge: None,
            outcome: Outcome::Protocol,
        }
    }

    /// Something unexpected, outside of a tool.
    pub(crate) fn internal(message: impl Into<Cow<'static, str>>, outcome: Outcome) -> Self {
        let refusal = Self::new(ErrorCode::InternalError, message, Status::Ok);
        Self { outcome, ..refusal }
    }

    /// A step of starting has failed; the log has the rest.
    pub(crate) fn not_started() -> Self {
        Self::new(
            ErrorCode::InternalError,
            "The server could not start",
            Status::Unavailable,
        )
    }

    /// What was asked for comes as a stream of events, and the client doesn't take one.
    pub(crate) fn not_acceptable() -> Self {
        Self::new(
            ErrorCode::InvalidRequest,
            "Not acceptable: this is answered with text/event-stream",
            Status::NotAcceptable,
        )
    }

    pub(crate) fn busy() -> Self {
        let message = "The server is at capacity, try again";
        let refusal = Self::new(ErrorCode::InternalError, message, Status::Unavailable);
        Self {
            outcome: Outcome::Busy,
            ..refusal
        }
    }

    pub(crate) fn answer(&self, id: Option<Id<'_>>) -> Answer {
        let mut bytes = Vec::with_capacity(160);
        let ProtocolError {
            code,
            message,
            data,
        } = &self.error;
        write::error(&mut bytes, id, *code, message, data.as_deref());
        Answer {
            bytes,
            outcome: self.outcome,
            status: self.status,
            challenge: self.challenge.clone(),
        }
    }
}

/// What a client sent, as a message repeats it.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    const MOST: usize = 128;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// The answer to bytes that are no message; none to what looks like a notification.
pub(crate) fn refused(refused: &Refused<'_>) -> Option<Answer> {
    let refusal = Refusal::new(refused.code, refused.message.clone(), Status::BadRequest);
    (!refused.notification).then(|| refusal.answer(refused.id))
}

/// The refusal of a batch as a whole.
pub(crate) fn refused_batch(length: usize, limits: &Limits) -> Option<Refusal> {
    match length {
        0 => Some(Refusal::invalid_request(
            "Invalid request: the batch is empty",
        )),
        n if n > limits.batch => Some(Refusal::invalid_request(format!(
            "Invalid request: {n} messages in a batch, at most {}",
            limits.batch
        ))),
        _ => None,
    }
}
