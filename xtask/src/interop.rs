//! Real clients against two servers, every client in every mode, over stdio and over HTTP: calls of the bookshop, and
//! what is live in the workshop.

mod client;
mod raw;
mod table;

use std::path::Path;

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
    let calls = workspace.build(CALLS)?;
    let live = workspace.build(LIVE)?;
    let server = Server::start(&calls)?;
    let mut table = Table::default();
    for client in client::all(workspace)? {
        for mode in client.modes {
            let mut cells = [
                Some(client.over_stdio(Checks::Calls, mode, &calls)),
                Some(client.over_http(Checks::Calls, mode, &server.url)),
                None,
                None,
            ];
            if client.hears {
                cells[2] = Some(client.over_stdio(Checks::Live, mode, &live));
                cells[3] = Some(live_over_http(&client, mode, &live)?);
            }
            table.push(Row {
                client: client.name.clone(),
                mode: (*mode).to_owned(),
                cells,
            });
        }
    }
    table.push(raw_row(&calls));
    Ok(table.outcome())
}

/// What is live is counted, so that each client gets a server of its own.
fn live_over_http(client: &Client, mode: &str, program: &Path) -> Result<Cell> {
    let server = Server::start(program)?;
    Ok(client.over_http(Checks::Live, mode, &server.url))
}

fn raw_row(program: &Path) -> Row {
    Row {
        client: "bare lines".to_owned(),
        mode: "discover, then initialize".to_owned(),
        cells: [Some(raw::check(program)), None, None, None],
    }
}
