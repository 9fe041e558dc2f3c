//! Tools: what is said of one, how it is called, and how it is registered.

mod by_hand;
mod handler;

use ferramenta_protocol::ToolAnnotations;
use schemars::JsonSchema;
use serde_json::Value;

pub use self::by_hand::{ByHand, Method, Of, OneByHand, Tool};
pub(crate) use self::handler::{Prepared, Setup};
use crate::{
    IntoOutput,
    component::{Common, builders, handlers, sets},
    contract::Taken,
    response,
};

/// A tool as a value: its metadata and its handler. `#[tool]` writes it; write it by hand for tools that
/// are made in a loop.
///
/// ```
/// use ferramenta::{ParamSpec, Server, ToolDef};
///
/// let mut server = Server::new("Shelves");
/// for shelf in ["fiction", "poetry"] {
///     let tool = ToolDef::new(format!("count_{shelf}"))
///         .description(format!("Count the books on the {shelf} shelf."))
///         .handler((ParamSpec::new("year"),), move |(year,): (u16,)| async move {
///             format!("{shelf}: 12 books of {year}")
///         });
///     server = server.tool_value(tool);
/// }
/// # assert!(server.build().is_ok());
/// ```
#[must_use = "a tool does nothing until a server has it: pass it to `Server::tool_value`"]
pub struct ToolDef {
    pub(crate) common: Common,
    pub(crate) meta: ToolMeta,
    pub(crate) setup: Option<Box<dyn Setup>>,
}

/// What is said of a tool, beside what can be said of any component.
#[derive(Default)]
pub(crate) struct ToolMeta {
    pub(crate) annotations: ToolAnnotations,
    pub(crate) run_to_completion: bool,
    pub(crate) input_schema: Option<Value>,
    pub(crate) open_arguments: bool,
    pub(crate) output: Output,
    pub(crate) max_result: Option<usize>,
}

/// What was said of a tool's output.
#[derive(Clone, Debug, Default)]
pub(crate) enum Output {
    /// Nothing: the handler's type says it.
    #[default]
    Inferred,
    /// There is no structured value.
    None,
    /// This schema, which every success has to keep.
    Declared(Value),
}

impl ToolDef {
    /// A tool of this name, without a handler yet.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new("tool", name),
            meta: ToolMeta::default(),
            setup: None,
        }
    }

    /// Hints that the tool changes nothing.
    pub const fn read_only(mut self, read_only: bool) -> Self {
        self.meta.annotations.read_only = Some(read_only);
        self
    }

    /// Hints that the tool may destroy something.
    pub const fn destructive(mut self, destructive: bool) -> Self {
        self.meta.annotations.destructive = Some(destructive);
        self
    }

    /// Hints that calling the tool again changes nothing more.
    pub const fn idempotent(mut self, idempotent: bool) -> Self {
        self.meta.annotations.idempotent = Some(idempotent);
        self
    }

    /// Hints that the tool reaches beyond a closed set of things.
    pub const fn open_world(mut self, open_world: bool) -> Self {
        self.meta.annotations.open_world = Some(open_world);
        self
    }

    /// Runs each call to its end even when it is cancelled or runs out of time.
    pub const fn run_to_completion(mut self) -> Self {
        self.meta.run_to_completion = true;
        self
    }

    /// Declares the JSON Schema of the arguments, in place of the one that the handler's parameters stand
    /// for; a handler without types of its own takes `Args<serde_json::Value>`.
    ///
    /// ```
    /// use ferramenta::{Args, ParamSpec, Server, ToolDef};
    /// use serde_json::{Value, json};
    ///
    /// let tool = ToolDef::new("resize")
    ///     .input_schema(json!({
    ///         "type": "object",
    ///         "properties": { "width": { "type": "integer", "minimum": 1 } },
    ///         "required": ["width"],
    ///         "additionalProperties": false,
    ///     }))
    ///     .handler((ParamSpec::new("arguments"),), |(Args(arguments),): (Args<Value>,)| async move {
    ///         format!("{} pixels wide", arguments["width"])
    ///     });
    /// # assert!(Server::new("t").tool_value(tool).build().is_ok());
    /// ```
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.meta.input_schema = Some(schema);
        self
    }

    /// Leaves out arguments that the tool doesn't know, instead of refusing them.
    pub const fn allow_unknown_arguments(mut self) -> Self {
        self.meta.open_arguments = true;
        self
    }

    /// Declares the structured value of every success; a success without one, or with another, is a
    /// failure. Errors are exempt.
    pub fn output<T: JsonSchema>(self) -> Self {
        self.output_schema(response::declared_schema::<T>())
    }

    /// Declares the JSON Schema of the structured value of every success.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.meta.output = Output::Declared(schema);
        self
    }

    /// Leaves out the structured value that the handler's type stands for: the text is all there is.
    pub fn no_output(mut self) -> Self {
        self.meta.output = Output::None;
        self
    }

    /// Largest result, in bytes, in place of [`Limits::result`](crate::Limits::result).
    pub const fn max_result(mut self, bytes: usize) -> Self {
        self.meta.max_result = Some(bytes);
        self
    }

    /// What the handler takes from its clients, in its own order.
    pub(crate) fn takes(&self) -> Vec<Taken> {
        let setup = self.setup.as_ref();
        setup.map(|setup| setup.takes()).unwrap_or_default()
    }
}

handlers!(ToolDef, IntoOutput);
builders!(ToolDef, "tool");

/// A type that stands for a tool: one whose `impl` block has `#[tool]`, or the one that `#[tool]` makes beside a
/// function, of the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function, or on the `impl` block of the type that has `handle`",
    note = "several tools at once, a tuple or a type with `#[toolset]`, are added with `tools`: `.tools::<(..)>()`"
)]
pub trait IntoTool {
    /// The tool.
    fn into_tool() -> ToolDef;
}

/// A tool as a value: a [`ToolDef`], or the value of a type that is a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "neither a `ToolDef` nor a tool"
)]
pub trait ToolValue<M> {
    /// The tool.
    fn into_tool_def(self) -> ToolDef;
}

impl ToolValue<()> for ToolDef {
    fn into_tool_def(self) -> ToolDef {
        self
    }
}

impl<T: IntoTool + Send + Sync + 'static> ToolValue<T> for T {
    fn into_tool_def(self) -> ToolDef {
        T::into_tool().with_service(self)
    }
}

/// Tools that are registered together: a tool, a type with `#[toolset]`, or a tuple of them, nested as deeply as
/// one likes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tool nor a set or tuple of tools",
    label = "not a tool",
    note = "put `#[tool]` on the function, or on the `impl` block of the type that has `handle`"
)]
pub trait ToolSet {
    /// Adds the tools to a list, in order.
    fn add_to(tools: &mut Vec<ToolDef>);
}

impl<T: IntoTool> ToolSet for T {
    fn add_to(tools: &mut Vec<ToolDef>) {
        tools.push(T::into_tool());
    }
}

sets!(ToolSet, ToolDef);
