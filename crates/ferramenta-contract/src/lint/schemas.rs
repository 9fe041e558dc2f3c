//! Schemas of arguments.

use serde_json::Value;

use super::{
    finding::{Finding, Severity},
    parts::{Part, parts},
};
use crate::diff::below;

pub(super) fn findings(schema: &Value, place: &str) -> Vec<Finding> {
    let mut findings = of_the_whole(schema, place);
    let parts = parts(schema);
    findings.extend(references(&parts, place));
    findings.extend(parts.iter().flat_map(|part| of_a_part(part, place)));
    findings
}

fn error(code: &'static str, place: &str, text: impl Into<String>) -> Finding {
    Finding::new(code, Severity::Error, place, text)
}

fn warning(code: &'static str, place: &str, text: impl Into<String>) -> Finding {
    Finding::new(code, Severity::Warning, place, text)
}

fn of_the_whole(schema: &Value, place: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if schema["type"] != "object" {
        let text = "arguments are an object: their schema has to say `\"type\": \"object\"`";
        let finding = error("schema-type", place, text);
        findings.push(finding.by(&["clients on the TypeScript SDK", "OpenAI's API"]));
    } else if schema.get("properties").is_none() {
        let text =
            "the schema has no `properties`; without arguments it has to say `\"properties\": {}`";
        findings.push(error("schema-properties", place, text).by(&["OpenAI's API"]));
    }
    findings.extend(at_the_top(schema, place));
    if let Err(problem) = jsonschema::draft202012::meta::validate(schema) {
        let text = format!("the schema isn't one of JSON Schema 2020-12: {problem}");
        findings.push(error("schema-invalid", place, text).by(&["Anthropic's API"]));
    }
    findings.extend(argument_names(schema, place));
    findings
}

fn at_the_top(schema: &Value, place: &str) -> Option<Finding> {
    let found = |keyword: &&&str| schema.get(**keyword).is_some();
    let text = |keyword: &str| {
        format!(
            "`{keyword}` can't stand at the top of the arguments' schema; below a member it can"
        )
    };
    if let Some(keyword) = ["anyOf", "oneOf", "allOf"].iter().find(found) {
        let finding = error("schema-top", place, text(keyword));
        return Some(finding.by(&["Anthropic's API", "OpenAI's API"]));
    }
    let keyword = ["enum", "not"].iter().find(found)?;
    Some(error("schema-top", place, text(keyword)).by(&["OpenAI's API"]))
}

/// Only those at the top are looked at by Anthropic.
fn argument_names(schema: &Value, place: &str) -> Vec<Finding> {
    let is_taken = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        (1..=64).contains(&name.len()) && name.chars().all(allowed)
    };
    let names = schema["properties"].as_object().into_iter().flatten();
    let refused = names.filter(|(name, _)| !is_taken(name));
    refused
        .map(|(name, _)| {
            let text = "an argument's name has 1 to 64 characters, out of letters from a to z, digits, `_`, `-` and `.`";
            error("argument-name", &below(place, name), text).by(&["Anthropic's API"])
        })
        .collect()
}

fn references(parts: &[Part<'_>], place: &str) -> Vec<Finding> {
    let found = parts.iter().filter_map(|part| {
        let reference = part.schema.get("$ref").and_then(Value::as_str)?;
        Some((below(place, &part.path), reference))
    });
    let found: Vec<(String, &str)> = found.collect();
    let mut findings = Vec::new();
    if let Some((place, reference)) = found.first() {
        let text = format!(
            "`{reference}` isn't followed by some hosts; write the schema where it is used"
        );
        let finding = warning("reference", place, text);
        findings.push(finding.by(&["Copilot CLI", "Cursor", "Kiro"]));
    }
    if let Some((place, reference)) = found
        .iter()
        .find(|(_, reference)| !reference.starts_with("#/$defs/"))
    {
        let text = format!("`{reference}` doesn't start with `#/$defs/`");
        findings.push(error("reference-place", place, text).by(&["Moonshot's API"]));
    }
    findings
}

fn of_a_part(part: &Part<'_>, place: &str) -> Vec<Finding> {
    let place = &below(place, &part.path);
    let schema = part.schema;
    let mut findings = Vec::new();
    if schema["type"] == "array" && schema.get("items").is_none() {
        let text = "a list has to say what its `items` are";
        findings.push(error("array-items", place, text).by(&["Gemini's API", "OpenAI's API"]));
    }
    if let Some(kinds) = schema["type"].as_array() {
        let better = if kinds.iter().any(|kind| kind == "null") {
            "an argument that may be left out isn't required, and needs no `null`"
        } else {
            "say one type, or put several under `anyOf`"
        };
        let text = format!(
            "`\"type\": {}` isn't taken as a list: {better}",
            schema["type"]
        );
        findings.push(warning("type-list", place, text).by(&["Gemini's API"]));
    }
    let values = schema["enum"].as_array().into_iter().flatten();
    if let Some(value) = values.into_iter().find(|value| !value.is_string()) {
        let text = format!("{value} isn't a text, and nothing else can be chosen from");
        findings.push(warning("enum-texts", place, text).by(&["Gemini's API"]));
    }
    if part.is_value && says_nothing(schema) {
        let text = "the schema doesn't say what type it is, so models have to guess";
        findings.push(warning("no-type", place, text).by(&["Gemini's API on Vertex AI"]));
    }
    findings.extend(format_of_another_type(schema, place));
    findings.extend(wide_identifier(part, place));
    findings
}

/// Does a schema leave open what a value is?
fn says_nothing(schema: &Value) -> bool {
    const SAY: [&str; 7] = ["type", "$ref", "enum", "const", "anyOf", "oneOf", "allOf"];
    match schema {
        Value::Bool(all) => *all,
        Value::Object(members) => !SAY.iter().any(|keyword| members.contains_key(*keyword)),
        _ => false,
    }
}

fn format_of_another_type(schema: &Value, place: &str) -> Option<Finding> {
    const OF_TEXTS: [&str; 8] = [
        "date",
        "date-time",
        "time",
        "duration",
        "email",
        "uri",
        "uuid",
        "hostname",
    ];
    let format = schema["format"]
        .as_str()
        .filter(|format| OF_TEXTS.contains(format))?;
    let kind = schema["type"].as_str().filter(|kind| *kind != "string")?;
    let text = format!("`{format}` is a format of texts, and this is of type `{kind}`");
    Some(warning("format-type", place, text))
}

/// Identifiers come back as they were sent; a number that was rounded doesn't.
fn wide_identifier(part: &Part<'_>, place: &str) -> Option<Finding> {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let schema = part.schema;
    let name = part.path.rsplit('.').next().unwrap_or_default();
    let is_identifier = name == "id"
        || ["_id", "-id", "Id", "ID"]
            .iter()
            .any(|end| name.ends_with(end));
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let within = |bound: f64| bound <= EXACT;
    let is_bounded = bound("maximum")
        .or_else(|| bound("exclusiveMaximum"))
        .is_some_and(within);
    let is_found = part.is_value && is_identifier && schema["type"] == "integer" && !is_bounded;
    is_found.then(|| {
        let text = format!(
            "beyond {EXACT} numbers are rounded; give it a `maximum`, or take it as a text"
        );
        Finding::new("wide-identifier", Severity::Hint, place, text).by(&["hosts in JavaScript"])
    })
}
