use ferramenta::{Bytes, Structured, resource, schema};

/// All resources. The suite reads the first one without asking for it by name.
pub(crate) type Resources = (static_text, static_binary, watched, template_data);

/// A picture of one point, as a PNG.
const POINT: &[u8] = include_bytes!("point.png");

/// A text that is always the same.
#[resource("test://static-text", mime = "text/plain", inline)]
pub(crate) fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture that is always the same.
#[resource("test://static-binary", mime = "image/png", inline)]
pub(crate) fn static_binary() -> Bytes {
    Bytes(POINT.into())
}

/// A text that clients subscribe to.
#[resource("test://watched-resource", mime = "text/plain", inline)]
pub(crate) fn watched() -> &'static str {
    "Watched resource content."
}

/// The data of an id.
#[schema(rename_all = "camelCase", output)]
pub(crate) struct TemplateData {
    id: String,
    template_test: bool,
    data: String,
}

/// The data of any id.
#[resource("test://template/{id}/data", mime = "application/json", inline)]
pub(crate) fn template_data(id: String) -> Structured<TemplateData> {
    Structured(TemplateData {
        template_test: true,
        data: format!("Data for ID: {id}"),
        id,
    })
}
