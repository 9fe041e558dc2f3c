//! The tools that all servers have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_mcp::{CallToolResult, Tool, ToolBuilder};

use crate::order::Ship;

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

/// What a filler is called with.
#[derive(Deserialize, JsonSchema)]
struct Filler {
    key: String,
    #[schemars(range(min = 1, max = 1000))]
    limit: i64,
    verbose: bool,
}

impl Filler {
    fn fill(self) -> String {
        let Self {
            key,
            limit,
            verbose,
        } = self;
        format!("{key} {limit} {verbose}")
    }
}

pub(crate) fn echo() -> Tool {
    ToolBuilder::new("echo")
        .description("Returns the message.")
        .handler(|Echo { message }: Echo| async move { Ok(echoed(message)) })
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

pub(crate) fn ship() -> Tool {
    ToolBuilder::new("ship")
        .description("Ships an order.")
        .handler(|Ship { order }: Ship| async move { Ok(echoed(order.ship())) })
        .build()
}

pub(crate) fn filler(number: usize) -> Tool {
    ToolBuilder::new(format!("filler_{number}"))
        .description("Fills the list.")
        .handler(|filler: Filler| async move { Ok(echoed(filler.fill())) })
        .build()
}

/// The text, and the text as the structured value.
fn echoed(text: String) -> CallToolResult {
    let structured = json!({ "result": text });
    result(text, structured)
}

/// A text, and a structured value.
fn result(text: String, structured: Value) -> CallToolResult {
    let mut result = CallToolResult::text(text);
    result.structured_content = Some(structured);
    result
}
