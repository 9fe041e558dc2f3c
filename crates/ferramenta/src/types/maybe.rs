use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::contract::{Bound, Constrained, Measured, Ranged, Textual, schema::NULLABLE};

/// How a [`Maybe`] announces itself to the decoder of what wasn't sent.
pub(crate) const NAME: &str = "$ferramenta::Maybe";

/// An argument for which `null` means something: left out, `null`, or a value.
///
/// With an `Option`, `null` and nothing are the same. In a struct that derives `Deserialize` by hand, the
/// field needs `#[serde(default)]`.
///
/// ```
/// use ferramenta::{Maybe, tool};
///
/// /// Change the subtitle of a book.
/// #[tool(inline)]
/// fn retitle(subtitle: Maybe<String>) -> String {
///     match subtitle {
///         Maybe::Absent => "unchanged".into(),
///         Maybe::Null => "removed".into(),
///         Maybe::Value(text) => text,
///     }
/// }
/// # assert_eq!(retitle(Maybe::Null), "removed");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maybe<T> {
    /// Nothing was sent.
    #[default]
    Absent,
    /// `null` was sent.
    Null,
    /// A value was sent.
    Value(T),
}

impl<T> Maybe<T> {
    /// Whether nothing was sent; for `#[serde(skip_serializing_if = "Maybe::is_absent")]`.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The value, if there is one.
    pub fn value(self) -> Option<T> {
        self.sent().flatten()
    }

    /// `None` where nothing was sent, `Some(None)` for `null`.
    pub fn sent(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    const fn as_ref(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }
}

impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // both are `null`, and `#[schema]` types leave out what is none
            Self::Absent => serializer.serialize_none(),
            Self::Null => serializer.serialize_unit(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, Visitor(std::marker::PhantomData))
    }
}

struct Visitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
    type Value = Maybe<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    /// Nothing was sent.
    fn visit_none<E: de::Error>(self) -> Result<Maybe<T>, E> {
        Ok(Maybe::Absent)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Maybe<T>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Maybe::Null, Maybe::Value))
    }
}

impl<T: JsonSchema> JsonSchema for Maybe<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Maybe_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Option::<T>::json_schema(generator);
        schema.insert(NULLABLE.into(), true.into());
        schema
    }
}

impl<T: Constrained> Constrained for Maybe<T> {
    fn number(&self) -> Option<Bound> {
        self.as_ref().and_then(Constrained::number)
    }

    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(Constrained::length)
    }

    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(Constrained::text)
    }

    fn equals(&self, json: &serde_json::Value) -> bool {
        self.as_ref().is_none_or(|value| value.equals(json))
    }
}
impl<T: Ranged> Ranged for Maybe<T> {}
impl<T: Measured> Measured for Maybe<T> {}
impl<T: Textual> Textual for Maybe<T> {}
