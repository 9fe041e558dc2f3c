use std::sync::Arc;

use ferramenta::{Args, Inject, Structured, ToolError, schema, tool};

use crate::services::{Greetings, NameFormatter};

#[schema(input)]
struct GreetInput {
    name: String,
}

/// Greets a person, with one service of the tool's and one of the call's.
#[derive(Debug, Inject)]
pub struct GreetTool {
    greetings: Arc<Greetings>,
}

/// Return a friendly greeting for the name that is given.
#[tool(
    title = "Greet a person",
    read_only,
    destructive = false,
    idempotent,
    closed_world
)]
impl GreetTool {
    async fn handle(
        &self,
        Args(input): Args<GreetInput>,
        names: Inject<NameFormatter>,
    ) -> Result<Structured<String>, ToolError> {
        let name = names.normalize(&input.name);
        if name.is_empty() {
            return Err(ToolError::new("Provide a name that is not empty."));
        }
        Ok(Structured(self.greetings.greet(name)))
    }
}
