use ferramenta::{Content, Messages, prompt};

/// A red pixel, as PNG.
pub(crate) const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC";

/// All prompts.
pub(crate) type Prompts = (
    test_simple_prompt,
    test_prompt_with_arguments,
    test_prompt_with_embedded_resource,
    test_prompt_with_image,
);

/// Says a fixed text.
#[prompt(inline)]
pub(crate) fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Says what it is given.
#[prompt(inline)]
pub(crate) fn test_prompt_with_arguments(
    /// First test argument
    arg1: String,
    /// Second test argument
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// Hands over a resource.
#[prompt(inline)]
pub(crate) fn test_prompt_with_embedded_resource(
    /// URI of the resource to embed
    #[arg(rename = "resourceUri")]
    resource_uri: String,
) -> Messages {
    let text = "Embedded resource content for testing.";
    Messages::new()
        .user(Content::resource_text(resource_uri, "text/plain", text))
        .user("Please process the embedded resource above.")
}

/// Shows a picture.
#[prompt(inline)]
pub(crate) fn test_prompt_with_image() -> Messages {
    Messages::new()
        .user(Content::image_base64(PIXEL, "image/png"))
        .user("Please analyze the image above.")
}
