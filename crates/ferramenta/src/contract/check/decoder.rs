//! Decodes a tree: each number arrives as the one it is, whatever JSON library a type was written for.

use ferramenta_protocol::Tree;
use serde::{
    Deserializer,
    de::{
        Error as _, IntoDeserializer, Visitor,
        value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer, StrDeserializer},
    },
    forward_to_deserialize_any,
};

/// A value to decode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoder<'t>(pub(crate) &'t Tree<'t>);

impl<'de> IntoDeserializer<'de> for Decoder<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'t> Decoder<'t> {
    fn members(
        members: &'t [(std::borrow::Cow<'t, str>, Tree<'t>)],
    ) -> impl Iterator<Item = (&'t str, Self)> {
        members
            .iter()
            .map(|(key, value)| (key.as_ref(), Self(value)))
    }
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Number(token) => number(token, visitor),
            Tree::String(text) => visitor.visit_str(text),
            Tree::Array(items) => {
                visitor.visit_seq(SeqDeserializer::new(items.iter().map(Decoder)))
            }
            Tree::Object(members) => {
                visitor.visit_map(MapDeserializer::new(Self::members(members)))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Tree::String(text) => visitor.visit_enum(StrDeserializer::new(text)),
            Tree::Object(members) => visitor.visit_enum(MapAccessDeserializer::new(
                MapDeserializer::new(Self::members(members)),
            )),
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// An integer as such where one holds it, the nearest float otherwise.
fn number<'de, V: Visitor<'de>>(token: &str, visitor: V) -> Result<V::Value, Error> {
    if let Ok(value) = token.parse() {
        return visitor.visit_u64(value);
    }
    if let Ok(value) = token.parse() {
        return visitor.visit_i64(value);
    }
    match token.parse() {
        Ok(value) if f64::is_finite(value) => visitor.visit_f64(value),
        _ => Err(Error::custom("a number is too large")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ferramenta_protocol::Tree;
    use serde::Deserialize;

    use super::Decoder;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { radius: f64 },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Plain {
        Dot,
        Line(i8, u64),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Drawing {
        shapes: Vec<Shape>,
        plain: Vec<Plain>,
        names: BTreeMap<String, Option<bool>>,
    }

    #[test]
    fn trees_are_decoded() {
        let text = r#"{"shapes":[{"radius":1e30,"kind":"Circle"}],"plain":["Dot",{"Line":[-1,18446744073709551615]}],"names":{"a":null,"b":true}}"#;
        let tree = Tree::parse(text).expect("JSON");
        let expected = Drawing {
            shapes: vec![Shape::Circle { radius: 1e30 }],
            plain: vec![Plain::Dot, Plain::Line(-1, u64::MAX)],
            names: [("a".into(), None), ("b".into(), Some(true))].into(),
        };
        assert_eq!(Drawing::deserialize(Decoder(&tree)), Ok(expected));
        let tree = Tree::parse("[1e400]").expect("JSON");
        assert!(serde_json::Value::deserialize(Decoder(&tree)).is_err());
    }
}
