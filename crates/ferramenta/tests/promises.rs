//! What a server promises, and the test that holds it to that.
#![cfg(feature = "contract")]

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::Command,
};

use ferramenta::{Server, TestClient, prompt, resource, tool};
use serde_json::{Value, json};

/// Find books.
#[tool(read_only, scopes("books:read"))]
fn search(query: String, #[arg(default = 10, range(1..=50))] limit: u32) -> String {
    query.repeat(limit as usize)
}

/// Find books.
#[tool(name = "search", read_only, scopes("books:read"))]
fn search_less(query: String, #[arg(default = 10, range(1..=20))] limit: u32) -> String {
    query.repeat(limit as usize)
}

/// Ask for a review.
#[prompt]
fn review(title: String) -> String {
    title
}

/// The opening hours.
#[resource("shop://hours", scopes("hours"))]
fn hours() -> &'static str {
    "9 to 5"
}

/// A shelf.
#[resource("shop://shelves/{number}")]
fn shelf(number: u32) -> String {
    number.to_string()
}

fn shop() -> Server {
    Server::new("Shop")
        .version("1.0.0")
        .tool::<search>()
        .prompt::<review>()
        .resources::<(hours, shelf)>()
}

fn promised(server: Server) -> Value {
    let contract = server.build().expect("no mistakes").contract();
    serde_json::from_str(&contract.to_json()).expect("JSON")
}

#[test]
fn everything_that_is_listed_is_promised() {
    let promised = promised(shop());
    assert_eq!(promised["server"], "Shop");
    let search = &promised["tools"]["search"];
    assert_eq!(search["scopes"], json!(["books:read"]));
    assert_eq!(search["annotations"]["readOnlyHint"], true);
    assert_eq!(search["inputSchema"]["properties"]["limit"]["maximum"], 50);
    assert_eq!(
        promised["prompts"]["review"]["arguments"][0]["name"],
        "title"
    );
    assert_eq!(
        promised["resources"]["shop://hours"]["scopes"],
        json!(["hours"])
    );
    assert!(promised["templates"]["shop://shelves/{number}"].is_object());
    // the version comes and goes with each release, and promises nothing
    assert!(!promised.to_string().contains("1.0.0"));
}

#[test]
fn the_order_of_registration_is_nothing() {
    let one = Server::new("Shop").resource::<hours>().resource::<shelf>();
    let other = Server::new("Shop").resource::<shelf>().resource::<hours>();
    let [one, other] = [one, other].map(|server| server.build().expect("no mistakes").contract());
    assert_eq!(one.hash(), other.hash());
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn written(name: &str) -> PathBuf {
    let contract = shop().build().expect("no mistakes").contract();
    std::fs::write(file(name), contract.to_json()).expect("written");
    file(name)
}

/// What the assertion says when it fails.
fn complaint(server: Server, file: &Path) -> String {
    let client = TestClient::new(server);
    let outcome = catch_unwind(AssertUnwindSafe(|| client.assert_contract(file)));
    let panic = outcome.expect_err("it fails");
    panic.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn a_server_that_keeps_its_contract_passes() {
    TestClient::new(shop()).assert_contract(written("kept.json"));
}

#[test]
fn a_change_fails_in_words() {
    let less = Server::new("Shop")
        .tool::<search_less>()
        .prompt::<review>()
        .resources::<(hours, shelf)>();
    let told = complaint(less, &written("changed.json"));
    let change = "  major: tool search, limit: at most 20 now, at most 50 before; ";
    assert!(told.contains(change), "{told}");
    let advice = "to accept that, run the test with UPDATE_CONTRACT=1 and commit the file";
    assert!(told.ends_with(advice), "{told}");
}

#[test]
fn a_file_that_is_not_there_is_asked_for() {
    let told = complaint(shop(), &file("never.json"));
    assert!(told.contains("never.json: "), "{told}");
    assert!(told.ends_with("to write it, run the test with UPDATE_CONTRACT=1 and commit the file"));
}

const PLACE: &str = "PROMISES_FILE";

#[test]
#[ignore = "another test runs it, with an environment of its own"]
fn writes() {
    let place = std::env::var(PLACE).expect("where to write");
    TestClient::new(shop()).assert_contract(place);
}

#[test]
fn the_file_is_written_when_the_environment_says_so() {
    let place = file("accepted.json");
    let run = |update: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "writes"]);
        let command = command.env(PLACE, &place).env("UPDATE_CONTRACT", update);
        command.output().unwrap().status.success()
    };
    if place.exists() {
        std::fs::remove_file(&place).unwrap();
    }
    assert!(!run("0"));
    assert!(run("1"));
    assert!(run("0"));
    TestClient::new(shop()).assert_contract(&place);
}
