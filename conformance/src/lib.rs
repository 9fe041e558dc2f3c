//! The tools, prompts and resources whose names and texts the official suite knows, written as any user would write
//! them.

mod changes;
mod completions;
mod contents;
mod dialect;
mod prompts;
mod questions;
mod resources;
mod tools;

use ferramenta::Server;

/// The fixture server.
pub fn server() -> Server {
    Server::new("conformance-server")
        .version(env!("CARGO_PKG_VERSION"))
        .client_logging()
        .resource_updates()
        .dynamic_tools()
        .dynamic_prompts()
        .tools::<(
            tools::Tools,
            contents::Tools,
            changes::Tools,
            questions::Tools,
        )>()
        .tool_value(dialect::json_schema_2020_12_tool())
        .prompts::<prompts::Prompts>()
        .prompt::<completions::test_completion>()
        .prompt::<questions::test_input_required_result_prompt>()
        .resources::<resources::Resources>()
}
