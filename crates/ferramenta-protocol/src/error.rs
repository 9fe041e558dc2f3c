use std::fmt;

/// The JSON-RPC error codes that MCP servers use (specification: *Error Codes*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The bytes are not JSON.
    ParseError,
    /// JSON, but not a message of this protocol.
    InvalidRequest,
    /// The method doesn't exist, or belongs to a capability that isn't offered.
    MethodNotFound,
    /// The parameters are wrong, or name something that isn't there.
    InvalidParams,
    /// The server failed.
    InternalError,
    /// A resource isn't there; up to 2025-11-25.
    ResourceNotFound,
    /// An HTTP header contradicts the body, or is missing; from 2026-07-28.
    HeaderMismatch,
    /// The client did not declare a capability that the request needs; from 2026-07-28.
    MissingClientCapability,
    /// The protocol version asked for isn't spoken; from 2026-07-28.
    UnsupportedProtocolVersion,
    /// A code of the application.
    Other(i32),
}

impl ErrorCode {
    /// The number on the wire.
    pub const fn code(self) -> i32 {
        match self {
            Self::ParseError => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::InternalError => -32603,
            Self::ResourceNotFound => -32002,
            Self::HeaderMismatch => -32020,
            Self::MissingClientCapability => -32021,
            Self::UnsupportedProtocolVersion => -32022,
            Self::Other(code) => code,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code().fmt(f)
    }
}
