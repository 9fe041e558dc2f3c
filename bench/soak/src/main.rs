//! Wears a server out in phases: `soak PROGRAM [--seconds N]`, where PROGRAM is `soak-server`.
//!
//! Every client checks that what comes back is the answer to its own request. After each phase the server answers as
//! before, and has given back what it held.

mod client;
mod phase;
mod report;
mod server;
mod stdio;
mod tally;

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit, setrlimit};

use crate::phase::{PHASES, STDIO_PHASES};
use crate::report::{Watch, show, whole};
use crate::server::Server;
use crate::stdio::Pipe;

/// What can go wrong; the text is for whoever reads the report.
type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// What a phase needs.
type Address = SocketAddr;

/// Connections that the command has open at once, and files of its own.
const FILES: u64 = 12_000;
/// Time for a phase that can last as long as one likes.
const PHASE: Duration = Duration::from_secs(1);
/// Three seconds for calls under way, as much for each step of stopping, and a busy machine.
const STOPPING: Duration = Duration::from_secs(15);

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

/// Runs all phases; the one that mixes all faults lasts so many seconds.
async fn soak(program: &Path, seconds: u64) -> Result<()> {
    allow_files()?;
    http(program, Duration::from_secs(seconds)).await?;
    for is_legacy in [false, true] {
        stdio(program, is_legacy).await?;
    }
    Ok(())
}

async fn http(program: &Path, mixed: Duration) -> Result<()> {
    let (mut server, address) = Server::http(program)?;
    phase::warm(address).await?;
    let mut watch = Watch::new(&server, "HTTP")?;
    for phase in PHASES {
        let begun = watch.begin(phase.name)?;
        let ran = (phase.run)(address, PHASE).await;
        watch.end(&begun, ran, phase.of_handlers).await?;
        usual(phase.name, phase::usual(address).await)?;
    }
    let begun = watch.begin("everything at once")?;
    // the first error ends it: what it was is still to be seen in the server then
    let ran = tokio::try_join!(
        phase::everything(address, mixed),
        phase::sample(&server, mixed)
    );
    let (tally, samples) = ran.map_err(|error| format!("everything at once: {error}"))?;
    watch.end(&begun, Ok(tally), phase::OF_EVERYTHING).await?;
    usual("everything at once", phase::usual(address).await)?;
    watch.sum_up();
    phase::flat(&samples)?;

    let start = Instant::now();
    let load = tokio::spawn(phase::load_until_closed(address));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let held = server.held()?;
    server.terminate()?;
    let tally = load.await??;
    server.ends_well(STOPPING)?;
    println!(
        "\n| end | seconds | connections | requests | answered | refused | closed | MiB | at most | files | threads |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    show("SIGTERM under load", start.elapsed(), &tally, held);
    whole("SIGTERM under load", &tally)
}

async fn stdio(program: &Path, is_legacy: bool) -> Result<()> {
    let (server, stdin, stdout) = Server::stdio(program)?;
    let pipe = Pipe::open(stdin, stdout, is_legacy).await?;
    phase::warm_pipe(&pipe).await?;
    let era = if is_legacy {
        "stdio, 2025-11-25"
    } else {
        "stdio, 2026-07-28"
    };
    let mut watch = Watch::new(&server, era)?;
    for phase in STDIO_PHASES {
        let begun = watch.begin(phase.name)?;
        let ran = (phase.run)(pipe.clone(), PHASE).await;
        watch.end(&begun, ran, phase.of_handlers).await?;
        usual(phase.name, phase::usual_of_pipe(&pipe).await)?;
    }
    watch.sum_up();
    drop((pipe, server));
    for by_signal in [true, false] {
        stop_stdio(program, is_legacy, by_signal).await?;
    }
    Ok(())
}

/// SIGTERM, or the end of its input, under load.
async fn stop_stdio(program: &Path, is_legacy: bool, by_signal: bool) -> Result<()> {
    let name = if by_signal {
        "SIGTERM under load"
    } else {
        "end of input under load"
    };
    let (mut server, stdin, stdout) = Server::stdio(program)?;
    let pipe = Pipe::open(stdin, stdout, is_legacy).await?;
    let start = Instant::now();
    let load = tokio::spawn(phase::load_until_ended(pipe.clone()));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let held = server.held()?;
    if by_signal {
        server.terminate()?;
    } else {
        pipe.close().await;
    }
    let tally = load.await??;
    server.ends_well(STOPPING)?;
    show(name, start.elapsed(), &tally, held);
    whole(name, &tally)
}

fn usual(name: &str, call: Result<()>) -> Result<()> {
    call.map_err(|error| format!("{name}: afterwards {error}").into())
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
