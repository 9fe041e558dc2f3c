//! Names of tools.

use super::finding::{Finding, Severity};

/// Both take `^[a-zA-Z0-9_-]{1,64}$`, and refuse all tools for one name.
const STRICT: &[&str] = &["Claude Desktop", "OpenAI's API"];

pub(super) fn findings(name: &str, place: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    if let Some(other) = name.chars().find(|c| !allowed(*c)) {
        let text = format!(
            "`{}` can't stand in a name: letters from a to z, digits, `_` and `-` can; anything can stand in the title",
            other.escape_debug()
        );
        findings.push(error("name-characters", place, text));
    }
    if name.is_empty() {
        findings.push(error("name-length", place, "the name is empty"));
    }
    let length = name.chars().count();
    if length > 64 {
        let text = format!("the name has {length} characters; at most 64 are taken");
        findings.push(error("name-length", place, text));
    }
    if name
        .starts_with(|first: char| allowed(first) && !first.is_ascii_alphabetic() && first != '_')
    {
        let text = "a name has to start with a letter or `_`";
        let finding = Finding::new("name-start", Severity::Warning, place, text);
        findings.push(finding.by(&["Gemini's API"]));
    }
    findings
}

fn error(code: &'static str, place: &str, text: impl Into<String>) -> Finding {
    Finding::new(code, Severity::Error, place, text).by(STRICT)
}
