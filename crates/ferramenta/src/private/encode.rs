//! How a `#[schema]` type is written: what is absent is left out, so that what is written can be read.

use serde::{
    Serialize, Serializer,
    ser::{Error, SerializeMap},
};

use super::{
    Gate,
    presence::{Presence, presence},
};

/// A type that writes its members into an object.
pub trait WriteMembers {
    /// Writes them, in the order of the source.
    ///
    /// # Errors
    /// When a value can't be written.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

impl<T: WriteMembers> WriteMembers for Box<T> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        T::write(self, map)
    }
}

/// Writes an object.
///
/// # Errors
/// When a value can't be written.
pub fn encode_object<T: WriteMembers, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    value.write(&mut map)?;
    map.end()
}

/// Writes the tag of a variant.
///
/// # Errors
/// When it can't be written.
pub fn tag<M: SerializeMap>(
    map: &mut M,
    tag: &'static str,
    variant: &'static str,
) -> Result<(), M::Error> {
    map.serialize_entry(tag, variant)
}

/// Writes a member.
pub trait Encode<T> {
    /// Writes it, unless it is absent.
    ///
    /// # Errors
    /// When it can't be written, or is a number that JSON doesn't know.
    fn member<M: SerializeMap>(map: &mut M, name: &'static str, value: &T) -> Result<(), M::Error>;

    /// Writes the value of a type that is written as this one.
    ///
    /// # Errors
    /// When it can't be written.
    fn whole<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

impl<T: Serialize> Encode<T> for Gate<true> {
    #[inline]
    fn member<M: SerializeMap>(map: &mut M, name: &'static str, value: &T) -> Result<(), M::Error> {
        match presence(value) {
            Presence::Present => map.serialize_entry(name, value),
            Presence::Absent => Ok(()),
            Presence::NotFinite => Err(M::Error::custom(format_args!(
                "`{name}` is not a finite number"
            ))),
        }
    }

    #[inline]
    fn whole<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// Writes the members of a struct beside a tag.
pub trait EncodeMembers<T> {
    /// Writes them.
    ///
    /// # Errors
    /// When one of them can't be written.
    fn members<M: SerializeMap>(map: &mut M, value: &T) -> Result<(), M::Error>;
}

impl<T: WriteMembers> EncodeMembers<T> for Gate<true> {
    fn members<M: SerializeMap>(map: &mut M, value: &T) -> Result<(), M::Error> {
        value.write(map)
    }
}
