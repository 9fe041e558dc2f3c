//! Adds up the checks of all scenarios.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::suite::{Check, Status};
use crate::step::Outcome;

/// The counts of one version.
#[derive(Default)]
struct Count {
    scenarios: usize,
    clean: usize,
    passed: usize,
    failed: usize,
}

/// What came out so far.
#[derive(Default)]
pub(super) struct Report {
    counts: BTreeMap<String, Count>,
    lines: Vec<String>,
}

impl Report {
    /// Adds the checks of one scenario.
    pub(super) fn add(&mut self, version: &str, scenario: &str, checks: Vec<Check>) {
        let count = self.counts.entry(version.to_owned()).or_default();
        count.scenarios += 1;
        let before = count.failed;
        let passed = checks
            .iter()
            .filter(|check| check.status == Status::Passed)
            .count();
        count.passed += passed;
        for check in checks
            .into_iter()
            .filter(|check| check.status == Status::Failed)
        {
            let Check { id, message, .. } = check;
            count.failed += 1;
            self.lines
                .push(format!("FAILED {version} {scenario}:{id} {message}"));
        }
        if passed == 0 && count.failed == before {
            count.failed += 1;
            self.lines
                .push(format!("FAILED {version} {scenario} checked nothing"));
        }
        count.clean += usize::from(count.failed == before);
    }

    /// Sums up.
    pub(super) fn outcome(self) -> Outcome {
        let failed = self.sum(|count| count.failed);
        let clean = self.sum(|count| count.clean);
        let scenarios = self.sum(|count| count.scenarios);
        let note = format!("{clean}/{scenarios} scenarios clean, {failed} checks failed");
        Outcome::new(failed == 0, note, self.details())
    }

    fn sum(&self, part: impl Fn(&Count) -> usize) -> usize {
        self.counts.values().map(part).sum()
    }

    fn details(&self) -> String {
        let mut text =
            "| version | scenarios clean | checks passed | failed |\n| --- | --- | --- | --- |\n"
                .to_owned();
        for (version, count) in &self.counts {
            let Count {
                scenarios,
                clean,
                passed,
                failed,
            } = count;
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "| {version} | {clean}/{scenarios} | {passed} | {failed} |"
            );
        }
        format!("{text}{}", self.lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: Status) -> Check {
        Check {
            id: "id".to_owned(),
            status,
            message: String::new(),
        }
    }

    #[test]
    fn a_scenario_that_checks_nothing_is_not_clean() {
        let mut report = Report::default();
        report.add("v", "skipped", vec![check(Status::Ignored)]);
        report.add("v", "good", vec![check(Status::Passed)]);
        assert!(report.outcome().note.starts_with("1/2 scenarios clean"));
    }
}
