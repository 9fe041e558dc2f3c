#![allow(unused)]

use std::time::Duration;

use ferramenta::{ToolResult, tool};

#[tool]
fn lasts() -> Duration {
    Duration::ZERO
}

#[tool]
async fn may_last() -> ToolResult<Option<Duration>> {
    Ok(None)
}

fn main() {}
