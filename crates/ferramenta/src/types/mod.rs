//! Types for arguments and results that JSON has no form for, spelled the way clients write them.

mod bytes;
mod digits;
mod email;
mod iso;
#[cfg(feature = "time")]
mod iso_time;
mod maybe;
mod seconds;

use schemars::Schema;
use serde_json::json;

pub(crate) use self::maybe::NAME as MAYBE;
pub use self::{
    bytes::Bytes,
    digits::{Digits, Int64},
    email::Email,
    iso::{Iso, IsoText},
    maybe::Maybe,
    seconds::Seconds,
};
use crate::contract::{
    check::Format,
    schema::{CHECKED, FORMAT},
};

/// The schema of a text whose decoder enforces its form.
fn text_schema(format: Format) -> Schema {
    let mut schema = schemars::json_schema!({ "type": "string" });
    if let Some(pattern) = format.pattern() {
        schema.insert("pattern".into(), json!(pattern));
        schema.insert(FORMAT.into(), json!(format.name()));
    } else {
        schema.insert("format".into(), json!(format.name()));
    }
    schema.insert(CHECKED.into(), json!(true));
    schema
}

/// What a decoder says of a text that isn't of the form.
fn not_of_form<E: serde::de::Error>(format: Format) -> E {
    E::custom(format_args!(
        "is not {}, write it like {}",
        format.with_article(),
        format.example()
    ))
}
