use std::pin::Pin;

use crate::{Context, Failure, contract::InvalidArguments};

/// A call under way; it ends in a complete answer, or in what has to be answered instead.
pub(crate) type Calling<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, CallError>> + Send + 'a>>;

/// A tool whose types are forgotten: raw arguments in, a complete answer out.
pub(crate) trait Callable: Send + Sync {
    fn call<'a>(&'a self, cx: &'a Context, arguments: &'a str) -> Calling<'a>;
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The arguments don't keep the contract.
    Arguments(InvalidArguments),
    /// The handler failed.
    Failure(Failure),
    /// The result is larger than it may be, in bytes.
    TooLarge { size: usize, most: usize },
    /// The blocking pool and its queue are full.
    Busy,
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
