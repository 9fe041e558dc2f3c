//! The server that is measured, on rmcp: `http [--listen ADDRESS]`, or standard input and output without arguments.
//!
//! Set up as its documentation recommends for speed: HTTP without sessions and with JSON answers. `PIPES=1` takes its
//! non-blocking pipes instead of the default standard streams; `TOOLS=N` gives N tools in all.

#[path = "../../order.rs"]
mod order;
mod tools;

use std::error::Error;

use axum::serve::ListenerExt;
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio, stdio_pipes};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::tools::Bench;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] if number("PIPES") == 1 => serve(stdio_pipes()).await,
        [] => serve(stdio()).await,
        ["http"] => http("127.0.0.1:0").await,
        ["http", "--listen", address] => http(address).await,
        _ => Err("usage: bench-rmcp [http [--listen ADDRESS]]".into()),
    }
}

async fn serve<R, W>(streams: (R, W)) -> Result<(), Box<dyn Error>>
where
    R: tokio::io::AsyncRead + Send + Unpin + 'static,
    W: tokio::io::AsyncWrite + Send + Unpin + 'static,
{
    let server = Bench::new(number("TOOLS")).serve(streams).await?;
    server.waiting().await?;
    Ok(())
}

async fn http(address: &str) -> Result<(), Box<dyn Error>> {
    let bench = Bench::new(number("TOOLS"));
    let service: StreamableHttpService<Bench, NeverSessionManager> = StreamableHttpService::new(
        move || Ok(bench.clone()),
        Default::default(),
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true),
    );
    let app = axum::Router::new().route_service("/mcp", service);
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

fn number(name: &str) -> usize {
    let value = std::env::var(name).unwrap_or_default();
    value.parse().unwrap_or_default()
}
