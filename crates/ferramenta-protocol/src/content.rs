use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Icon, Version, write};

/// One block of a result or message (specification: *Tool Result*, *Content*).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Content {
    /// What it is.
    pub kind: ContentKind,
    /// For whom it is, and how much it matters.
    pub annotations: Annotations,
    /// Data of the application's; from 2025-06-18.
    pub meta: Map<String, Value>,
}

/// The kinds of content.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContentKind {
    /// Text, which the model reads.
    Text(String),
    /// A picture.
    Image(Media),
    /// A sound; from 2025-03-26, told in words before.
    Audio(Media),
    /// A resource to be read from the server; from 2025-06-18, told in words before.
    Link(Link),
    /// A resource, contents included.
    Resource(Embedded),
}

/// Bytes and their type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Media {
    /// The bytes, in base64.
    pub base64: String,
    /// Their type, such as `image/png`.
    pub mime_type: String,
}

/// A resource that is only named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// Where it is.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Its type.
    pub mime_type: Option<String>,
    /// Its size in bytes.
    pub size: Option<u64>,
    /// Pictures of it; from 2025-11-25.
    pub icons: Vec<Icon>,
}

/// A resource with its contents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Embedded {
    /// Where it is.
    pub uri: String,
    /// Its type.
    pub mime_type: Option<String>,
    /// What it holds.
    pub body: Body,
    /// Data of the application's, of the resource rather than of the block; from 2025-06-18.
    pub meta: Map<String, Value>,
}

/// The contents of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// Text.
    Text(String),
    /// Bytes, in base64.
    Base64(String),
}

/// For whom a content is, and how much it matters (specification: *Annotations*).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Who should see it; empty for everybody.
    pub audience: Vec<Role>,
    /// From 0, optional, to 1, required.
    pub priority: Option<f64>,
    /// When it was last changed, as an ISO 8601 date and time; from 2025-06-18.
    pub last_modified: Option<String>,
}

/// One side of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl From<ContentKind> for Content {
    fn from(kind: ContentKind) -> Self {
        Self {
            kind,
            annotations: Annotations::default(),
            meta: Map::new(),
        }
    }
}

impl Content {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        ContentKind::Text(text.into()).into()
    }

    /// A picture from bytes that are base64 already.
    pub fn image_base64(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        ContentKind::Image(Media {
            base64: base64.into(),
            mime_type: mime_type.into(),
        })
        .into()
    }

    /// A sound from bytes that are base64 already.
    pub fn audio_base64(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        ContentKind::Audio(Media {
            base64: base64.into(),
            mime_type: mime_type.into(),
        })
        .into()
    }

    /// A link to a resource.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        ContentKind::Link(Link {
            uri: uri.into(),
            name: name.into(),
            ..Link::default()
        })
        .into()
    }

    /// A resource that holds text.
    pub fn resource_text(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Embedded::new(uri.into(), mime_type.into(), Body::Text(text.into())).into()
    }

    /// A resource that holds bytes, which are base64 already.
    pub fn resource_base64(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        base64: impl Into<String>,
    ) -> Self {
        Embedded::new(uri.into(), mime_type.into(), Body::Base64(base64.into())).into()
    }

    /// Says for whom the content is; several times for several.
    #[must_use]
    pub fn audience(mut self, role: Role) -> Self {
        self.annotations.audience.push(role);
        self
    }

    /// Says how much the content matters: from 0, optional, to 1, required.
    #[must_use]
    pub const fn priority(mut self, priority: f64) -> Self {
        self.annotations.priority = Some(priority);
        self
    }

    /// Says when the content was last changed, as an ISO 8601 date and time.
    #[must_use]
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.annotations.last_modified = Some(time.into());
        self
    }

    /// Adds data of the application's.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// How many bytes it has at least when it is written as `version` knows it: those of its longest text, before any is
    /// escaped.
    pub const fn least_size(&self, version: Version) -> usize {
        match &self.kind {
            ContentKind::Text(text) => text.len(),
            ContentKind::Image(media) => media.base64.len(),
            ContentKind::Audio(media) if version.features().audio => media.base64.len(),
            ContentKind::Resource(resource) => resource.body.size(),
            ContentKind::Audio(_) | ContentKind::Link(_) => 0,
        }
    }

    /// Writes the block as `version` knows it; what it doesn't know becomes text.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        out.push(b'{');
        match &self.kind {
            ContentKind::Text(text) => write_text(out, text),
            ContentKind::Image(media) => media.write(out, "image"),
            ContentKind::Audio(media) if features.audio => media.write(out, "audio"),
            ContentKind::Audio(media) => write_text(out, &media.in_words()),
            ContentKind::Link(link) if features.resource_links => link.write(out, version),
            ContentKind::Link(link) => write_text(out, &link.in_words()),
            ContentKind::Resource(resource) => resource.write(out, version),
        }
        self.annotations.write_member(out, version);
        if features.titles && !self.meta.is_empty() {
            write::value_member(out, "_meta", &self.meta);
        }
        out.push(b'}');
    }

    /// Writes a list of blocks.
    pub fn write_list(list: &[Self], out: &mut Vec<u8>, version: Version) {
        out.push(b'[');
        for (index, content) in list.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            content.write(out, version);
        }
        out.push(b']');
    }
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    write::value_member(out, "type", "text");
    write::value_member(out, "text", text);
}

impl Media {
    fn write(&self, out: &mut Vec<u8>, kind: &str) {
        write::value_member(out, "type", kind);
        write::value_member(out, "data", &self.base64);
        write::value_member(out, "mimeType", &self.mime_type);
    }

    fn in_words(&self) -> String {
        let padding = self
            .base64
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'=')
            .count();
        format!(
            "Audio ({}, {} bytes)",
            self.mime_type,
            (self.base64.len() / 4 * 3).saturating_sub(padding)
        )
    }
}

impl Link {
    fn write(&self, out: &mut Vec<u8>, version: Version) {
        write::value_member(out, "type", "resource_link");
        write::value_member(out, "uri", &self.uri);
        write::value_member(out, "name", &self.name);
        write::optional_member(out, "title", self.title.as_ref());
        write::optional_member(out, "description", self.description.as_ref());
        write::optional_member(out, "mimeType", self.mime_type.as_ref());
        write::optional_member(out, "size", self.size.as_ref());
        if version.features().icons && !self.icons.is_empty() {
            write::value_member(out, "icons", &self.icons);
        }
    }

    fn in_words(&self) -> String {
        let mut words = format!(
            "{}: {}",
            self.title.as_ref().unwrap_or(&self.name),
            self.uri
        );
        if let Some(mime_type) = &self.mime_type {
            // writing to a String can't fail
            let _ = write!(words, " ({mime_type})");
        }
        words
    }
}

impl Body {
    /// The bytes of the text, or of the base64.
    pub const fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Base64(base64) => base64.len(),
        }
    }
}

impl From<Embedded> for Content {
    fn from(resource: Embedded) -> Self {
        ContentKind::Resource(resource).into()
    }
}

impl Embedded {
    /// The contents of a resource.
    pub fn new(uri: impl Into<String>, mime_type: impl Into<String>, body: Body) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            body,
            meta: Map::new(),
        }
    }

    fn write(&self, out: &mut Vec<u8>, version: Version) {
        write::value_member(out, "type", "resource");
        write::member(out, "resource");
        self.write_contents(out, version);
    }

    /// Writes the contents alone.
    pub(crate) fn write_contents(&self, out: &mut Vec<u8>, version: Version) {
        out.push(b'{');
        write::value_member(out, "uri", &self.uri);
        write::optional_member(out, "mimeType", self.mime_type.as_ref());
        match &self.body {
            Body::Text(text) => write::value_member(out, "text", text),
            Body::Base64(base64) => write::value_member(out, "blob", base64),
        }
        if version.features().titles && !self.meta.is_empty() {
            write::value_member(out, "_meta", &self.meta);
        }
        out.push(b'}');
    }
}

impl Annotations {
    pub(crate) fn write_member(&self, out: &mut Vec<u8>, version: Version) {
        let last_modified = self
            .last_modified
            .as_ref()
            .filter(|_| version.features().titles);
        if self.audience.is_empty() && self.priority.is_none() && last_modified.is_none() {
            return;
        }
        write::member(out, "annotations");
        out.push(b'{');
        if !self.audience.is_empty() {
            write::value_member(out, "audience", &self.audience);
        }
        write::optional_member(out, "priority", self.priority.as_ref());
        write::optional_member(out, "lastModified", last_modified);
        out.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Role};
    use crate::Version;

    fn written(content: &Content, version: Version) -> String {
        let mut out = Vec::new();
        content.write(&mut out, version);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn what_a_version_does_not_know_is_told_in_words() {
        let audio = Content::audio_base64("QUJD", "audio/wav");
        assert_eq!(
            written(&audio, Version::V2024_11_05),
            r#"{"type":"text","text":"Audio (audio/wav, 3 bytes)"}"#
        );
        assert_eq!(
            written(&audio, Version::V2025_03_26),
            r#"{"type":"audio","data":"QUJD","mimeType":"audio/wav"}"#
        );
        let link = Content::link("demo://a", "a")
            .meta("k", 1)
            .last_modified("2026-01-01T00:00:00Z")
            .audience(Role::User);
        assert_eq!(
            written(&link, Version::V2025_03_26),
            r#"{"type":"text","text":"a: demo://a","annotations":{"audience":["user"]}}"#
        );
        assert_eq!(
            written(&link, Version::V2025_06_18),
            concat!(
                r#"{"type":"resource_link","uri":"demo://a","name":"a","annotations":{"audience":["user"],"#,
                r#""lastModified":"2026-01-01T00:00:00Z"},"_meta":{"k":1}}"#
            )
        );
    }
}
