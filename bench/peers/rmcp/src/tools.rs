//! The tools that all servers have.

use std::sync::Arc;

use rmcp::handler::server::common::schema_for_input;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::order::Ship;

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

/// What a filler is called with.
#[derive(Deserialize, JsonSchema)]
struct Filler {
    key: String,
    #[schemars(range(min = 1, max = 1000))]
    limit: i64,
    verbose: bool,
}

impl Filler {
    fn fill(self) -> String {
        let Self {
            key,
            limit,
            verbose,
        } = self;
        format!("{key} {limit} {verbose}")
    }
}

/// The handler; cheap to clone, for HTTP has one for each request.
#[derive(Clone)]
pub(crate) struct Bench {
    router: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Bench {
    /// A server with so many tools in all, three at least.
    pub(crate) fn new(count: usize) -> Self {
        let mut router = Self::tool_router();
        for number in 3..count {
            router.add_route(filler(number));
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

    #[tool(description = "Ships an order.")]
    async fn ship(&self, Parameters(Ship { order }): Parameters<Ship>) -> CallToolResult {
        echoed(order.ship())
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
    let tool = Tool::new(
        format!("filler_{number}"),
        "Fills the list.",
        schema_for_input::<Filler>().expect("an object"),
    );
    ToolRoute::new(tool, |Parameters(filler): Parameters<Filler>| {
        echoed(filler.fill())
    })
}

/// The text, and the text as the structured value.
fn echoed(message: String) -> CallToolResult {
    let structured = json!({ "result": message });
    let mut result = CallToolResult::success(vec![ContentBlock::text(message)]);
    result.structured_content = Some(structured);
    result
}
