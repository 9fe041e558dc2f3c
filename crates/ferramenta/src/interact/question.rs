use std::{borrow::Cow, fmt, marker::PhantomData, sync::Arc};

use ferramenta_protocol::{FormDefinition, Version, write};
use serde_json::{Map, Value};

use super::{
    Form, Reply,
    offers::Need,
    sheet::{HandMade, Sheet},
};
use crate::Failure;

/// A question to a client, with the type of what comes back; asked by
/// [`Questions::ask_all`](super::Questions::ask_all).
///
/// ```
/// use ferramenta::{Question, Questions, Reply, ToolResult, tool};
///
/// #[ferramenta::schema]
/// struct Name {
///     name: String,
/// }
///
/// #[ferramenta::schema]
/// struct Colour {
///     colour: String,
/// }
///
/// /// Make a badge.
/// #[tool]
/// async fn badge(questions: Questions) -> ToolResult<String> {
///     let name = Question::form::<Name>("name", "What is your name?");
///     let colour = Question::form::<Colour>("colour", "Which colour do you like?");
///     Ok(match questions.ask_all((name, colour)).await? {
///         (Reply::Accepted(name), Reply::Accepted(colour)) => format!("{}, in {}", name.name, colour.colour),
///         _ => "No badge".into(),
///     })
/// }
/// ```
#[must_use = "nobody is asked unless `Questions::ask_all` does"]
pub struct Question<R = ()> {
    pub(super) key: Cow<'static, str>,
    pub(super) need: Need,
    pub(super) kind: Arc<dyn Kind<R>>,
}

/// What a question says, and how its answer is read.
pub(super) trait Kind<R>: Send + Sync {
    /// The method of the request to the client.
    fn method(&self) -> &'static str;

    /// The parameters of the request, as raw JSON; with what was wrong with the last answer.
    ///
    /// # Errors
    /// When the question can't be put, in this version or at all.
    fn params(&self, version: Version, again: Option<&str>) -> Result<Vec<u8>, Failure>;

    /// Reads what the client has answered.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, answer: &Value) -> Result<R, String>;
}

impl Question {
    /// A form to fill; see [`Questions::ask`](super::Questions::ask).
    pub fn form<T: Form + Send + 'static>(
        key: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Question<Reply<T>> {
        let ask = AskForm {
            message: message.into(),
            sheet: Sheet::<T>::of(),
            answer: PhantomData::<fn() -> T>,
        };
        Question::new(key, Need::Form, ask)
    }

    /// A form whose schema is written by hand: one flat object of texts, numbers, booleans, and choices
    /// (specification: *Elicitation, Requested Schema*).
    pub fn form_of(
        key: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        schema: &Value,
    ) -> Question<Reply<Map<String, Value>>> {
        let ask = AskForm {
            message: message.into(),
            sheet: HandMade::new(schema).map(Arc::new),
            answer: PhantomData,
        };
        Question::new(key, Need::Form, ask)
    }
}

impl<R> Question<R> {
    pub(super) fn new(
        key: impl Into<Cow<'static, str>>,
        need: Need,
        kind: impl Kind<R> + 'static,
    ) -> Self {
        Self {
            key: key.into(),
            need,
            kind: Arc::new(kind),
        }
    }
}

/// A form as it is asked for and read.
pub(super) trait Fill<T>: Send + Sync {
    fn definition(&self) -> &FormDefinition;

    /// Reads what was filled in.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, content: &Map<String, Value>) -> Result<T, String>;
}

struct AskForm<F, T> {
    message: String,
    /// Or why it is none.
    sheet: Result<Arc<F>, String>,
    answer: PhantomData<fn() -> T>,
}

impl<T, F: Fill<T>> Kind<Reply<T>> for AskForm<F, T> {
    fn method(&self) -> &'static str {
        "elicitation/create"
    }

    fn params(&self, version: Version, again: Option<&str>) -> Result<Vec<u8>, Failure> {
        let sheet = self
            .sheet
            .as_ref()
            .map_err(|why| Failure::hidden(why.as_str()))?;
        let form = sheet.definition();
        if let Some(field) = form.beyond(version) {
            let why = format!("{version} has no lists in forms, and `{field}` is one");
            return Err(crate::ToolError::new(format!("The user can't be asked: {why}.")).into());
        }
        let mut out = b"{".to_vec();
        if version.features().rich_forms {
            write::value_member(&mut out, "mode", "form");
        }
        write::value_member(&mut out, "message", &asked_again(&self.message, again));
        write::member(&mut out, "requestedSchema");
        form.write(&mut out, version);
        out.push(b'}');
        Ok(out)
    }

    fn read(&self, answer: &Value) -> Result<Reply<T>, String> {
        let sheet = self.sheet.as_ref().map_err(String::clone)?;
        let none = Map::new();
        action(answer, |answer| match answer.get("content") {
            None | Some(Value::Null) => sheet.read(&none),
            Some(Value::Object(content)) => sheet.read(content),
            Some(_) => Err("`content` has to be an object".into()),
        })
    }
}

/// What the user did, with what was accepted.
pub(super) fn action<T>(
    answer: &Value,
    accepted: impl FnOnce(&Value) -> Result<T, String>,
) -> Result<Reply<T>, String> {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => accepted(answer).map(Reply::Accepted),
        Some("decline") => Ok(Reply::Declined),
        Some("cancel") => Ok(Reply::Cancelled),
        _ => Err("`action` has to be one of: accept, decline, cancel".into()),
    }
}

/// A message, and why it is shown again.
pub(super) fn asked_again<'a>(message: &'a str, again: Option<&str>) -> Cow<'a, str> {
    match again {
        None => message.into(),
        Some(reason) => format!("{message}\n\nThe last answer can't be used:\n{reason}").into(),
    }
}

impl<R> fmt::Debug for Question<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}
