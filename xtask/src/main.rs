//! Everything the continuous integration does, as one program: `cargo xtask ci`.

mod bench;
mod ci;
mod command;
mod conformance;
mod crates;
mod fuzz;
mod inspector;
mod instructions;
mod interop;
mod package;
mod process;
mod rust;
mod server;
mod soak;
mod step;
mod tools;
mod workspace;

use std::error::Error;
use std::process::ExitCode;

use workspace::Workspace;

/// What can go wrong; the text is for whoever reads the log.
type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  ci                      every check, a summary, and one line with the counts
  inspector               builds the inspector's page, compares it with what is embedded, and drives it in a browser
  command                 the command `ferramenta` against servers that others have written
  interop                 real clients against two of the examples, as a Markdown table
  conformance [VERSION [SCENARIO...]]
                          the official suite against the conformance server: all of it, a version, or some scenarios
  crates                  counts the crates of a small server with both transports
  fuzz [TARGET] [--seconds N]
                          inputs that nobody thought of, for so many seconds each target
  bench [--quick]         everything that is measured, beside other frameworks, for the book: half an hour, or some minutes
  instructions            measures the cost of a call against the bare limit
  soak [--seconds N]      wears a server out, and looks whether it answers everybody and gives everything back
  package                 packages the crates that are published
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match std::env::var_os(fuzz::instrument::VARIABLE) {
        Some(_) => fuzz::instrument::compile(&words),
        None => dispatch(&words),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[&str]) -> Result<ExitCode> {
    if let ["help" | "--help" | "-h"] = words {
        print!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    let workspace = Workspace::load()?;
    match words {
        ["ci"] => Ok(ci::run(&workspace)),
        ["inspector"] => step::show(inspector::check(&workspace)),
        ["command"] => step::show(command::check(&workspace)),
        ["interop"] => step::show(interop::check(&workspace)),
        ["conformance"] => step::show(conformance::check(&workspace)),
        ["conformance", version, scenarios @ ..] => {
            step::show(conformance::check_version(&workspace, version, scenarios))
        }
        ["crates"] => step::show(crates::check(&workspace)),
        ["fuzz", words @ ..] => step::show(fuzz::from_words(&workspace, words)),
        ["instructions"] => step::show(instructions::check(&workspace)),
        ["soak", words @ ..] => step::show(soak::from_words(&workspace, words)),
        ["bench"] => step::show(bench::run(&workspace, false)),
        ["bench", "--quick"] => step::show(bench::run(&workspace, true)),
        ["package"] => step::show(package::check(&workspace)),
        _ => Err(USAGE.into()),
    }
}
