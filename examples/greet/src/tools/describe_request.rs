use ferramenta::{Context, Inject, schema, tool};
use serde_json::Value;

#[schema(output)]
struct Description {
    id: String,
    method: String,
    server: String,
    transport: String,
    arguments: Value,
    params: Value,
    meta: Value,
    caller: Option<String>,
    capabilities: Value,
}

/// Tells what a handler can know of its call.
#[derive(Debug, Inject)]
pub struct DescribeRequestTool;

/// Describe this very request.
#[tool(read_only)]
impl DescribeRequestTool {
    async fn handle(
        &self,
        /// Anything; it comes back in the description.
        note: Option<String>,
        cx: &Context,
    ) -> Description {
        let _ = note;
        Description {
            id: cx.request_id().to_owned(),
            method: cx.method().to_owned(),
            server: cx.server().to_owned(),
            transport: cx.transport().as_str().to_owned(),
            arguments: cx.arguments(),
            params: cx.params(),
            meta: cx.meta(),
            caller: cx.identity().map(|caller| caller.subject().to_owned()),
            capabilities: cx.client_capabilities(),
        }
    }
}
