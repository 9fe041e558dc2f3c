//! The server that is measured, on tower-mcp: `http [--listen ADDRESS]`, or standard input and output without arguments.
//!
//! `TOOLS=N` gives N tools in all.

#[path = "../../order.rs"]
mod order;
mod tools;

use std::error::Error;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tower_mcp::{HttpTransport, McpRouter, StdioTransport};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(StdioTransport::new(router()).run().await?),
        ["http"] => http("127.0.0.1:0").await,
        ["http", "--listen", address] => http(address).await,
        _ => Err("usage: bench-tower-mcp [http [--listen ADDRESS]]".into()),
    }
}

async fn http(address: &str) -> Result<(), Box<dyn Error>> {
    let app = HttpTransport::new(router()).into_router_at("/mcp");
    let listener = TcpListener::bind(address).await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // a connection that is gone already needs no answer at once
        let _ = stream.set_nodelay(true);
    });
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        served = axum::serve(listener, app).into_future() => Ok(served?),
        _ = terminate.recv() => Ok(()),
    }
}

fn router() -> McpRouter {
    let count: usize = std::env::var("TOOLS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or_default();
    let router = McpRouter::new()
        .server_info("bench-server", "0.1.0")
        .tool(tools::echo())
        .tool(tools::summarize())
        .tool(tools::ship());
    (3..count).fold(router, |router, number| router.tool(tools::filler(number)))
}
