//! Checks the contract of `greet` without a network, and prints what it answered.

use ferramenta::TestClient;
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let client = TestClient::new(greet::demo());
    let result = client.tool("greet", json!({ "name": "Ada" })).await;
    result.assert_ok().assert_structured(json!("Hello, Ada!"));
    println!("{}", result.structured().as_str().unwrap_or_default());
}
