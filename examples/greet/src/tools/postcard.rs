use ferramenta::{Content, Inject, Response, Role, tool};
use serde_json::json;

use super::avatar::POINT;

/// Writes a postcard, with everything that can be on one.
#[derive(Debug, Inject)]
pub struct PostcardTool;

/// Write a postcard from a place.
#[tool(
    read_only,
    icon(src = "https://example.com/postcard.png", mime_type = "image/png", sizes("48x48")),
    meta("example.com/stamps" = 2)
)]
impl PostcardTool {
    async fn handle(&self, place: String) -> Response {
        let uri = format!("demo://places/{place}");
        Response::new()
            .content(format!("Greetings from {place}!"))
            .content(Content::image_base64(POINT, "image/png").audience(Role::User))
            .content(Content::audio_base64("UklGRg==", "audio/wav"))
            .content(Content::link(uri.clone(), place.clone()))
            .content(Content::resource_text(
                uri,
                "text/plain",
                "Wish you were here.",
            ))
            .structured(&json!({ "place": place }))
            .meta("example.com/postage", 85)
    }
}
