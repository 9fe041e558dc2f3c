//! What is wrong with a server, and what mends it.

use serde_json::{Value, json};

use crate::remote::show::clean;

/// One thing that keeps a server from being used.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    /// A name for scripts.
    pub(crate) code: &'static str,
    /// What was seen.
    pub(crate) what: String,
    /// What to do.
    pub(crate) remedy: String,
}

/// What was found, and what is good to know.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) findings: Vec<Finding>,
    pub(crate) facts: Vec<String>,
}

impl Finding {
    pub(crate) fn new(
        code: &'static str,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            code,
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl Report {
    /// Keeps what a step found, and hands on what it learned.
    pub(crate) fn keep<T>(&mut self, outcome: Result<T, Finding>) -> Option<T> {
        outcome.map_err(|finding| self.findings.push(finding)).ok()
    }

    pub(crate) fn for_people(&self) -> String {
        let mut lines: Vec<String> = self.facts.iter().map(|fact| clean(fact)).collect();
        for finding in &self.findings {
            lines.push(format!("{}: {}", finding.code, clean(&finding.what)));
            lines.push(format!("  remedy: {}", clean(&finding.remedy)));
        }
        if self.findings.is_empty() {
            lines.push("Nothing is wrong.".into());
        }
        lines.join("\n")
    }

    pub(crate) fn json(&self) -> Value {
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                json!({"code": finding.code, "what": finding.what, "remedy": finding.remedy})
            })
            .collect();
        json!({"findings": findings, "facts": self.facts})
    }
}
