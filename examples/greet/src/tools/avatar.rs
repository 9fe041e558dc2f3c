use ferramenta::{Content, Inject, tool};

/// A picture of one point, as a PNG in base64.
pub(super) const POINT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

/// Shows a person: a text and a picture, side by side.
#[derive(Debug, Inject)]
pub struct AvatarTool;

/// Show the picture of a person.
#[tool(read_only, inline)]
impl AvatarTool {
    fn handle(&self, name: String) -> (String, Content) {
        (
            format!("This is {name}:"),
            Content::image_base64(POINT, "image/png"),
        )
    }
}
