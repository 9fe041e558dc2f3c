//! The server that is measured against the bare limit: `http --listen ADDRESS`, or standard input and
//! output without arguments.
//!
//! `TOOLS=N` gives N tools in all. `HANDLER=inline` and `HANDLER=pool` choose how `echo` and `summarize`
//! are run; `async` if not given.

mod tools;

use ferramenta::Server;

fn main() -> ferramenta::Result<()> {
    let server = Server::new("bench-server").version(env!("CARGO_PKG_VERSION"));
    let server = match std::env::var("HANDLER").as_deref() {
        Ok("inline") => server.tools::<tools::Inline>(),
        Ok("pool") => server.tools::<tools::Pooled>(),
        _ => server.tools::<tools::Async>(),
    };
    let count = std::env::var("TOOLS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(2);
    (2..count)
        .map(tools::filler)
        .fold(server, Server::tool_value)
        .run()
}
