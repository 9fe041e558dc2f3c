use ferramenta::{Context, Inject, OrFail, ToolError, tool};

/// May be used by callers who are known; others are refused.
#[derive(Debug, Inject)]
pub struct WhoAmITool;

/// Tell the name of whoever calls.
#[tool(read_only)]
impl WhoAmITool {
    async fn handle(&self, cx: &Context) -> Result<String, ToolError> {
        let caller = cx.identity().or_fail("Nobody knows you.")?;
        Ok(caller.subject().to_owned())
    }

    fn authorize(cx: &Context) -> bool {
        cx.identity().is_some()
    }
}
