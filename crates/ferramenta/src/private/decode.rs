//! How a `#[schema]` struct is decoded: member by member, without a tree between.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor},
};

use super::Gate;
use crate::contract::{Constrained, Constraint, Missing};

/// The place of a key that a type doesn't know.
pub const UNKNOWN: usize = usize::MAX;

/// The member beside those of the type that says which variant an object is.
pub type Tag = Option<&'static str>;

/// Finds the place of a key among the members of a type.
pub trait Place: Fn(&str) -> usize {}

impl<F: Fn(&str) -> usize> Place for F {}

/// Where the members of an object come from, in turn.
pub trait Source {
    /// What goes wrong.
    type Error: Error;

    /// The place of the next key; `None` at the end.
    ///
    /// # Errors
    /// When the key isn't known.
    fn key<P: Place>(&mut self, key: Key<P>) -> Result<Option<usize>, Self::Error>;

    /// The value of that key.
    ///
    /// # Errors
    /// When it is none of this type.
    fn value<T: DeserializeOwned>(&mut self) -> Result<T, Self::Error>;

    /// Leaves out the value of that key.
    ///
    /// # Errors
    /// When it is none of the format.
    fn skip(&mut self) -> Result<(), Self::Error> {
        self.value::<IgnoredAny>().map(drop)
    }
}

/// The members as a decoder gives them.
pub(super) struct Direct<'de, A>(A, PhantomData<&'de ()>);

impl<'de, A: MapAccess<'de>> Source for Direct<'de, A> {
    type Error = A::Error;

    #[inline]
    fn key<P: Place>(&mut self, key: Key<P>) -> Result<Option<usize>, A::Error> {
        self.0.next_key_seed(key)
    }

    #[inline]
    fn value<T: DeserializeOwned>(&mut self) -> Result<T, A::Error> {
        self.0.next_value()
    }
}

/// What a key may be.
#[derive(Clone, Copy, Debug)]
pub struct Key<P> {
    /// Finds it.
    pub place: P,
    /// Unknown keys are left out.
    pub open: bool,
    /// Is known already, and not allowed again.
    pub tag: Tag,
}

impl<P: Place> Key<P> {
    /// The place of a key.
    #[inline]
    pub(super) fn find<E: Error>(&self, key: &str) -> Result<usize, E> {
        match (self.place)(key) {
            UNKNOWN => self.unknown(key),
            place => Ok(place),
        }
    }

    #[cold]
    fn unknown<E: Error>(&self, key: &str) -> Result<usize, E> {
        if self.tag == Some(key) {
            Err(E::custom(format_args!("duplicate field `{key}`")))
        } else if self.open {
            Ok(UNKNOWN)
        } else {
            Err(E::custom(format_args!("unknown field `{key}`")))
        }
    }
}

impl<'de, P: Place> DeserializeSeed<'de> for Key<P> {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<P: Place> Visitor<'_> for Key<P> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    #[inline]
    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        self.find(key)
    }
}

/// A struct that is decoded from the members of an object.
pub trait Members: Sized {
    /// Decodes it; the tag stands among the members, and was read already.
    ///
    /// # Errors
    /// When a member is unknown, missing, there twice, or breaks a rule.
    fn members<S: Source>(source: S, tag: Tag) -> Result<Self, S::Error>;
}

impl<T: Members> Members for Box<T> {
    fn members<S: Source>(source: S, tag: Tag) -> Result<Self, S::Error> {
        T::members(source, tag).map(Box::new)
    }
}

/// Decodes an object, and nothing else.
///
/// # Errors
/// When it is none, or none of this type.
#[inline]
pub fn decode_object<'de, T: Members, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Members> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::members(Direct(map, PhantomData), None)
    }
}

/// Decodes an object that has but a tag.
///
/// # Errors
/// When it has another member.
pub fn no_members<S: Source>(mut source: S, open: bool, tag: Tag) -> Result<(), S::Error> {
    while source
        .key(Key {
            place: |_: &str| UNKNOWN,
            open,
            tag,
        })?
        .is_some()
    {
        source.skip()?;
    }
    Ok(())
}

/// Decodes the value of a member.
pub trait Decode<T> {
    /// Fills the slot of a member.
    ///
    /// # Errors
    /// When it is filled, or the value is none of this type.
    fn fill<S: Source>(source: &mut S, slot: &mut Option<T>) -> Result<(), S::Error>;

    /// The value of a member that isn't there.
    ///
    /// # Errors
    /// When it is required.
    fn absent<E: Error>(name: &'static str) -> Result<T, E>;

    /// The value of a type that is written as this one.
    ///
    /// # Errors
    /// When it is none of this type.
    fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;

    /// Whether the member may be left out.
    fn is_optional() -> bool {
        Self::absent::<serde_json::Error>("").is_ok()
    }
}

impl<T: DeserializeOwned> Decode<T> for Gate<true> {
    #[inline]
    fn fill<S: Source>(source: &mut S, slot: &mut Option<T>) -> Result<(), S::Error> {
        if slot.is_some() {
            return Err(twice());
        }
        *slot = Some(source.value()?);
        Ok(())
    }

    #[inline]
    fn absent<E: Error>(name: &'static str) -> Result<T, E> {
        T::deserialize(Missing).map_err(|_| E::missing_field(name))
    }

    #[inline]
    fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

#[cold]
fn twice<E: Error>() -> E {
    E::custom("duplicate field")
}

/// Decodes a struct whose members stand beside a tag.
pub trait DecodeMembers<T> {
    /// Decodes it.
    ///
    /// # Errors
    /// When the members are none of the struct's.
    fn members<S: Source>(source: S, tag: Tag) -> Result<T, S::Error>;
}

impl<T: Members> DecodeMembers<T> for Gate<true> {
    fn members<S: Source>(source: S, tag: Tag) -> Result<T, S::Error> {
        T::members(source, tag)
    }
}

/// Checks the rules of a value.
pub trait Rules<T> {
    /// Checks a value that was decoded.
    ///
    /// # Errors
    /// When it breaks one of the rules; which one is told by the schema.
    fn check<E: Error>(value: &T, rules: &[Constraint]) -> Result<(), E>;
}

impl<T: Constrained> Rules<T> for Gate<true> {
    #[inline]
    fn check<E: Error>(value: &T, rules: &[Constraint]) -> Result<(), E> {
        if rules.iter().all(|rule| rule.allows(value)) {
            Ok(())
        } else {
            Err(broken())
        }
    }
}

#[cold]
fn broken<E: Error>() -> E {
    E::custom("invalid value: a rule isn't kept")
}

/// Checks what the author of a type says of it as a whole.
///
/// # Errors
/// In the author's words.
#[inline]
pub fn validated<T, M: fmt::Display, E: Error>(
    value: T,
    rule: impl FnOnce(&T) -> Result<(), M>,
) -> Result<T, E> {
    match rule(&value) {
        Ok(()) => Ok(value),
        Err(message) => Err(E::custom(message)),
    }
}
