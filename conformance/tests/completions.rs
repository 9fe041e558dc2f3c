//! Completions, which the official suite asks for.

use ferramenta::TestClient;
use serde_json::json;

#[tokio::test]
async fn arguments_are_completed() {
    for version in spec_check::VERSIONS {
        let client = TestClient::new(conformance_server::server());
        let client = if version == "2026-07-28" {
            client
        } else {
            client.legacy(version)
        };
        let client = client.observe(|exchange| {
            spec_check::assert_answer(
                exchange.version,
                exchange.method,
                exchange.answer.as_bytes(),
            );
        });
        for (argument, typed, expected) in [
            ("text", "test", json!(["test", "test test"])),
            ("choice", "s", json!(["second", "first"])),
        ] {
            let answer = client.complete("test_completion", argument, typed).await;
            assert_eq!(answer.result()["completion"]["values"], expected);
        }
    }
}
