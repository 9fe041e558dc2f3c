//! What the tests share.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod http;

use ferramenta::{BuildErrors, Identity, Server, TestClient};
use serde_json::Value;

pub const MODERN: &str = "2026-07-28";

/// A client of the newest version, every answer to which is checked against the specification.
#[track_caller]
pub fn client(server: Server) -> TestClient {
    TestClient::new(server).observe(|exchange| {
        let answer = exchange.answer.as_bytes();
        spec_check::assert_answer(exchange.version, exchange.method, answer);
    })
}

/// The same, of any version.
#[track_caller]
pub fn client_of(version: &str, server: Server) -> TestClient {
    if version == MODERN {
        client(server)
    } else {
        client(server).legacy(version)
    }
}

/// Nobody in particular, but somebody.
pub fn ada() -> Identity {
    Identity::new("ada")
}

/// The names of the tools that a client sees.
pub async fn names(client: &TestClient) -> Vec<String> {
    let tools = client.list_tools().await;
    let names = tools.iter().filter_map(|tool| tool["name"].as_str());
    names.map(str::to_owned).collect()
}

/// A tool as it is listed.
pub async fn listed(client: &TestClient, name: &str) -> Value {
    let tools = client.list_tools().await;
    let found = tools.into_iter().find(|tool| tool["name"] == name);
    found.unwrap_or_else(|| panic!("no tool `{name}` is listed"))
}

/// What is wrong with a server.
#[track_caller]
pub fn mistakes(server: Server) -> BuildErrors {
    server.build().expect_err("a mistake")
}
