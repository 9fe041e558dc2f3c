//! The tools of `{{name}}`, which share one value.

use std::sync::Mutex;

use ferramenta::{Inject, toolset};

/// Notes, as long as the server runs.
#[derive(Debug, Inject)]
pub struct {{type}}Tools {
    #[inject(default)]
    notes: Mutex<Vec<String>>,
}

#[toolset(prefix = "{{name}}_")]
impl {{type}}Tools {
    /// Add a note.
    #[tool(inline)]
    fn add(
        &self,
        /// The text of the note.
        note: String,
    ) -> &'static str {
        self.notes.lock().unwrap().push(note);
        "Noted."
    }

    /// List the notes.
    #[tool(read_only, inline)]
    fn list(&self) -> Vec<String> {
        self.notes.lock().unwrap().clone()
    }
}

#[cfg(test)]
mod tests {
    use ferramenta::{Server, TestClient};
    use serde_json::json;

    use super::{{type}}Tools;

    #[tokio::test]
    async fn what_is_added_is_listed() {
        let client = TestClient::new(Server::new("Test").tools::<{{type}}Tools>());
        let added = client.tool("{{name}}_add", json!({ "note": "Hello" })).await;
        added.assert_ok().assert_text("Noted.");
        let notes: Vec<String> = client.tool("{{name}}_list", json!({})).await.value();
        assert_eq!(notes, ["Hello"]);
    }
}
