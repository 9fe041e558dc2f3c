use serde::Serialize;

use crate::{Icon, Version, write};

/// What a tool says about its behaviour: hints for clients, never a policy
/// (specification: *Tool annotations*; from 2025-03-26).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// A title for people; only written for versions where tools have no `title` of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// It changes nothing.
    #[serde(rename = "readOnlyHint", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy something.
    #[serde(rename = "destructiveHint", skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling it again changes nothing more.
    #[serde(rename = "idempotentHint", skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches beyond a closed set of things.
    #[serde(rename = "openWorldHint", skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl ToolAnnotations {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a client is told of a tool (specification: *Tools, Data Types*). Schemas are raw JSON.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// The name it is called by.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, for the model.
    pub description: Option<String>,
    /// The JSON Schema of its arguments.
    pub input_schema: String,
    /// The JSON Schema of its structured result.
    pub output_schema: Option<String>,
    /// The output schema for versions that know objects only, where it differs.
    pub object_output_schema: Option<String>,
    /// Hints about its behaviour.
    pub annotations: ToolAnnotations,
    /// Pictures of it.
    pub icons: Vec<Icon>,
    /// Data of the application's, as raw JSON.
    pub meta: Option<String>,
}

impl ToolDefinition {
    /// Writes the entry of `tools/list`, with what `version` knows.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        out.push(b'{');
        write::value_member(out, "name", &self.name);
        if features.titles {
            write::optional_member(out, "title", self.title.as_ref());
        }
        write::optional_member(out, "description", self.description.as_ref());
        write::raw_member(out, "inputSchema", self.input_schema.as_bytes());
        if let Some(schema) = self.output_schema_for(version) {
            write::raw_member(out, "outputSchema", schema.as_bytes());
        }
        self.write_annotations(out, version);
        if features.icons && !self.icons.is_empty() {
            write::value_member(out, "icons", &self.icons);
        }
        if let Some(meta) = self.meta.as_ref().filter(|_| features.titles) {
            write::raw_member(out, "_meta", meta.as_bytes());
        }
        out.push(b'}');
    }

    fn output_schema_for(&self, version: Version) -> Option<&String> {
        let features = version.features();
        let narrowed = self
            .object_output_schema
            .as_ref()
            .filter(|_| !features.any_structured_content);
        narrowed
            .or(self.output_schema.as_ref())
            .filter(|_| features.structured_content)
    }

    fn write_annotations(&self, out: &mut Vec<u8>, version: Version) {
        let features = version.features();
        if !features.tool_annotations {
            return;
        }
        let title = self.title.clone().filter(|_| !features.titles);
        let annotations = ToolAnnotations {
            title,
            ..self.annotations.clone()
        };
        if !annotations.is_empty() {
            write::value_member(out, "annotations", &annotations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ToolAnnotations, ToolDefinition};
    use crate::Version;

    #[test]
    fn each_version_gets_what_it_knows() {
        let tool = ToolDefinition {
            name: "t".into(),
            title: Some("T".into()),
            input_schema: "{}".into(),
            output_schema: Some("{}".into()),
            annotations: ToolAnnotations {
                read_only: Some(true),
                ..Default::default()
            },
            meta: Some("{\"a\":1}".into()),
            ..Default::default()
        };
        let written = |version| {
            let mut out = Vec::new();
            tool.write(&mut out, version);
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(
            written(Version::V2024_11_05),
            r#"{"name":"t","inputSchema":{}}"#
        );
        assert_eq!(
            written(Version::V2025_03_26),
            r#"{"name":"t","inputSchema":{},"annotations":{"title":"T","readOnlyHint":true}}"#
        );
        assert_eq!(
            written(Version::V2025_06_18),
            r#"{"name":"t","title":"T","inputSchema":{},"outputSchema":{},"annotations":{"readOnlyHint":true},"_meta":{"a":1}}"#
        );
    }
}
