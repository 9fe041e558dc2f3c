//! Markdown tables.

use std::fmt::{self, Display, Formatter};

/// A table whose first two columns are names and whose others are figures.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self {
            head: head.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |", self.head.join(" | "))?;
        let rules = (0..self.head.len()).map(|column| if column < 2 { "---" } else { "---:" });
        writeln!(f, "| {} |", rules.collect::<Vec<_>>().join(" | "))?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

/// A figure with commas between the thousands.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let whole = text.find('.').unwrap_or(text.len());
    let mut out = String::new();
    for (at, digit) in text.char_indices() {
        let follows_digit = out.ends_with(|last: char| last.is_ascii_digit());
        if at < whole && (whole - at).is_multiple_of(3) && follows_digit {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(crate) fn ratio(value: f64) -> String {
    format!("{value:.2}x")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_thousands() {
        assert_eq!(number(1_234_567.0, 0), "1,234,567");
        assert_eq!(number(123.4, 1), "123.4");
        assert_eq!(number(-1234.5, 1), "-1,234.5");
    }
}
