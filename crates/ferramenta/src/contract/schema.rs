//! Schemas as they are published: lean, with the order of the source, and no weaker than what is
//! accepted.

use std::collections::BTreeMap;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// A private keyword in which `#[schema]` types keep the order of their fields; never published.
pub(crate) const ORDER: &str = "x-ferramenta-order";

/// Makes the schemas of one tool.
pub struct SchemaBuilder {
    input: SchemaGenerator,
    output: SchemaGenerator,
}

impl SchemaBuilder {
    pub(crate) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None);
        Self { input: settings.clone().for_deserialize().into(), output: settings.for_serialize().into() }
    }

    /// The schema of a value that is decoded.
    pub fn input<T: JsonSchema>(&mut self) -> Value {
        self.input.subschema_for::<T>().into()
    }

    /// The schema of a value that is serialized.
    pub fn output<T: JsonSchema>(&mut self) -> Value {
        self.output.subschema_for::<T>().into()
    }

    /// The input schema around these members, as it is published.
    pub(crate) fn publish_input(&mut self, root: Value) -> Value {
        publish(root, self.input.take_definitions(true))
    }

    /// The output schema around this value, as it is published.
    pub(crate) fn publish_output(&mut self, root: Value) -> Value {
        publish(root, self.output.take_definitions(true))
    }
}

impl std::fmt::Debug for SchemaBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SchemaBuilder").finish_non_exhaustive()
    }
}

/// An object schema with these properties.
pub(crate) fn object(properties: Vec<(String, Value)>, required: Vec<String>, closed: bool) -> Value {
    let order: Vec<&String> = properties.iter().map(|(name, _)| name).collect();
    let mut schema = json!({ "type": "object", ORDER: order });
    schema["properties"] = Value::Object(properties.into_iter().collect());
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    if closed {
        schema["additionalProperties"] = false.into();
    }
    schema
}

fn publish(mut root: Value, definitions: Map<String, Value>) -> Value {
    let mut definitions: BTreeMap<String, Value> = definitions.into_iter().collect();
    lean(&mut root);
    definitions.values_mut().for_each(lean);
    inline(&mut root, &mut definitions);
    if !definitions.is_empty() {
        root["$defs"] = Value::Object(definitions.into_iter().collect());
    }
    root
}

/// Takes away what says nothing to a client, everywhere in a schema.
fn lean(schema: &mut Value) {
    if let Value::Object(members) = schema {
        members.remove("title");
        members.remove("$schema");
        plain_number(members);
        optional_properties(members);
    }
    subschemas(schema, &mut lean);
}

/// Replaces formats that only Rust knows by the bounds they stand for.
fn plain_number(members: &mut Map<String, Value>) {
    let Some(format) = members.get("format").and_then(Value::as_str) else { return };
    let (min, max) = match format {
        "int8" => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        "int16" => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        "int32" => (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        "uint8" => (Some(0), Some(i64::from(u8::MAX))),
        "uint16" => (Some(0), Some(i64::from(u16::MAX))),
        "uint32" => (Some(0), Some(i64::from(u32::MAX))),
        "uint" | "uint64" | "uint128" => (Some(0), None),
        "int" | "int64" | "int128" | "float" | "double" => (None, None),
        _ => return,
    };
    members.remove("format");
    for (key, bound) in [("minimum", min), ("maximum", max)] {
        if let Some(bound) = bound {
            members.entry(key).or_insert_with(|| bound.into());
        }
    }
}

/// A property that may be left out publishes its plain type: `null` for it is understood, not asked for.
fn optional_properties(members: &mut Map<String, Value>) {
    let required: Vec<String> = members
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
        .unwrap_or_default();
    let Some(Value::Object(properties)) = members.get_mut("properties") else { return };
    for (name, property) in properties.iter_mut() {
        if !required.contains(name) {
            without_null(property);
        }
    }
}

/// Takes `null` out of a schema that allows it beside something else.
pub(crate) fn without_null(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            members.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if choices.len() == 1 {
            let only = choices.remove(0);
            members.remove("anyOf");
            if let Value::Object(inner) = only {
                for (key, value) in inner {
                    members.entry(key).or_insert(value);
                }
            }
        }
    }
}

/// Puts definitions that are used once, and don't hold themselves, where they are used.
fn inline(root: &mut Value, definitions: &mut BTreeMap<String, Value>) {
    while let Some(name) = definitions.keys().find(|name| used_once(name, root, definitions)).cloned() {
        let Some(definition) = definitions.remove(&name) else { return };
        replace_reference(root, &name, &definition);
        for other in definitions.values_mut() {
            replace_reference(other, &name, &definition);
        }
    }
}

fn used_once(name: &str, root: &Value, definitions: &BTreeMap<String, Value>) -> bool {
    let inside = definitions.get(name).map_or(0, |own| references(own, name));
    let everywhere = references(root, name) + definitions.values().map(|other| references(other, name)).sum::<usize>();
    inside == 0 && everywhere == 1
}

fn references(schema: &Value, name: &str) -> usize {
    match schema {
        Value::Object(members) => {
            let own = usize::from(is_reference(members, name));
            own + members.values().map(|inner| references(inner, name)).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(|item| references(item, name)).sum(),
        _ => 0,
    }
}

fn is_reference(members: &Map<String, Value>, name: &str) -> bool {
    let target = members.get("$ref").and_then(Value::as_str);
    target.and_then(|target| target.strip_prefix("#/$defs/")) == Some(name)
}

fn replace_reference(schema: &mut Value, name: &str, definition: &Value) {
    match schema {
        Value::Object(members) if is_reference(members, name) => {
            members.remove("$ref");
            if let Value::Object(inner) = definition {
                for (key, value) in inner {
                    members.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        Value::Object(members) => {
            members.values_mut().for_each(|inner| replace_reference(inner, name, definition));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| replace_reference(item, name, definition)),
        _ => {}
    }
}

/// Calls `visit` on every schema directly inside a schema.
fn subschemas(schema: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    let Value::Object(members) = schema else { return };
    for (key, value) in members.iter_mut() {
        match key.as_str() {
            "properties" | "$defs" | "patternProperties" => {
                if let Value::Object(named) = value {
                    named.values_mut().for_each(&mut *visit);
                }
            }
            "oneOf" | "anyOf" | "allOf" | "prefixItems" => {
                if let Value::Array(list) = value {
                    list.iter_mut().for_each(&mut *visit);
                }
            }
            "items" | "additionalProperties" | "not" | "propertyNames" | "contains" => visit(value),
            _ => {}
        }
    }
}

/// The schema as text: keywords in the order people write them, properties in the order of the source.
pub(crate) fn render(schema: &Value) -> String {
    let mut out = Vec::new();
    write_schema(&mut out, schema);
    // JSON written from strings and numbers is UTF-8
    String::from_utf8(out).unwrap_or_default()
}

const FIRST: [&str; 18] = [
    "$ref", "type", "const", "enum", "title", "description", "default", "minimum", "maximum", "minLength", "maxLength",
    "pattern", "format", "minItems", "maxItems", "items", "properties", "required",
];

fn write_schema(out: &mut Vec<u8>, schema: &Value) {
    match schema {
        Value::Object(members) => write_keywords(out, members),
        other => write_json(out, other),
    }
}

fn write_keywords(out: &mut Vec<u8>, members: &Map<String, Value>) {
    let rank = |key: &str| match FIRST.iter().position(|first| *first == key) {
        Some(place) => place,
        None if key == "$defs" => FIRST.len() + 1,
        None => FIRST.len(),
    };
    let mut keys: Vec<&String> = members.keys().filter(|key| *key != ORDER).collect();
    keys.sort_by_key(|key| (rank(key), (*key).clone()));
    out.push(b'{');
    for key in keys {
        ferramenta_protocol::write::member(out, key);
        write_keyword(out, key, members);
    }
    out.push(b'}');
}

fn write_keyword(out: &mut Vec<u8>, key: &str, members: &Map<String, Value>) {
    match (key, &members[key]) {
        ("properties", Value::Object(properties)) => {
            let order = members.get(ORDER).and_then(Value::as_array);
            write_named(out, properties, order.map_or(&[], Vec::as_slice));
        }
        ("$defs" | "patternProperties", Value::Object(named)) => write_named(out, named, &[]),
        ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(list)) => {
            out.push(b'[');
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_schema(out, item);
            }
            out.push(b']');
        }
        ("items" | "additionalProperties" | "not" | "propertyNames" | "contains", inner) => write_schema(out, inner),
        (_, value) => write_json(out, value),
    }
}

fn write_named(out: &mut Vec<u8>, named: &Map<String, Value>, order: &[Value]) {
    let ordered = order.iter().filter_map(Value::as_str).filter_map(|name| named.get_key_value(name));
    let rest = named.iter().filter(|(name, _)| !order.iter().any(|known| known == name.as_str()));
    out.push(b'{');
    for (name, schema) in ordered.chain(rest) {
        ferramenta_protocol::write::member(out, name);
        write_schema(out, schema);
    }
    out.push(b'}');
}

fn write_json(out: &mut Vec<u8>, value: &Value) {
    ferramenta_protocol::write::value(out, value);
}
