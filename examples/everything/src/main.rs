//! A potter's workshop as an MCP server.
//!
//! Without arguments it serves standard input and output; `http` serves Streamable HTTP.

fn main() -> ferramenta::Result<()> {
    everything::server().run()
}
