//! What the macros assert of rules and of fields, and how a rule is registered.

use super::Gate;
use crate::{FromServer, ToolDef, inject::derived::InjectField};

/// What a rule says.
#[diagnostic::on_unimplemented(
    message = "a rule says yes or no, and this one returns `{Self}`",
    label = "not `bool`",
    note = "a rule that can't tell says no: return `false`"
)]
pub trait Answer {}

impl Answer for bool {}

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

/// Adds a rule whose assertions hold.
pub trait Ask<P> {
    /// Adds a rule of who may see the tool.
    fn visible<F, R>(tool: ToolDef, rule: F) -> ToolDef
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static;

    /// Adds a rule of who may use the tool.
    fn authorize<F, R>(tool: ToolDef, rule: F) -> ToolDef
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static;
}

impl<P: FromServer> Ask<P> for Gate<true> {
    fn visible<F, R>(tool: ToolDef, rule: F) -> ToolDef
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        tool.visible(rule)
    }

    fn authorize<F, R>(tool: ToolDef, rule: F) -> ToolDef
    where
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        tool.authorize(rule)
    }
}
