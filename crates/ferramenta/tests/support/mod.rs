//! What the tests share.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use ferramenta::{Server, TestClient};

/// All versions, oldest first.
pub const VERSIONS: [&str; 5] = spec_check::VERSIONS;

/// A client of the newest version, every answer to which is checked against the specification.
#[track_caller]
pub fn client(server: Server) -> TestClient {
    TestClient::new(server).observe(|exchange| {
        if !exchange.answer.is_empty() {
            spec_check::assert_answer(
                exchange.version,
                exchange.method,
                exchange.answer.as_bytes(),
            );
        }
    })
}

/// The same, of any version.
#[track_caller]
pub fn client_of(version: &str, server: Server) -> TestClient {
    let client = client(server);
    if version == "2026-07-28" {
        client
    } else {
        client.legacy(version)
    }
}
