//! The tool `{{name}}`.

use ferramenta::{Args, Content, Inject, schema, tool};

#[schema(input)]
struct {{type}}Input {
    /// The message that comes back.
    message: String,
}

/// Echoes a message.
#[derive(Debug, Inject)]
pub struct {{type}}Tool;

/// Echo the message.
#[tool(name = "{{name}}", read_only)]
impl {{type}}Tool {
    async fn handle(&self, Args(input): Args<{{type}}Input>) -> Content {
        Content::text(input.message)
    }
}

#[cfg(test)]
mod tests {
    use ferramenta::{Server, TestClient};
    use serde_json::json;

    use super::{{type}}Tool;

    fn client() -> TestClient {
        TestClient::new(Server::new("Test").tool::<{{type}}Tool>())
    }

    #[tokio::test]
    async fn the_message_comes_back() {
        let message = json!({ "message": "Hello" });
        let answer = client().call::<{{type}}Tool>(message).await;
        answer.assert_ok().assert_text("Hello");
    }

    #[tokio::test]
    async fn a_call_without_a_message_is_refused() {
        let answer = client().call::<{{type}}Tool>(json!({})).await;
        answer.assert_error("Invalid tool arguments\nmessage: is missing, give a string");
    }
}
