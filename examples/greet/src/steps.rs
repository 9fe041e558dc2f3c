//! `greet`, step by step: from a type with a method to one that says all it knows.

use ferramenta::schema;

#[schema(input)]
struct GreetInput {
    name: String,
}

/// A contract on either side, and a handler that needn't wait.
pub mod plain {
    use ferramenta::{Args, Inject, Structured, tool};

    use super::GreetInput;

    /// Greets a person.
    #[derive(Debug, Inject)]
    pub struct GreetTool;

    /// Return a greeting.
    #[tool(name = "greet", read_only, destructive = false, inline)]
    impl GreetTool {
        fn handle(&self, Args(input): Args<GreetInput>) -> Structured<String> {
            Structured(format!("Hello, {}!", input.name))
        }
    }
}

/// A title for people, hints for clients, and words for a model that left the name empty.
pub mod described {
    use ferramenta::{Args, Inject, Structured, ToolError, tool};

    use super::GreetInput;

    /// Greets a person.
    #[derive(Debug, Inject)]
    pub struct GreetTool;

    /// Return a friendly greeting for the name that is given.
    #[tool(
        name = "greet",
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
        ) -> Result<Structured<String>, ToolError> {
            if input.name.trim().is_empty() {
                return Err(ToolError::new("Provide a name that is not empty."));
            }
            Ok(Structured(format!("Hello, {}!", input.name)))
        }
    }
}
