//! The bare limit: what an MCP server costs when it is written by hand, without a framework.
//!
//! It speaks protocol 2026-07-28 over stdio and HTTP and does the checks that the specification demands, so that a
//! framework can be measured against the least that any server has to do.

mod answer;
mod catalog;
mod http_server;
mod message;
mod order;
mod stdio;
mod writer;

use std::error::Error;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use lexopt::prelude::{Long, Value, ValueExt};

use crate::catalog::Catalog;
use crate::stdio::Flush;

const USAGE: &str = "\
usage: bench-limit [--batch] [--tools N]
       bench-limit http [--listen ADDR] [--tools N]

Without a mode it serves stdio. --batch writes only when no whole request is left in the buffer.
--tools N gives N tools in all, the three that are always there and filler_3 and so on.";

struct Options {
    mode: Mode,
    tools: usize,
}

enum Mode {
    Stdio(Flush),
    Http(SocketAddr),
    Help,
}

fn main() -> ExitCode {
    match options()
        .map_err(Into::into)
        .and_then(|options| run(&options))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-limit: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut flush = Flush::EachAnswer;
    let mut listen = None;
    let mut tools = 0;
    while let Some(argument) = parser.next()? {
        match argument {
            Value(mode) if mode == "http" => {
                listen = listen.or(Some(SocketAddr::from(([127, 0, 0, 1], 0))));
            }
            Long("listen") => listen = Some(parser.value()?.parse()?),
            Long("batch") => flush = Flush::WhenDrained,
            Long("tools") => tools = parser.value()?.parse()?,
            Long("help") => {
                return Ok(Options {
                    mode: Mode::Help,
                    tools,
                });
            }
            other => return Err(other.unexpected()),
        }
    }
    let mode = listen.map_or(Mode::Stdio(flush), Mode::Http);
    Ok(Options { mode, tools })
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let catalog = Catalog::new(options.tools);
    match &options.mode {
        Mode::Stdio(flush) => stdio::serve(&catalog, *flush)?,
        Mode::Http(address) => http_server::serve(&Arc::new(catalog), *address)?,
        Mode::Help => println!("{USAGE}"),
    }
    Ok(())
}
