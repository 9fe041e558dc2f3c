use std::pin::Pin;

use tokio::sync::OwnedSemaphorePermit;

use crate::{Answer, Context, Failure, contract::InvalidArguments};

/// A call under way; it ends in a complete answer, or in what has to be answered instead.
pub(crate) type Calling<'a> = Pin<Box<dyn Future<Output = Result<Answer, CallError>> + Send + 'a>>;

/// A tool's place among its calls at once, where it has a bound on them.
pub(crate) type Slot = Option<OwnedSemaphorePermit>;

/// A tool whose types are forgotten: raw arguments in, a complete answer out.
pub(crate) trait Callable: Send + Sync {
    /// The slot is held as long as anything of the call is under way.
    fn call<'a>(&'a self, cx: &'a Context, arguments: &'a str, slot: Slot) -> Calling<'a>;
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The arguments don't keep the contract.
    Arguments(InvalidArguments),
    /// The handler failed.
    Failure(Failure),
    /// The result has more bytes than it may have.
    TooLarge { most: usize },
    /// There is no such resource.
    NotFound,
    /// The blocking pool and its queue are full.
    Busy,
}

impl Answer {
    /// The answer, unless it is larger than it may be.
    pub(crate) fn within(self, most: usize) -> Result<Self, CallError> {
        if self.size() > most {
            Err(CallError::TooLarge { most })
        } else {
            Ok(self)
        }
    }
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<InvalidArguments> for CallError {
    fn from(invalid: InvalidArguments) -> Self {
        Self::Arguments(invalid)
    }
}
