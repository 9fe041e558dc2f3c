//! The `ferramenta` command.

mod arguments;
mod dev;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Dev(arguments) => dev::run(arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferramenta: {error:#}");
            ExitCode::FAILURE
        }
    }
}
