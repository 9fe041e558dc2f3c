//! Tools that models take for each other.

use super::finding::{Finding, Severity};
use crate::contract::Contract;

/// Shorter words are too short to compare letter by letter: `get` and `set` are no slip.
const SHORT: usize = 5;

/// Longer lists aren't compared pair by pair.
const MOST: usize = 1000;

pub(super) fn findings(contract: &Contract) -> Vec<Finding> {
    let tools: Vec<Tool<'_>> = contract
        .tools
        .iter()
        .map(|(name, tool)| Tool {
            name,
            words: words_of(name),
            description: tool
                .get("description")
                .and_then(|text| text.as_str())
                .map(in_one_line),
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
    words: Vec<String>,
    description: Option<String>,
}

fn alike(one: &Tool<'_>, other: &Tool<'_>) -> Vec<Finding> {
    let place = format!("tools {} and {}", one.name, other.name);
    let finding = |code, text: &str| Finding::new(code, Severity::Warning, &place, text);
    let mut findings = Vec::new();
    if let Some(text) = likeness(&one.words, &other.words) {
        findings.push(finding("look-alike-names", text));
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

/// What makes two names alike, word by word.
fn likeness(one: &[String], other: &[String]) -> Option<&'static str> {
    if one.concat() == other.concat() {
        return Some("their names differ in case and separators alone");
    }
    let pairs = one.iter().zip(other).filter(|(one, other)| one != other);
    let differing: Vec<(&String, &String)> = pairs.collect();
    if one.len() == other.len()
        && let [(one, other)] = differing.as_slice()
        && is_a_slip_away(one, other)
    {
        return Some("their names differ in one letter");
    }
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    (sorted(one) == sorted(other)).then_some("their names have the same words in another order")
}

/// Do words differ in one letter, or by the `s` of a plural? Numbers are told apart.
fn is_a_slip_away(one: &str, other: &str) -> bool {
    let is_plural = |one: &str, other: &str| other.strip_suffix('s') == Some(one);
    let length = one.chars().count().min(other.chars().count());
    let digits = |word: &str| {
        word.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let is_a_slip = || digits(one) == digits(other) && strsim::osa_distance(one, other) == 1;
    is_plural(one, other) || is_plural(other, one) || (length >= SHORT && is_a_slip())
}

/// The words of a name, in lower case: `getBook` and `get_book` have the same.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (after_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace()
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}
