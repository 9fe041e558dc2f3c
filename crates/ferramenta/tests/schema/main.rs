//! `#[schema]` types: what they decode and refuse, how they are written, and what they publish.

mod fields;
mod objects;
mod others;
mod rules;
#[path = "../support/mod.rs"]
mod support;
mod tagged;

use ferramenta::schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

fn decode<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    let from_text = serde_json::from_str(json).map_err(|error| error.to_string());
    let from_reader = serde_json::from_reader::<_, T>(json.as_bytes());
    assert_eq!(from_text.is_ok(), from_reader.is_ok(), "{json}");
    from_text
}

#[track_caller]
fn accepts<T: DeserializeOwned>(json: &str) -> T {
    decode(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

#[track_caller]
fn refuses<T: DeserializeOwned>(json: &str) {
    assert!(decode::<T>(json).is_err(), "{json}");
}

fn described<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut schema: Value = settings.into_generator().into_root_schema_for::<T>().into();
    take_private(&mut schema);
    schema
}

/// Takes out what is never published.
fn take_private(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|key, _| {
                !key.starts_with("x-ferramenta-") && key != "$schema" && key != "title"
            });
            members.values_mut().for_each(take_private);
        }
        Value::Array(items) => items.iter_mut().for_each(take_private),
        _ => {}
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}
