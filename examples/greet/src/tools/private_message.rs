use ferramenta::{Args, Content, Context, Inject, schema, tool};

#[schema(input)]
struct PrivateInput {
    message: String,
}

/// Exists for callers who are known, and for nobody else.
#[derive(Debug, Inject)]
pub struct PrivateTool;

/// Repeat a message, between the two of us.
#[tool(name = "private-message")]
impl PrivateTool {
    async fn handle(&self, Args(input): Args<PrivateInput>) -> Content {
        Content::text(input.message)
    }

    fn visible(cx: &Context) -> bool {
        cx.identity().is_some()
    }

    async fn authorize(cx: Context) -> bool {
        cx.identity().is_some()
    }
}
