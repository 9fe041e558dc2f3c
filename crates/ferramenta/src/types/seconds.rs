use std::{borrow::Cow, fmt, ops::Deref, time::Duration};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::contract::schema::CHECKED;

/// Most seconds that are taken: floats are exact up to here.
const MOST: u64 = (1 << 53) - 1;

/// A duration that travels as a number of seconds, such as `2.5`.
///
/// ```
/// use std::time::Duration;
/// use ferramenta::{Seconds, tool};
///
/// /// Set an alarm.
/// #[tool(inline)]
/// fn alarm(after: Seconds) -> String {
///     format!("in {} ms", after.as_millis())
/// }
/// # assert_eq!(alarm(Seconds(Duration::from_millis(2_500))), "in 2500 ms");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub Duration);

impl Deref for Seconds {
    type Target = Duration;

    fn deref(&self) -> &Duration {
        &self.0
    }
}

impl From<Duration> for Seconds {
    fn from(duration: Duration) -> Self {
        Self(duration)
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.subsec_nanos() == 0 {
            serializer.serialize_u64(self.0.as_secs())
        } else {
            serializer.serialize_f64(self.0.as_secs_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(Number)
    }
}

struct Number;

impl de::Visitor<'_> for Number {
    type Value = Seconds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of seconds")
    }

    fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<Seconds, E> {
        if seconds <= MOST {
            Ok(Seconds(Duration::from_secs(seconds)))
        } else {
            Err(out_of_range())
        }
    }

    fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<Seconds, E> {
        u64::try_from(seconds)
            .map_err(|_| out_of_range())
            .and_then(|seconds| self.visit_u64(seconds))
    }

    #[expect(clippy::cast_precision_loss, reason = "floats are exact up to here")]
    fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<Seconds, E> {
        let allowed = (0.0..=MOST as f64).contains(&seconds);
        let duration = allowed
            .then(|| Duration::try_from_secs_f64(seconds).ok())
            .flatten();
        duration.map(Seconds).ok_or_else(out_of_range)
    }
}

fn out_of_range<E: de::Error>() -> E {
    E::custom(format_args!("is not a number of seconds from 0 to {MOST}"))
}

impl JsonSchema for Seconds {
    fn schema_name() -> Cow<'static, str> {
        "Seconds".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": MOST, CHECKED: true })
    }
}
