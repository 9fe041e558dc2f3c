//! {{title}}, an MCP server.

pub mod prompts;
pub mod resources;
pub mod tools;

use ferramenta::Server;

/// What the server offers.
pub fn server() -> Server {
    Server::new("{{title}}")
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Say here when a model should use this server, and how.")
        .tool::<tools::echo::EchoTool>()
        .resource::<resources::about::AboutResource>()
        .prompt::<prompts::explain::ExplainPrompt>()
}
