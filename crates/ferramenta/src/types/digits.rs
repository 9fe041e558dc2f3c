use std::{borrow::Cow, fmt, marker::PhantomData, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{not_of_form, text_schema};
use crate::contract::schema::DIGITS;

/// A 64-bit integer that travels as the text of its digits, such as an id: many clients round numbers
/// beyond 2^53.
///
/// A number that arrives whole is taken as well.
///
/// ```
/// use ferramenta::{Digits, tool};
///
/// /// The title of a book.
/// #[tool(inline)]
/// fn title(id: Digits<u64>) -> String {
///     format!("Book {id}")
/// }
/// # assert_eq!(title(Digits(9007199254740993)), "Book 9007199254740993");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digits<T>(pub T);

/// An integer of 64 bits: `u64` or `i64`.
pub trait Int64: fmt::Display + Sized + sealed::Sealed {}

impl Int64 for u64 {}
impl Int64 for i64 {}

mod sealed {
    use crate::contract::check::Format;

    pub trait Sealed: std::str::FromStr {
        #[doc(hidden)]
        #[expect(private_interfaces, reason = "nobody else can implement the trait")]
        const FORMAT: Format;
    }

    #[expect(private_interfaces, reason = "nobody else can implement the trait")]
    impl Sealed for u64 {
        const FORMAT: Format = Format::Unsigned64;
    }

    #[expect(private_interfaces, reason = "nobody else can implement the trait")]
    impl Sealed for i64 {
        const FORMAT: Format = Format::Signed64;
    }
}

impl<T> Deref for Digits<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Digits<T> {
    fn from(number: T) -> Self {
        Self(number)
    }
}

impl<T: fmt::Display> fmt::Display for Digits<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Int64> Serialize for Digits<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: Int64> Deserialize<'de> for Digits<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_str(Visitor(PhantomData))
            .map(Digits)
    }
}

struct Visitor<T>(PhantomData<T>);

impl<T: Int64> de::Visitor<'_> for Visitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text of digits")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let known = T::FORMAT.accepts(text).then(|| text.parse().ok()).flatten();
        known.ok_or_else(|| not_of_form(T::FORMAT))
    }
}

impl<T: Int64> JsonSchema for Digits<T> {
    fn schema_name() -> Cow<'static, str> {
        T::FORMAT.name().into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = text_schema(T::FORMAT);
        schema.insert(DIGITS.into(), true.into());
        schema
    }
}
