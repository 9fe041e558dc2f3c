use super::message::{call, modern_call};

/// How the two sides have come to speak.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Era {
    /// Nothing was said yet.
    Unopened,
    /// By `initialize`, or by the version header.
    Legacy(&'static str),
    /// Every request describes itself.
    Modern,
}

/// The usual legacy version.
pub(crate) const LEGACY: Era = Era::Legacy("2025-11-25");
/// The era without a handshake.
pub(crate) const MODERN: Era = Era::Modern;
/// Before anything was said.
pub(crate) const UNOPENED: Era = Era::Unopened;

impl Era {
    /// The version in which answers have to be valid.
    pub(crate) const fn version(self) -> &'static str {
        match self {
            Self::Unopened => "2025-11-25",
            Self::Legacy(version) => version,
            Self::Modern => "2026-07-28",
        }
    }

    /// A good call of a tool.
    pub(crate) fn call(self, id: &str, tool: &str, arguments: &str) -> String {
        match self {
            Self::Legacy(_) => call(id, tool, arguments),
            Self::Unopened | Self::Modern => modern_call(id, tool, arguments),
        }
    }

    /// The version in which a good call is answered.
    pub(crate) const fn call_version(self) -> &'static str {
        match self {
            Self::Legacy(version) => version,
            Self::Unopened | Self::Modern => "2026-07-28",
        }
    }
}
