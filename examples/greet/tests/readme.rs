//! The table of the README names tests that exist.

use std::{collections::BTreeSet, fs, path::Path};

/// The tests in `tests/`, by name.
fn tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = fs::read_dir(folder).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .flat_map(|path| tests_in(&fs::read_to_string(path).expect("a text")))
        .collect()
}

/// The functions that stand below `#[test]` or `#[tokio::test]`.
fn tests_in(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let below_attribute = lines
        .windows(2)
        .filter(|pair| pair[0] == "#[test]" || pair[0].starts_with("#[tokio::test"));
    let names = below_attribute.filter_map(|pair| {
        let (_, signature) = pair[1].split_once("fn ")?;
        Some(signature.split_once('(')?.0.to_owned())
    });
    names.collect()
}

/// The second cells of the table's rows, without their quotes.
fn named() -> Vec<String> {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).expect("a text");
    let rows = readme.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [promise, test] = cells[..] else {
            panic!("a row has two cells: {row}")
        };
        assert!(promise.ends_with('.'), "a promise is a sentence: {row}");
        let test = test
            .strip_prefix('`')
            .and_then(|test| test.strip_suffix('`'));
        test.unwrap_or_else(|| panic!("a test stands in backquotes: {row}"))
            .to_owned()
    })
    .collect()
}

#[test]
fn every_promise_has_its_test() {
    let (tests, named) = (tests(), named());
    for name in &named {
        assert!(tests.contains(name), "there is no test `{name}`");
    }
    assert!(named.len() >= 35, "{} promises", named.len());
    let different: BTreeSet<_> = named.iter().collect();
    assert_eq!(different.len(), named.len(), "a test is named twice");
}
