//! Characters that models read and people don't see.

use serde_json::Value;
use unicode_general_category::{GeneralCategory, get_general_category};

use super::finding::{Finding, Severity};
use crate::contract::{Components, Contract};

pub(super) fn findings(contract: &Contract) -> Vec<Finding> {
    let kinds: [(&str, &Components); 4] = [
        ("tool", &contract.tools),
        ("prompt", &contract.prompts),
        ("resource", &contract.resources),
        ("template", &contract.templates),
    ];
    let mut findings = Vec::new();
    for (kind, components) in kinds {
        for (name, members) in components {
            let place = format!("{kind} {}", visible(name));
            findings.extend(of_text(name, &format!("{place}, its name")));
            for (member, value) in members {
                of_value(
                    value,
                    &format!("{place}, {}", visible(member)),
                    &mut findings,
                );
            }
        }
    }
    findings
}

/// Looks through a value; a text with several such characters is one finding.
fn of_value(value: &Value, place: &str, findings: &mut Vec<Finding>) {
    match value {
        Value::String(text) => findings.extend(of_text(text, place)),
        Value::Array(items) => items
            .iter()
            .for_each(|item| of_value(item, place, findings)),
        Value::Object(members) => {
            for (name, value) in members {
                let place = format!("{place}.{}", visible(name));
                findings.extend(of_text(name, &place));
                of_value(value, &place, findings);
            }
        }
        _ => {}
    }
}

fn of_text(text: &str, place: &str) -> Option<Finding> {
    let all: Vec<char> = text.chars().collect();
    let found: Vec<(usize, char)> = (0..all.len())
        .filter(|at| is_hidden(&all, *at))
        .map(|at| (at, all[at]))
        .collect();
    let (first, character) = *found.first()?;
    let more = match found.len() {
        1 => String::new(),
        several => format!(", and {} more", several - 1),
    };
    let (code, what) = if is_directional(character) {
        (
            "directional-character",
            "turns the direction of what is shown",
        )
    } else {
        ("hidden-character", "isn't shown")
    };
    let text = format!(
        "U+{:04X} at character {} {what}{more}",
        character as u32,
        first + 1
    );
    Some(Finding::new(code, Severity::Error, place, text))
}

/// The text with what isn't seen written out.
fn visible(text: &str) -> String {
    let all: Vec<char> = text.chars().collect();
    let shown = |(at, c): (usize, &char)| match is_hidden(&all, at) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    };
    all.iter().enumerate().map(shown).collect()
}

const fn is_directional(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_hidden(text: &[char], at: usize) -> bool {
    match text[at] {
        '\n' | '\r' | '\t' => false,
        // between letters and pictures that join, these have a use
        '\u{200C}' | '\u{200D}' => !joins(text, at),
        '\u{E0020}'..='\u{E007F}' => !is_of_a_flag(text, at),
        // letters that are blank
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => true,
        '\u{E0100}'..='\u{E01EF}' => !is_a_variant(text, at),
        c => matches!(
            get_general_category(c),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
        ),
    }
}

/// Does a character stand between two that aren't plain letters of English?
fn joins(text: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    let after = text.get(at + 1).copied();
    let joined = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_joiner(c));
    joined(before) && joined(after)
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}')
}

/// Does a selector stand behind a letter that has variants, as in Chinese?
fn is_a_variant(text: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    before.is_some_and(|c| get_general_category(c) == GeneralCategory::OtherLetter)
}

/// Is a tag part of a flag: a black flag, tags, and the tag that ends them?
fn is_of_a_flag(text: &[char], at: usize) -> bool {
    let is_tag = |c: &char| matches!(c, '\u{E0020}'..='\u{E007F}');
    let start = text[..at].iter().rev().find(|c| !is_tag(c));
    let tags = text[at..].iter().take_while(|c| is_tag(c));
    let before = text[..at].iter().rev().take_while(|c| is_tag(c)).count();
    // the longest flag has five letters and the end
    let length = before + tags.clone().count();
    start == Some(&'\u{1F3F4}') && tags.last() == Some(&'\u{E007F}') && length <= 7
}
