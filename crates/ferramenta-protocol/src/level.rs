use std::fmt;

use serde::{Deserialize, Serialize};

/// How severe a log message is, from the least severe to the most: the levels of syslog.
///
/// ```
/// use ferramenta_protocol::LogLevel;
///
/// assert!(LogLevel::Warning > LogLevel::Info);
/// assert_eq!(LogLevel::parse("notice"), Some(LogLevel::Notice));
/// assert_eq!(LogLevel::Critical.to_string(), "critical");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// What helps to find a mistake.
    Debug,
    /// What goes on.
    Info,
    /// Normal, but worth to be noticed.
    Notice,
    /// Something that may become an error.
    Warning,
    /// Something has failed.
    Error,
    /// A part of the server doesn't work.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// The server can't be used.
    Emergency,
}

impl LogLevel {
    /// All levels, the least severe first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }

    /// The place in [`LogLevel::ALL`].
    pub const fn index(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::LogLevel;

    #[test]
    fn names_read_back_and_are_ordered() {
        for (place, level) in (0..).zip(LogLevel::ALL) {
            assert_eq!(level.index(), place);
            assert_eq!(LogLevel::parse(level.as_str()), Some(level));
            let json = serde_json::to_string(&level).expect("a string");
            assert_eq!(json, format!("\"{level}\""));
            assert_eq!(serde_json::from_str::<LogLevel>(&json).ok(), Some(level));
        }
        assert!(LogLevel::ALL.is_sorted());
        assert_eq!(LogLevel::parse("Info"), None);
    }
}
