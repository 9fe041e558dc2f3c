use std::fmt;

use crate::{Context, ProtocolError, auth::Challenge};

use super::Refusal;

/// What a request was answered with, as a [`Layer`](crate::Layer) sees it: how it ended, and how large the
/// answer is.
pub struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) outcome: Outcome,
    pub(crate) status: Status,
    /// In a box of its own, for answers are passed on often, and few have one.
    pub(crate) challenge: Option<Box<Challenge>>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// With a result.
    Success,
    /// With questions to the user: the client sends the request again, with the answers.
    InputRequired,
    /// With an error of the protocol, before anything of the user's ran: an unknown tool, no access, a
    /// request that isn't one.
    Refused,
    /// The arguments don't keep the contract.
    InvalidArguments,
    /// The tool said no, in words for the model.
    Rejected,
    /// The handler asked for an error of the protocol.
    Protocol,
    /// Something unexpected, of which the client learns a reference.
    Failed,
    /// A panic, of which the client learns a reference.
    Panicked,
    /// It took longer than it may.
    TimedOut,
    /// The result was larger than it may be.
    TooLarge,
    /// The caller has called too often.
    RateLimited,
    /// There was no room for another call.
    Busy,
    /// Nobody waits for the answer any more.
    Cancelled,
}

impl Outcome {
    /// The name, as it stands in logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "ok",
            Self::InputRequired => "input_required",
            Self::Refused => "refused",
            Self::InvalidArguments => "invalid_arguments",
            Self::Rejected => "tool_error",
            Self::Protocol => "protocol_error",
            Self::Failed => "failure",
            Self::Panicked => "panic",
            Self::TimedOut => "timeout",
            Self::TooLarge => "too_large",
            Self::RateLimited => "rate_limited",
            Self::Busy => "busy",
            Self::Cancelled => "cancelled",
        }
    }
}

/// How HTTP tells what happened; other transports have no use for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ok,
    BadRequest,
    /// The caller has to say who it is.
    Unauthorized,
    /// The caller's token doesn't allow enough.
    Forbidden,
    NotFound,
    /// It comes as a stream of events alone.
    NotAcceptable,
    Unavailable,
}

impl Answer {
    /// A refusal with an error of the protocol, in place of passing the request on.
    pub fn refuse(cx: &Context, error: ProtocolError) -> Self {
        Refusal::of_handler(error, cx.call().version).answer(cx.id())
    }

    /// How the request ended.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether it ended with a result that is no error.
    pub fn is_ok(&self) -> bool {
        self.outcome == Outcome::Success
    }

    /// The size of the answer, in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) const fn ok(bytes: Vec<u8>) -> Self {
        Self::with(Outcome::Success, bytes)
    }

    /// Nothing, for nobody waits for it.
    pub(crate) const fn cancelled() -> Self {
        Self::with(Outcome::Cancelled, Vec::new())
    }

    pub(crate) const fn with(outcome: Outcome, bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            outcome,
            status: Status::Ok,
            challenge: None,
        }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("outcome", &self.outcome)
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
