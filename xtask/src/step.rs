//! What a check hands back, and how a list of checks is run and summed up.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::Result;

/// The result of a check that ran to its end.
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// A few words for the summary.
    pub(crate) note: String,
    /// What is worth reading beside the summary, such as a table; may be empty.
    pub(crate) details: String,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    Skipped,
}

impl Outcome {
    /// A check with nothing more to say than `note`.
    pub(crate) fn passed(note: impl Into<String>) -> Self {
        Self::new(true, note, "")
    }

    /// A check that this machine can't or needn't run.
    pub(crate) fn skipped(why: impl Into<String>) -> Self {
        Self {
            verdict: Verdict::Skipped,
            note: why.into(),
            details: String::new(),
        }
    }

    /// A check with details that are shown whether it passed or not.
    pub(crate) fn new(good: bool, note: impl Into<String>, details: impl Into<String>) -> Self {
        Self {
            verdict: if good {
                Verdict::Passed
            } else {
                Verdict::Failed
            },
            note: note.into(),
            details: details.into(),
        }
    }
}

/// Prints a single check that was asked for by name.
pub(crate) fn show(outcome: Result<Outcome>) -> Result<ExitCode> {
    let outcome = outcome?;
    if !outcome.details.is_empty() {
        println!("{}\n", outcome.details.trim_end());
    }
    println!("{}", outcome.note);
    Ok(exit_code(outcome.verdict != Verdict::Failed))
}

/// Runs named checks one after the other, whatever becomes of each, and prints a summary.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<Done>,
}

struct Done {
    name: &'static str,
    verdict: Verdict,
    note: String,
    time: Duration,
}

impl Steps {
    /// Runs one check; its output is shown only when it failed.
    pub(crate) fn run(&mut self, name: &'static str, check: impl FnOnce() -> Result<Outcome>) {
        println!("== {name}");
        let start = Instant::now();
        let outcome =
            check().unwrap_or_else(|error| Outcome::new(false, "see above", error.to_string()));
        let time = start.elapsed();
        if !outcome.details.is_empty() {
            println!("{}\n", outcome.details.trim_end());
        }
        println!("{} {}", word(outcome.verdict), outcome.note);
        self.done.push(Done {
            name,
            verdict: outcome.verdict,
            note: outcome.note,
            time,
        });
    }

    /// Prints the table of all steps and the closing line.
    pub(crate) fn finish(&self) -> ExitCode {
        println!("\n| step | result | seconds | note |\n| --- | --- | ---: | --- |");
        for done in &self.done {
            let result = word(done.verdict);
            let seconds = done.time.as_secs_f64();
            println!(
                "| {} | {result} | {seconds:.1} | {} |",
                done.name, done.note
            );
        }
        let failed = self.count(Verdict::Failed);
        println!("\n{} passed, {failed} failed", self.count(Verdict::Passed));
        exit_code(failed == 0)
    }

    fn count(&self, verdict: Verdict) -> usize {
        let same = self.done.iter().filter(|done| done.verdict == verdict);
        same.count()
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed => "FAILED",
        Verdict::Skipped => "skipped",
    }
}

fn exit_code(good: bool) -> ExitCode {
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
