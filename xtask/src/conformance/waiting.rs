//! The list of single checks that wait for something the framework doesn't do yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::Result;

/// What each check waits for, and which entries were needed so far.
#[derive(Default)]
pub(super) struct Waiting {
    entries: BTreeMap<String, String>,
    needed: BTreeSet<String>,
    run: BTreeSet<String>,
}

impl Waiting {
    /// Reads lines such as `scenario:check-id  capability`; `#` starts a comment.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self> {
        let mut waiting = Self::default();
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(line).trim());
        for line in lines.filter(|line| !line.is_empty()) {
            let parts = line.split_once(char::is_whitespace);
            let (check, capability) =
                parts.ok_or_else(|| format!("waiting.txt: {line} names no capability"))?;
            waiting
                .entries
                .insert(check.to_owned(), capability.trim().to_owned());
        }
        Ok(waiting)
    }

    /// Notes that a scenario runs, so that its entries have to prove themselves.
    pub(super) fn start(&mut self, scenario: &str) {
        self.run.insert(scenario.to_owned());
    }

    /// What the failed check waits for, if it is allowed to wait.
    pub(super) fn excuse(&mut self, scenario: &str, check: &str) -> Option<&str> {
        let key = format!("{scenario}:{check}");
        let capability = self.entries.get(&key)?;
        self.needed.insert(key);
        Some(capability)
    }

    /// Entries of scenarios that have run, without a failed check of that name.
    pub(super) fn stale(&self) -> Vec<&str> {
        let entries = self
            .entries
            .keys()
            .filter(|key| !self.needed.contains(*key));
        let ran = |key: &&String| self.run.contains(key.split(':').next().unwrap_or(key));
        entries.filter(ran).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_stale_once_its_check_passes() {
        let mut waiting =
            Waiting::parse("# why\na:one  questions\na:two  logging\nb:x  tasks\n").unwrap();
        waiting.start("a");
        assert_eq!(waiting.excuse("a", "one"), Some("questions"));
        assert_eq!(waiting.excuse("a", "three"), None);
        assert_eq!(waiting.stale(), ["a:two"]);
    }

    #[test]
    fn an_entry_without_a_capability_is_refused() {
        assert!(Waiting::parse("a:one").is_err());
    }
}
