use std::fmt;

use schemars::JsonSchema;
use serde::{Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Bound, Constrained, Constraint, Measured, Ranged, Textual, missing::Missing,
    schema::SchemaBuilder,
};
use crate::{Context, Failure, FromServer, inject::Binder};

/// What tells the kinds of parameters apart, so that each type has exactly one of them.
pub mod marker {
    /// The parameter comes from the server.
    #[derive(Debug)]
    pub struct Injected;
    /// The parameter is one argument.
    #[derive(Debug)]
    pub struct Argument;
    /// The parameter is the whole argument object.
    #[derive(Debug)]
    pub struct Whole;
    /// The parameter asks the user.
    #[derive(Debug)]
    pub struct Asking;
}

/// Where a parameter's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From the server.
    Injected,
    /// One argument.
    Argument,
    /// All arguments.
    Whole,
}

/// The whole argument object, decoded into one type.
///
/// ```
/// use ferramenta::{Args, tool};
///
/// #[ferramenta::schema]
/// struct Greeting {
///     name: String,
/// }
///
/// /// Greet somebody.
/// #[tool]
/// fn greet(Args(greeting): Args<Greeting>) -> String {
///     format!("Hello, {}!", greeting.name)
/// }
/// # assert_eq!(greet(Args(Greeting { name: "Ada".into() })), "Hello, Ada!");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Args<T>(pub T);

/// One parameter of a handler.
///
/// Implemented for every type that can be one: what implements [`FromServer`] comes from the server,
/// [`Args`] is the whole argument object, and what implements `Deserialize` and `JsonSchema` is one
/// argument. The marker `M` is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool, prompt or resource",
    label = "neither an argument nor something the server provides",
    note = "an argument implements `Deserialize` and `JsonSchema`: put `#[ferramenta::schema]` on the type",
    note = "what the server provides implements `FromServer`: write `Inject<{Self}>` for a service"
)]
pub trait Param<M>: Sized + Send + 'static {
    /// What is looked up once, when the server is built.
    type Bound: Send + Sync + 'static;

    /// Where the value comes from.
    const KIND: Kind;

    /// Whether the handler asks the user with it, and so can come to nothing.
    const ASKS: bool = false;

    /// Looks up what the parameter needs; `None` when something is missing, which is noted.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// The schema, for a parameter that comes from the client.
    fn schema(builder: &mut SchemaBuilder) -> Option<Value>;

    /// Decodes the value that a client sent.
    ///
    /// # Errors
    /// When the value isn't one of this type, or the parameter doesn't come from the client.
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// The value of an argument that was not sent, where the type itself has one.
    fn absent() -> Option<Self>;

    /// The value for one call, where it was sent or is the same for all calls.
    fn at_once(bound: &Self::Bound, sent: Option<Self>) -> Option<Self>;

    /// Whether each call may see another value that doesn't come from the client.
    fn varies(bound: &Self::Bound) -> bool {
        let _ = bound;
        false
    }

    /// The value for one call, where it has to be made.
    fn get<'a>(
        bound: &'a Self::Bound,
        cx: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a;
}

impl<T: FromServer> Param<marker::Injected> for T {
    type Bound = T::Bound;
    const KIND: Kind = Kind::Injected;

    fn bind(binder: &mut Binder<'_>) -> Option<T::Bound> {
        T::bind(binder)
    }

    fn schema(_: &mut SchemaBuilder) -> Option<Value> {
        None
    }

    fn decode<'de, D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("not an argument"))
    }

    fn absent() -> Option<Self> {
        None
    }

    fn at_once(bound: &T::Bound, _: Option<Self>) -> Option<Self> {
        T::constant(bound)
    }

    fn varies(bound: &T::Bound) -> bool {
        T::constant(bound).is_none()
    }

    fn get<'a>(
        bound: &'a T::Bound,
        cx: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a {
        T::get(bound, cx)
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Param<marker::Argument> for T {
    type Bound = ();
    const KIND: Kind = Kind::Argument;

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn schema(builder: &mut SchemaBuilder) -> Option<Value> {
        Some(builder.input::<T>())
    }

    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer)
    }

    fn absent() -> Option<Self> {
        T::deserialize(Missing).ok()
    }

    fn at_once((): &(), sent: Option<Self>) -> Option<Self> {
        sent
    }

    fn get<'a>(
        (): &'a (),
        _: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a {
        std::future::ready(Err(Failure::hidden("an argument was not decoded")))
    }
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Param<marker::Whole> for Args<T> {
    type Bound = ();
    const KIND: Kind = Kind::Whole;

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn schema(builder: &mut SchemaBuilder) -> Option<Value> {
        Some(builder.input::<T>())
    }

    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Args)
    }

    fn absent() -> Option<Self> {
        None
    }

    fn at_once((): &(), sent: Option<Self>) -> Option<Self> {
        sent
    }

    fn get<'a>(
        (): &'a (),
        _: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a {
        std::future::ready(Err(Failure::hidden("the arguments were not decoded")))
    }
}

/// Makes a default and writes it as JSON.
type ToJson<T> = fn(fn() -> T) -> Result<Value, String>;
/// Whether a value keeps a rule.
type Allows<T> = fn(&Constraint, &T) -> bool;

/// What is known of one parameter beside its type: its name, and for an argument its description,
/// default and rules.
pub struct ParamSpec<T> {
    pub(super) name: &'static str,
    pub(super) description: Option<&'static str>,
    pub(super) default: Option<fn() -> T>,
    pub(super) default_json: Option<ToJson<T>>,
    pub(super) rules: Vec<(Constraint, Allows<T>)>,
    pub(super) header: Option<&'static str>,
    pub(super) secret: bool,
}

impl<T> ParamSpec<T> {
    /// A parameter of this name.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            description: None,
            default: None,
            default_json: None,
            rules: Vec::new(),
            header: None,
            secret: false,
        }
    }

    /// What the argument means, for the model.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// The value of an argument that isn't sent; made anew for each call.
    #[must_use]
    pub fn default(mut self, default: fn() -> T) -> Self
    where
        T: Serialize,
    {
        self.default = Some(default);
        self.default_json =
            Some(|make| serde_json::to_value(make()).map_err(|error| error.to_string()));
        self
    }

    /// The smallest and the largest number allowed.
    #[must_use]
    pub fn range(self, min: Option<Bound>, max: Option<Bound>) -> Self
    where
        T: Ranged,
    {
        self.rule(Constraint::range(min, max))
    }

    /// The fewest and the most characters or items allowed.
    #[must_use]
    pub fn length(self, min: Option<usize>, max: Option<usize>) -> Self
    where
        T: Measured,
    {
        self.rule(Constraint::length(min, max))
    }

    /// A regular expression that has to be found in the text.
    #[must_use]
    pub fn pattern(self, pattern: &'static str) -> Self
    where
        T: Textual,
    {
        self.rule(Constraint::pattern(pattern))
    }

    /// The only values allowed.
    #[must_use]
    pub fn one_of<V: Into<Value>>(self, values: impl IntoIterator<Item = V>) -> Self
    where
        T: Constrained,
    {
        self.rule(Constraint::one_of(values))
    }

    /// The HTTP header `Mcp-Param-…` that repeats the argument
    /// (specification 2026-07-28: *Streamable HTTP, Custom Headers from Tool Parameters*).
    #[must_use]
    pub const fn header(mut self, header: &'static str) -> Self {
        self.header = Some(header);
        self
    }

    /// The value is never repeated in messages or logs, and its default, if it has one, isn't published.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    fn rule(mut self, rule: Constraint) -> Self
    where
        T: Constrained,
    {
        self.rules.push((rule, Constraint::allows::<T>));
        self
    }

    /// Whether anything was said of it that only an argument can have.
    pub(super) fn is_plain(&self) -> bool {
        self.default.is_none() && self.rules.is_empty() && self.header.is_none() && !self.secret
    }
}

impl<T> fmt::Debug for ParamSpec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParamSpec")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
