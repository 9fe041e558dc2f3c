//! Wears a server out in phases: `soak PROGRAM [--seconds N]`, where PROGRAM is `soak-server`.
//!
//! Every client checks that what comes back is the answer to its own request. After each phase the server answers as
//! before, and has given back what it held.

mod client;
mod phase;
mod server;
mod tally;

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit, setrlimit};

use crate::phase::{PHASES, Phase};
use crate::server::{Held, Server};
use crate::tally::Tally;

/// What can go wrong; the text is for whoever reads the report.
type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// Memory that may remain above what the server had before the first phase, in MiB: what an allocator keeps after
/// answers of megabytes on a hundred threads.
const REMAINS: u64 = 96;
/// Connections that the command has open at once, and files of its own.
const FILES: u64 = 2048;
/// Time in which the server gives back what a phase held.
const SETTLING: Duration = Duration::from_secs(15);

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = match words.as_slice() {
        [program] => soak(Path::new(program), 60).await,
        [program, "--seconds", seconds] => match seconds.parse() {
            Ok(seconds) => soak(Path::new(program), seconds).await,
            Err(error) => Err(format!("--seconds {seconds}: {error}").into()),
        },
        _ => Err("usage: soak PROGRAM [--seconds N]".into()),
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all phases, which share the seconds.
async fn soak(program: &Path, seconds: u64) -> Result<()> {
    allow_files()?;
    let mut server = Server::start(program)?;
    phase::warm(server.address).await?;
    let first = server.held()?;
    println!(
        "| phase | seconds | connections | requests | answered | refused | closed | MiB | files | threads |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    let share = Duration::from_secs(seconds) / PHASES.len() as u32;
    for phase in PHASES {
        let start = Instant::now();
        let ran = (phase.run)(server.address, share).await;
        let tally = ran.map_err(|error| format!("{}: {error}", phase.name))?;
        let held = settled(&server, first, phase).await?;
        show(phase.name, start.elapsed(), &tally, held);
        whole(phase.name, &tally)?;
    }
    stop(&mut server).await
}

/// Waits until the server holds no more than at first, and answers.
async fn settled(server: &Server, first: Held, phase: &Phase) -> Result<Held> {
    let start = Instant::now();
    let mut held = server.held()?;
    while held.files > first.files && start.elapsed() < SETTLING {
        tokio::time::sleep(Duration::from_millis(50)).await;
        held = server.held()?;
    }
    let name = phase.name;
    if held.files > first.files {
        let (before, now) = (first.files, held.files);
        return Err(format!("{name}: {before} files were open at first, and {now} are now").into());
    }
    if held.memory > first.memory + REMAINS {
        let (before, now) = (first.memory, held.memory);
        return Err(format!("{name}: {before} MiB at first, and {now} MiB now").into());
    }
    let usual = phase::usual(server.address).await;
    usual.map_err(|error| format!("{name}: afterwards {error}"))?;
    Ok(held)
}

/// SIGTERM under load: it ends within the time it is given, and leaves nobody waiting.
async fn stop(server: &mut Server) -> Result<()> {
    let start = Instant::now();
    let load = tokio::spawn(phase::load_until_closed(server.address));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let held = server.held()?;
    server.terminate()?;
    let tally = load.await??;
    // three seconds for calls under way, as much for each step of stopping, and a busy machine
    let status = server.wait(Duration::from_secs(15))?;
    show("SIGTERM under load", start.elapsed(), &tally, held);
    whole("SIGTERM under load", &tally)?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("the server ended with {status}").into())
    }
}

fn whole(name: &str, tally: &Tally) -> Result<()> {
    if tally.is_whole() {
        return Ok(());
    }
    Err(format!("{name}: requests are missing: {tally:?}").into())
}

fn show(name: &str, time: Duration, tally: &Tally, held: Held) {
    let Tally {
        connections,
        requests,
        answered,
        refused,
        closed,
    } = tally;
    let Held {
        memory,
        files,
        threads,
    } = held;
    let seconds = time.as_secs_f64();
    println!(
        "| {name} | {seconds:.1} | {connections} | {requests} | {answered} | {refused} | {closed} | {memory} | {files} | {threads} |"
    );
}

/// Raises the limit of open files, for this process and the server.
fn allow_files() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < FILES) {
        limit.current = limit
            .maximum
            .map_or(Some(FILES), |most| Some(most.min(FILES)));
        setrlimit(Resource::Nofile, limit)?;
    }
    match getrlimit(Resource::Nofile).current {
        Some(now) if now < FILES => {
            Err(format!("needs {FILES} open files, and may have {now}: `ulimit -n`").into())
        }
        _ => Ok(()),
    }
}

/// What a phase needs.
type Address = SocketAddr;
