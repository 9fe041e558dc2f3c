use ferramenta::{PromptRegistry, ToolRegistry, ToolResult, prompt, tool};

/// All tools.
pub(crate) type Tools = (test_trigger_tool_change, test_trigger_prompt_change);

/// A tool that was added while the server ran.
#[tool(inline)]
fn test_added_tool() -> &'static str {
    "Added"
}

/// A prompt that was added while the server ran.
#[prompt(inline)]
fn test_added_prompt() -> &'static str {
    "Added"
}

/// Changes the list of tools.
#[tool]
pub(crate) async fn test_trigger_tool_change(registry: ToolRegistry) -> ToolResult<bool> {
    Ok(registry.update(|tools| tools.put::<test_added_tool>())?)
}

/// Changes the list of prompts.
#[tool]
pub(crate) async fn test_trigger_prompt_change(registry: PromptRegistry) -> ToolResult<bool> {
    Ok(registry.update(|prompts| prompts.put::<test_added_prompt>())?)
}
