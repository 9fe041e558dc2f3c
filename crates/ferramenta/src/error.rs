//! Errors of handlers: who reads them is said by their type.

use std::{borrow::Cow, error::Error as StdError, fmt};

use ferramenta_protocol::ErrorCode;

/// What a handler returns: success, or a [`Failure`].
///
/// Any error passes through `?`; the model reads only what was made for it, a [`ToolError`].
///
/// ```
/// use ferramenta::{ToolError, ToolResult};
///
/// fn count(path: &str) -> ToolResult<usize> {
///     if path.is_empty() {
///         return Err(ToolError::new("Name a file.").into()); // the model reads this
///     }
///     Ok(std::fs::read_to_string(path)?.lines().count()) // of this it reads a reference
/// }
/// # assert!(count("").is_err());
/// ```
pub type ToolResult<T> = Result<T, Failure>;

/// A failure that the model reads, word for word: what went wrong and how to do better.
///
/// It becomes a result with `isError` (specification: *Tools, Error Handling*).
#[derive(Debug)]
pub struct ToolError {
    message: Cow<'static, str>,
    source: Option<Source>,
}

type Source = Box<dyn StdError + Send + Sync>;

impl ToolError {
    /// An error with this text.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            message: message.into(),
            source: None,
        }
    }

    /// Adds the cause, which goes to the log and never to the model.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The text that the model reads.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for ToolError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// A JSON-RPC error: for what no model can mend, such as a request that makes no sense to the client
/// either.
#[derive(Clone, Debug)]
pub struct ProtocolError {
    pub(crate) code: ErrorCode,
    pub(crate) message: Cow<'static, str>,
    /// Raw JSON.
    pub(crate) data: Option<String>,
}

impl ProtocolError {
    /// An error with this code and text.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds data for the client.
    #[must_use]
    pub fn data(mut self, data: &serde_json::Value) -> Self {
        self.data = Some(data.to_string());
        self
    }

    /// The code.
    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    /// The text.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for ProtocolError {}

/// Why a handler did not succeed: a [`ToolError`], a [`ProtocolError`], or any other error, of which
/// the client learns nothing but a reference to the log.
///
/// Like `anyhow::Error` it takes every error through `?`, and so isn't an error itself.
#[derive(Debug)]
pub struct Failure(pub(crate) FailureKind);

#[derive(Debug)]
pub(crate) enum FailureKind {
    /// The model reads it.
    Visible(ToolError),
    /// The client gets it as an error of the protocol.
    Protocol(ProtocolError),
    /// The log gets it.
    Hidden(Source),
}

impl Failure {
    /// A failure of which the client learns nothing but a reference; the text goes to the log.
    pub fn hidden(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(FailureKind::Hidden(error.into()))
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let source: Source = Box::new(error);
        let source = match source.downcast::<ToolError>() {
            Ok(visible) => return Self(FailureKind::Visible(*visible)),
            Err(source) => source,
        };
        match source.downcast::<ProtocolError>() {
            Ok(protocol) => Self(FailureKind::Protocol(*protocol)),
            Err(source) => Self(FailureKind::Hidden(source)),
        }
    }
}

#[cfg(feature = "anyhow")]
impl Failure {
    /// Takes an `anyhow::Error`: a [`ToolError`] or [`ProtocolError`] in its chain is let through, with or
    /// without context around it; everything else is hidden.
    pub fn from_anyhow(error: anyhow::Error) -> Self {
        let error = match error.downcast::<ToolError>() {
            Ok(visible) => return Self(FailureKind::Visible(visible)),
            Err(error) => error,
        };
        match error.downcast::<ProtocolError>() {
            Ok(protocol) => Self(FailureKind::Protocol(protocol)),
            Err(error) => match error
                .chain()
                .find_map(|cause| cause.downcast_ref::<ToolError>())
            {
                Some(visible) => {
                    let visible = ToolError::new(visible.message().to_owned());
                    Self(FailureKind::Visible(visible.caused_by(Source::from(error))))
                }
                None => Self(FailureKind::Hidden(error.into())),
            },
        }
    }
}

/// Turns any error, or an absence, into one that the model reads.
pub trait OrFail<T>: Sized {
    /// Replaces the error by this text; the error goes to the log as its cause.
    ///
    /// ```
    /// use ferramenta::{OrFail, ToolError};
    ///
    /// fn year(text: &str) -> Result<u16, ToolError> {
    ///     text.parse().or_fail("Give the year in digits.")
    /// }
    /// # assert_eq!(year("x").unwrap_err().message(), "Give the year in digits.");
    /// ```
    fn or_fail(self, message: impl Into<Cow<'static, str>>) -> Result<T, ToolError>;
}

impl<T, E: Into<Box<dyn StdError + Send + Sync>>> OrFail<T> for Result<T, E> {
    fn or_fail(self, message: impl Into<Cow<'static, str>>) -> Result<T, ToolError> {
        self.map_err(|error| ToolError::new(message).caused_by(error))
    }
}

impl<T> OrFail<T> for Option<T> {
    fn or_fail(self, message: impl Into<Cow<'static, str>>) -> Result<T, ToolError> {
        self.ok_or_else(|| ToolError::new(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "anyhow")]
    #[test]
    fn anyhow_is_redacted_the_same_way() {
        use anyhow::Context as _;

        let visible = |failure: Failure| match failure.0 {
            FailureKind::Visible(error) => Some(error.message().to_owned()),
            _ => None,
        };
        let direct = anyhow::Error::from(ToolError::new("no"));
        assert_eq!(visible(Failure::from_anyhow(direct)).as_deref(), Some("no"));
        let wrapped = Err::<(), _>(ToolError::new("no"))
            .context("outer")
            .context("outermost");
        assert_eq!(
            visible(Failure::from_anyhow(wrapped.expect_err("an error"))).as_deref(),
            Some("no")
        );
        assert_eq!(
            visible(Failure::from_anyhow(anyhow::anyhow!("secret"))),
            None
        );
    }

    #[test]
    fn what_passes_through_question_mark_is_told_apart() {
        let visible: Failure = ToolError::new("no").into();
        assert!(matches!(visible.0, FailureKind::Visible(error) if error.message() == "no"));
        let hidden: Failure = fmt::Error.into();
        assert!(matches!(hidden.0, FailureKind::Hidden(_)));
        let protocol: Failure = ProtocolError::new(ErrorCode::InvalidParams, "x").into();
        assert!(matches!(protocol.0, FailureKind::Protocol(_)));
    }
}
