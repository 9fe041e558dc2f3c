//! Prompts: what is said of one, how it is filled, and how it is registered.

mod handler;
mod messages;

pub(crate) use self::handler::Setup;
pub use self::messages::{IntoMessages, Messages, MessagesWriter};
use crate::{
    complete::completes,
    component::{Common, builders, handlers, sets},
};

/// A prompt as a value: its metadata and its handler. `#[prompt]` writes it; write it by hand for prompts that are
/// made in a loop.
///
/// ```
/// use ferramenta::{ParamSpec, PromptDef, Server};
///
/// let mut server = Server::new("Reviews");
/// for language in ["english", "german"] {
///     let prompt = PromptDef::new(format!("review_{language}"))
///         .description(format!("Review a book in {language}."))
///         .handler((ParamSpec::new("title"),), move |(title,): (String,)| async move {
///             format!("Write a review of '{title}' in {language}.")
///         });
///     server = server.prompt_value(prompt);
/// }
/// # assert!(server.build().is_ok());
/// ```
#[must_use = "a prompt does nothing until a server has it: pass it to `Server::prompt_value`"]
pub struct PromptDef {
    pub(crate) common: Common,
    pub(crate) setup: Option<Box<dyn Setup>>,
}

impl PromptDef {
    /// A prompt of this name, without a handler yet.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            common: Common::new("prompt", name),
            setup: None,
        }
    }
}

handlers!(PromptDef, IntoMessages);
builders!(PromptDef, "prompt");
completes!(PromptDef);

/// A type that stands for a prompt: one whose `impl` block has `#[prompt]`, or the one that `#[prompt]` makes beside a
/// function, of the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "put `#[prompt]` on the function, or on the `impl` block of the type that has `handle`",
    note = "several prompts at once, a tuple, are added with `prompts`: `.prompts::<(..)>()`"
)]
pub trait IntoPrompt {
    /// The prompt.
    fn into_prompt() -> PromptDef;
}

/// A prompt as a value: a [`PromptDef`], or the value of a type that is a prompt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "neither a `PromptDef` nor a prompt"
)]
pub trait PromptValue<M> {
    /// The prompt.
    fn into_prompt_def(self) -> PromptDef;
}

impl PromptValue<()> for PromptDef {
    fn into_prompt_def(self) -> PromptDef {
        self
    }
}

impl<T: IntoPrompt + Send + Sync + 'static> PromptValue<T> for T {
    fn into_prompt_def(self) -> PromptDef {
        T::into_prompt().with_service(self)
    }
}

/// Prompts that are registered together: a prompt, or a tuple of them, nested as deeply as one likes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a prompt nor a tuple of prompts",
    label = "not a prompt",
    note = "put `#[prompt]` on the function, or on the `impl` block of the type that has `handle`"
)]
pub trait PromptSet {
    /// Adds the prompts to a list, in order.
    fn add_to(prompts: &mut Vec<PromptDef>);
}

impl<T: IntoPrompt> PromptSet for T {
    fn add_to(prompts: &mut Vec<PromptDef>) {
        prompts.push(T::into_prompt());
    }
}

sets!(PromptSet, PromptDef);
