//! What the macros assert of functions that complete and of those that list, and how one is set.

use super::Gate;
use crate::{PromptDef, ResourceDef, complete::CompletionFn, resource::ListFn};

/// Asserts that a function can complete an argument; the error stands at its name.
pub const fn assert_completion<F: CompletionFn<M>, M>(_: &F) {}

/// Sets a function whose assertions hold.
pub trait Complete<D, F, M> {
    /// Sets it.
    fn complete(definition: D, argument: &'static str, function: F) -> D;
}

/// Asserts that a function can list resources; the error stands at its name.
pub const fn assert_list<F: ListFn<M>, M>(_: &F) {}

/// Sets a function that lists, whose assertions hold.
pub trait List<F, M> {
    /// Sets it.
    fn list(definition: ResourceDef, function: F) -> ResourceDef;
}

impl<F: ListFn<M>, M> List<F, M> for Gate<true> {
    fn list(definition: ResourceDef, function: F) -> ResourceDef {
        definition.listed_by(function.setup().0)
    }
}

macro_rules! complete {
    ($($def:ident)*) => {$(
        impl<F: CompletionFn<M>, M> Complete<$def, F, M> for Gate<true> {
            fn complete(definition: $def, argument: &'static str, function: F) -> $def {
                definition.completed_by(argument.to_owned(), function.setup().0)
            }
        }
    )*};
}
complete!(PromptDef ResourceDef);
