//! What programs print of contracts, and whether they are content.

use serde_json::{Value, json};

use crate::{Budget, Change, Class, Contract, Finding, Severity, Witness};

/// Changes or findings, to be printed, and what is too grave among them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// For people: a line for each, and a last one.
    pub text: String,
    /// For programs: an array of objects.
    pub json: Value,
    /// Why it isn't good, and what lets it pass.
    pub problem: Option<String>,
}

impl Contract {
    /// Compares with what `newer` promises. Changes that are graver than `allow` are a problem; all are without.
    pub fn report_changes(&self, newer: &Self, allow: Option<Class>) -> Report {
        let changes = self.changes_to(newer);
        let mut text: String = changes.iter().map(|change| format!("{change}\n")).collect();
        if changes.is_empty() {
            text = format!("nothing has changed: {}\n", newer.summary());
        }
        let worst = changes.iter().map(|change| change.class).max();
        Report {
            text,
            json: changes.iter().map(of_change).collect(),
            problem: too_grave("changes", worst, allow, Class::as_str),
        }
    }

    /// Tells what others refuse. Findings that are graver than `allow` are a problem; all are without.
    pub fn report_findings(&self, budget: &Budget, allow: Option<Severity>) -> Report {
        let findings = self.lint(budget);
        let count = |severity: Severity| {
            let found = findings.iter().filter(|one| one.severity == severity);
            let number = found.count();
            let s = if number == 1 { "" } else { "s" };
            format!("{number} {severity}{s}")
        };
        let counts = [Severity::Error, Severity::Warning, Severity::Hint].map(count);
        let lines: String = findings.iter().map(|one| format!("{one}\n")).collect();
        let worst = findings.iter().map(|finding| finding.severity).max();
        let (counts, tokens) = (counts.join(", "), self.tokens());
        Report {
            text: format!("{lines}{counts}; the tools cost about {tokens} tokens\n"),
            json: findings.iter().map(of_finding).collect(),
            problem: too_grave("findings", worst, allow, Severity::as_str),
        }
    }

    /// The hash, and what the tools cost, in a few words.
    pub fn summary(&self) -> String {
        let (hash, tokens) = (self.hash(), self.tokens());
        format!("{hash}, tools for about {tokens} tokens")
    }
}

fn too_grave<T: Copy + Ord>(
    what: &str,
    worst: Option<T>,
    allow: Option<T>,
    name: fn(T) -> &'static str,
) -> Option<String> {
    let worst = worst.filter(|worst| allow.is_none_or(|allow| *worst > allow))?;
    let worst = name(worst);
    Some(format!(
        "there are {what} of the kind `{worst}`, which `--allow {worst}` lets pass"
    ))
}

fn of_change(change: &Change) -> Value {
    let Change {
        class,
        place,
        why,
        witness,
    } = change;
    let mut object = json!({ "class": class.as_str(), "place": place, "why": why });
    match witness {
        Some(Witness::Arguments(value)) => object["arguments"] = value.clone(),
        Some(Witness::Result(value)) => object["result"] = value.clone(),
        None => {}
    }
    object
}

fn of_finding(finding: &Finding) -> Value {
    let Finding {
        code,
        severity,
        place,
        text,
        who,
    } = finding;
    json!({ "code": code, "severity": severity.as_str(), "place": place, "text": text, "who": who })
}
