use ferramenta_protocol::Content;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{IntoContent, IntoOutput, OutputSchema, ResultWriter, json, parse};
use crate::{Failure, ToolError, contract::SchemaBuilder};

/// A result that is put together by hand: any contents, at most one structured value, and data of the
/// application's.
///
/// A tool that returns it publishes no output schema, unless it declares one with `#[tool(output = T)]`;
/// a success has to keep that.
///
/// ```
/// use ferramenta::{Content, Response, Role, tool};
/// use serde_json::json;
///
/// /// Draw a chart.
/// #[tool(inline)]
/// fn chart() -> Response {
///     Response::new()
///         .content("Sales by month")
///         .content(Content::image_base64("iVBORw0KGgo=", "image/png").audience(Role::User))
///         .structured(&json!({ "months": 12 }))
///         .meta("example.com/took-ms", 3)
/// }
/// ```
#[derive(Debug, Default)]
#[must_use = "return it"]
pub struct Response {
    pub(super) content: Vec<Content>,
    pub(super) structured: Option<Structure>,
    pub(super) meta: Map<String, Value>,
    pub(super) is_error: bool,
    /// What was wrong with how it was put together.
    pub(super) mistake: Option<String>,
}

/// A structured value as JSON, and whether a `null` is in it.
#[derive(Debug)]
pub(super) struct Structure {
    pub(super) json: Vec<u8>,
    pub(super) nulls: bool,
}

impl Response {
    /// A result with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// A failure that the model reads, with room for more than its text.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            content: vec![Content::text(text)],
            is_error: true,
            ..Self::default()
        }
    }

    /// Takes a result as the protocol has it (specification: `CallToolResult`), such as one of another
    /// server's.
    ///
    /// # Errors
    /// When it isn't such a result; the text says why.
    pub fn from_json(result: &Value) -> Result<Self, ToolError> {
        parse::response(result).map_err(ToolError::new)
    }

    /// Adds a block of content.
    pub fn content(mut self, content: impl IntoContent) -> Self {
        self.content.push(content.into_content());
        self
    }

    /// Sets the structured value; there can be one. Without any content, its JSON is the text.
    pub fn structured<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        if self.structured.is_some() {
            self.mistake =
                Some("a result can have one structured value, and this one was given two".into());
        }
        match json::write(value) {
            Ok((json, nulls)) => self.structured = Some(Structure { json, nulls }),
            Err(error) => self.mistake = Some(error.to_string()),
        }
        self
    }

    /// Adds data for clients that know what to do with it; the key has a prefix of its own, such as
    /// `example.com/took-ms`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

impl IntoOutput for Response {
    fn schema(_: &mut SchemaBuilder) -> Option<OutputSchema> {
        None
    }

    fn write(mut self, result: &mut ResultWriter) -> Result<(), Failure> {
        if let Some(mistake) = self.mistake {
            return Err(Failure::hidden(mistake));
        }
        if let (true, Some(structure)) = (self.content.is_empty(), &self.structured) {
            self.content
                .push(Content::text(std::str::from_utf8(&structure.json)?));
        }
        result.content(&self.content);
        if let Some(Structure { json, nulls }) = &self.structured {
            result.structured_content(json, *nulls);
        }
        if self.is_error {
            result.error();
        }
        result.meta(self.meta);
        Ok(())
    }
}

/// The schema that `#[tool(output = T)]` declares.
pub(crate) fn declared_schema<T: JsonSchema>() -> Value {
    let mut builder = SchemaBuilder::new();
    let schema = builder.output::<T>();
    builder.finish_output(schema)
}
