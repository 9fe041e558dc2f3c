use ferramenta::{Content, tool};

use crate::prompts::PIXEL;

/// The tools whose answers have content of each kind.
pub(crate) type Tools = (
    test_image_content,
    test_audio_content,
    test_embedded_resource,
    test_multiple_content_types,
);

/// Eight samples of silence, as a WAV in base64.
const SILENCE: &str = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

/// Returns a picture.
#[tool(inline)]
pub(crate) fn test_image_content() -> Content {
    Content::image_base64(PIXEL, "image/png")
}

/// Returns a sound.
#[tool(inline)]
pub(crate) fn test_audio_content() -> Content {
    Content::audio_base64(SILENCE, "audio/wav")
}

/// Returns a resource with its contents.
#[tool(inline)]
pub(crate) fn test_embedded_resource() -> Content {
    Content::resource_text(
        "test://embedded-resource",
        "text/plain",
        "This is an embedded resource content.",
    )
}

/// Returns a text, a picture and a resource.
#[tool(inline)]
pub(crate) fn test_multiple_content_types() -> (String, Content, Content) {
    (
        "Multiple content types test:".into(),
        Content::image_base64(PIXEL, "image/png"),
        Content::resource_text(
            "test://mixed-content-resource",
            "application/json",
            r#"{"test":"data","value":123}"#,
        ),
    )
}
