//! What is done in the workshop, and what comes of it, for the clients of all languages.

use std::collections::BTreeMap;

use rmcp::model::{ElicitResult, LoggingLevel};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::heard::{Asks, Log, Step};

/// The whole file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cases {
    pub versions: BTreeMap<String, String>,
    pub tools: Vec<String>,
    pub progress: Vec<Progress>,
    pub log: Logged,
    pub tool_change: ToolChange,
    pub resource_change: ResourceChange,
    pub cancellation: Cancellation,
    pub questions: Vec<Question>,
    pub taken_back: TakenBack,
}

/// A call that reports exactly these steps.
#[derive(Deserialize)]
pub struct Progress {
    pub label: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub reports: Vec<Step>,
    pub text: String,
}

/// A call that logs exactly these messages of the level.
#[derive(Deserialize)]
pub struct Logged {
    pub level: LoggingLevel,
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub messages: Vec<Log>,
}

/// A call that adds a tool.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolChange {
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub added: String,
    pub added_arguments: Map<String, Value>,
    pub text: String,
}

/// A call that changes a resource, and adds another one.
#[derive(Deserialize)]
pub struct ResourceChange {
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub uri: String,
    pub added: String,
    pub text: String,
}

/// A call that waits until it is cancelled, and the resource that counts.
#[derive(Deserialize)]
pub struct Cancellation {
    pub tool: String,
    pub uri: String,
    pub before: String,
    pub after: String,
}

/// A call that asks the user.
#[derive(Deserialize)]
pub struct Question {
    pub label: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub message: String,
    pub asks: Asks,
    pub reply: ElicitResult,
    pub text: String,
}

/// A call that asks, and is cancelled meanwhile.
#[derive(Deserialize)]
pub struct TakenBack {
    pub tool: String,
    pub arguments: Map<String, Value>,
}
