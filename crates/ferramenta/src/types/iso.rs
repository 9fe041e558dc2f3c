use std::{borrow::Cow, fmt, fmt::Write as _, marker::PhantomData, ops::Deref, time::Duration};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{not_of_form, text_schema};
use crate::contract::check::Format;

/// A duration, date or time as ISO 8601 writes it: `Iso<Duration>` is `PT1H30M`.
///
/// With the feature `time` it holds the types of that crate as well: `Date`, `Time`, `PrimitiveDateTime`
/// and `OffsetDateTime`.
///
/// ```
/// use std::time::Duration;
/// use ferramenta::{Iso, tool};
///
/// /// Lend a book.
/// #[tool(inline)]
/// fn lend(time: Iso<Duration>) -> String {
///     format!("for {} days", time.as_secs() / 86_400)
/// }
/// # assert_eq!(lend(Iso(Duration::from_secs(86_400))), "for 1 days");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Iso<T>(pub T);

/// A type that ISO 8601 has a text for.
pub trait IsoText: Sized + sealed::Sealed {}

pub(super) mod sealed {
    use std::fmt;

    use crate::contract::check::Format;

    pub trait Sealed: Sized {
        #[doc(hidden)]
        #[expect(private_interfaces, reason = "nobody else can implement the trait")]
        const FORMAT: Format;

        /// Reads a text of the format; `None` where the type is narrower.
        #[doc(hidden)]
        fn read(text: &str) -> Option<Self>;

        #[doc(hidden)]
        fn write(&self, out: &mut String) -> fmt::Result;
    }
}

impl<T> Deref for Iso<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Iso<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: IsoText> Serialize for Iso<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        self.0
            .write(&mut text)
            .map_err(|_| serde::ser::Error::custom("a time that ISO 8601 has no text for"))?;
        serializer.serialize_str(&text)
    }
}

impl<'de, T: IsoText> Deserialize<'de> for Iso<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Visitor(PhantomData)).map(Iso)
    }
}

struct Visitor<T>(PhantomData<T>);

impl<T: IsoText> de::Visitor<'_> for Visitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text of ISO 8601")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let read = T::FORMAT.accepts(text).then(|| T::read(text)).flatten();
        read.ok_or_else(|| not_of_form(T::FORMAT))
    }
}

impl<T: IsoText> JsonSchema for Iso<T> {
    fn schema_name() -> Cow<'static, str> {
        T::FORMAT.name().into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        text_schema(T::FORMAT)
    }
}

/// The units of a duration, in seconds.
const UNITS: [(char, u64); 5] = [
    ('W', 604_800),
    ('D', 86_400),
    ('H', 3_600),
    ('M', 60),
    ('S', 1),
];

impl IsoText for Duration {}

#[expect(private_interfaces, reason = "nobody else can implement the trait")]
impl sealed::Sealed for Duration {
    const FORMAT: Format = Format::FixedDuration;

    fn read(text: &str) -> Option<Self> {
        let mut duration = Self::ZERO;
        let mut rest = text.strip_prefix('P')?;
        while !rest.is_empty() {
            rest = rest.strip_prefix('T').unwrap_or(rest);
            let end = rest.find(|c: char| c.is_ascii_uppercase())?;
            let unit = rest[end..].chars().next()?;
            let (_, seconds) = UNITS.iter().find(|(known, _)| *known == unit)?;
            let (whole, fraction) = rest[..end].split_once('.').unwrap_or((&rest[..end], ""));
            let nanos = if fraction.is_empty() {
                0
            } else {
                format!("{fraction:0<9}").parse().ok()?
            };
            let whole: u64 = whole.parse().ok()?;
            duration = duration.checked_add(Self::new(whole.checked_mul(*seconds)?, nanos))?;
            rest = &rest[end + 1..];
        }
        Some(duration)
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let (seconds, nanos) = (self.as_secs(), self.subsec_nanos());
        let (days, hours, minutes, left) = (
            seconds / 86_400,
            seconds / 3_600 % 24,
            seconds / 60 % 60,
            seconds % 60,
        );
        out.push('P');
        if days > 0 {
            write!(out, "{days}D")?;
        }
        if days > 0 && seconds % 86_400 == 0 && nanos == 0 {
            return Ok(());
        }
        out.push('T');
        if hours > 0 {
            write!(out, "{hours}H")?;
        }
        if minutes > 0 {
            write!(out, "{minutes}M")?;
        }
        let fraction = format!("{nanos:09}");
        match fraction.trim_end_matches('0') {
            "" if left > 0 || seconds == 0 => write!(out, "{left}S"),
            "" => Ok(()),
            fraction => write!(out, "{left}.{fraction}S"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Format, sealed::Sealed};

    #[test]
    fn durations_are_read_and_written() {
        for (text, seconds, nanos) in [
            ("PT0S", 0, 0),
            ("PT1H30M", 5_400, 0),
            ("P1DT0.5S", 86_400, 500_000_000),
            ("P2D", 172_800, 0),
            ("PT1H1S", 3_601, 0),
            ("PT0.000000001S", 0, 1),
        ] {
            let duration = Duration::new(seconds, nanos);
            let mut written = String::new();
            assert!(duration.write(&mut written).is_ok());
            assert_eq!(written, text);
            assert!(Format::FixedDuration.accepts(text), "{text}");
            assert_eq!(Duration::read(text), Some(duration), "{text}");
        }
        assert_eq!(Duration::read("P1W"), Some(Duration::from_secs(604_800)));
        assert_eq!(Duration::read("PT90M"), Some(Duration::from_secs(5_400)));
    }
}
