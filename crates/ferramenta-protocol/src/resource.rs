use crate::{Annotations, Embedded, Icon, Version, write};

/// What a client is told of a resource, or of a template of resources (specification: *Resources, Data Types*).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ResourceDefinition {
    /// Where it is: a URI, or a template of URIs.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// The type of its contents, such as `text/plain`.
    pub mime_type: Option<String>,
    /// Its size in bytes; templates have none.
    pub size: Option<u64>,
    /// For whom it is, and how much it matters.
    pub annotations: Annotations,
    /// Pictures of it.
    pub icons: Vec<Icon>,
    /// Data of the application's, as raw JSON.
    pub meta: Option<String>,
}

impl ResourceDefinition {
    /// Writes the entry of `resources/list`, with what `version` knows.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        out.push(b'{');
        write::value_member(out, "uri", &self.uri);
        self.write_rest(out, version);
        write::optional_member(out, "size", self.size.as_ref());
        out.push(b'}');
    }

    /// Writes the entry of `resources/templates/list`, with what `version` knows.
    pub fn write_template(&self, out: &mut Vec<u8>, version: Version) {
        out.push(b'{');
        write::value_member(out, "uriTemplate", &self.uri);
        self.write_rest(out, version);
        out.push(b'}');
    }

    fn write_rest(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        write::value_member(out, "name", &self.name);
        if features.titles {
            write::optional_member(out, "title", self.title.as_ref());
        }
        write::optional_member(out, "description", self.description.as_ref());
        write::optional_member(out, "mimeType", self.mime_type.as_ref());
        self.annotations.write_member(out, version);
        if features.icons && !self.icons.is_empty() {
            write::value_member(out, "icons", &self.icons);
        }
        if let Some(meta) = self.meta.as_ref().filter(|_| features.titles) {
            write::raw_member(out, "_meta", meta.as_bytes());
        }
    }
}

/// Writes contents of resources as a list (specification: *Resources, Resource Contents*).
pub fn write_contents(contents: &[Embedded], out: &mut Vec<u8>, version: Version) {
    out.push(b'[');
    for (index, one) in contents.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        one.write_contents(out, version);
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_gets_what_it_knows() {
        let resource = ResourceDefinition {
            uri: "demo://a".into(),
            name: "a".into(),
            title: Some("A".into()),
            size: Some(3),
            ..ResourceDefinition::default()
        };
        let written = |version| {
            let mut out = Vec::new();
            resource.write(&mut out, version);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            written(Version::V2024_11_05),
            r#"{"uri":"demo://a","name":"a","size":3}"#
        );
        assert_eq!(
            written(Version::MODERN),
            r#"{"uri":"demo://a","name":"a","title":"A","size":3}"#
        );
    }
}
