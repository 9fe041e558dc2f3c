use std::time::Duration;

use ferramenta::{Progress, ToolError, tool};

/// All tools. The suite calls the first one without arguments.
pub(crate) type Tools = (
    test_simple_text,
    test_error_handling,
    test_tool_with_progress,
    test_header,
);

/// Returns a fixed text.
#[tool(inline)]
pub(crate) fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Always fails.
#[tool(inline)]
pub(crate) fn test_error_handling() -> Result<(), ToolError> {
    Err(ToolError::new(
        "This tool intentionally returns an error for testing",
    ))
}

/// Reports progress three times.
#[tool]
pub(crate) async fn test_tool_with_progress(progress: Progress) -> &'static str {
    for done in [0, 50, 100] {
        progress.report_of(done, 100);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Tool with progress completed"
}

/// Has an argument that a header repeats.
#[tool(inline)]
pub(crate) fn test_header(
    /// The region to answer for.
    #[arg(header = "Region")]
    region: Option<String>,
) -> String {
    region.unwrap_or_else(|| "nowhere".into())
}
