//! Real clients against two servers, every client in every mode, over stdio and over HTTP: calls of the bookshop, and
//! what is live in the workshop.

mod client;
mod raw;
mod table;

use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use crate::Result;
use crate::server::Server;
use crate::step::Outcome;
use crate::workspace::Workspace;

use client::{Checks, Client};
use table::{Cell, Row, Table};

/// The server whose tools, prompts and resources the clients call.
const CALLS: &str = "bookshop";

/// The server that tells, asks and changes.
const LIVE: &str = "everything";

/// Runs all clients and draws one table.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let servers = Servers {
        calls: workspace.build(CALLS)?,
        live: workspace.build(LIVE)?,
    };
    let running = Server::start(&servers.calls)?;
    let mut table = Table::default();
    for client in client::all(workspace)? {
        for mode in client.modes {
            table.push(row(&client, mode, &servers, &running.url));
        }
    }
    table.push(raw_row(&servers.calls));
    Ok(table.outcome())
}

/// The programs that the clients talk to.
struct Servers {
    calls: PathBuf,
    live: PathBuf,
}

/// One client in one mode, all its cells at the same time.
fn row(client: &Client, mode: &str, servers: &Servers, url: &str) -> Row {
    let cells = thread::scope(|scope| {
        let live = client.hears.then_some(&servers.live);
        [
            Some(scope.spawn(|| client.over_stdio(Checks::Calls, mode, &servers.calls))),
            Some(scope.spawn(|| client.over_http(Checks::Calls, mode, url))),
            live.map(|live| scope.spawn(|| client.over_stdio(Checks::Live, mode, live))),
            live.map(|live| scope.spawn(|| live_over_http(client, mode, live))),
        ]
        .map(|cell| cell.map(ended))
    });
    Row {
        client: client.name.clone(),
        mode: mode.to_owned(),
        cells,
    }
}

fn ended(cell: ScopedJoinHandle<'_, Cell>) -> Cell {
    let cell = cell.join();
    cell.unwrap_or_else(|_| Cell::broken(&"the check panicked"))
}

/// What is live is counted, so that each client gets a server of its own.
fn live_over_http(client: &Client, mode: &str, program: &Path) -> Cell {
    match Server::start(program) {
        Ok(server) => client.over_http(Checks::Live, mode, &server.url),
        Err(error) => Cell::broken(&error),
    }
}

fn raw_row(program: &Path) -> Row {
    Row {
        client: "bare lines".to_owned(),
        mode: "discover, then initialize".to_owned(),
        cells: [Some(raw::check(program)), None, None, None],
    }
}
