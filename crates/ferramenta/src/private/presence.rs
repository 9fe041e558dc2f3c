//! Whether a value is written at all.

use std::fmt;

use serde::{
    Serialize, Serializer,
    ser::{self, Impossible},
};

/// What becomes of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Present,
    /// It is left out.
    Absent,
    /// JSON has no way to write it.
    NotFinite,
}

/// Asks a value how it is written: absent is what writes itself as `None`.
#[inline]
pub(crate) fn presence<T: Serialize + ?Sized>(value: &T) -> Presence {
    value.serialize(Probe).unwrap_or(Presence::Present)
}

struct Probe;

/// The value is there, and there is no need to go into it.
#[derive(Debug)]
struct Enough;

impl fmt::Display for Enough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is there")
    }
}

impl std::error::Error for Enough {}

impl ser::Error for Enough {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Compound = Impossible<Presence, Enough>;
type Answer = Result<Presence, Enough>;

macro_rules! present {
    ($($method:ident($type:ty))*) => {$(
        #[inline]
        fn $method(self, _: $type) -> Answer { Ok(Presence::Present) }
    )*};
}

impl Serializer for Probe {
    type Ok = Presence;
    type Error = Enough;
    type SerializeSeq = Compound;
    type SerializeTuple = Compound;
    type SerializeTupleStruct = Compound;
    type SerializeTupleVariant = Compound;
    type SerializeMap = Compound;
    type SerializeStruct = Compound;
    type SerializeStructVariant = Compound;

    present! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
        serialize_unit_struct(&'static str)
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Answer {
        self.serialize_f64(value.into())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Answer {
        Ok(if value.is_finite() {
            Presence::Present
        } else {
            Presence::NotFinite
        })
    }

    #[inline]
    fn serialize_none(self) -> Answer {
        Ok(Presence::Absent)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Answer {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Answer {
        Ok(Presence::Present)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Answer {
        Ok(Presence::Present)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Answer {
        Ok(Presence::Present)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Answer {
        Ok(Presence::Present)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound, Enough> {
        Err(Enough)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Compound, Enough> {
        Err(Enough)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound, Enough> {
        Err(Enough)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Compound, Enough> {
        Err(Enough)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound, Enough> {
        Err(Enough)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound, Enough> {
        Err(Enough)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Compound, Enough> {
        Err(Enough)
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Answer {
        Ok(Presence::Present)
    }
}
