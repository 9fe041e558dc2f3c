//! A line for each check, and their count.

use std::fmt::Debug;
use std::process::ExitCode;

/// Prints and counts the checks.
#[derive(Default)]
pub struct Report {
    passed: usize,
    failed: usize,
}

impl Report {
    /// Notes one check; the detail is shown when it failed.
    pub fn check(&mut self, label: &str, good: bool, detail: impl Debug) {
        if good {
            self.passed += 1;
            println!("ok {label}");
        } else {
            self.failed += 1;
            let detail: String = format!("{detail:?}").chars().take(300).collect();
            println!("FAIL {label} {detail}");
        }
    }

    /// Prints the closing line.
    pub fn close(&self) -> ExitCode {
        println!("{} passed, {} failed", self.passed, self.failed);
        ExitCode::from(u8::from(self.failed > 0))
    }
}
