use ferramenta::{Args, Content, Inject, schema, tool};

#[schema(input)]
struct EchoInput {
    message: String,
}

/// Echoes a message: an input with a contract, and a text with none.
#[derive(Debug, Inject)]
pub struct EchoTool;

/// Echo the message.
#[tool(read_only)]
impl EchoTool {
    async fn handle(&self, Args(input): Args<EchoInput>) -> Content {
        Content::text(input.message)
    }
}
