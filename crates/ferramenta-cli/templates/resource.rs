//! The resource `{{uri}}`.

use ferramenta::{Inject, resource};

/// A text that can be read.
#[derive(Debug, Inject)]
pub struct {{type}}Resource;

/// What there is to know.
#[resource("{{uri}}", name = "{{name}}", mime = "text/plain")]
impl {{type}}Resource {
    async fn handle(&self) -> &'static str {
        "Write here what there is to know."
    }
}

#[cfg(test)]
mod tests {
    use ferramenta::{Server, TestClient};

    use super::{{type}}Resource;

    #[tokio::test]
    async fn the_text_can_be_read() {
        let client = TestClient::new(Server::new("Test").resource::<{{type}}Resource>());
        let answer = client.read("{{uri}}").await;
        let contents = &answer.assert_ok().result()["contents"];
        assert_eq!(contents[0]["text"], "Write here what there is to know.");
    }
}
