//! A bookshop's catalog as an MCP server.
//!
//! Without arguments it serves standard input and output; `http` serves Streamable HTTP.

fn main() -> ferramenta::Result<()> {
    bookshop::server().run()
}
