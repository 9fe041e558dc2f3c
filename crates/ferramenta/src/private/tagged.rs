//! How a `#[schema]` enum with a tag is decoded: into its variant at once where the tag comes first.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor},
};

use super::{
    decode::{Source, UNKNOWN},
    replay::Replay,
};

/// An enum that is decoded from an object with a tag.
pub trait Tagged: Sized {
    /// The member that says which variant an object is.
    const TAG: &'static str;

    /// The number of a variant, or [`UNKNOWN`].
    fn variant(name: &str) -> usize;

    /// Decodes the members beside the tag.
    ///
    /// # Errors
    /// When they are none of the variant's.
    fn members<S: Source>(variant: usize, source: S) -> Result<Self, S::Error>;
}

/// Decodes an object with a tag.
///
/// # Errors
/// When it is none, or none of this type.
#[inline]
pub fn decode_tagged<'de, T: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(TaggedVisitor(PhantomData))
}

struct TaggedVisitor<T>(PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for TaggedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the member `{}`", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut seen = Vec::new();
        while let Some(key) = map.next_key_seed(TagOrOther(T::TAG))? {
            match key {
                None => {
                    let variant = map.next_value_seed(VariantName::<T>(PhantomData))?;
                    return T::members(variant, Replay::new(seen, map));
                }
                Some(other) => seen.push((other, map.next_value()?)),
            }
        }
        Err(A::Error::missing_field(T::TAG))
    }
}

/// `None` for the tag, and any other key.
struct TagOrOther(&'static str);

impl<'de> DeserializeSeed<'de> for TagOrOther {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for TagOrOther {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    #[inline]
    fn visit_str<E: Error>(self, key: &str) -> Result<Option<String>, E> {
        Ok((key != self.0).then(|| key.to_owned()))
    }
}

/// The name of a variant.
struct VariantName<T>(PhantomData<T>);

impl<'de, T: Tagged> DeserializeSeed<'de> for VariantName<T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T: Tagged> Visitor<'_> for VariantName<T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a variant")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        match T::variant(name) {
            UNKNOWN => Err(E::custom(format_args!("unknown variant `{name}`"))),
            variant => Ok(variant),
        }
    }
}

/// The error for a variant that isn't there.
#[cold]
pub fn no_variant<E: Error>() -> E {
    E::custom("unknown variant")
}
