//! The tools that all servers have.

use std::sync::Arc;

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Echo {
    message: String,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Summarize {
    values: Vec<f64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Summary {
    count: u64,
    total: f64,
}

/// The handler; cheap to clone, for HTTP has one for each request.
#[derive(Clone)]
pub(crate) struct Bench {
    router: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Bench {
    /// A server with so many tools in all, two at least.
    pub(crate) fn new(count: usize) -> Self {
        let mut router = Self::tool_router();
        for number in 2..count {
            router.add_route(filler(number - 1));
        }
        Self {
            router: Arc::new(router),
        }
    }

    #[tool(description = "Returns the message.")]
    async fn echo(&self, Parameters(Echo { message }): Parameters<Echo>) -> CallToolResult {
        echoed(message)
    }

    #[tool(description = "Counts and adds numbers.")]
    async fn summarize(
        &self,
        Parameters(Summarize { values }): Parameters<Summarize>,
    ) -> Json<Summary> {
        Json(Summary {
            count: values.len() as u64,
            total: values.iter().sum(),
        })
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Bench {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("bench-server", "0.1.0"))
    }
}

fn filler(number: usize) -> ToolRoute<Bench> {
    let mut tool = Bench::echo_tool_attr();
    tool.name = format!("filler_{number}").into();
    ToolRoute::new(tool, |Parameters(Echo { message }): Parameters<Echo>| {
        echoed(message)
    })
}

/// The text, and the text as the structured value.
fn echoed(message: String) -> CallToolResult {
    let structured = json!({ "result": message });
    let mut result = CallToolResult::success(vec![ContentBlock::text(message)]);
    result.structured_content = Some(structured);
    result
}
