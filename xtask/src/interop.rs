//! Real clients against the bookshop server: every client in every mode, over stdio and over HTTP.

mod client;
mod raw;
mod table;

use std::path::Path;

use crate::Result;
use crate::server::Server;
use crate::step::Outcome;
use crate::workspace::Workspace;

use table::{Row, Table};

/// The server that the clients talk to.
const SERVER: &str = "bookshop";

/// Runs all clients and draws one table.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome> {
    let program = workspace.build(SERVER)?;
    let server = Server::start(&program)?;
    let mut table = Table::default();
    for client in client::all(workspace)? {
        for mode in client.modes {
            table.push(Row {
                client: client.name.clone(),
                mode: (*mode).to_owned(),
                stdio: client.over_stdio(mode, &program),
                http: Some(client.over_http(mode, &server.url)),
            });
        }
    }
    table.push(raw_row(&program));
    Ok(table.outcome())
}

fn raw_row(program: &Path) -> Row {
    Row {
        client: "bare lines".to_owned(),
        mode: "discover, then initialize".to_owned(),
        stdio: raw::check(program),
        http: None,
    }
}
