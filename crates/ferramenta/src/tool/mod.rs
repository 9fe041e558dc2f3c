//! Tools: what is said of one, how it is called, and how it is registered.

mod by_hand;
mod call;
mod handler;
mod pool;

use std::{fmt, sync::Arc, time::Duration};

use ferramenta_protocol::{Icon, ToolAnnotations};
use schemars::JsonSchema;
use serde_json::Value;

pub use self::by_hand::{ByHand, Method, Of, OneByHand, Tool};
use self::handler::{Blocking, Concurrent, Inline};
pub(crate) use self::{
    call::{CallError, Callable},
    handler::{Prepared, Setup, Surroundings},
    pool::Pool,
};
#[cfg(feature = "rate-limits")]
use crate::RateLimit;
use crate::{
    Around, Derived, FromServer, IntoOutput, Place,
    access::{HookSetup, hook},
    contract::{Params, Taken},
    inject::{Services, derived::Registry},
    layer::{self, ErasedAround},
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
    pub(crate) meta: ToolMeta,
    pub(crate) setup: Option<Box<dyn Setup>>,
    pub(crate) rules: RulesSetup,
    /// What is done around each call, the outermost first.
    pub(crate) around: Vec<layer::Setup<dyn ErasedAround>>,
    /// What the tool brings along.
    pub(crate) provides: Vec<Bring>,
}

/// Adds what a tool brings along to the services of its server.
pub(crate) type Bring = Box<dyn FnOnce(&mut Services) + Send + Sync>;

/// Who may see and use a tool, before the server is built.
#[derive(Default)]
pub(crate) struct RulesSetup {
    pub(crate) visible: Vec<HookSetup>,
    pub(crate) authorize: Vec<HookSetup>,
    pub(crate) scopes: Vec<String>,
}

/// What is said of a tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolMeta {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) annotations: ToolAnnotations,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Value>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_concurrent: Option<usize>,
    #[cfg(feature = "rate-limits")]
    pub(crate) rate_limit: Option<RateLimit>,
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
        let meta = ToolMeta {
            name: name.into(),
            place: std::panic::Location::caller().into(),
            title: None,
            description: None,
            annotations: ToolAnnotations::default(),
            icons: Vec::new(),
            meta: None,
            timeout: None,
            max_concurrent: None,
            #[cfg(feature = "rate-limits")]
            rate_limit: None,
            run_to_completion: false,
            input_schema: None,
            open_arguments: false,
            output: Output::Inferred,
            max_result: None,
        };
        Self {
            meta,
            setup: None,
            rules: RulesSetup::default(),
            around: Vec::new(),
            provides: Vec::new(),
        }
    }

    /// States where the tool was declared, for start-up errors.
    pub const fn at(mut self, place: Place) -> Self {
        self.meta.place = place;
        self
    }

    /// States where the tool was registered, if nobody said where it was declared.
    pub(crate) fn placed(self, place: Place) -> Self {
        if self.meta.place == Place::UNKNOWN {
            self.at(place)
        } else {
            self
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.meta.title = Some(title.into());
        self
    }

    /// What the tool does, for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.meta.description = Some(description.into());
        self
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

    /// Adds a picture.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.meta.icons.push(icon);
        self
    }

    /// Data for clients that know what to do with it; an object.
    pub fn meta(mut self, meta: Value) -> Self {
        self.meta.meta = Some(meta);
        self
    }

    /// Longest time for one call, in place of [`Limits::call`](crate::Limits::call).
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.meta.timeout = Some(timeout);
        self
    }

    /// Most calls of this tool at once; more wait.
    pub const fn max_concurrent(mut self, calls: usize) -> Self {
        self.meta.max_concurrent = Some(calls);
        self
    }

    /// Limits how often each caller may call this tool; more calls are refused, with the time to wait.
    #[cfg(feature = "rate-limits")]
    pub const fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.meta.rate_limit = Some(limit);
        self
    }

    /// Runs each call to its end even when it is cancelled or runs out of time.
    pub const fn run_to_completion(mut self) -> Self {
        self.meta.run_to_completion = true;
        self
    }

    /// Hides the tool from callers for whom the rule says no, on lists and on calls alike; the rule takes a
    /// tuple of what the server provides.
    ///
    /// ```
    /// use ferramenta::{Context, Server, ToolDef};
    ///
    /// let tool = ToolDef::new("secret")
    ///     .visible(|(cx,): (Context,)| async move { cx.identity().is_some() })
    ///     .handler((), |()| async { "nobody else reads this" });
    /// # assert!(Server::new("t").tool_value(tool).build().is_ok());
    /// ```
    pub fn visible<P, F, R>(mut self, rule: F) -> Self
    where
        P: FromServer,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        self.rules.visible.push(hook(rule));
        self
    }

    /// Refuses the tool to callers for whom the rule says no, and leaves it out of their lists.
    pub fn authorize<P, F, R>(mut self, rule: F) -> Self
    where
        P: FromServer,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        self.rules.authorize.push(hook(rule));
        self
    }

    /// What a caller's token has to allow, all of it; over HTTP a caller is told what is missing.
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.rules.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Puts something around each call of this tool: the first that is added is the outermost, inside of what the
    /// [server](crate::Server::around) has.
    pub fn around(mut self, around: impl Around) -> Self {
        self.around.push(layer::ready(Arc::new(around)));
        self
    }

    /// Puts something around each call that is made from the server's services, once: a type with
    /// `#[derive(Inject)]`.
    pub fn around_of<T: Around + Derived>(mut self) -> Self {
        self.around.push(layer::made::<T, _>(|around| around));
        self.derives(T::register)
    }

    /// Brings along a service, for when the server has none of its type.
    pub fn with_service<T: Send + Sync + 'static>(mut self, service: T) -> Self {
        self.provides.push(Box::new(move |services| {
            services.bring(Arc::new(service));
        }));
        self
    }

    /// Brings along how the types are made that its parameters name.
    #[doc(hidden)]
    pub fn derives(mut self, note: fn(&mut Registry<'_>)) -> Self {
        self.provides
            .push(Box::new(move |services| note(&mut Registry(services))));
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

    /// Sets an `async` handler, which runs in the connection's task.
    pub fn handler<P, M, F, T, R>(mut self, specs: P::Specs, handler: F) -> Self
    where
        P: Params<M>,
        M: 'static,
        F: Fn(P) -> T + Send + Sync + 'static,
        T: Future<Output = R> + Send + 'static,
        R: IntoOutput + 'static,
    {
        self.setup = Some(handler::setup::<P, M, R, _>(specs, Concurrent(handler)));
        self
    }

    /// Sets a blocking handler, which runs on the blocking pool.
    pub fn blocking_handler<P, M, F, R>(mut self, specs: P::Specs, handler: F) -> Self
    where
        P: Params<M>,
        M: 'static,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: IntoOutput + 'static,
    {
        self.setup = Some(handler::setup::<P, M, R, _>(
            specs,
            Blocking(handler.into()),
        ));
        self
    }

    /// Sets a handler that is known to be quick, which runs in the connection's task.
    pub fn inline_handler<P, M, F, R>(mut self, specs: P::Specs, handler: F) -> Self
    where
        P: Params<M>,
        M: 'static,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: IntoOutput + 'static,
    {
        self.setup = Some(handler::setup::<P, M, R, _>(specs, Inline(handler)));
        self
    }
}

impl fmt::Debug for ToolDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDef")
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}

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

macro_rules! tool_sets {
    ($($T:ident)*) => {
        impl<$($T: ToolSet),*> ToolSet for ($($T,)*) {
            fn add_to(tools: &mut Vec<ToolDef>) {
                let _ = &tools;
                $($T::add_to(tools);)*
            }
        }
    };
}
tool_sets!();
tool_sets!(A);
tool_sets!(A B);
tool_sets!(A B C);
tool_sets!(A B C D);
tool_sets!(A B C D E);
tool_sets!(A B C D E F);
tool_sets!(A B C D E F G);
tool_sets!(A B C D E F G H);
tool_sets!(A B C D E F G H I);
tool_sets!(A B C D E F G H I J);
tool_sets!(A B C D E F G H I J K);
tool_sets!(A B C D E F G H I J K L);
