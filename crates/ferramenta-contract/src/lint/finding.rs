use std::fmt;

/// Something that a host, a model provider or a model will stumble over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule's name, such as `name-length`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about, such as `tool search, limit`.
    pub place: String,
    /// What is wrong and what would be right, in words.
    pub text: String,
    /// Who is known to stumble over it; nobody where it's models in general.
    pub who: &'static [&'static str],
}

impl Finding {
    pub(super) fn new(
        code: &'static str,
        severity: Severity,
        place: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            place: place.into(),
            text: text.into(),
            who: &[],
        }
    }

    /// Known of these.
    pub(super) const fn by(mut self, who: &'static [&'static str]) -> Self {
        self.who = who;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            code,
            severity,
            place,
            text,
            who,
        } = self;
        write!(f, "{severity}: {place}: {text} [{code}")?;
        if !who.is_empty() {
            write!(f, "; {}", who.join(", "))?;
        }
        f.write_str("]")
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Models do better without it.
    Hint,
    /// Some can't use it, or get it wrong.
    Warning,
    /// It is refused, often together with everything else that the server offers.
    Error,
}

impl Severity {
    /// All, the least grave first.
    pub const ALL: [Self; 3] = [Self::Hint, Self::Warning, Self::Error];

    /// The name, as it stands in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
