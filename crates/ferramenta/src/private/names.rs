//! How a `#[schema]` enum without data is decoded: from a text, and nothing else.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{Error, Visitor},
};

/// An enum whose values are texts.
pub trait Named: Sized {
    /// The value of this name.
    fn named(name: &str) -> Option<Self>;
}

/// Decodes the name of a value.
///
/// # Errors
/// When it is no text, or not the name of a value.
#[inline]
pub fn decode_name<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(NameVisitor(PhantomData))
}

struct NameVisitor<T>(PhantomData<T>);

impl<T: Named> Visitor<'_> for NameVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a variant")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        T::named(name).ok_or_else(|| E::custom(format_args!("unknown variant `{name}`")))
    }
}
