//! Compiled validators, one for each message shape of each version, made when first used.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::problems;
use crate::spec::Spec;

/// How a definition sits in its message.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// The definition is the one of the member `result`.
    Result,
    /// The definition is the whole error answer.
    Error,
    /// The definition is the whole request.
    Request,
    /// The definition is the whole notification.
    Notification,
}

type Key = (&'static str, Shape, &'static str);

static COMPILED: LazyLock<Mutex<HashMap<Key, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// What is wrong with `message`.
pub(crate) fn problems(
    spec: &Spec,
    shape: Shape,
    definition: &'static str,
    message: &Value,
) -> Vec<String> {
    let validator = compiled(spec, shape, definition);
    validator
        .iter_errors(message)
        .flat_map(|error| problems::describe(&error))
        .collect()
}

fn compiled(spec: &Spec, shape: Shape, definition: &'static str) -> Arc<Validator> {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (spec.version, shape, definition);
    Arc::clone(
        compiled
            .entry(key)
            .or_insert_with(|| Arc::new(compile(spec, shape, definition))),
    )
}

fn compile(spec: &Spec, shape: Shape, definition: &str) -> Validator {
    let root = match shape {
        Shape::Result => result(spec, definition),
        Shape::Error => error(spec.definition(definition).clone()),
        Shape::Request => with_member(sent(spec, definition), "id", spec.reference("RequestId")),
        Shape::Notification => sent(spec, definition),
    };
    let mut options = jsonschema::options().should_validate_formats(true);
    options = options.with_format("byte", is_base64);
    options
        .build(&spec.document(root))
        .expect("a closed definition compiles")
}

fn result(spec: &Spec, definition: &str) -> Value {
    let root = json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false });
    let root = with_member(root, "jsonrpc", json!({ "const": "2.0" }));
    let root = with_member(root, "id", spec.reference("RequestId"));
    with_member(root, "result", spec.reference(definition))
}

/// Some versions require an `id`, which can't be given if the request's own can't be read.
fn error(mut root: Value) -> Value {
    if let Some(required) = root["required"].as_array_mut() {
        required.retain(|name| name != "id");
    }
    root
}

/// Some versions define requests and notifications without their envelope, and without the `_meta` that the general
/// form allows in all `params`.
fn sent(spec: &Spec, definition: &str) -> Value {
    let mut root = spec.definition(definition).clone();
    if let Some(Value::Object(params)) = root.pointer_mut("/properties/params/properties") {
        params
            .entry("_meta")
            .or_insert_with(|| json!({ "type": "object" }));
    }
    with_member(root, "jsonrpc", json!({ "const": "2.0" }))
}

/// Adds a member that has to be there.
fn with_member(mut root: Value, name: &str, schema: Value) -> Value {
    root["properties"][name] = schema;
    if let Some(required) = root["required"].as_array_mut()
        && !required.iter().any(|known| known == name)
    {
        required.push(Value::from(name));
    }
    root
}

/// Whether this is base64 with its padding, in the standard alphabet.
fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let alphabet = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    text.len().is_multiple_of(4) && text.len() - digits.len() <= 2 && digits.bytes().all(alphabet)
}
