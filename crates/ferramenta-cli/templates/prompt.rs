//! The prompt `{{name}}`.

use ferramenta::{Inject, Messages, prompt};

/// Asks the model for an explanation.
#[derive(Debug, Inject)]
pub struct {{type}}Prompt;

/// Ask for an explanation.
#[prompt(name = "{{name}}", title = "{{title}}")]
impl {{type}}Prompt {
    async fn handle(
        &self,
        /// What is to be explained.
        topic: String,
    ) -> Messages {
        Messages::new().user(format!("Explain {topic} in a few sentences."))
    }
}

#[cfg(test)]
mod tests {
    use ferramenta::{Server, TestClient};
    use serde_json::json;

    use super::{{type}}Prompt;

    #[tokio::test]
    async fn the_topic_is_asked_for() {
        let client = TestClient::new(Server::new("Test").prompt::<{{type}}Prompt>());
        let answer = client.prompt("{{name}}", json!({ "topic": "tides" })).await;
        let message = &answer.assert_ok().result()["messages"][0];
        assert_eq!(message["content"]["text"], "Explain tides in a few sentences.");
    }
}
