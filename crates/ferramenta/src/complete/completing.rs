use std::{collections::BTreeMap, fmt};

use ferramenta_protocol::{Params, Version, json};
use serde::Deserialize;

use crate::{Binder, Context, Failure, FromServer};

/// An argument that is being typed, for the function that completes it (specification: *Completion*).
///
/// ```
/// use ferramenta::{Completing, Server, prompt};
///
/// async fn titles(typed: Completing) -> Vec<String> {
///     let known = ["Dune", "Emma", "Dracula"].into_iter();
///     known.filter(|title| title.starts_with(typed.value())).map(String::from).collect()
/// }
///
/// /// Ask for a review of a book.
/// #[prompt]
/// fn review(#[arg(complete = titles)] title: String) -> String {
///     format!("Write a review of '{title}'.")
/// }
///
/// let server = Server::new("Books").prompt::<review>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone)]
pub struct Completing {
    name: String,
    value: String,
    arguments: BTreeMap<String, String>,
}

impl Completing {
    /// An argument of this name with this text, for calling a function in a unit test.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
            arguments: BTreeMap::new(),
        }
    }

    /// Adds an argument that was chosen before.
    #[must_use]
    pub fn with_argument(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.arguments.insert(name.into(), value.into());
        self
    }

    /// The argument's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text so far.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What was chosen for another argument, where the client has said so: clients do from 2025-06-18 on, and need
    /// not.
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// Reads what a client has sent.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(params: &Params<'_>, version: Version) -> Result<Self, &'static str> {
        let argument: Argument = object(params.argument).ok_or(
            "Invalid params: `argument` has to be an object with the texts `name` and `value`",
        )?;
        let context = match params.context {
            None | Some("null") => None,
            Some(_) if !version.features().completion_context => None,
            sent => Some(object::<Chosen>(sent).ok_or(
                "Invalid params: `context` has to be an object whose `arguments` are texts",
            )?),
        };
        Ok(Self {
            name: argument.name,
            value: argument.value,
            arguments: context.unwrap_or_default().arguments,
        })
    }
}

#[derive(Deserialize)]
struct Argument {
    name: String,
    value: String,
}

#[derive(Default, Deserialize)]
struct Chosen {
    #[serde(default)]
    arguments: BTreeMap<String, String>,
}

fn object<'de, T: Deserialize<'de>>(raw: Option<&'de str>) -> Option<T> {
    let raw = raw.filter(|raw| json::is_object(raw))?;
    serde_json::from_str(raw).ok()
}

impl FromServer for Completing {
    type Bound = ();

    fn bind(binder: &mut Binder<'_>) -> Option<()> {
        binder.completing()
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        let completing = cx.call().completing.get().map(|it| Self::clone(it));
        std::future::ready(
            completing.ok_or_else(|| Failure::hidden("this request completes nothing")),
        )
    }
}

/// Shows which argument it is, and nothing that a user typed.
impl fmt::Debug for Completing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completing")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
