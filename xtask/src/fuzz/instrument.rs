//! Compiles for fuzzing: cargo runs this program in place of `rustc`, and our own crates are instrumented.
//!
//! What others have written is left as it is: inputs are made up for our code, not for that of the reference that they are
//! held against, which is large and would be slow to build and to run.

use std::process::{Command, ExitCode};

use crate::Result;

/// Set where this program stands in for the compiler.
pub(crate) const VARIABLE: &str = "XTASK_INSTRUMENT";

/// The crates that inputs are made up for.
const OURS: [&str; 3] = ["ferramenta", "ferramenta_fuzz", "ferramenta_protocol"];

/// Counters on every edge, the values that are compared, and a table of what there is (LLVM's `SanitizerCoverage`).
const FLAGS: [&str; 7] = [
    "--cfg",
    "fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Runs the compiler with its arguments, `rustc ARGUMENT...`, and ends as it does.
pub(crate) fn compile(words: &[&str]) -> Result<ExitCode> {
    let (rustc, arguments) = words.split_first().ok_or("there is no compiler to run")?;
    let mut command = Command::new(rustc);
    command.args(arguments);
    if is_ours(arguments) {
        command.args(FLAGS);
    }
    let status = command.status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn is_ours(arguments: &[&str]) -> bool {
    let mut pairs = arguments.iter().zip(arguments.iter().skip(1));
    pairs.any(|(option, name)| *option == "--crate-name" && OURS.contains(name))
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn our_crates_are_instrumented_and_no_others() {
        for (name, ours) in [
            ("ferramenta", true),
            ("ferramenta_macros", false),
            ("jsonschema", false),
            ("build_script_build", false),
        ] {
            let words = ["--crate-name", name, "--edition=2024", "src/lib.rs"];
            assert_eq!(is_ours(&words), ours, "{name}");
        }
        assert!(!is_ours(&["-vV"]));
    }
}
