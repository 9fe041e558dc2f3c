//! Instructions and allocations per call, counted by callgrind as the difference of two runs.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;

use crate::Result;
use crate::callgrind::Profile;
use crate::case::Case;
use crate::http_client::Connection;
use crate::load::Until;
use crate::options::{Options, ServerCommand};
use crate::pinning::Cores;
use crate::server::Server;
use crate::table::{Table, number, ratio};

/// What one call costs.
struct Cost {
    instructions: f64,
    allocations: f64,
}

/// Measures every case on every server.
pub(crate) async fn measure(options: &Options) -> Result<Table> {
    let cores = Cores::split(options.pin)?;
    let mut table = Table::new(&["case", "server", "instructions", "ratio", "allocations"]);
    for case in &options.cases {
        let mut first = None;
        for server in &options.servers {
            let requests = options.requests.unwrap_or_else(|| default_requests(case));
            let cost = cost(server, case, requests, cores)
                .await
                .map_err(|error| format!("{}: {error}", server.name))?;
            let base = *first.get_or_insert(cost.instructions);
            table.row(vec![
                case.name().to_owned(),
                server.name.clone(),
                number(cost.instructions, 0),
                ratio(cost.instructions / base),
                number(cost.allocations, 1),
            ]);
        }
    }
    Ok(table)
}

fn default_requests(case: &Case) -> (u64, u64) {
    match case {
        Case::Big => (20, 60),
        _ => (500, 2500),
    }
}

async fn cost(
    server: &ServerCommand,
    case: &Case,
    (few, many): (u64, u64),
    cores: Cores,
) -> Result<Cost> {
    let base = profile(server, case, few, cores).await?;
    let full = profile(server, case, many, cores).await?;
    let per_call = |base: u64, full: u64| (full as f64 - base as f64) / (many - few) as f64;
    Ok(Cost {
        instructions: per_call(base.instructions, full.instructions),
        allocations: per_call(base.allocations, full.allocations),
    })
}

async fn profile(
    server: &ServerCommand,
    case: &Case,
    requests: u64,
    cores: Cores,
) -> Result<Profile> {
    let file = OutFile(env::temp_dir().join(format!("bench-callgrind-{}", process::id())));
    let (process, url) = Server::start_http(&under_callgrind(server, &file), cores)?;
    let mut connection = Connection::open(&url, case).await?;
    connection.drive(Until::Count(requests)).await?;
    drop(connection);
    process.terminate()?;
    Profile::parse(&fs::read_to_string(&file.0)?)
}

fn under_callgrind(server: &ServerCommand, file: &OutFile) -> Vec<String> {
    let mut words: Vec<String> = [
        "valgrind",
        "--quiet",
        "--tool=callgrind",
        "--compress-strings=no",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    words.push(format!("--callgrind-out-file={}", file.0.display()));
    words.extend_from_slice(&server.words);
    words
}

/// A file that is removed when it is no longer needed.
struct OutFile(PathBuf);

impl Drop for OutFile {
    fn drop(&mut self) {
        // It is absent when the server failed before it ended.
        let _ = fs::remove_file(&self.0);
    }
}
