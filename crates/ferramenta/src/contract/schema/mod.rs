//! Schemas: made from types, published lean, and compiled into what values are checked against.

mod compile;
mod contradictions;
mod endless;
mod guarantee;
mod keywords;
mod lean;
mod model;
mod render;
mod secrets;
mod unfit;
mod values;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

pub(crate) use self::{
    compile::{SchemaError, compile, compile_with_places, under},
    guarantee::{Guarantee, guarantee},
    lean::without_null,
    model::{Combined, Contract, Kind, Limit, Node, NodeId, ObjectRules},
    render::render,
    unfit::Unfit,
};

/// Keywords that begin like this are ours, and never published.
const PRIVATE: &str = "x-ferramenta-";
/// The order of an object's properties in the source.
pub(crate) const ORDER: &str = "x-ferramenta-order";
/// The decoder of the type enforces the keywords beside this one.
pub(crate) const CHECKED: &str = "x-ferramenta-checked";
/// The value is never repeated in messages.
pub(crate) const SECRET: &str = "x-ferramenta-secret";
/// The width of an integer whose bounds are beyond what clients can handle, such as `int64`.
pub(crate) const WIDTH: &str = "x-ferramenta-width";

/// The exact form of a text whose published `pattern` is only near to it; see `Format`.
pub(crate) const FORMAT: &str = "x-ferramenta-format";
/// `null` means something here, and is published.
pub(crate) const NULLABLE: &str = "x-ferramenta-nullable";
/// A number is taken for this text, as its digits.
pub(crate) const DIGITS: &str = "x-ferramenta-digits";

/// Makes the schemas of one tool.
pub struct SchemaBuilder {
    input: SchemaGenerator,
    output: SchemaGenerator,
}

impl SchemaBuilder {
    pub(crate) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None);
        Self {
            input: settings.clone().for_deserialize().into(),
            output: settings.for_serialize().into(),
        }
    }

    /// The schema of a value that is decoded.
    pub fn input<T: JsonSchema>(&mut self) -> Value {
        self.input.subschema_for::<T>().into()
    }

    /// The schema of an argument, lean already, so that rules can be added to it.
    pub(crate) fn argument(mut schema: Value) -> Value {
        lean::lean(&mut schema, true);
        schema
    }

    /// The schema of a value that is serialized.
    pub fn output<T: JsonSchema>(&mut self) -> Value {
        self.output.subschema_for::<T>().into()
    }

    /// The input schema around these members, lean, with the private keywords still in it.
    pub(crate) fn finish_input(&mut self, root: Value) -> Value {
        lean::finish(root, self.input.take_definitions(true), true)
    }

    /// The types seen so far that a client couldn't be expected to write.
    pub(crate) fn unfit_inputs(&self) -> Vec<&'static Unfit> {
        unfit::find(self.input.definitions())
    }

    /// The output schema around this value, lean, with the private keywords still in it.
    pub(crate) fn finish_output(&mut self, root: Value) -> Value {
        lean::finish(root, self.output.take_definitions(true), false)
    }
}

impl std::fmt::Debug for SchemaBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SchemaBuilder").finish_non_exhaustive()
    }
}

/// An object schema with these properties, whose decoder enforces it.
pub(crate) fn object(
    properties: Vec<(String, Value)>,
    required: Vec<String>,
    closed: bool,
) -> Value {
    let order: Vec<&String> = properties.iter().map(|(name, _)| name).collect();
    let mut schema = json!({ "type": "object", ORDER: order, CHECKED: true });
    schema["properties"] = Value::Object(properties.into_iter().collect());
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    if closed {
        schema["additionalProperties"] = false.into();
    }
    schema
}

/// The members of an object in the order of the source, what has no place there at the end.
fn ordered<'a>(
    named: Option<&'a Map<String, Value>>,
    order: &'a [Value],
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let known = order
        .iter()
        .filter_map(Value::as_str)
        .filter_map(move |name| named?.get_key_value(name));
    let rest = named
        .into_iter()
        .flatten()
        .filter(|(name, _)| !order.iter().any(|known| known == name.as_str()));
    known.chain(rest)
}
