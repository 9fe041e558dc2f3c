//! The `ferramenta` command.

mod arguments;
mod dev;
mod install;
mod make;
mod new;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Dev(arguments) => dev::run(arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Make(arguments) => make::run(&arguments),
        Command::Install(arguments) => install::install(&arguments),
        Command::Uninstall(arguments) => install::uninstall(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferramenta: {error:#}");
            ExitCode::FAILURE
        }
    }
}
