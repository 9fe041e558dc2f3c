//! What the bookshop promises, and the commands that tell of it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use ferramenta::TestClient;

#[test]
fn the_contract_is_kept() {
    TestClient::new(bookshop::server()).assert_contract("contract.json");
}

/// What `contract` prints, on both streams, and whether it succeeds.
fn contract(arguments: &[&str], file: Option<&Path>) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bookshop"));
    let output = command.arg("contract").args(arguments).args(file).output();
    let output = output.expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8(text).expect("UTF-8"),
    )
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The contract of a bookshop that took more books of more genres at a time.
fn older(name: &str) -> PathBuf {
    use ferramenta::Contract;
    let now = TestClient::new(bookshop::server());
    now.assert_contract("contract.json");
    let text = fs::read_to_string("contract.json").expect("it is committed");
    let mut older: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let limit = &mut older["tools"]["search_books"]["inputSchema"]["properties"]["limit"];
    limit["maximum"] = 500.into();
    older.as_object_mut().expect("an object").remove("hash");
    let told = Contract::from_json(&older.to_string())
        .expect_err("it has no hash")
        .to_string();
    let hash = told.split_whitespace().last().expect("the right hash");
    older["hash"] = hash.into();
    fs::write(file(name), older.to_string()).expect("it is written");
    file(name)
}

#[test]
fn it_is_written_and_checked() {
    let written = file("written.json");
    let (done, told) = contract(&["write"], Some(&written));
    assert!(done && told.contains(": sha256:"), "{told}");
    let committed = fs::read_to_string("contract.json").expect("it is committed");
    assert_eq!(
        fs::read_to_string(&written).expect("it was written"),
        committed
    );
    let (done, told) = contract(&["check"], Some(&written));
    assert!(
        done && told.starts_with("nothing has changed: sha256:"),
        "{told}"
    );
}

#[test]
fn what_breaks_is_told_with_a_value_that_shows_it() {
    let older = older("older.json");
    let (done, told) = contract(&["check"], Some(&older));
    let change = "major: tool search_books, limit: at most 50 now, at most 500 before; ";
    assert!(told.starts_with(change), "{told}");
    assert!(told.contains("was taken and is refused now"), "{told}");
    let advice = "there are changes of the kind `major`";
    assert!(!done && told.contains(advice), "{told}");
    let (done, told) = contract(&["check", "--allow", "major"], Some(&older));
    assert!(done && told.starts_with(change), "{told}");
    let (_, told) = contract(&["check", "--json", "--allow", "major"], Some(&older));
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told[0]["class"], "major");
    assert!(told[0]["arguments"]["limit"].is_u64(), "{told}");
}

#[test]
fn a_file_that_is_missing_or_none_is_told() {
    let (done, told) = contract(&["check"], Some(&file("missing.json")));
    assert!(
        !done && told.contains("`contract write` makes one"),
        "{told}"
    );
    let none = file("none.json");
    fs::write(&none, "{}").expect("it is written");
    let (done, told) = contract(&["check"], Some(&none));
    assert!(
        !done && told.contains("none.json: the file isn't a contract"),
        "{told}"
    );
}

#[test]
fn nobody_refuses_the_bookshop() {
    let (done, told) = contract(&["lint"], None);
    assert!(done && told.contains("0 errors, 0 warnings"), "{told}");
    let (done, told) = contract(&["lint", "--budget", "10", "--allow", "hint"], None);
    assert!(!done && told.contains("the budget is 10"), "{told}");
    assert!(
        told.contains("there are findings of the kind `warning`"),
        "{told}"
    );
}

#[test]
fn arguments_that_mean_nothing_are_told() {
    for (arguments, expected) in [
        (&[][..], "say what to do: write, check, lint"),
        (&["chekc"], "did you mean `check`?"),
        (&["check", "--alow", "major"], "did you mean `--allow`?"),
        (
            &["check", "--allow", "huge"],
            "--allow huge: known are none, patch, minor, major",
        ),
        (
            &["lint", "--allow", "minor"],
            "--allow minor: known are none, hint, warning, error",
        ),
        (
            &["lint", "--budget", "x"],
            "--budget x: a budget is a number of tokens",
        ),
        (
            &["write", "--allow", "major"],
            "`contract write` doesn't take --allow",
        ),
        (
            &["check", "--budget", "1"],
            "`contract check` doesn't take --budget",
        ),
        (&["lint", "a.json"], "`contract lint` doesn't take a file"),
        (
            &["check", "--server", "Office"],
            "there is no server `Office`; there are Bookshop",
        ),
    ] {
        let (done, told) = contract(arguments, None);
        assert!(!done && told.contains(expected), "{arguments:?}: {told}");
    }
    let (done, told) = contract(&["--help"], None);
    assert!(done && told.contains("contract check [FILE]"), "{told}");
}
