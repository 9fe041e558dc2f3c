use std::fmt;

use ferramenta_protocol::write;

use crate::Context;

/// What a user did with a question (specification: *Elicitation, Response Actions*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// The user has answered.
    Accepted(T),
    /// The user has said no.
    Declined,
    /// The user has closed the question without a choice.
    Cancelled,
}

impl<T> Reply<T> {
    /// The answer, where there is one.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(answer) => Some(answer),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// The same with another answer.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Self::Accepted(answer) => Reply::Accepted(change(answer)),
            Self::Declined => Reply::Declined,
            Self::Cancelled => Reply::Cancelled,
        }
    }
}

/// A page that a user has agreed to open.
#[derive(Clone)]
pub struct Visit {
    pub(super) cx: Context,
    /// How the client calls the question, where the version has names for them.
    pub(super) id: Option<String>,
}

impl Visit {
    /// Tells the client that what the user had to do there is done, so that it can go on by itself; clients of other
    /// versions than 2025-11-25 aren't told.
    pub fn completed(&self) {
        let Some(id) = &self.id else { return };
        let (mut params, mut line) = (b"{".to_vec(), Vec::new());
        write::value_member(&mut params, "elicitationId", id);
        params.push(b'}');
        write::notification(&mut line, "notifications/elicitation/complete", &params);
        self.cx.call().events.send(line);
    }
}

impl fmt::Debug for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").finish_non_exhaustive()
    }
}
