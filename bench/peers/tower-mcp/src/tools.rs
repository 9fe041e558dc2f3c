//! The tools that all servers have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_mcp::{CallToolResult, Tool, ToolBuilder};

#[derive(Deserialize, JsonSchema)]
struct Echo {
    message: String,
}

#[derive(Deserialize, JsonSchema)]
struct Summarize {
    values: Vec<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    count: u64,
    total: f64,
}

pub(crate) fn echo(name: &str) -> Tool {
    ToolBuilder::new(name)
        .description("Returns the message.")
        .handler(|Echo { message }: Echo| async move {
            let structured = json!({ "result": message });
            Ok(result(message, structured))
        })
        .build()
}

pub(crate) fn summarize() -> Tool {
    ToolBuilder::new("summarize")
        .description("Counts and adds numbers.")
        .output_schema_for::<Summary>()
        .handler(|Summarize { values }: Summarize| async move {
            let summary = json!(Summary {
                count: values.len() as u64,
                total: values.iter().sum(),
            });
            Ok(result(summary.to_string(), summary))
        })
        .build()
}

/// A text, and a structured value.
fn result(text: String, structured: Value) -> CallToolResult {
    let mut result = CallToolResult::text(text);
    result.structured_content = Some(structured);
    result
}
