//! Adds up the checks of all scenarios.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::suite::{Check, Status};
use super::waiting::Waiting;
use crate::step::Outcome;

/// The counts of one version.
#[derive(Default)]
struct Count {
    scenarios: usize,
    clean: usize,
    passed: usize,
    waiting: usize,
    failed: usize,
}

/// What came out so far.
pub(super) struct Report {
    waiting: Waiting,
    counts: BTreeMap<String, Count>,
    lines: Vec<String>,
}

impl Report {
    /// A report that lets the listed checks wait.
    pub(super) fn new(waiting: Waiting) -> Self {
        Self {
            waiting,
            counts: BTreeMap::new(),
            lines: Vec::new(),
        }
    }

    /// Adds the checks of one scenario.
    pub(super) fn add(&mut self, version: &str, scenario: &str, checks: Vec<Check>) {
        self.waiting.start(scenario);
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
            if let Some(capability) = self.waiting.excuse(scenario, &id) {
                count.waiting += 1;
                let line = format!("waiting {version} {scenario}:{id} for {capability}");
                self.lines.push(line);
            } else {
                count.failed += 1;
                self.lines
                    .push(format!("FAILED {version} {scenario}:{id} {message}"));
            }
        }
        if passed == 0 && count.failed == before {
            count.failed += 1;
            self.lines
                .push(format!("FAILED {version} {scenario} checked nothing"));
        }
        count.clean += usize::from(count.failed == before);
    }

    /// Sums up, entries included that wait for nothing any more.
    pub(super) fn outcome(mut self) -> Outcome {
        let stale = self.waiting.stale();
        let stale: Vec<String> = stale
            .iter()
            .map(|entry| {
                format!("FAILED {entry} is stale in waiting.txt: no check of that name fails")
            })
            .collect();
        let failed = stale.len() + self.sum(|count| count.failed);
        self.lines.extend(stale);
        let clean = self.sum(|count| count.clean);
        let scenarios = self.sum(|count| count.scenarios);
        let waiting = self.sum(|count| count.waiting);
        let note = format!(
            "{clean}/{scenarios} scenarios clean, {waiting} checks waiting, {failed} failed"
        );
        Outcome::new(failed == 0, note, self.details())
    }

    fn sum(&self, part: impl Fn(&Count) -> usize) -> usize {
        self.counts.values().map(part).sum()
    }

    fn details(&self) -> String {
        let mut text =
            "| version | scenarios clean | checks passed | waiting | failed |\n| --- | --- | --- | --- | --- |\n"
                .to_owned();
        for (version, count) in &self.counts {
            let Count {
                scenarios,
                clean,
                passed,
                waiting,
                failed,
            } = count;
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "| {version} | {clean}/{scenarios} | {passed} | {waiting} | {failed} |"
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
        let mut report = Report::new(Waiting::default());
        report.add("v", "skipped", vec![check(Status::Ignored)]);
        report.add("v", "good", vec![check(Status::Passed)]);
        assert!(report.outcome().note.starts_with("1/2 scenarios clean"));
    }
}
