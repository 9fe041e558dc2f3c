//! The calls and expected answers that the clients of all languages share.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// The whole file.
#[derive(Deserialize)]
pub struct Cases {
    pub versions: BTreeMap<String, String>,
    pub schema: Schema,
    pub calls: Vec<Call>,
    pub refusals: Vec<Refusal>,
    pub unknown: Unknown,
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

/// Many calls at once, each with its own argument and its own answer.
#[derive(Deserialize)]
pub struct Crowd {
    pub size: usize,
    pub tool: String,
    pub argument: String,
    pub text: String,
}
