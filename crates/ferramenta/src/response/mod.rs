//! What a handler gives back, and how it becomes a result.

mod bounded;
mod content;
mod data;
mod hand_made;
mod json;
mod members;
mod parse;
mod reply;
mod schema;
mod writer;

use schemars::JsonSchema;
use serde::Serialize;

pub use self::reply::{IntoReply, ReplyWriter};
pub(crate) use self::{
    bounded::Bound,
    hand_made::declared_schema,
    json::write_within,
    reply::RESERVED,
    schema::{OutputCheck, Shape},
    writer::Tail,
};
pub use self::{
    content::IntoContent, hand_made::Response, schema::OutputSchema, writer::ResultWriter,
};
use crate::{Failure, contract::SchemaBuilder};

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

#[cfg(feature = "anyhow")]
impl IntoFailure for anyhow::Error {
    fn into_failure(self) -> Failure {
        Failure::from_anyhow(self)
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
