//! What each type becomes for a client, as the book shows it.

mod contract;

use std::time::{Duration, SystemTime};

use contract::{call::echo, inputs};
use ferramenta::{Maybe, Server, ToolDef};

/// The page of the book, with the types of all features.
#[cfg(feature = "types")]
#[test]
fn the_book_shows_every_type() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/types.md");
    let (inputs, outputs) = (inputs::all(), contract::outputs::all());
    assert!(inputs.len() >= 45 && outputs.len() >= 25);
    let page = contract::page::write(&inputs, &outputs);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &page).expect("the page is written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    let differs = written
        .lines()
        .zip(page.lines())
        .find(|(written, page)| written != page);
    assert!(
        written == page,
        "the page is stale, write it anew with UPDATE=1; first difference: {differs:#?}"
    );
}

#[cfg(not(feature = "types"))]
#[test]
fn examples_are_taken_and_refused() {
    contract::page::write(&inputs::all(), &contract::outputs::all());
}

#[test]
fn what_no_client_would_write_is_refused_at_the_start() {
    type Bounds = std::ops::Bound<u8>;
    let tools: Vec<(ToolDef, &str)> = vec![
        (echo::<Duration>(|spec| spec), "`Iso<Duration>`"),
        (echo::<Vec<Option<Duration>>>(|spec| spec), "`Seconds`"),
        (echo::<SystemTime>(|spec| spec), "`chrono`"),
        (echo::<Result<u8, String>>(|spec| spec), "the value itself"),
        (echo::<std::ops::Range<u8>>(|spec| spec), "two ends"),
        (echo::<Bounds>(|spec| spec), "whether it is included"),
        (echo::<std::ffi::OsString>(|spec| spec), "`String`"),
        (echo::<std::ffi::CString>(|spec| spec), "`Bytes`"),
    ];
    for (tool, advice) in tools {
        let errors = Server::new("t")
            .tool_value(tool)
            .build()
            .expect_err("it is refused")
            .to_string();
        assert!(
            errors.contains("FM0004") && errors.contains(advice),
            "{errors}"
        );
    }
}

#[test]
fn a_maybe_tells_its_three_cases_apart() {
    assert_eq!(Maybe::<u8>::Absent.sent(), None);
    assert_eq!(Maybe::<u8>::Null.sent(), Some(None));
    assert_eq!(Maybe::Value(1).sent(), Some(Some(1)));
    assert_eq!(Maybe::Value(1).value(), Some(1));
    assert!(Maybe::<u8>::default().is_absent());
}
