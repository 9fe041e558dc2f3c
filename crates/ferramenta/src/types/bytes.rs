use std::{borrow::Cow, fmt, ops::Deref};

use base64::{Engine as _, display::Base64Display, engine::general_purpose::STANDARD};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;

use super::{not_of_form, text_schema};
use crate::contract::check::Format;

/// Bytes, which travel as base64 text.
///
/// Standard base64 with its padding is all that is taken; a `Vec<u8>` is a list of numbers.
///
/// ```
/// use ferramenta::{Bytes, tool};
///
/// /// Count the bytes of a file.
/// #[tool(inline)]
/// fn size(file: Bytes) -> usize {
///     file.len()
/// }
/// # assert_eq!(size(Bytes(vec![1, 2, 3])), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub Vec<u8>);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // piece by piece, so that a writer with a bound can end it
        serializer.collect_str(&Base64Display::new(&self.0, &STANDARD))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Base64)
    }
}

struct Base64;

impl de::Visitor<'_> for Base64 {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text in base64")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bytes, E> {
        STANDARD
            .decode(text)
            .map(Bytes)
            .map_err(|_| not_of_form(Format::Base64))
    }
}

impl JsonSchema for Bytes {
    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = text_schema(Format::Base64);
        schema.insert("contentEncoding".into(), json!("base64"));
        schema
    }
}
