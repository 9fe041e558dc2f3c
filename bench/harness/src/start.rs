//! Cold start: from the start of the process to the whole answer to `tools/list`.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::TcpStream;

use crate::Result;
use crate::case::Case;
use crate::figures::{median, micros, sorted};
use crate::http_client::Connection;
use crate::load::Until;
use crate::options::{Options, ServerCommand, Transport};
use crate::pinning::Cores;
use crate::raw;
use crate::server::Server;
use crate::stdio_client::Pipes;
use crate::table::{Table, number, ratio};

/// Starts every server once in each round.
pub(crate) async fn measure(options: &Options) -> Result<Table> {
    let cores = Cores::split(options.pin)?;
    let mut times: Vec<Vec<f64>> = options.servers.iter().map(|_| Vec::new()).collect();
    for _ in 0..options.rounds {
        for (command, times) in options.servers.iter().zip(&mut times) {
            let start = start(command, options.transport, cores).await?;
            times.push(micros(start) / 1000.0);
        }
    }
    let mut table = Table::new(&["transport", "server", "ms", "best ms", "ratio"]);
    for (command, own) in options.servers.iter().zip(&times) {
        let lines = own.iter().map(|ms| {
            json!({
                "measured": "start",
                "transport": options.transport.name(),
                "server": command.name,
                "ms": ms,
            })
        });
        raw::write(options, lines)?;
        let ratios = own.iter().zip(&times[0]).map(|(own, first)| own / first);
        let ms = sorted(own.iter().copied());
        table.row(vec![
            options.transport.name().to_owned(),
            command.name.clone(),
            number(median(&ms), 1),
            number(ms[0], 1),
            ratio(median(&sorted(ratios))),
        ]);
    }
    Ok(table)
}

async fn start(command: &ServerCommand, transport: Transport, cores: Cores) -> Result<Duration> {
    let started = Instant::now();
    match transport {
        Transport::Http => {
            let (server, url) = Server::start_http(command, cores)?;
            // some print their address before they listen
            while TcpStream::connect(&url.authority).await.is_err() {}
            let mut connection = Connection::open(&url, Case::List, command.era).await?;
            connection.drive(Until::Count(1)).await?;
            let elapsed = started.elapsed();
            drop(connection);
            server.terminate()?;
            Ok(elapsed)
        }
        Transport::Stdio => {
            let (server, stdin, stdout) = Server::start_stdio(command, cores)?;
            let mut pipes = Pipes::open(stdin, stdout, Case::List, command.era).await?;
            pipes.drive(1, Until::Count(1)).await?;
            let elapsed = started.elapsed();
            drop(pipes);
            server.wait()?;
            Ok(elapsed)
        }
    }
}
