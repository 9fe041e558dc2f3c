use ferramenta_protocol::{Content, PromptMessage, Role, write};

use crate::{
    Answer, Context, Failure, IntoContent, IntoFailure, component::CallError, response::Bound,
};

/// What a prompt is filled to: messages, and what they are about.
///
/// ```
/// use ferramenta::{Messages, prompt};
///
/// /// Discuss a book.
/// #[prompt]
/// async fn discuss(title: String) -> Messages {
///     Messages::new()
///         .description(format!("A talk about '{title}'"))
///         .assistant("Which part did you like best?")
///         .user(format!("Let me tell you about '{title}'."))
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "messages are nothing until a prompt returns them"]
pub struct Messages {
    description: Option<String>,
    messages: Vec<PromptMessage>,
}

impl Messages {
    /// No messages yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the messages are about, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds what the user says.
    pub fn user(self, content: impl IntoContent) -> Self {
        self.message(Role::User, content)
    }

    /// Adds what the model says.
    pub fn assistant(self, content: impl IntoContent) -> Self {
        self.message(Role::Assistant, content)
    }

    /// Adds a message of either side.
    pub fn message(mut self, role: Role, content: impl IntoContent) -> Self {
        let message = PromptMessage::new(role, content.into_content());
        self.messages.push(message);
        self
    }
}

/// A type that a prompt can return: [`Messages`], or one message of the user's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a prompt",
    label = "neither messages nor a text",
    note = "return `Messages`, a text, or a `Content`; one that can fail returns `Result<T, ToolError>` or `ToolResult<T>`"
)]
pub trait IntoMessages: Send {
    /// Writes the result.
    ///
    /// # Errors
    /// When the value is an error.
    fn write(self, result: &mut MessagesWriter<'_>) -> Result<(), Failure>;
}

/// Writes the answer of one prompt, into one buffer.
#[derive(Debug)]
pub struct MessagesWriter<'a> {
    out: Vec<u8>,
    bound: Bound,
    cx: &'a Context,
}

impl<'a> MessagesWriter<'a> {
    pub(super) fn new(cx: &'a Context, most: usize) -> Self {
        let mut out = Vec::with_capacity(512);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        Self {
            out,
            bound: Bound::new(most),
            cx,
        }
    }

    fn messages(
        &mut self,
        Messages {
            description,
            messages,
        }: &Messages,
    ) {
        let version = self.cx.call().version;
        let contents = messages.iter().map(|message| &message.content);
        let size = contents.map(|block| block.least_size(version)).sum();
        if self.bound.allows(&self.out, size) {
            write::optional_member(&mut self.out, "description", description.as_ref());
            write::member(&mut self.out, "messages");
            PromptMessage::write_list(messages, &mut self.out, version);
        }
    }

    pub(super) fn finish(mut self) -> Result<Answer, CallError> {
        self.cx.tail().close(&mut self.out, &Default::default());
        self.bound.hold(Answer::ok(self.out))
    }
}

impl IntoMessages for Messages {
    fn write(self, result: &mut MessagesWriter<'_>) -> Result<(), Failure> {
        result.messages(&self);
        Ok(())
    }
}

macro_rules! of_the_user {
    ($($type:ty)*) => {$(
        impl IntoMessages for $type {
            fn write(self, result: &mut MessagesWriter<'_>) -> Result<(), Failure> {
                Messages::new().user(self).write(result)
            }
        }
    )*};
}
of_the_user!(String &'static str Content);

impl<T: IntoMessages, E: IntoFailure> IntoMessages for Result<T, E> {
    fn write(self, result: &mut MessagesWriter<'_>) -> Result<(), Failure> {
        self.map_err(IntoFailure::into_failure)?.write(result)
    }
}
