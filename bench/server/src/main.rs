//! The server that is measured against the bare limit: `http --listen ADDRESS`, or standard input and
//! output without arguments.
//!
//! `TOOLS=N` gives N tools in all. `HANDLER=inline` and `HANDLER=pool` choose how `echo` and `summarize`
//! are run; `async` if not given.
//!
//! The answers stay the same with `INJECT=1` and `INJECT=5`, for an `async` `echo` that takes so many services;
//! with `LAYER=N`, for N layers around each request that do nothing; with `AROUND=N`, for so many around each
//! call; with `LISTENERS=N`, which lets so many clients listen; and with `RULES=closure` and `RULES=method`, for a rule on each tool that lets everybody see it.

mod injected;
mod order;
mod rules;
mod tools;
mod wrapped;

use ferramenta::{Limits, Server, ToolDef, ToolSet};

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ferramenta::Result<()> {
    let server = Server::new("bench-server").version(env!("CARGO_PKG_VERSION"));
    let server = (0..number("LAYER")).fold(server, |server, _| server.layer(wrapped::Nothing));
    let server = (0..number("AROUND")).fold(server, |server, _| server.around(wrapped::Nothing));
    let server = match number("LISTENERS") {
        0 => server,
        listeners => server.dynamic_tools().limits(
            // one place for calls shows that listeners take none, and a connection more for each session that is opened
            Limits::default()
                .listeners(listeners)
                .connections(listeners + 64)
                .concurrent_calls(1),
        ),
    };
    let server = rules::provide(injected::provide(server));
    let rule = rules::named(&text("RULES"));
    let tools = tools();
    let fillers = (tools.len()..number("TOOLS")).map(tools::filler);
    tools
        .into_iter()
        .chain(fillers)
        .map(rule)
        .fold(server, Server::tool_value)
        .run()
}

/// The tools that are always there, `echo` and `summarize` as the environment wants them.
fn tools() -> Vec<ToolDef> {
    let mut tools = Vec::new();
    match (number("INJECT"), text("HANDLER").as_str()) {
        (1, _) => injected::One::add_to(&mut tools),
        (5, _) => injected::Five::add_to(&mut tools),
        (_, "inline") => tools::Inline::add_to(&mut tools),
        (_, "pool") => tools::Pooled::add_to(&mut tools),
        _ => tools::Async::add_to(&mut tools),
    }
    <(order::ship,)>::add_to(&mut tools);
    tools
}

fn text(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn number(name: &str) -> usize {
    text(name).parse().unwrap_or_default()
}
