use std::{borrow::Cow, fmt, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{not_of_form, text_schema};
use crate::contract::check::Format;

/// An email address, as its form goes; whether somebody reads what is sent there is another question.
///
/// ```
/// use ferramenta::{Email, tool};
///
/// /// Send the catalog.
/// #[tool(inline)]
/// fn send(to: Email) -> String {
///     format!("The catalog is on its way to {to}.")
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

impl Email {
    /// The address, where a text is one.
    pub fn parse(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        Format::Email.accepts(&text).then_some(Self(text))
    }
}

impl Deref for Email {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Email {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Email {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(text).ok_or_else(|| not_of_form(Format::Email))
    }
}

impl JsonSchema for Email {
    fn schema_name() -> Cow<'static, str> {
        "Email".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        text_schema(Format::Email)
    }
}
