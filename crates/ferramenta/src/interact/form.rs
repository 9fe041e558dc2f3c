use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A type that a user can be asked to fill: a struct with `#[schema]` whose fields are texts, numbers, booleans, and
/// enums whose variants carry no data, as well as options of these and lists of such enums.
///
/// Rules, defaults and doc comments are published with the form; the doc comment of a variant is what the user sees
/// for it. A secret has no place in a form, for clients and models see what is filled in: ask for it at a URL, with
/// [`Questions::visit`](super::Questions::visit).
///
/// ```
/// use ferramenta::{Questions, Reply, ToolResult, tool};
///
/// #[ferramenta::schema]
/// enum Wrapping {
///     /// Plain paper
///     Plain,
///     /// With a ribbon
///     Ribbon,
/// }
///
/// #[ferramenta::schema]
/// struct Gift {
///     #[arg(length(1..=200))]
///     dedication: String,
///     #[arg(default = Wrapping::Plain)]
///     wrapping: Wrapping,
/// }
///
/// /// Send a book as a gift.
/// #[tool]
/// async fn gift(title: String, questions: Questions) -> ToolResult<String> {
///     Ok(match questions.ask::<Gift>("gift", "How shall it be wrapped?").await? {
///         Reply::Accepted(gift) => format!("'{title}' is on its way: {}", gift.dedication),
///         Reply::Declined | Reply::Cancelled => "Nothing was sent.".into(),
///     })
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form that a user could fill",
    label = "not a form",
    note = "a form is a struct with `#[ferramenta::schema]`: one object, whose fields are texts, numbers, booleans and enums without data",
    note = "a `secret` has no place in it, for clients and models see what is filled in: ask for it on a page, with `Questions::visit`"
)]
pub trait Form: DeserializeOwned + JsonSchema {}

/// A type that can be a field of a [`Form`].
#[diagnostic::on_unimplemented(
    message = "a form can't have a field of type `{Self}`",
    label = "this form has a field of type `{Self}`",
    note = "a field of a form is a text, a number, a boolean, an enum with `#[ferramenta::schema]` whose variants carry no data, an `Option` of these, or a list of such enums",
    note = "ask several questions for what is nested"
)]
pub trait FormField {}

/// An enum whose variants carry no data: a user can choose one of them in a [`Form`], or several from a list.
#[diagnostic::on_unimplemented(
    message = "a form can't have a list of `{Self}`",
    label = "this form has a list of `{Self}`",
    note = "a list in a form is one to choose from: `Vec<T>` of an enum with `#[ferramenta::schema]` whose variants carry no data"
)]
pub trait FormChoice: FormField {}
