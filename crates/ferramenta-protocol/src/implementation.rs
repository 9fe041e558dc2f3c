use serde::Serialize;

use crate::{Version, write};

/// A picture that clients may show (specification: *Icons*; from 2025-11-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// An `https:` or `data:` URI.
    pub src: String,
    /// The picture's type, where the URI doesn't tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
    /// `light` or `dark`: the background it is made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
}

impl Icon {
    /// An icon at an `https:` or `data:` URI.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    /// States the picture's type, such as `image/png`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size such as `48x48`, or `any`.
    #[must_use]
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }

    /// States the background it is made for: `light` or `dark`.
    #[must_use]
    pub fn theme(mut self, theme: impl Into<String>) -> Self {
        self.theme = Some(theme.into());
        self
    }
}

/// Who a server is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Where to read more.
    pub website_url: Option<String>,
    /// Pictures of it.
    pub icons: Vec<Icon>,
}

impl Implementation {
    /// Writes the object that introduces the server, with what `version` knows.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        self.begin(out, version);
        if features.icons {
            write::optional_member(out, "description", self.description.as_ref());
            write::optional_member(out, "websiteUrl", self.website_url.as_ref());
            if !self.icons.is_empty() {
                write::value_member(out, "icons", &self.icons);
            }
        }
        out.push(b'}');
    }

    /// Writes the short form that is stamped on every modern result: name, title and version.
    pub fn write_stamp(&self, out: &mut Vec<u8>, version: Version) {
        self.begin(out, version);
        out.push(b'}');
    }

    fn begin(&self, out: &mut Vec<u8>, version: Version) {
        out.push(b'{');
        write::value_member(out, "name", &self.name);
        if version.features().titles {
            write::optional_member(out, "title", self.title.as_ref());
        }
        write::value_member(out, "version", &self.version);
    }
}
