//! Why there is no connection, or no answer, in words for people.

use std::error::Error;

use rmcp::service::{ClientInitializeError, ServiceError};

/// Why a server didn't say hello.
pub(super) fn hello(error: &ClientInitializeError) -> String {
    match error {
        ClientInitializeError::ConnectionClosed(_) => {
            "the server closed the connection before it said hello".into()
        }
        ClientInitializeError::JsonRpcError(error) => {
            format!("the server refused: {} ({})", error.message, error.code.0)
        }
        ClientInitializeError::NoCompatibleProtocolVersion {
            server_supported, ..
        } => {
            let versions: Vec<String> = server_supported.iter().map(ToString::to_string).collect();
            format!(
                "the server doesn't speak this era; it offers {}",
                if versions.is_empty() {
                    "no version".into()
                } else {
                    versions.join(", ")
                }
            )
        }
        ClientInitializeError::LegacyFallbackFailed { discover, fallback } => format!(
            "neither era works. Modern: {}. Legacy: {}",
            hello(discover),
            hello(fallback)
        ),
        ClientInitializeError::ExpectedInitResult(_)
        | ClientInitializeError::ExpectedInitResponse(_) => {
            "the server's hello isn't what the protocol says; the log shows it".into()
        }
        ClientInitializeError::TransportError { error, .. } => innermost(error.error.as_ref()),
        other => other.to_string(),
    }
}

/// Why a request got no answer.
pub(crate) fn failure(error: &ServiceError) -> String {
    match error {
        ServiceError::TransportSend(error) => innermost(error.error.as_ref()),
        other => other.to_string(),
    }
}

/// The words of the error that names the cause.
fn innermost(error: &(dyn Error + 'static)) -> String {
    #[cfg(feature = "http")]
    if let Some(words) = crate::wire::http::words(error) {
        return words;
    }
    match error.source() {
        Some(source) => innermost(source),
        None => error.to_string(),
    }
}
