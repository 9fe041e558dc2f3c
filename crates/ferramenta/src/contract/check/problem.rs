use std::fmt::{self, Write as _};

use serde_json::{Value, json};

use super::shown::LISTED;

/// One thing that is wrong: where, what, what is allowed instead, and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: String,
    pub(crate) problem: String,
    pub(crate) allowed: Option<String>,
    /// The values that are allowed, where there are only these.
    pub(crate) choices: Vec<Value>,
    pub(crate) suggestion: Option<Suggestion>,
}

/// What was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Suggestion {
    /// A member of this name.
    Name(String),
    /// This text.
    Value(String),
}

impl Suggestion {
    fn text(&self) -> &str {
        let (Self::Name(text) | Self::Value(text)) = self;
        text
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Value(value) => write!(f, "{}", Value::from(value.as_str())),
        }
    }
}

impl Problem {
    pub(crate) fn new(path: &str, problem: impl Into<String>) -> Self {
        let path = if path.is_empty() { "arguments" } else { path };
        Self {
            path: path.to_owned(),
            problem: problem.into(),
            allowed: None,
            choices: Vec::new(),
            suggestion: None,
        }
    }

    pub(crate) fn allowed(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }

    pub(crate) fn choices(mut self, choices: Vec<Value>) -> Self {
        self.choices = choices;
        self
    }

    pub(crate) fn suggestion(mut self, suggestion: Option<Suggestion>) -> Self {
        self.suggestion = suggestion;
        self
    }
}

/// What the model reads behind its first line: one line a problem, `PATH: PROBLEM[, ALLOWED][; did you mean X?]`.
pub(crate) fn message(problems: &[Problem]) -> String {
    let mut text = String::new();
    for Problem {
        path,
        problem,
        allowed,
        suggestion,
        ..
    } in problems
    {
        // writing to a String can't fail
        let _ = write!(text, "\n{path}: {problem}");
        if let Some(allowed) = allowed {
            let _ = write!(text, ", {allowed}");
        }
        if let Some(suggestion) = suggestion {
            let _ = write!(text, "; did you mean {suggestion}?");
        }
    }
    text
}

/// The same for programs: `allowed` is the list of the values that are allowed where these are known, with
/// `more` for how many a long list has beyond its beginning, and words otherwise.
pub(crate) fn data(problems: &[Problem]) -> Value {
    problems.iter().map(entry).collect()
}

fn entry(problem: &Problem) -> Value {
    let mut entry = json!({ "path": problem.path, "problem": problem.problem });
    if let Some(allowed) = &problem.allowed {
        entry["allowed"] = allowed.as_str().into();
    }
    if !problem.choices.is_empty() {
        entry["allowed"] = problem.choices.iter().take(LISTED).cloned().collect();
    }
    if problem.choices.len() > LISTED {
        entry["more"] = (problem.choices.len() - LISTED).into();
    }
    if let Some(suggestion) = &problem.suggestion {
        entry["suggestion"] = suggestion.text().into();
    }
    entry
}
