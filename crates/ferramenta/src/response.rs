//! What a handler gives back, and how it becomes a result.

use ferramenta_protocol::{Content, write};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    Context, Failure,
    contract::{SchemaBuilder, schema::object},
};

/// A structured result that is exactly this value, with its JSON as text beside it.
///
/// Any type that implements `Serialize` and `JsonSchema` goes in, also one that isn't made with
/// `#[ferramenta::schema]`. Clients of versions that know objects only get anything else as
/// `{"result": …}`.
///
/// ```
/// use std::collections::BTreeMap;
/// use ferramenta::{Structured, tool};
///
/// /// Count the books of each shelf.
/// #[tool]
/// async fn shelves() -> Structured<BTreeMap<String, u32>> {
///     Structured([("poetry".to_owned(), 12)].into())
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structured<T>(pub T);

/// A type that a tool can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a result",
    note = "put `#[ferramenta::schema]` on the type, or return `Structured(value)` for any type that implements `Serialize` and `JsonSchema`",
    note = "a handler that can fail returns `Result<T, ToolError>`, whose error the model reads, or `ToolResult<T>`, which takes any error through `?`"
)]
pub trait IntoOutput: Send {
    /// The schema of the structured result, if there is one.
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema>;

    /// Writes the result.
    ///
    /// # Errors
    /// When the value is an error, or can't be written as JSON.
    fn write(self, result: &mut ResultWriter) -> Result<(), Failure>;
}

/// A value that a tool can return as it is: numbers, texts, lists, and `#[ferramenta::schema]` types.
///
/// An object is sent as it is, everything else as `{"result": …}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a result",
    note = "put `#[ferramenta::schema]` on the type, or return `Structured(value)`"
)]
pub trait Data: Serialize + JsonSchema + Send {
    /// Writes content and structured value.
    ///
    /// # Errors
    /// When the value can't be written as JSON.
    fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
        result.structured(self)
    }
}

/// An error that a handler may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "neither a `ToolError` nor a `Failure`",
    note = "return `Result<T, ToolError>` for what the model should read: `ToolError::new(\"..\")`, or `.or_fail(\"..\")` on the error at hand",
    note = "return `ToolResult<T>` to pass any error through `?`: the model then reads a reference to the log"
)]
pub trait IntoFailure: Send {
    /// The failure.
    fn into_failure(self) -> Failure;
}

impl IntoFailure for Failure {
    fn into_failure(self) -> Failure {
        self
    }
}

impl IntoFailure for crate::ToolError {
    fn into_failure(self) -> Failure {
        self.into()
    }
}

impl IntoFailure for crate::ProtocolError {
    fn into_failure(self) -> Failure {
        self.into()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Data> IntoOutput for T {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        let schema = builder.output::<T>();
        Some(OutputSchema::plain(schema, builder))
    }

    fn write(self, result: &mut ResultWriter) -> Result<(), Failure> {
        self.write_data(result)
    }
}

impl<T: Serialize + JsonSchema + Send> IntoOutput for Structured<T> {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        let schema = builder.output::<T>();
        Some(OutputSchema::exact(schema, builder))
    }

    fn write(self, result: &mut ResultWriter) -> Result<(), Failure> {
        result.structured(&self.0)
    }
}

impl<T: IntoOutput, E: IntoFailure> IntoOutput for Result<T, E> {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        T::schema(builder)
    }

    fn write(self, result: &mut ResultWriter) -> Result<(), Failure> {
        self.map_err(IntoFailure::into_failure)?.write(result)
    }
}

macro_rules! contents {
    ($($type:ty => |$value:ident| $list:expr;)*) => {$(
        impl IntoOutput for $type {
            fn schema(_: &mut SchemaBuilder) -> Option<OutputSchema> {
                None
            }

            fn write(self, result: &mut ResultWriter) -> Result<(), Failure> {
                let $value = self;
                result.content($list);
                Ok(())
            }
        }
    )*};
}
contents! {
    () => |_nothing| &[];
    Content => |content| &[content];
    Vec<Content> => |contents| &contents;
}

macro_rules! data {
    ($($type:ty)*) => { $(impl Data for $type {})* };
}
data!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl Data for $type {
            fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
                if self.is_finite() {
                    result.structured(self)
                } else {
                    Err(Failure::hidden(format!("the result is {self}, which JSON can't hold")))
                }
            }
        }
    )*};
}
floats!(f32 f64);

impl Data for String {
    fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
        result.text(self);
        Ok(())
    }
}

impl Data for &'static str {
    fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
        result.text(self);
        Ok(())
    }
}

impl<T: Data> Data for Vec<T> {}
impl<T: Data> Data for Option<T> {}

/// The schema of a structured result, for versions that take any JSON and for those that take objects.
#[derive(Debug)]
pub struct OutputSchema {
    pub(crate) any: Value,
    pub(crate) object: Value,
    shape: Shape,
}

impl OutputSchema {
    /// The value as it is; wrapped where only objects can be sent.
    fn exact(schema: Value, builder: &mut SchemaBuilder) -> Self {
        let any = builder.finish_output(schema);
        if is_object(&any) {
            return Self { object: any.clone(), any, shape: Shape::default() };
        }
        let shape = Shape { wrapped: false, wrapped_for_objects: true };
        Self { object: wrap(any.clone()), any, shape }
    }

    /// The value as it is where it is an object, and wrapped otherwise, in all versions.
    fn plain(schema: Value, builder: &mut SchemaBuilder) -> Self {
        let Self { object, shape, .. } = Self::exact(schema, builder);
        Self { any: object.clone(), object, shape: Shape { wrapped: shape.wrapped_for_objects, ..shape } }
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }
}

fn is_object(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

fn wrap(mut schema: Value) -> Value {
    let definitions = schema.as_object_mut().and_then(|members| members.remove("$defs"));
    let mut wrapped = object(vec![("result".into(), schema)], vec!["result".into()], false);
    if let Some(definitions) = definitions {
        wrapped["$defs"] = definitions;
    }
    wrapped
}

/// Whether a structured value is sent as `{"result": …}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Where any JSON can be sent.
    wrapped: bool,
    /// Where only objects can be sent.
    wrapped_for_objects: bool,
}

/// Writes one successful answer, from its envelope to its last brace, into one buffer.
#[derive(Debug)]
pub struct ResultWriter {
    out: Vec<u8>,
    context: Context,
    shape: Shape,
}

impl ResultWriter {
    pub(crate) fn new(context: &Context, shape: Shape) -> Self {
        let mut out = Vec::with_capacity(512);
        if let Some(id) = context.id() {
            write::begin_result(&mut out, id);
        }
        Self { out, context: context.clone(), shape }
    }

    /// The answer, complete.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.out.extend_from_slice(&self.context.call().tail);
        self.out
    }

    fn content(&mut self, content: &[Content]) {
        write::value_member(&mut self.out, "content", content);
    }

    /// A text, and the text as the structured value.
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(br#""content":[{"type":"text","text":"#);
        let start = self.out.len();
        write::value(&mut self.out, text);
        let end = self.out.len();
        self.out.extend_from_slice(b"}]");
        if self.context.call().version.features().structured_content {
            self.out.extend_from_slice(br#","structuredContent":{"result":"#);
            self.out.extend_from_within(start..end);
            self.out.push(b'}');
        }
    }

    /// A structured value, and its JSON as text.
    fn structured<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        let json = serde_json::to_string(value)?;
        self.out.extend_from_slice(br#""content":[{"type":"text","text":"#);
        write::value(&mut self.out, &json);
        self.out.extend_from_slice(b"}]");
        let features = self.context.call().version.features();
        if features.structured_content {
            let Shape { wrapped, wrapped_for_objects } = self.shape;
            let wrapped = if features.any_structured_content { wrapped } else { wrapped_for_objects };
            let (open, close) = if wrapped { (r#"{"result":"#, "}") } else { ("", "") };
            self.out.extend_from_slice(br#","structuredContent":"#);
            for part in [open, &json, close] {
                self.out.extend_from_slice(part.as_bytes());
            }
        }
        Ok(())
    }
}
