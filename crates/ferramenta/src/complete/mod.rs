//! Completions: what an argument can be, told while it is typed.

mod completers;
mod completing;
mod completions;
mod function;
mod reference;
pub mod ways;

pub(crate) use self::{
    completers::{Completers, Offered},
    function::{Setup, setup},
    reference::Reference,
};
pub use self::{
    completing::Completing,
    completions::{Completions, IntoCompletions},
    function::{CompletionFn, Ready},
};

/// Writes the methods by which a declaration says how its arguments are completed.
macro_rules! completes {
    ($def:ident) => {
        impl $def {
            /// Completes an argument with what a function gives, which takes a tuple of what the server provides, such as
            /// what was typed so far, a [`Completing`](crate::Completing).
            pub fn complete<P, F, T, R, M>(self, argument: impl Into<String>, function: F) -> Self
            where
                P: crate::FromServer,
                F: Fn(P) -> T + Send + Sync + 'static,
                T: Future<Output = R> + Send + 'static,
                R: crate::IntoCompletions<M> + 'static,
                M: 'static,
            {
                let function = crate::component::Concurrent(function);
                self.completed_by(argument.into(), crate::complete::setup(function))
            }

            pub(crate) fn completed_by(
                mut self,
                argument: String,
                setup: crate::complete::Setup,
            ) -> Self {
                self.common.completions.push((argument, setup));
                self
            }
        }
    };
}

pub(crate) use completes;
