use std::fmt;

use serde::{Deserializer, de, forward_to_deserialize_any};

use crate::types::MAYBE;

/// Decodes what isn't there: `None` for an `Option`, `Absent` for a [`Maybe`](crate::Maybe), an error for
/// everything else.
pub(crate) struct Missing;

/// The value is required.
#[derive(Debug)]
pub(crate) struct Required;

impl fmt::Display for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is required")
    }
}

impl std::error::Error for Required {}

impl de::Error for Required {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> Deserializer<'de> for Missing {
    type Error = Required;

    fn deserialize_any<V: de::Visitor<'de>>(self, _: V) -> Result<V::Value, Required> {
        Err(Required)
    }

    fn deserialize_option<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Required> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: de::Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Required> {
        if name == MAYBE {
            visitor.visit_none()
        } else {
            Err(Required)
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
