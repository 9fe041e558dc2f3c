//! What is said of a type that can't be a parameter or a result, by what it looks like in the source.
//!
//! The macros choose the message by the tokens, and never what is taken: each trait here is implemented for
//! everything that can be a parameter or a result.

use crate::{
    IntoOutput,
    contract::{Kind, Param},
};

/// A parameter that is written `Inject<T>`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be a service: it is shared by calls, which run on several threads at once",
    label = "not `Send` and `Sync`",
    note = "what changes is behind a `Mutex` or an atomic instead of a `RefCell` or `Cell`, and what is shared is `Arc` instead of `Rc`",
    note = "a trait object says it: `Inject<dyn Trait + Send + Sync>`"
)]
pub trait ServiceParam<M, T: ?Sized> {
    /// Where the value comes from.
    const KIND: Kind;
}

#[diagnostic::do_not_recommend]
impl<P: Param<M>, M, T: ?Sized> ServiceParam<M, T> for P {
    const KIND: Kind = P::KIND;
}

/// Asserts that an `Inject<T>` can be a parameter; the error stands at the type.
pub const fn assert_service<P: ServiceParam<M, T>, M, T: ?Sized>() -> Kind {
    P::KIND
}

/// A parameter with a service in something else than `Inject<T>`, such as `Arc<T>` or `Option<Inject<T>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool, prompt or resource",
    label = "neither an argument nor something the server provides",
    note = "a service is shared as it is: write `Inject<{T}>`"
)]
pub trait PointerParam<M, T: ?Sized> {
    /// Where the value comes from.
    const KIND: Kind;
}

#[diagnostic::do_not_recommend]
impl<P: Param<M>, M, T: ?Sized> PointerParam<M, T> for P {
    const KIND: Kind = P::KIND;
}

/// Asserts that a type around a service can be a parameter; the error stands at the type.
pub const fn assert_pointer<P: PointerParam<M, T>, M, T: ?Sized>() -> Kind {
    P::KIND
}

/// A parameter that holds others: `Option<T>`, `Vec<T>`, `Args<T>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool, prompt or resource",
    label = "not an argument, for what is in it is none",
    note = "an argument implements `Deserialize` and `JsonSchema`: put `#[ferramenta::schema]` on `{T}`"
)]
pub trait HolderParam<M, T: ?Sized> {
    /// Where the value comes from.
    const KIND: Kind;
}

#[diagnostic::do_not_recommend]
impl<P: Param<M>, M, T: ?Sized> HolderParam<M, T> for P {
    const KIND: Kind = P::KIND;
}

/// Asserts that a type that holds another can be a parameter; the error stands at the type.
pub const fn assert_holder<P: HolderParam<M, T>, M, T: ?Sized>() -> Kind {
    P::KIND
}

/// A result that is written `Result<T, E>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a result",
    note = "a handler that can fail returns `Result<T, ToolError>`, whose error the model reads, or `ToolResult<T>`, which takes any error through `?`",
    note = "`anyhow::Result<T>` is a result with the feature `anyhow` of the library",
    note = "the `T` is one that could be returned alone: put `#[ferramenta::schema]` on its type"
)]
pub trait FallibleOutput {}

#[diagnostic::do_not_recommend]
impl<T: IntoOutput> FallibleOutput for T {}

/// Asserts that a `Result<T, E>` can be a result of a tool; the error stands at the type.
pub const fn assert_fallible_output<T: FallibleOutput>() {}

/// A result that holds another: `Option<T>`, `Vec<T>`, `ToolResult<T>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a result, for what is in it can't be sent",
    note = "put `#[ferramenta::schema]` on `{T}`, or return `Structured(value)` for any type that implements `Serialize` and `JsonSchema`"
)]
pub trait HolderOutput<T: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<R: IntoOutput, T: ?Sized> HolderOutput<T> for R {}

/// Asserts that a type that holds another can be a result; the error stands at the type.
pub const fn assert_holder_output<R: HolderOutput<T>, T: ?Sized>() {}

/// A result with a `Duration`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "a duration can be written in several ways",
    note = "say which: `Iso<Duration>` is a text such as `PT1H30M`, and `Seconds` is a number"
)]
pub trait TimeOutput {}

#[diagnostic::do_not_recommend]
impl<T: IntoOutput> TimeOutput for T {}

/// Asserts that a duration can be a result; the error stands at the type.
pub const fn assert_time_output<T: TimeOutput>() {}

/// A type whose default is written as a text.
#[diagnostic::on_unimplemented(
    message = "the default of a `{Self}` is not a text",
    label = "not a `{Self}`",
    note = "write the value itself, such as `default = {Self}::Name` for a variant of an enum"
)]
pub trait TextDefault: Sized {
    /// The value.
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> TextDefault for T
where
    &'static str: Into<T>,
{
    fn from_text(text: &'static str) -> Self {
        text.into()
    }
}

/// The default that a text stands for; the error stands at the text.
pub fn text_default<T: TextDefault>(text: &'static str) -> T {
    T::from_text(text)
}
