//! The `ferramenta` command.

mod arguments;
mod contract;
mod dev;
mod doctor;
mod explain;
mod install;
mod make;
mod new;
mod output;
mod remote;
mod signals;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use clap_complete::{Shell, generate};

use crate::{
    arguments::{Arguments, Command},
    output::print,
    remote::Wish,
};

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Dev(arguments) => dev::run(arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Make(arguments) => make::run(&arguments),
        Command::Contract(arguments) => return contract::run(&arguments),
        Command::List(arguments) => return remote::run(&Wish::List(arguments)),
        Command::Call(arguments) => return remote::run(&Wish::Call(arguments)),
        Command::Read(arguments) => return remote::run(&Wish::Read(arguments)),
        Command::Prompt(arguments) => return remote::run(&Wish::Prompt(arguments)),
        Command::Doctor(arguments) => return doctor::run(&arguments),
        Command::Install(arguments) => install::install(&arguments),
        Command::Uninstall(arguments) => install::uninstall(&arguments),
        Command::Explain { about } => {
            explain::run((!about.is_empty()).then(|| about.join(" ")).as_deref())
        }
        Command::Completions { shell } => completions(shell),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferramenta: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "ferramenta", &mut script);
    Ok(print(script)?)
}
