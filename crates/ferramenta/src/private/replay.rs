//! Members that came before the tag which says what they are.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_json::{Value, value::RawValue};

use super::decode::{Key, Place, Source};

/// Deepest nesting of a member that is remembered, as deep as the decoder goes.
const DEEPEST: usize = 127;

/// The members that were seen, and then those that come.
pub(super) struct Replay<'de, A> {
    seen: std::vec::IntoIter<(String, Member)>,
    current: Option<Member>,
    rest: A,
    lifetime: PhantomData<&'de ()>,
}

impl<A> Replay<'_, A> {
    pub(super) fn new(seen: Vec<(String, Member)>, rest: A) -> Self {
        Self {
            seen: seen.into_iter(),
            current: None,
            rest,
            lifetime: PhantomData,
        }
    }
}

impl<'de, A: MapAccess<'de>> Source for Replay<'de, A> {
    type Error = A::Error;

    #[inline]
    fn key<P: Place>(&mut self, key: Key<P>) -> Result<Option<usize>, A::Error> {
        match self.seen.next() {
            None => self.rest.next_key_seed(key),
            Some((name, member)) => {
                self.current = Some(member);
                key.find(&name).map(Some)
            }
        }
    }

    #[inline]
    fn value<T: DeserializeOwned>(&mut self) -> Result<T, A::Error> {
        match self.current.take() {
            None => self.rest.next_value(),
            Some(member) => member.decode().map_err(without_place),
        }
    }
}

/// The same error, without a place in a text that nobody sees.
#[cold]
#[expect(clippy::needless_pass_by_value, reason = "the function of a `map_err`")]
fn without_place<E: Error>(error: serde_json::Error) -> E {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    E::custom(words.strip_suffix(&place).unwrap_or(&words))
}

/// The value of a member, not decoded yet.
pub(super) enum Member {
    /// Its text, where the decoder is one of JSON.
    Text(Box<RawValue>),
    Tree(Value),
}

impl Member {
    fn decode<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        match self {
            Self::Text(text) => serde_json::from_slice(text.get().as_bytes()),
            Self::Tree(tree) => serde_json::from_value(tree),
        }
    }
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut tree = None;
        match Box::<RawValue>::deserialize(Capture {
            inner: deserializer,
            tree: &mut tree,
        }) {
            Ok(text) if is_deep(text.get()) => Err(D::Error::custom("recursion limit exceeded")),
            Ok(text) => Ok(Self::Text(text)),
            Err(error) => tree.map(Self::Tree).ok_or(error),
        }
    }
}

/// Whether a text is nested deeper than the decoder goes: a text is passed over without a limit, and
/// one that is decoded later begins to count anew.
fn is_deep(text: &str) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// Lets a decoder that isn't one of JSON give a tree, where a text is asked for.
struct Capture<'a, D> {
    inner: D,
    tree: &'a mut Option<Value>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Capture<'_, D> {
    type Error = D::Error;

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_newtype_struct(
            name,
            CaptureVisitor {
                visitor,
                tree: self.tree,
            },
        )
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct CaptureVisitor<'a, V> {
    visitor: V,
    tree: &'a mut Option<Value>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for CaptureVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(map)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        *self.tree = Some(Value::deserialize(deserializer)?);
        Err(D::Error::custom("a tree, and no text"))
    }
}
