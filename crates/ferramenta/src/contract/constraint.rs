//! Rules beyond the type: ranges, lengths, patterns and fixed values.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use regex_lite::Regex;
use serde_json::{Map, Number, Value};

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Bound {
    /// An integer.
    Int(i128),
    /// A number with a fraction.
    Float(f64),
}

macro_rules! bound_from {
    ($($int:ty)*; $($float:ty)*) => {
        $(impl From<$int> for Bound {
            fn from(value: $int) -> Self { Self::Int(value as i128) }
        })*
        $(impl From<$float> for Bound {
            fn from(value: $float) -> Self { Self::Float(value.into()) }
        })*
    };
}
bound_from!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize; f32 f64);

impl Bound {
    /// Whether `self` is at most `other`, compared exactly where both are integers.
    pub(crate) fn at_most(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a <= b,
            _ => self.as_f64() <= other.as_f64(),
        }
    }

    /// Whether both are the same number, compared exactly.
    pub(crate) fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            #[expect(clippy::float_cmp, reason = "the very number is meant")]
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Int(int), Self::Float(float)) | (Self::Float(float), Self::Int(int)) => {
                as_integer(float) == Some(int)
            }
        }
    }

    pub(crate) fn from_number(number: &Number) -> Self {
        let integer = number
            .as_i64()
            .map(i128::from)
            .or_else(|| number.as_u64().map(i128::from));
        integer.map_or_else(
            || Self::Float(number.as_f64().unwrap_or(f64::NAN)),
            Self::Int,
        )
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a comparison with a float is one of floats"
    )]
    fn as_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    fn to_json(self) -> Value {
        match self {
            Self::Int(value) => i64::try_from(value)
                .map(Value::from)
                .or_else(|_| u64::try_from(value).map(Value::from))
                .unwrap_or(Value::Null),
            Self::Float(value) => value.into(),
        }
    }
}

/// The integer that a float is, if it is one.
fn as_integer(float: f64) -> Option<i128> {
    const BEYOND: f64 = 1e38;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it has no fraction and is within the bounds of the integer"
    )]
    (float.fract() == 0.0 && float.abs() < BEYOND).then_some(float as i128)
}

/// A rule for one value.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// A number between two ends, both included.
    Range {
        /// The smallest allowed.
        min: Option<Bound>,
        /// The largest allowed.
        max: Option<Bound>,
    },
    /// Characters of a text, or items of a list.
    Length {
        /// The fewest allowed.
        min: Option<usize>,
        /// The most allowed.
        max: Option<usize>,
    },
    /// A regular expression that has to be found in the text.
    Pattern(Pattern),
    /// The only values allowed.
    OneOf(Vec<Value>),
}

/// A regular expression, or what is wrong with it.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Cow<'static, str>,
    regex: Result<Regex, String>,
}

impl Constraint {
    /// A range with both ends included.
    pub const fn range(min: Option<Bound>, max: Option<Bound>) -> Self {
        Self::Range { min, max }
    }

    /// A length in characters or items.
    pub const fn length(min: Option<usize>, max: Option<usize>) -> Self {
        Self::Length { min, max }
    }

    /// A regular expression without look-around; `\d`, `\w` and `\s` are ASCII.
    pub fn pattern(source: impl Into<Cow<'static, str>>) -> Self {
        let source = source.into();
        let regex = Regex::new(&source).map_err(|error| error.to_string());
        Self::Pattern(Pattern { source, regex })
    }

    /// Fixed values.
    pub fn one_of<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::OneOf(values.into_iter().map(Into::into).collect())
    }

    /// Whether the value keeps the rule; a value that the rule isn't about does.
    #[inline]
    pub fn allows<T: Constrained + ?Sized>(&self, value: &T) -> bool {
        match self {
            Self::Range { min, max } => value.number().is_none_or(|number| {
                min.is_none_or(|min| min.at_most(number))
                    && max.is_none_or(|max| number.at_most(max))
            }),
            Self::Length { min, max } => value.length().is_none_or(|length| {
                min.is_none_or(|min| min <= length) && max.is_none_or(|max| length <= max)
            }),
            Self::Pattern(pattern) => value.text().is_none_or(|text| {
                pattern
                    .regex
                    .as_ref()
                    .is_ok_and(|regex| regex.is_match(text))
            }),
            Self::OneOf(values) => values.iter().any(|allowed| value.equals(allowed)),
        }
    }

    /// Writes the rule into the value's schema.
    pub fn apply(&self, schema: &mut Map<String, Value>) {
        let has_kind = |wanted: &str| match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == wanted),
            kind => kind.is_some_and(|kind| kind == wanted),
        };
        let (is_list, is_map, nullable) = (has_kind("array"), has_kind("object"), has_kind("null"));
        let mut set = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(key.into(), value);
            }
        };
        match self {
            Self::Range { min, max } => {
                set("minimum", min.map(Bound::to_json));
                set("maximum", max.map(Bound::to_json));
            }
            Self::Length { min, max } => {
                let (least, most) = match (is_list, is_map) {
                    (true, _) => ("minItems", "maxItems"),
                    (_, true) => ("minProperties", "maxProperties"),
                    _ => ("minLength", "maxLength"),
                };
                set(least, min.map(Value::from));
                set(most, max.map(Value::from));
            }
            Self::Pattern(pattern) => set("pattern", Some(pattern.source.clone().into())),
            Self::OneOf(values) => {
                let null = nullable
                    .then_some(Value::Null)
                    .filter(|null| !values.contains(null));
                set("enum", Some(values.iter().cloned().chain(null).collect()));
            }
        }
    }

    /// What is wrong with the rule itself.
    pub(crate) fn mistake(&self) -> Option<String> {
        match self {
            Self::Range {
                min: Some(min),
                max: Some(max),
            } if !min.at_most(*max) => Some("its range is empty".into()),
            Self::Length {
                min: Some(min),
                max: Some(max),
            } if min > max => Some("its length is empty".into()),
            Self::Pattern(Pattern {
                source,
                regex: Err(error),
            }) => Some(format!(
                "its pattern `{source}` is not a regular expression: {error}"
            )),
            Self::OneOf(values) if values.is_empty() => Some("its `one_of` names no value".into()),
            _ => None,
        }
    }
}

/// A value that rules can be about.
#[diagnostic::on_unimplemented(
    message = "`one_of(..)` is for numbers and texts, and `{Self}` is neither",
    label = "neither a number nor a text",
    note = "for one of several names write an enum with `#[ferramenta::schema]`"
)]
pub trait Constrained {
    /// The value as a number.
    fn number(&self) -> Option<Bound> {
        None
    }

    /// Its length in characters or items.
    fn length(&self) -> Option<usize> {
        None
    }

    /// The value as text.
    fn text(&self) -> Option<&str> {
        None
    }

    /// Whether it is this JSON value.
    fn equals(&self, json: &Value) -> bool {
        match json {
            Value::String(text) => self.text() == Some(text),
            Value::Number(number) => self
                .number()
                .is_some_and(|own| own.is(Bound::from_number(number))),
            _ => false,
        }
    }
}

/// A type that `range(..)` can be about: a number, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`range(..)` is for numbers, and `{Self}` is none",
    label = "not a number",
    note = "for texts and lists write `length(..)`"
)]
pub trait Ranged: Constrained {}

/// A type that `length(..)` can be about: a text, a list or a map, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`length(..)` is for texts, lists and maps, and `{Self}` is none",
    label = "has no length",
    note = "for numbers write `range(..)`"
)]
pub trait Measured: Constrained {}

/// A type that `pattern = ".."` can be about: a text, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`pattern` is for texts, and `{Self}` is none",
    label = "not a text",
    note = "take a `String` here, or drop the pattern"
)]
pub trait Textual: Constrained {}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Constrained for $number {
            fn number(&self) -> Option<Bound> { Some((*self).into()) }
        }
        impl Ranged for $number {}
    )*};
}
numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize f64);

impl Constrained for f32 {
    /// The number as it is written: `0.1` is what was meant by the float next to it.
    fn number(&self) -> Option<Bound> {
        self.to_string().parse().ok().map(Bound::Float)
    }
}
impl Ranged for f32 {}

impl Constrained for String {
    fn length(&self) -> Option<usize> {
        Some(self.chars().count())
    }

    fn text(&self) -> Option<&str> {
        Some(self)
    }
}
impl Measured for String {}
impl Textual for String {}

macro_rules! lists {
    ($([$($generic:ident)*] $list:ty;)*) => {$(
        impl<$($generic),*> Constrained for $list {
            fn length(&self) -> Option<usize> { Some(self.len()) }
        }
        impl<$($generic),*> Measured for $list {}
    )*};
}
lists! {
    [T] Vec<T>;
    [T] BTreeSet<T>;
    [T S] HashSet<T, S>;
    [K V] BTreeMap<K, V>;
    [K V S] HashMap<K, V, S>;
}

impl<T: Constrained> Constrained for Option<T> {
    fn number(&self) -> Option<Bound> {
        self.as_ref().and_then(Constrained::number)
    }

    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(Constrained::length)
    }

    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(Constrained::text)
    }

    fn equals(&self, json: &Value) -> bool {
        self.as_ref().is_none_or(|value| value.equals(json))
    }
}
impl<T: Ranged> Ranged for Option<T> {}
impl<T: Measured> Measured for Option<T> {}
impl<T: Textual> Textual for Option<T> {}
