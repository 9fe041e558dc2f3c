//! What `#[tool]` asserts of a function, and how it registers one.

use schemars::JsonSchema;

use crate::{
    IntoContents, IntoMessages, IntoOutput, IntoReply, MethodDef, PromptDef, ResourceDef, ToolDef,
    contract::{Kind, Param, Params},
};

/// Checks that the parameters of a handler go together, while the program is compiled.
pub const fn check_params(kinds: &[Kind]) {
    let (mut whole, mut single, mut index) = (0, 0, 0);
    while index < kinds.len() {
        match kinds[index] {
            Kind::Whole => whole += 1,
            Kind::Argument => single += 1,
            Kind::Injected => {}
        }
        index += 1;
    }
    assert!(
        whole < 2,
        "`Args<T>` is the whole argument object, so there can be only one: join the two types into one struct"
    );
    assert!(
        whole == 0 || single == 0,
        "`Args<T>` is the whole argument object, so no plain argument can stand beside it: move it into the struct"
    );
}

/// Asserts that a type can be a parameter; the error stands at the type.
pub const fn assert_param<T: Param<M>, M>() -> Kind {
    T::KIND
}

/// A type that a handler may take by reference.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` can't be taken: arguments are made for the call",
    label = "takes a reference",
    note = "take an argument itself: `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`",
    note = "take a service as `Inject<{T}>`",
    note = "only `&Context` may be taken by reference"
)]
pub trait ByReference<T: ?Sized> {}

impl<T: ?Sized> ByReference<T> for crate::Context {}

/// Asserts that a type may be taken by reference; the error stands at the type.
pub const fn assert_by_reference<R: ByReference<T> + ?Sized, T: ?Sized>() -> Kind {
    Kind::Injected
}

/// Asserts that a type can be a result; the error stands at the type.
pub const fn assert_output<T: IntoOutput>() {}

/// Asserts that a type can be the result of a prompt; the error stands at the type.
pub const fn assert_messages<T: IntoMessages>() {}

/// Asserts that a type can be the result of a resource; the error stands at the type.
pub const fn assert_contents<T: IntoContents>() {}

/// Asserts that a type can be the result of an extension's method; the error stands at the type.
pub const fn assert_reply<T: IntoReply>() {}

/// A type that a tool can declare as its output.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be declared as the output of a tool",
    label = "has no schema",
    note = "put `#[ferramenta::schema]` on it, or derive `JsonSchema`"
)]
pub trait DeclaredOutput {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DeclaredOutput for T {}

/// Asserts that a type can be declared as an output; the error stands at the type.
pub const fn assert_declared_output<T: DeclaredOutput>() {}

/// Declares the output of a tool.
pub trait Declare<T> {
    /// Declares it.
    fn output(tool: ToolDef) -> ToolDef;
}

impl<T: JsonSchema> Declare<T> for Gate<true> {
    fn output(tool: ToolDef) -> ToolDef {
        tool.output::<T>()
    }
}

/// Asserts that a handler's future can move between threads; the error stands at the function.
pub fn assert_send<T: Future + Send>(future: T) -> impl Future<Output = T::Output> + Send {
    future
}

/// Lets a handler through whose assertions hold.
///
/// Where one of them fails, `CHECKED` is unknown, and so is everything that [`Register`] asks for: the
/// compiler reports a mistake once, at its place.
#[derive(Debug)]
pub struct Gate<const CHECKED: bool>;

/// Sets the handler of a declaration.
pub trait Register<D, P, M, R> {
    /// A `ParamSpec` for each parameter.
    type Specs;

    /// Sets the handler of an `async fn`.
    fn handler<F, T>(definition: D, specs: Self::Specs, handler: F) -> D
    where
        F: Fn(P) -> T + Send + Sync + 'static,
        T: Future<Output = R> + Send + 'static;

    /// Sets the handler of an `fn`.
    fn blocking_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        definition: D,
        specs: Self::Specs,
        handler: F,
    ) -> D;

    /// Sets the handler of an `fn` that is known to be quick.
    fn inline_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        definition: D,
        specs: Self::Specs,
        handler: F,
    ) -> D;
}

macro_rules! register {
    ($def:ident, $output:ident) => {
        impl<P: Params<M>, M: 'static, R: $output + 'static> Register<$def, P, M, R>
            for Gate<true>
        {
            type Specs = P::Specs;

            fn handler<F, T>(definition: $def, specs: P::Specs, handler: F) -> $def
            where
                F: Fn(P) -> T + Send + Sync + 'static,
                T: Future<Output = R> + Send + 'static,
            {
                definition.handler(specs, handler)
            }

            fn blocking_handler<F: Fn(P) -> R + Send + Sync + 'static>(
                definition: $def,
                specs: P::Specs,
                handler: F,
            ) -> $def {
                definition.blocking_handler(specs, handler)
            }

            fn inline_handler<F: Fn(P) -> R + Send + Sync + 'static>(
                definition: $def,
                specs: P::Specs,
                handler: F,
            ) -> $def {
                definition.inline_handler(specs, handler)
            }
        }
    };
}
register!(ToolDef, IntoOutput);
register!(PromptDef, IntoMessages);
register!(ResourceDef, IntoContents);
register!(MethodDef, IntoReply);
