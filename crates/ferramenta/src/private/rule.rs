//! What the macros assert of rules and of fields, and how a rule is registered.

use super::Gate;
use crate::{
    Binder, FromServer, MethodDef, PromptDef, ResourceDef, ToolDef,
    inject::derived::{Fields, InjectField, Recipe},
};

/// What a rule says.
#[diagnostic::on_unimplemented(
    message = "a rule says yes or no, and this one returns `{Self}`",
    label = "not `bool`",
    note = "a rule that can't tell says no: return `false`"
)]
pub trait Answer: Send + 'static {
    /// Whether it is yes.
    fn yes(self) -> bool;
}

impl Answer for bool {
    fn yes(self) -> bool {
        self
    }
}

/// Asserts that a rule says yes or no; the error stands at the type.
pub const fn assert_rule<T: Answer>() {}

/// A parameter of a rule.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a rule",
    label = "not something the server provides",
    note = "a rule is asked for lists as well, where there are no arguments: take what the server provides, such as `Context`"
)]
pub trait RuleParam {}

#[diagnostic::do_not_recommend]
impl<T: FromServer> RuleParam for T {}

/// Asserts that a type can be a parameter of a rule; the error stands at the type.
pub const fn assert_rule_param<T: RuleParam>() {}

/// Asserts that a type can be a field of a derived one; the error stands at the type.
pub const fn assert_inject_field<T: InjectField>() {}

/// A type whose value is shared by calls.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared by calls, which run on several threads at once",
    label = "not `Send` and `Sync`",
    note = "what is shared is `Arc` instead of `Rc`, and what changes is behind a `Mutex` or an atomic"
)]
pub trait Shared {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Shared for T {}

/// Asserts that the values of a type can be shared by calls; the error stands at the type.
pub const fn assert_shared<T: Shared>() {}

/// Adds a rule whose assertions hold.
pub trait Ask<D, P, A> {
    /// Adds a rule of who may see what is declared.
    fn visible<F, R>(definition: D, rule: F) -> D
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = A> + Send + 'static;

    /// Adds a rule of who may use it.
    fn authorize<F, R>(definition: D, rule: F) -> D
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = A> + Send + 'static;
}

macro_rules! ask {
    ($($def:ident)*) => {$(
        impl<P: FromServer, A: Answer> Ask<$def, P, A> for Gate<true> {
            fn visible<F, R>(definition: $def, rule: F) -> $def
            where
                F: Fn(P) -> R + Send + Sync + 'static,
                R: Future<Output = A> + Send + 'static,
            {
                definition.visible(move |params| answer(rule(params)))
            }

            fn authorize<F, R>(definition: $def, rule: F) -> $def
            where
                F: Fn(P) -> R + Send + Sync + 'static,
                R: Future<Output = A> + Send + 'static,
            {
                definition.authorize(move |params| answer(rule(params)))
            }
        }
    )*};
}
ask!(ToolDef PromptDef ResourceDef MethodDef);

async fn answer<A: Answer>(asked: impl Future<Output = A>) -> bool {
    asked.await.yes()
}

/// Says how a type is made whose assertions hold.
pub trait Fill<F, T> {
    /// Looks up what its fields need.
    fn bind(binder: &mut Binder<'_>, make: fn(F) -> T) -> Option<Recipe<T>>;
}

impl<F: Fields, T: 'static> Fill<F, T> for Gate<true> {
    fn bind(binder: &mut Binder<'_>, make: fn(F) -> T) -> Option<Recipe<T>> {
        Recipe::bind(binder, make)
    }
}
