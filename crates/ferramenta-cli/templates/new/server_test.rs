//! What the server offers, as a client sees it.

use ferramenta::TestClient;
use serde_json::json;

#[tokio::test]
async fn the_server_answers() {
    let client = TestClient::new({{crate}}::server());
    let echo = client.tool("echo", json!({ "message": "Hello" })).await;
    echo.assert_ok().assert_text("Hello");
}
