//! Tools that models take for each other.

use super::finding::{Finding, Severity};
use crate::contract::Contract;

/// Shorter names are too short to compare letter by letter.
const SHORT: usize = 5;

/// Longer lists aren't compared pair by pair.
const MOST: usize = 1000;

pub(super) fn findings(contract: &Contract) -> Vec<Finding> {
    let tools: Vec<Tool<'_>> = contract
        .tools
        .iter()
        .map(|(name, tool)| Tool {
            name,
            plain: plain(name),
            description: tool
                .get("description")
                .and_then(|text| text.as_str())
                .map(words),
        })
        .take(MOST)
        .collect();
    let mut findings = Vec::new();
    for (place, one) in tools.iter().enumerate() {
        for other in &tools[place + 1..] {
            findings.extend(alike(one, other));
        }
    }
    findings
}

struct Tool<'a> {
    name: &'a str,
    plain: String,
    description: Option<String>,
}

fn alike(one: &Tool<'_>, other: &Tool<'_>) -> Vec<Finding> {
    let place = format!("tools {} and {}", one.name, other.name);
    let finding = |code, text: &str| Finding::new(code, Severity::Warning, &place, text);
    let mut findings = Vec::new();
    if one.plain == other.plain {
        let text = "their names differ in case and separators alone";
        findings.push(finding("look-alike-names", text));
    } else if is_a_slip_away(one.name, other.name) {
        findings.push(finding(
            "look-alike-names",
            "their names differ in one letter",
        ));
    }
    if one
        .description
        .as_deref()
        .is_some_and(|text| !text.is_empty())
        && one.description == other.description
    {
        let text = "their descriptions are the same, so models can't choose";
        findings.push(finding("look-alike-descriptions", text));
    }
    findings
}

/// Do names differ in one letter? Numbers are told apart.
fn is_a_slip_away(one: &str, other: &str) -> bool {
    let length = one.chars().count().min(other.chars().count());
    let digits = |name: &str| {
        name.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    length >= SHORT && digits(one) == digits(other) && strsim::osa_distance(one, other) == 1
}

/// A name without case and separators.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn words(text: &str) -> String {
    text.split_whitespace()
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}
