//! Drives MCP servers given as commands and prints what a call costs them, as one Markdown table.

mod callgrind;
mod case;
mod cpu;
mod era;
mod figures;
mod http_client;
mod instructions;
mod listeners;
mod load;
mod memory;
mod options;
mod pinning;
mod raw;
mod server;
mod start;
mod stdio_client;
mod table;

use std::error::Error;
use std::process::ExitCode;

use crate::options::{Command, Options};

/// What every fallible function of the harness returns.
type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let options = Options::from_env()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let table = match options.command {
        Command::Help => {
            println!("{}", options::USAGE);
            return Ok(());
        }
        Command::Instructions => runtime.block_on(instructions::measure(&options))?,
        Command::Listeners => runtime.block_on(listeners::measure(&options))?,
        Command::Start => runtime.block_on(start::measure(&options))?,
        Command::Memory => runtime.block_on(memory::measure(&options))?,
        Command::Cpu => runtime.block_on(cpu::measure(&options))?,
    };
    print!("{table}");
    Ok(())
}
