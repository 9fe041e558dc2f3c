use std::{error, fmt};

/// Why a text is no template, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    position: usize,
    problem: String,
    remedy: String,
}

impl TemplateError {
    pub(super) fn new(
        position: usize,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            position,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }

    /// The byte of the template at which the mistake begins, counted from 0.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// What is wrong, in one sentence.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// What is allowed there.
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            problem,
            remedy,
        } = self;
        write!(f, "at byte {position}: {problem}: {remedy}")
    }
}

impl error::Error for TemplateError {}

/// Why values don't make a URI from which they could be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandError {
    variable: String,
    problem: &'static str,
}

impl ExpandError {
    pub(super) fn new(variable: &str, problem: &'static str) -> Self {
        Self {
            variable: variable.to_owned(),
            problem,
        }
    }

    /// The variable that it is about.
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// What is wrong with its value.
    pub const fn problem(&self) -> &'static str {
        self.problem
    }
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.variable, self.problem)
    }
}

impl error::Error for ExpandError {}
