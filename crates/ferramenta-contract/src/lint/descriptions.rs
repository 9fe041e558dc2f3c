//! What models are told.

use serde_json::{Map, Value};

use super::finding::{Finding, Severity};
use crate::diff::below;

type Members = Map<String, Value>;

/// Longer ones are refused by `OpenAI`'s chat completions.
const TAKEN: usize = 1024;

/// What is beyond isn't shown to the model by Claude Code.
const SHOWN: usize = 2048;

pub(super) fn of_tool(tool: &Members, place: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    match described(tool) {
        None => {
            let text = "there is no description, which is what models choose a tool by";
            findings.push(Finding::new(
                "no-description",
                Severity::Warning,
                place,
                text,
            ));
        }
        Some(text) => findings.extend(length(text, place)),
    }
    if let Some(schema) = tool.get("inputSchema") {
        findings.extend(arguments(schema, place));
    }
    findings
}

pub(super) fn of_prompt(prompt: &Members, place: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if described(prompt).is_none() {
        let text = "there is no description, which is what people choose a prompt by";
        findings.push(Finding::new("no-description", Severity::Hint, place, text));
    }
    let arguments = prompt.get("arguments").and_then(Value::as_array);
    let mute = arguments.into_iter().flatten().filter_map(Value::as_object);
    let mute = mute.filter(|argument| described(argument).is_none());
    let mute = mute.filter_map(|argument| argument.get("name")?.as_str());
    findings.extend(mute.map(|name| without_words(name, place)));
    findings
}

/// A description that says something.
fn described(members: &Members) -> Option<&str> {
    let text = members.get("description")?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

fn length(text: &str, place: &str) -> Option<Finding> {
    let length = text.chars().count();
    if length > SHOWN {
        let text = format!(
            "the description has {length} characters; what is beyond {SHOWN} isn't shown to the model, and more than {TAKEN} are refused by some"
        );
        let finding = Finding::new("description-length", Severity::Warning, place, text);
        return Some(finding.by(&["Claude Code", "OpenAI's chat completions"]));
    }
    (length > TAKEN).then(|| {
        let text = format!("the description has {length} characters; at most {TAKEN} are taken");
        let finding = Finding::new("description-length", Severity::Warning, place, text);
        finding.by(&["OpenAI's chat completions"])
    })
}

fn arguments(schema: &Value, place: &str) -> Vec<Finding> {
    let arguments = schema["properties"].as_object().into_iter().flatten();
    let mute = arguments.filter(|(_, argument)| !is_described(argument, schema));
    mute.map(|(name, _)| without_words(name, place)).collect()
}

fn without_words(name: &str, place: &str) -> Finding {
    let text = "there is no description, so models know no more than its name";
    Finding::new("no-description", Severity::Hint, below(place, name), text)
}

/// Does an argument have a description, its own or that of what it refers to?
fn is_described(argument: &Value, root: &Value) -> bool {
    let Some(members) = argument.as_object() else {
        return false;
    };
    let target = members.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|reference| root.pointer(reference.strip_prefix('#')?));
    described(members).is_some()
        || target
            .and_then(Value::as_object)
            .and_then(described)
            .is_some()
}
