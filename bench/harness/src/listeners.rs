//! What clients cost that only listen: the server's memory before they come, with them, and when they have left.

use std::time::Duration;

use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::Result;
use crate::case::Case;
use crate::era::{Era, META};
use crate::http_client::Connection;
use crate::load::Until;
use crate::options::{Options, ServerCommand};
use crate::pinning::Cores;
use crate::server::{Server, Url};
use crate::table::{Table, number};

/// So many come and go before anything is measured.
const WARM_UP: usize = 20;
/// Calls while all listen.
const CALLS: u64 = 100;
/// The longest that a client waits for its stream.
const OPEN: Duration = Duration::from_secs(10);
/// The time in which a server has learnt that clients have left.
const SETTLE: Duration = Duration::from_millis(500);

/// How a client listens.
#[derive(Clone, Copy)]
enum Way {
    /// `subscriptions/listen`.
    Subscription,
    /// The stream of a session of 2025-11-25.
    Session,
}

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Subscription => "subscriptions/listen",
            Self::Session => "stream of a session",
        }
    }
}

/// Resident memory in KiB, before, with all listeners, and after.
struct Memory {
    before: u64,
    with: u64,
    after: u64,
}

/// Lets clients come and go, in rounds, on every server in both ways.
pub(crate) async fn measure(options: &Options) -> Result<Table> {
    let cores = Cores::split(options.pin)?;
    let mut table = Table::new(&[
        "clients",
        "server",
        "round",
        "before KiB",
        "with them KiB",
        "KiB each",
        "after KiB",
    ]);
    for command in &options.servers {
        for way in [Way::Subscription, Way::Session] {
            let rounds = measure_way(options, command, way, cores).await?;
            for (round, memory) in (1..).zip(&rounds) {
                table.row(row(options.concurrency, way, &command.name, round, memory));
            }
        }
    }
    Ok(table)
}

async fn measure_way(
    options: &Options,
    command: &ServerCommand,
    way: Way,
    cores: Cores,
) -> Result<Vec<Memory>> {
    let (server, url) = Server::start_http(command, cores)?;
    call(&url).await?;
    drop(open(&url, way, WARM_UP).await?);
    sleep(SETTLE).await;
    let mut rounds = Vec::new();
    for _ in 0..options.rounds {
        let before = server.memory()?;
        let listeners = open(&url, way, options.concurrency).await?;
        let with = server.memory()?;
        // a server whose places they took would refuse these
        call(&url).await?;
        drop(listeners);
        sleep(SETTLE).await;
        // what a runtime keeps until it has something to do
        drop(open(&url, way, WARM_UP).await?);
        sleep(SETTLE).await;
        let after = server.memory()?;
        rounds.push(Memory {
            before,
            with,
            after,
        });
    }
    server.terminate()?;
    Ok(rounds)
}

/// Makes calls on a connection of their own.
async fn call(url: &Url) -> Result<()> {
    let mut connection = Connection::open(url, Case::Echo, Era::Modern).await?;
    connection.drive(Until::Count(CALLS)).await?;
    Ok(())
}

/// Opens streams, and waits until each of them has begun.
async fn open(url: &Url, way: Way, count: usize) -> Result<Vec<TcpStream>> {
    let mut streams = Vec::with_capacity(count);
    for _ in 0..count {
        let request = match way {
            Way::Subscription => subscription(url),
            Way::Session => session_stream(url, &session(url).await?),
        };
        let begun = match way {
            Way::Subscription => "subscriptions/acknowledged",
            Way::Session => ": ok",
        };
        let mut stream = TcpStream::connect(&url.authority).await?;
        stream.write_all(request.as_bytes()).await?;
        read_until(&mut stream, begun).await?;
        streams.push(stream);
    }
    Ok(streams)
}

/// Opens a session, and gives its id.
async fn session(url: &Url) -> Result<String> {
    const NAME: &str = "mcp-session-id: ";
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0.1.0"}}}"#;
    let head = post(url, "Connection: close\r\n", body);
    let mut stream = TcpStream::connect(&url.authority).await?;
    stream.write_all(head.as_bytes()).await?;
    let answer = read_until(&mut stream, "\r\n\r\n").await?;
    let id = answer.lines().find_map(|line| line.strip_prefix(NAME));
    Ok(id.ok_or("the server opens no session")?.to_owned())
}

fn subscription(url: &Url) -> String {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},{META}}}}}"#
    );
    let modern = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n";
    post(url, modern, &body)
}

fn session_stream(url: &Url, id: &str) -> String {
    let Url { authority, path } = url;
    format!(
        "GET {path} HTTP/1.1\r\nHost: {authority}\r\nAccept: text/event-stream\r\n\
         MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: {id}\r\n\r\n"
    )
}

fn post(url: &Url, headers: &str, body: &str) -> String {
    let Url { authority, path } = url;
    format!(
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads until a text has come.
async fn read_until(stream: &mut TcpStream, text: &str) -> Result<String> {
    let mut read = Vec::new();
    while memmem::find(&read, text.as_bytes()).is_none() {
        let more = timeout(OPEN, stream.read_buf(&mut read)).await;
        let more = more.map_err(|_| format!("no stream within {} s", OPEN.as_secs()))?;
        if more? == 0 {
            let answer = String::from_utf8_lossy(&read).into_owned();
            return Err(format!("the server doesn't let listen: {answer}").into());
        }
    }
    Ok(String::from_utf8_lossy(&read).into_owned())
}

fn row(count: usize, way: Way, server: &str, round: usize, memory: &Memory) -> Vec<String> {
    let kib = |kib: u64| number(kib as f64, 0);
    let each = (memory.with as f64 - memory.before as f64) / count as f64;
    vec![
        format!("{} × {}", number(count as f64, 0), way.name()),
        server.to_owned(),
        round.to_string(),
        kib(memory.before),
        kib(memory.with),
        number(each, 1),
        kib(memory.after),
    ]
}
