//! A greeting service as an MCP server.
//!
//! Without arguments it serves standard input and output; `http` serves Streamable HTTP at `/mcp/demo`.

fn main() -> ferramenta::Result<()> {
    greet::app().run()
}
