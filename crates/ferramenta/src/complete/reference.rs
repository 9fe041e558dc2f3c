use std::borrow::Cow;

use ferramenta_protocol::json;
use serde::Deserialize;

/// What has the argument that is completed (specification: *Completion, Reference Types*).
pub(crate) enum Reference<'a> {
    /// A prompt, by its name.
    Prompt(Cow<'a, str>),
    /// A resource, by its template.
    Resource(Cow<'a, str>),
}

#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
}

impl<'a> Reference<'a> {
    /// Reads `ref`; `None` when that is no reference.
    pub(crate) fn read(raw: &'a str) -> Option<Self> {
        if !json::is_object(raw) {
            return None;
        }
        let Members { kind, name, uri } = serde_json::from_str(raw).ok()?;
        match &*kind {
            "ref/prompt" => name.map(Self::Prompt),
            "ref/resource" => uri.map(Self::Resource),
            _ => None,
        }
    }

    /// The name or the template.
    pub(crate) fn into_name(self) -> Cow<'a, str> {
        match self {
            Self::Prompt(name) | Self::Resource(name) => name,
        }
    }
}
