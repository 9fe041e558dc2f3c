//! Types of the standard library that decode from a form that no client would think of.

use serde_json::{Map, Value};

/// A type that is no argument, and what to take instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    pub(crate) what: &'static str,
    pub(crate) remedy: &'static str,
    /// How the name of its definition begins.
    name: &'static str,
    /// The members that its form has.
    members: &'static [&'static str],
}

const UNFIT: [Unfit; 7] = [
    Unfit {
        what: "a `std::time::Duration`, which decodes from seconds and nanoseconds in an object",
        remedy: "take `Iso<Duration>` for a text such as `PT1H30M`, or `Seconds` for a number",
        name: "Duration",
        members: &["nanos", "secs"],
    },
    Unfit {
        what: "a `std::time::SystemTime`, which decodes from seconds and nanoseconds in an object",
        remedy: "take a date and time of `chrono`, `jiff` or `time`, whose features have these names",
        name: "SystemTime",
        members: &["nanos_since_epoch", "secs_since_epoch"],
    },
    Unfit {
        what: "a `Result`, which decodes from an object with `Ok` or `Err`",
        remedy: "take the value itself, or an enum with `#[ferramenta::schema]` whose variants say what they are",
        name: "Result_of_",
        members: &["Ok", "Err"],
    },
    Unfit {
        what: "a range, which decodes from an object with `start` and `end`",
        remedy: "take its two ends, each with a description that says whether it is included",
        name: "Range_of_",
        members: &["start", "end"],
    },
    Unfit {
        what: "a `Bound`, which decodes from an object with `Included` or `Excluded`",
        remedy: "take the value itself, with a description that says whether it is included",
        name: "Bound_of_",
        members: &["Included", "Excluded"],
    },
    Unfit {
        what: "an `OsString`, whose form depends on the system",
        remedy: "take a `String`",
        name: "OsString",
        members: &["Unix", "Windows"],
    },
    Unfit {
        what: "a `CString`, which decodes from a list of bytes",
        remedy: "take a `String`, or `Bytes` for base64",
        name: "CString",
        members: &["items"],
    },
];

/// The unfit types among the definitions of a schema.
pub(super) fn find(definitions: &Map<String, Value>) -> Vec<&'static Unfit> {
    let is_one = |unfit: &Unfit, (name, schema): (&String, &Value)| {
        let known = if unfit.name.ends_with('_') {
            name.starts_with(unfit.name)
        } else {
            name == unfit.name
        };
        known
            && unfit
                .members
                .iter()
                .all(|member| has_member(schema, member))
    };
    UNFIT
        .iter()
        .filter(|unfit| {
            definitions
                .iter()
                .any(|definition| is_one(unfit, definition))
        })
        .collect()
}

/// Whether a schema, or one of its forms, names this member.
fn has_member(schema: &Value, member: &str) -> bool {
    let named = |schema: &Value| {
        schema
            .get("properties")
            .is_some_and(|named| named.get(member).is_some())
    };
    let forms = schema.get("oneOf").and_then(Value::as_array);
    schema.get(member).is_some()
        || named(schema)
        || forms.is_some_and(|forms| forms.iter().any(named))
}
