//! `ferramenta explain`: what the book says of an error, without a network.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use crate::output::say;

const CODES: &str = include_str!("../pages/codes.md");
const TROUBLE: &str = include_str!("../pages/troubleshooting.md");

pub(crate) fn run(about: Option<&str>) -> Result<()> {
    let text = match about {
        None => list(),
        Some(about) => find(about)?,
    };
    Ok(say(&text)?)
}

/// All codes with their names, and the titles of what else is explained.
fn list() -> String {
    let mut text = String::new();
    for (title, _) in codes() {
        // a text takes everything
        let _ = writeln!(text, "{title}");
    }
    text.push_str("\nand these, by some of their words:\n");
    for (title, _) in troubles() {
        let _ = writeln!(text, "{title}");
    }
    text
}

fn find(about: &str) -> Result<String> {
    let about = about.trim();
    if is_code(about) {
        let code = about.to_ascii_uppercase();
        let found = codes().find(|(title, _)| title.starts_with(&code));
        return match found {
            Some((title, text)) => Ok(format!("{title}\n\n{text}")),
            None => bail!("there is no code {code}; without one, all are listed"),
        };
    }
    let words: Vec<String> = about
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let fits = |title: &str| {
        let title = title.to_lowercase();
        !words.is_empty() && words.iter().all(|word| title.contains(word.as_str()))
    };
    let found: Vec<String> = codes()
        .chain(troubles())
        .filter(|(title, _)| fits(title))
        .map(|(title, text)| format!("{title}\n\n{text}"))
        .collect();
    if found.is_empty() {
        bail!(
            "nothing is known of `{}`; without it, all is listed",
            about.escape_debug()
        );
    }
    Ok(found.join("\n\n"))
}

/// `FM` and four digits.
fn is_code(text: &str) -> bool {
    let digits = text.get(2..).unwrap_or_default();
    text.get(..2)
        .is_some_and(|letters| letters.eq_ignore_ascii_case("fm"))
        && digits.len() == 4
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sections of the codes' page: `FM0001 DuplicateTool`, and what is below.
fn codes() -> impl Iterator<Item = (String, String)> {
    let sections = CODES.split("\n## ").skip(1);
    sections.filter_map(|section| {
        let (title, text) = section.split_once('\n')?;
        Some((title.replace('`', ""), text.trim().to_owned()))
    })
}

/// What the page on troubles says in paragraphs that begin with a title in bold, with what follows it.
fn troubles() -> impl Iterator<Item = (String, String)> {
    let paragraphs = TROUBLE.split("\n**").skip(1);
    paragraphs.filter_map(|paragraph| {
        let (title, text) = paragraph.split_once("**")?;
        let text = text.split("\n## ").next()?;
        let title = title
            .replace('\n', " ")
            .replace("`` ", "")
            .replace(" ``", "");
        Some((title, text.trim().to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{TROUBLE, codes, find, list, troubles};

    /// The rows of the table that tests of the library keep complete: code and name.
    fn table() -> BTreeSet<String> {
        let rows = TROUBLE.lines().filter_map(|line| line.strip_prefix("| FM"));
        let title = |row: &str| {
            let mut cells = row.split('|').map(|cell| cell.trim().trim_matches('`'));
            format!("FM{} {}", cells.next().unwrap(), cells.next().unwrap())
        };
        rows.map(title).collect()
    }

    #[test]
    fn every_code_has_its_section() {
        let sections: BTreeSet<String> = codes().map(|(title, _)| title).collect();
        assert_eq!(sections, table());
        assert!(sections.len() >= 27);
        assert!(codes().all(|(_, text)| text.len() > 60));
        for (title, _) in troubles() {
            assert!(list().contains(&title));
        }
    }

    #[test]
    fn a_code_is_found_in_any_case_and_trouble_by_its_words() {
        for (about, expected) in [
            ("FM0003", "FM0003 MissingService\n\nA service"),
            ("fm0014", "FM0014 CyclicService"),
            ("cyclicservice", "FM0014"),
            ("cannot result Result<T, String>", "ToolError::new(text)"),
            ("421", "`--host NAME`"),
            ("future cannot be sent", "tokio::sync::Mutex"),
        ] {
            let text = find(about).unwrap();
            assert!(text.contains(expected), "{about}: {text}");
        }
        for about in ["FM9999", "", "no such words"] {
            assert!(find(about).is_err(), "{about}");
        }
    }
}
