//! The server that the official MCP conformance suite is run against: `http --listen ADDRESS`.

fn main() -> ferramenta::Result<()> {
    conformance_server::server().run()
}
