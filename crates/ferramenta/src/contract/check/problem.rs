use std::fmt::Write as _;

use serde_json::{Value, json};

/// One thing that is wrong: where, what, what is allowed instead, and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: String,
    pub(crate) problem: String,
    pub(crate) allowed: Option<String>,
    pub(crate) suggestion: Option<String>,
}

impl Problem {
    pub(crate) fn new(path: &str, problem: impl Into<String>) -> Self {
        let path = if path.is_empty() { "arguments" } else { path };
        Self {
            path: path.to_owned(),
            problem: problem.into(),
            allowed: None,
            suggestion: None,
        }
    }

    pub(crate) fn allowed(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }

    pub(crate) fn suggestion(mut self, suggestion: Option<String>) -> Self {
        self.suggestion = suggestion;
        self
    }
}

/// What the model reads: one line a problem, `PATH: PROBLEM[, ALLOWED][; did you mean X?]`.
pub(crate) fn message(problems: &[Problem]) -> String {
    let mut text = String::from("Invalid tool arguments");
    for Problem {
        path,
        problem,
        allowed,
        suggestion,
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

/// The same for programs.
pub(crate) fn data(problems: &[Problem]) -> Value {
    let one = |Problem {
                   path,
                   problem,
                   allowed,
                   suggestion,
               }: &Problem| {
        let mut entry = json!({ "path": path, "problem": problem });
        for (key, value) in [("allowed", allowed), ("suggestion", suggestion)] {
            if let Some(value) = value {
                entry[key] = value.as_str().into();
            }
        }
        entry
    };
    problems.iter().map(one).collect()
}
