//! What a method of an extension gives back: the members of its result.

use ferramenta_protocol::write;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{Bound, Data, OutputCheck, OutputSchema, Structured, json};
use crate::{Answer, Context, Failure, IntoFailure, component::CallError, contract::SchemaBuilder};

/// A type that a method of an extension can return: an object, whose members are those of the result, or nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a method",
    label = "not an object",
    note = "put `#[ferramenta::schema]` on a struct, or return `Structured(value)` for any type that implements `Serialize` and `JsonSchema` and is an object",
    note = "a handler that can fail returns `Result<T, ToolError>` or `ToolResult<T>`; one that has nothing to say returns `()`"
)]
pub trait IntoReply: Send {
    /// The schema of the result, if it has members.
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema>;

    /// Writes the result.
    ///
    /// # Errors
    /// When the value is an error, or can't be written as JSON.
    fn write(self, reply: &mut ReplyWriter) -> Result<(), Failure>;
}

#[diagnostic::do_not_recommend]
impl<T: Data> IntoReply for T {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        let schema = builder.output::<T>();
        Some(OutputSchema::exact(schema, builder))
    }

    fn write(self, reply: &mut ReplyWriter) -> Result<(), Failure> {
        reply.value(&self)
    }
}

impl<T: Serialize + JsonSchema + Send> IntoReply for Structured<T> {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        let schema = builder.output::<T>();
        Some(OutputSchema::exact(schema, builder))
    }

    fn write(self, reply: &mut ReplyWriter) -> Result<(), Failure> {
        reply.value(&self.0)
    }
}

impl IntoReply for () {
    fn schema(_: &mut SchemaBuilder) -> Option<OutputSchema> {
        None
    }

    fn write(self, _: &mut ReplyWriter) -> Result<(), Failure> {
        Ok(())
    }
}

impl<T: IntoReply, E: IntoFailure> IntoReply for Result<T, E> {
    fn schema(builder: &mut SchemaBuilder) -> Option<OutputSchema> {
        T::schema(builder)
    }

    fn write(self, reply: &mut ReplyWriter) -> Result<(), Failure> {
        self.map_err(IntoFailure::into_failure)?.write(reply)
    }
}

/// The members that the protocol itself has in each result.
pub(crate) const RESERVED: [&str; 2] = ["resultType", "_meta"];

/// Finds those members in a value.
#[derive(Deserialize)]
struct Reserved {
    #[serde(rename = "resultType")]
    result_type: Option<IgnoredAny>,
    #[serde(rename = "_meta")]
    meta: Option<IgnoredAny>,
}

/// Writes the answer of one method.
#[derive(Debug)]
pub struct ReplyWriter {
    bound: Bound,
    /// The object, with its braces.
    object: Option<(Vec<u8>, bool)>,
}

impl ReplyWriter {
    pub(crate) const fn new(most: usize) -> Self {
        Self {
            bound: Bound::new(most),
            object: None,
        }
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        let Some((object, nulls)) = json::write_within(value, self.bound.room(&[]))? else {
            self.bound.exceed();
            return Ok(());
        };
        let Reserved { result_type, meta } = serde_json::from_slice(&object)?;
        if result_type.is_some() || meta.is_some() {
            let names = RESERVED.join("` or `");
            return Err(Failure::hidden(format!(
                "the result has a member `{names}`, which the protocol has"
            )));
        }
        self.object = Some((object, nulls));
        Ok(())
    }

    /// The answer, complete, and checked against what its type says.
    ///
    /// # Errors
    /// When the result is larger than it may be, or isn't what its type says.
    pub(crate) fn finish(
        self,
        check: Option<&OutputCheck>,
        cx: &Context,
    ) -> Result<Answer, CallError> {
        self.bound.check()?;
        let mut out = Vec::with_capacity(256);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        if let Some((object, nulls)) = self.object {
            let text = std::str::from_utf8(&object).map_err(Failure::from)?;
            if let Some(check) = check {
                check.success(Some((text, nulls)))?;
            }
            out.extend_from_slice(object.get(1..object.len() - 1).unwrap_or_default());
        }
        cx.tail().close_any(&mut out);
        self.bound.hold(Answer::ok(out))
    }
}
