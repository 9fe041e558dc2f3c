use crate::{Content, Icon, Role, Version, write};

/// What a client is told of a prompt (specification: *Prompts, Data Types*).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PromptDefinition {
    /// The name it is asked for by.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What it can be told.
    pub arguments: Vec<PromptArgument>,
    /// Pictures of it.
    pub icons: Vec<Icon>,
    /// Data of the application's, as raw JSON.
    pub meta: Option<String>,
}

/// An argument of a prompt; clients send texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: Option<String>,
    /// Whether there is no prompt without it.
    pub required: bool,
}

impl PromptDefinition {
    /// Writes the entry of `prompts/list`, with what `version` knows.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        out.push(b'{');
        write::value_member(out, "name", &self.name);
        if features.titles {
            write::optional_member(out, "title", self.title.as_ref());
        }
        write::optional_member(out, "description", self.description.as_ref());
        if !self.arguments.is_empty() {
            write::member(out, "arguments");
            write_all(&self.arguments, out, PromptArgument::write);
        }
        if features.icons && !self.icons.is_empty() {
            write::value_member(out, "icons", &self.icons);
        }
        if let Some(meta) = self.meta.as_ref().filter(|_| features.titles) {
            write::raw_member(out, "_meta", meta.as_bytes());
        }
        out.push(b'}');
    }
}

impl PromptArgument {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        write::value_member(out, "name", &self.name);
        write::optional_member(out, "description", self.description.as_ref());
        write::value_member(out, "required", &self.required);
        out.push(b'}');
    }
}

/// One message of a prompt (specification: *Prompts, Data Types*).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

impl PromptMessage {
    /// A message of this side.
    pub const fn new(role: Role, content: Content) -> Self {
        Self { role, content }
    }

    /// Writes messages as a list, as `version` has them.
    pub fn write_list(list: &[Self], out: &mut Vec<u8>, version: Version) {
        write_all(list, out, |message, out| message.write(out, version));
    }

    fn write(&self, out: &mut Vec<u8>, version: Version) {
        out.push(b'{');
        write::value_member(out, "role", &self.role);
        write::member(out, "content");
        self.content.write(out, version);
        out.push(b'}');
    }
}

fn write_all<T>(list: &[T], out: &mut Vec<u8>, mut one: impl FnMut(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        one(item, out);
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_gets_what_it_knows() {
        let prompt = PromptDefinition {
            name: "p".into(),
            title: Some("P".into()),
            arguments: vec![PromptArgument {
                name: "a".into(),
                description: None,
                required: true,
            }],
            ..PromptDefinition::default()
        };
        let written = |version| {
            let mut out = Vec::new();
            prompt.write(&mut out, version);
            String::from_utf8(out).unwrap()
        };
        let arguments = r#""arguments":[{"name":"a","required":true}]"#;
        assert_eq!(
            written(Version::V2024_11_05),
            format!(r#"{{"name":"p",{arguments}}}"#)
        );
        assert_eq!(
            written(Version::MODERN),
            format!(r#"{{"name":"p","title":"P",{arguments}}}"#)
        );
    }
}
