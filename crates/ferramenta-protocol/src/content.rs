use serde::Serialize;

/// One block of a tool's result (specification: *Tool Result*).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Text, which the model reads.
    #[non_exhaustive]
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    #[non_exhaustive]
    Image {
        /// The picture's bytes, in base64.
        data: String,
        /// Its type, such as `image/png`.
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
}

impl Content {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A picture from bytes that are base64 already.
    pub fn image(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: base64.into(), mime_type: mime_type.into() }
    }
}
