//! `ferramenta dev`: a server with its page, which follow the sources.

mod build;
mod project;
mod rebuild;
mod watch;

use std::net::Ipv4Addr;

use anyhow::{Context, Result};
use ferramenta_inspector::{Inspector, Launch, Target};
use tokio::net::TcpListener;

use crate::arguments::{DevArguments, Subject};

use self::{project::Project, rebuild::Rebuilder};
use crate::signals::Signals;

pub(crate) fn run(arguments: DevArguments) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(dev(arguments));
    // what is left are blocking reads, which end with the program
    runtime.shutdown_background();
    outcome
}

async fn dev(arguments: DevArguments) -> Result<()> {
    let mut signals = Signals::listen()?;
    let (target, rebuilder) = prepare(&arguments)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .await
        .with_context(|| format!("port {} can't be used; --port 0 takes any", arguments.port))?;
    let inspector = Inspector::start(target)?;
    let address = inspector.address(listener.local_addr()?);
    println!("{address}");
    if arguments.open {
        open_page(&address);
    }
    let outcome = tokio::select! {
        served = inspector.serve(listener) => served.map_err(Into::into),
        rebuilt = rebuild::run(rebuilder, &inspector, &address) => rebuilt,
        () = signals.next() => Ok(()),
    };
    tokio::select! {
        () = inspector.end() => {}
        // in a hurry: what still runs is killed when the runtime drops it
        () = signals.next() => {}
    }
    outcome
}

/// What is inspected, and what builds it, where it is built.
fn prepare(arguments: &DevArguments) -> Result<(Target, Option<Rebuilder>)> {
    Ok(match arguments.subject()? {
        Subject::Url(url) => (Target::url(url), None),
        Subject::Command(program, rest) => {
            (Target::command(Launch::new(program).arguments(rest)), None)
        }
        Subject::Project(path) => {
            let project = Project::find(&path, arguments)?;
            let target = Target::project(project.bin.clone());
            (target, Some(Rebuilder::new(project)?))
        }
    })
}

fn open_page(address: &str) {
    if let Err(error) = open::that_detached(address) {
        eprintln!("no browser can be opened ({error}); open the address yourself");
    }
}
