use std::time::Duration;

use ferramenta::{ClientLog, Context, Progress, ToolError, client_log, tool};

/// All tools. The suite calls the first one without arguments.
pub(crate) type Tools = (
    test_simple_text,
    test_error_handling,
    test_tool_with_progress,
    test_tool_with_logging,
    test_logging_tool,
    test_header,
    test_reconnection,
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

/// Tells the client three times what it does.
#[tool]
pub(crate) async fn test_tool_with_logging(log: ClientLog) -> &'static str {
    client_log!(log, Info, "Tool execution started");
    tokio::time::sleep(Duration::from_millis(50)).await;
    client_log!(log, Info, "Tool processing data");
    tokio::time::sleep(Duration::from_millis(50)).await;
    client_log!(log, Info, "Tool execution completed");
    "Tool with logging executed successfully"
}

/// Tells the client something at several levels.
#[tool(inline)]
pub(crate) fn test_logging_tool(cx: &Context) -> &'static str {
    client_log!(cx, Debug, "debug");
    client_log!(cx, Info, "info");
    client_log!(cx, Error, "error");
    "Logged"
}

/// Closes its event stream, so that the client has to come back for the result.
#[tool]
pub(crate) async fn test_reconnection(cx: Context) -> &'static str {
    cx.close_stream(Duration::from_millis(200));
    tokio::time::sleep(Duration::from_millis(100)).await;
    "Reconnection test completed successfully"
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
