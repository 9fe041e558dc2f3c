use std::fmt;

use serde_json::Value;

/// One difference between two contracts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// What it means for those who rely on the older contract.
    pub class: Class,
    /// What has changed, such as `tool search, limit`.
    pub place: String,
    /// What is different, in words.
    pub why: String,
    /// A value that shows it, of a change that breaks something, where one was found.
    pub witness: Option<Witness>,
}

/// How much a change breaks, as versions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Words and pictures alone.
    Patch,
    /// There is more; whoever kept to the older contract keeps to the newer one.
    Minor,
    /// What kept to the older contract may break.
    Major,
}

impl Class {
    /// All, the least grave first.
    pub const ALL: [Self; 3] = [Self::Patch, Self::Minor, Self::Major];

    /// The name, as it stands in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value that one contract takes and the other doesn't.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Witness {
    /// Arguments that were taken and are refused now.
    Arguments(Value),
    /// A result that nobody got and that may come now.
    Result(Value),
}

impl Witness {
    /// The value.
    pub const fn value(&self) -> &Value {
        match self {
            Self::Arguments(value) | Self::Result(value) => value,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            class,
            place,
            why,
            witness,
        } = self;
        write!(f, "{class}: {place}: {why}")?;
        match witness {
            Some(Witness::Arguments(value)) => write!(f, "; {value} was taken and is refused now"),
            Some(Witness::Result(value)) => write!(f, "; {value} never came and may come now"),
            None => Ok(()),
        }
    }
}
