//! The table of clients and transports, and what failed in its cells.

use std::fmt::{Display, Write};

use crate::step::Outcome;

/// The checks of one client in one mode over one transport.
#[derive(Debug, Default)]
pub(super) struct Cell {
    pub(super) passed: usize,
    /// A line for each failed check.
    pub(super) failures: Vec<String>,
}

impl Cell {
    /// Reads what a client prints: `ok LABEL` or `FAIL LABEL DETAIL`, one line for each check.
    pub(super) fn read(output: &str) -> Self {
        let failures = output.lines().filter_map(|line| line.strip_prefix("FAIL "));
        Self {
            passed: output
                .lines()
                .filter(|line| line.starts_with("ok "))
                .count(),
            failures: failures.map(str::to_owned).collect(),
        }
    }

    /// A cell whose checks could not run.
    pub(super) fn broken(why: &dyn Display) -> Self {
        Self {
            passed: 0,
            failures: vec![why.to_string()],
        }
    }

    /// Notes one check.
    pub(super) fn note(&mut self, label: &str, good: bool, detail: &dyn Display) {
        if good {
            self.passed += 1;
        } else {
            self.failures.push(format!("{label} {detail}"));
        }
    }

    fn total(&self) -> usize {
        self.passed + self.failures.len()
    }

    /// No failure, and at least one check that passed.
    fn is_good(&self) -> bool {
        self.failures.is_empty() && self.passed > 0
    }

    fn short(&self) -> String {
        let mark = if self.is_good() { "" } else { " FAILED" };
        format!("{}/{}{mark}", self.passed, self.total())
    }
}

/// What is checked, over which transport; each is a column.
const COLUMNS: [&str; 4] = ["calls, stdio", "calls, HTTP", "live, stdio", "live, HTTP"];

/// One client in one mode.
pub(super) struct Row {
    pub(super) client: String,
    pub(super) mode: String,
    /// In the order of the columns; none where a client can't.
    pub(super) cells: [Option<Cell>; COLUMNS.len()],
}

impl Row {
    fn cells(&self) -> impl Iterator<Item = (&'static str, &Cell)> {
        let cells = COLUMNS.into_iter().zip(&self.cells);
        cells.filter_map(|(column, cell)| Some((column, cell.as_ref()?)))
    }
}

/// All rows.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

impl Table {
    /// Adds a row.
    pub(super) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Sums up the table.
    pub(super) fn outcome(&self) -> Outcome {
        let cells = || self.rows.iter().flat_map(Row::cells);
        let passed: usize = cells().map(|(_, cell)| cell.passed).sum();
        let total: usize = cells().map(|(_, cell)| cell.total()).sum();
        let good = cells().all(|(_, cell)| cell.is_good());
        let details = format!("{}{}", self.markdown(), self.failures());
        Outcome::new(good, format!("{passed}/{total} checks by clients"), details)
    }

    fn markdown(&self) -> String {
        let columns = COLUMNS.join(" | ");
        let rules = " --- |".repeat(2 + COLUMNS.len());
        let mut text = format!("| client | mode | {columns} |\n|{rules}\n");
        for row in &self.rows {
            let cells = row.cells.iter().map(|cell| match cell {
                Some(cell) => cell.short(),
                None => "-".to_owned(),
            });
            let cells: Vec<String> = cells.collect();
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                row.client,
                row.mode,
                cells.join(" | ")
            );
        }
        text
    }

    fn failures(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            for (column, cell) in row.cells() {
                for failure in &cell.failures {
                    let _ = write!(text, "\n{}, {}, {column}: {failure}", row.client, row.mode);
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_prints_nothing_is_not_good() {
        assert!(!Cell::read("").is_good());
        let cell = Cell::read("ok one\nFAIL two because\n1 passed, 1 failed\n");
        assert_eq!(cell.short(), "1/2 FAILED");
        assert_eq!(cell.failures, ["two because"]);
    }
}
