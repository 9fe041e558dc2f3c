//! Tools that come and go: one for each glaze that is open.

use ferramenta::{ParamSpec, ToolDef, ToolError, ToolRegistry, ToolResult, tool};

/// Open a jar of glaze; there is a tool to glaze with it then.
#[tool]
pub async fn open_glaze(
    #[arg(one_of("black", "blue", "green", "white"))] color: String,
    tools: ToolRegistry,
) -> ToolResult<String> {
    let name = tool_name(&color);
    tools.update(|tools| tools.put_value(glaze(color)))?;
    Ok(format!("`{name}` is there."))
}

/// Close a jar of glaze.
#[tool]
pub async fn close_glaze(color: String, tools: ToolRegistry) -> ToolResult<String> {
    let name = tool_name(&color);
    if !tools.update(|tools| tools.remove(&name))? {
        return Err(ToolError::new(format!("There is no {color} glaze open.")).into());
    }
    Ok(format!("`{name}` is gone."))
}

fn tool_name(color: &str) -> String {
    format!("glaze_{color}")
}

fn glaze(color: String) -> ToolDef {
    ToolDef::new(tool_name(&color))
        .description(format!("Glaze a pot {color}."))
        .handler((ParamSpec::new("pot"),), move |(pot,): (String,)| {
            let color = color.clone();
            async move { format!("'{pot}' is {color} now.") }
        })
}
