//! `ferramenta contract`, of a server by pipe, of one by HTTP, and of a project.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod record;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use record::{HttpServer, program};
use serde_json::Value;

/// What a command prints, on both streams, and its exit code.
fn contract(words: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    command.arg("contract").args(words).stdin(Stdio::null());
    let output = command.env_remove("FERRAMENTA_BEARER").output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

fn file(name: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    file.to_str().unwrap().to_owned()
}

fn bookshop() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bookshop")
}

/// The bookshop's own file, as a bookshop had it that gave more books at a time.
fn older(name: &str) -> String {
    let text = fs::read_to_string(bookshop().join("contract.json")).unwrap();
    let mut older: Value = serde_json::from_str(&text).unwrap();
    older["tools"]["search_books"]["inputSchema"]["properties"]["limit"]["maximum"] = 500.into();
    // the error names the hash that it should have
    let told = ferramenta_contract::Contract::from_json(&older.to_string()).unwrap_err();
    older["hash"] = told.to_string().split_whitespace().last().unwrap().into();
    fs::write(file(name), older.to_string()).unwrap();
    file(name)
}

const CHANGE: &str = "major: tool search_books, limit: at most 50 now, at most 500 before; ";

#[test]
fn servers_on_the_wire_and_projects_have_contracts() {
    let program = program("bookshop");
    let older = older("older.json");
    let http = HttpServer::start(&program, &[]);
    let written = file("written.json");
    let launched = ["--", &program];

    // what a pipe tells, HTTP tells, and the file in the repository has
    let (code, told) = contract(&[&["write", "--file", &written], &launched[..]].concat());
    assert!(code == 0 && told.contains(": sha256:"), "{code} {told}");
    let own = fs::read_to_string(bookshop().join("contract.json")).unwrap();
    assert_eq!(fs::read_to_string(&written).unwrap(), own);
    let (code, told) = contract(&["check", "--file", &written, &http.url]);
    assert!(
        code == 0 && told.starts_with("nothing has changed: "),
        "{code} {told}"
    );

    for server in [&[http.url.as_str()][..], &launched] {
        let (code, told) = contract(&[&["check", "--file", &older], server].concat());
        assert!(code == 1 && told.starts_with(CHANGE), "{code} {told}");
    }
    let words = ["check", "--file", &older, "--allow", "major", "--json"];
    let (code, told) = contract(&[&words[..], &launched].concat());
    let changes: Value = serde_json::from_str(&told).unwrap();
    assert!(code == 0 && changes[0]["class"] == "major", "{code} {told}");
    let (code, told) = contract(&[&["lint"], &launched[..]].concat());
    assert!(
        code == 0 && told.contains("0 errors, 0 warnings, 3 hints"),
        "{code} {told}"
    );

    // the project's program knows its own
    let project = bookshop();
    let project = project.to_str().unwrap();
    let (code, told) = contract(&["check", project]);
    assert!(
        code == 0 && told.starts_with("nothing has changed: "),
        "{code} {told}"
    );
    let (code, told) = contract(&["check", project, "--file", &older]);
    assert!(code == 1 && told.starts_with(CHANGE), "{code} {told}");
    let (code, told) = contract(&["lint", project, "--allow", "none", "--budget", "100"]);
    assert!(
        code == 1 && told.contains("the budget is 100"),
        "{code} {told}"
    );
}

#[test]
fn what_is_wrong_is_told() {
    let none = file("none.json");
    fs::write(&none, "{}").unwrap();
    let missing = file("missing.json");
    for (words, code, expected) in [
        (
            &["lint", "/no/such/project"][..],
            2,
            "there is no /no/such/project",
        ),
        (
            &["lint", "http://127.0.0.1:1/mcp"],
            3,
            "error sending request",
        ),
        (
            &["lint", "--bin", "x", "http://127.0.0.1:1/mcp"],
            2,
            "`--bin` is for cargo projects",
        ),
        (
            &["lint", "--timeout", "5", "."],
            2,
            "are for servers on the wire",
        ),
        (
            &["check", "--allow", "huge"],
            2,
            "possible values: none, patch, minor, major",
        ),
        (
            &["lint", "ftp://127.0.0.1/mcp"],
            2,
            "reached by http:// or https://",
        ),
    ] {
        let (found, told) = contract(words);
        assert!(
            found == code && told.contains(expected),
            "{words:?}: {found} {told}"
        );
    }
    let server = program("conformance-server");
    for (file, expected) in [
        (&none, "none.json: the file isn't a contract"),
        (&missing, "missing.json; `contract write` makes one"),
    ] {
        let (code, told) = contract(&["check", "--file", file, "--", &server]);
        assert!(code == 2 && told.contains(expected), "{code} {told}");
    }
}
