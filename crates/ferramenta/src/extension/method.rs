//! The methods of an extension: how one is declared and added.

use super::Setup;
use crate::{
    component::{Common, builders, handlers, sets},
    response::IntoReply,
};

/// A method of an extension as a value: its name and its handler. `#[method(..)]` writes it; write it by hand for methods
/// that are made in a loop.
///
/// ```
/// use std::collections::BTreeMap;
/// use ferramenta::{Extension, MethodDef, ParamSpec, Server, Structured};
///
/// let mut stamps = Extension::new("com.example/stamps");
/// for ink in ["blue", "red"] {
///     let stamp = MethodDef::new(format!("com.example/stamp-{ink}"))
///         .handler((ParamSpec::new("text"),), move |(text,): (String,)| async move {
///             Structured(BTreeMap::from([("stamped", format!("{text} in {ink}"))]))
///         });
///     stamps = stamps.method_value(stamp);
/// }
/// # assert!(Server::new("Office").extension(stamps).build().is_ok());
/// ```
#[must_use = "a method does nothing until a server has it: pass it to `Extension::method_value`"]
pub struct MethodDef {
    pub(crate) common: Common,
    pub(crate) setup: Option<Box<dyn Setup>>,
}

impl MethodDef {
    /// A method of this name, without a handler yet.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new("method", name),
            setup: None,
        }
    }
}

handlers!(MethodDef, IntoReply);
builders!(MethodDef, "method");

/// A type that stands for a method: one whose `impl` block has `#[method(..)]`, or the one that `#[method(..)]` makes
/// beside a function, of the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a method",
    label = "not a method",
    note = "put `#[method(..)]` on the function, or on the `impl` block of the type that has `handle`",
    note = "several methods at once, a tuple, are added with `methods`: `.methods::<(..)>()`"
)]
pub trait IntoMethod {
    /// The method.
    fn into_method() -> MethodDef;
}

/// A method as a value: a [`MethodDef`], or the value of a type that is a method.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a method",
    label = "neither a `MethodDef` nor a method"
)]
pub trait MethodValue<M> {
    /// The method.
    fn into_method_def(self) -> MethodDef;
}

impl MethodValue<()> for MethodDef {
    fn into_method_def(self) -> MethodDef {
        self
    }
}

impl<T: IntoMethod + Send + Sync + 'static> MethodValue<T> for T {
    fn into_method_def(self) -> MethodDef {
        T::into_method().with_service(self)
    }
}

/// Methods that are registered together: a method, or a tuple of them, nested as deeply as one likes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a method nor a tuple of methods",
    label = "not a method",
    note = "put `#[method(..)]` on the function, or on the `impl` block of the type that has `handle`"
)]
pub trait MethodSet {
    /// Adds the methods to a list, in order.
    fn add_to(methods: &mut Vec<MethodDef>);
}

impl<T: IntoMethod> MethodSet for T {
    fn add_to(methods: &mut Vec<MethodDef>) {
        methods.push(T::into_method());
    }
}

sets!(MethodSet, MethodDef);
