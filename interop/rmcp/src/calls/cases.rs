//! The calls and expected answers that the clients of all languages share.

use std::collections::BTreeMap;

use rmcp::model::{ArgumentInfo, Reference};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The whole file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cases {
    pub versions: BTreeMap<String, String>,
    pub schema: Schema,
    pub calls: Vec<Call>,
    pub refusals: Vec<Refusal>,
    pub unknown: Unknown,
    pub lists: Lists,
    pub prompts: Vec<Prompt>,
    pub prompt_refusals: Vec<PromptRefusal>,
    pub reads: Vec<Read>,
    pub missing: Missing,
    pub completions: Vec<Completion>,
    pub crowd: Crowd,
}

/// What the input schema of one tool has to say.
#[derive(Deserialize)]
pub struct Schema {
    pub tool: String,
    pub required: Value,
    pub defaults: Map<String, Value>,
}

/// A call that succeeds with exactly this text.
#[derive(Deserialize)]
pub struct Call {
    pub label: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub text: String,
}

/// A call whose arguments are refused with a text that mentions these words.
#[derive(Deserialize)]
pub struct Refusal {
    pub label: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub mentions: Vec<String>,
}

/// A tool that does not exist, and the error code that says so.
#[derive(Deserialize)]
pub struct Unknown {
    pub tool: String,
    pub code: i32,
}

/// What is listed beside the tools: all entries, each with the members that it has at least.
#[derive(Deserialize)]
pub struct Lists {
    pub prompts: Vec<Map<String, Value>>,
    pub resources: Vec<Map<String, Value>>,
    pub templates: Vec<Map<String, Value>>,
}

/// A prompt that becomes exactly this text, as the only message.
#[derive(Deserialize)]
pub struct Prompt {
    pub label: String,
    pub prompt: String,
    pub arguments: Map<String, Value>,
    pub text: String,
}

/// A prompt that is refused with an error that mentions these words.
#[derive(Deserialize)]
pub struct PromptRefusal {
    pub label: String,
    pub prompt: String,
    pub arguments: Map<String, Value>,
    pub code: i32,
    pub mentions: Vec<String>,
}

/// A resource, and all that reading it gives.
#[derive(Deserialize)]
pub struct Read {
    pub label: String,
    pub contents: Map<String, Value>,
}

/// Resources that do not exist, and the error code that says so in each mode.
#[derive(Deserialize)]
pub struct Missing {
    pub uris: Vec<String>,
    pub codes: BTreeMap<String, i32>,
}

/// An argument that was typed in part, and what it can be.
#[derive(Deserialize)]
pub struct Completion {
    pub label: String,
    pub r#ref: Reference,
    pub argument: ArgumentInfo,
    pub values: Vec<String>,
}

/// Many calls at once, each with its own argument and its own answer.
#[derive(Deserialize)]
pub struct Crowd {
    pub size: usize,
    pub tool: String,
    pub argument: String,
    pub text: String,
}
