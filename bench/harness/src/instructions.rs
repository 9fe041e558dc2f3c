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
    let file = OutFile(env::temp_dir().join(format!("bench-callgrind-{}", process::id())));
    let mut table = Table::new(&["case", "server", "instructions", "ratio", "allocations"]);
    for &case in &options.cases {
        let mut first = None;
        for server in &options.servers {
            let requests = options.requests.unwrap_or_else(|| default_requests(case));
            let command = under_callgrind(server, &file, options.inside.as_deref());
            let cost = cost(&command, &file, case, requests, cores)
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

fn default_requests(case: Case) -> (u64, u64) {
    match case {
        Case::Big => (20, 60),
        _ => (500, 2500),
    }
}

async fn cost(
    command: &ServerCommand,
    file: &OutFile,
    case: Case,
    (few, many): (u64, u64),
    cores: Cores,
) -> Result<Cost> {
    let base = profile(command, file, case, few, cores).await?;
    let full = profile(command, file, case, many, cores).await?;
    if base.instructions == full.instructions {
        return Err("no call was counted: is there a function of that name?".into());
    }
    let per_call = |base: u64, full: u64| (full as f64 - base as f64) / (many - few) as f64;
    Ok(Cost {
        instructions: per_call(base.instructions, full.instructions),
        allocations: per_call(base.allocations, full.allocations),
    })
}

async fn profile(
    command: &ServerCommand,
    file: &OutFile,
    case: Case,
    requests: u64,
    cores: Cores,
) -> Result<Profile> {
    let (process, url) = Server::start_http(command, cores)?;
    let mut connection = Connection::open(&url, case, command.era).await?;
    connection.drive(Until::Count(requests)).await?;
    drop(connection);
    process.terminate()?;
    Profile::parse(&fs::read_to_string(&file.0)?)
}

fn under_callgrind(server: &ServerCommand, file: &OutFile, inside: Option<&str>) -> ServerCommand {
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
    words.extend(inside.map(|function| format!("--toggle-collect={function}")));
    words.extend_from_slice(&server.words);
    ServerCommand {
        era: server.era,
        name: server.name.clone(),
        variables: server.variables.clone(),
        words,
    }
}

/// A file that is removed when it is no longer needed.
struct OutFile(PathBuf);

impl Drop for OutFile {
    fn drop(&mut self) {
        // It is absent when the server failed before it ended.
        let _ = fs::remove_file(&self.0);
    }
}
