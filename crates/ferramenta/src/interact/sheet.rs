//! Forms, read off their types.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use ferramenta_protocol::{FieldDefinition, FieldKind, FormChoices, FormDefinition, Tree};
use serde_json::{Map, Value};

use super::{Form, question::Fill};
use crate::{
    Args, ParamSpec, Place,
    contract::{
        Arguments, Declared, Owner, SchemaBuilder,
        check::{Budget, explain, message},
        marker,
        schema::{Contract, ORDER, compile},
    },
};

/// A form by its type.
pub(super) struct Sheet<T: Form + Send + 'static> {
    definition: FormDefinition,
    contract: Arguments<(Args<T>,), (marker::Whole,)>,
}

impl<T: Form + Send + 'static> Sheet<T> {
    /// The form of a type, made when it is first asked for.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn of() -> Result<Arc<Self>, String> {
        static KNOWN: LazyLock<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>> =
            LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let id = TypeId::of::<T>();
        if let Some(sheet) = known.get(&id).cloned().and_then(|any| any.downcast().ok()) {
            return Ok(sheet);
        }
        let sheet = Arc::new(Self::new()?);
        known.insert(id, Arc::<Self>::clone(&sheet) as _);
        Ok(sheet)
    }

    fn new() -> Result<Self, String> {
        let name = std::any::type_name::<T>();
        let owner = Owner {
            kind: "form",
            name,
            place: Place::UNKNOWN,
        };
        let mut errors = Vec::new();
        let specs = (ParamSpec::new("content"),);
        let contract = Arguments::new(specs, &Declared::default(), &owner, &mut errors);
        let Some((contract, _)) = contract else {
            let problems: Vec<&str> = errors.iter().map(|error| error.problem.as_str()).collect();
            return Err(problems.join("; "));
        };
        let mut builder = SchemaBuilder::new();
        let root = builder.input::<T>();
        let definition = definition(&builder.finish_input(root));
        Ok(Self {
            definition: definition.map_err(|why| format!("form `{name}`: {why}"))?,
            contract,
        })
    }
}

impl<T: Form + Send + 'static> Fill<T> for Sheet<T> {
    fn definition(&self) -> &FormDefinition {
        &self.definition
    }

    fn read(&self, content: &Map<String, Value>) -> Result<T, String> {
        let content = known(&self.definition, content).to_string();
        let decoded = self.contract.decode(&content);
        let (slot,) = decoded.map_err(|invalid| invalid.reasons())?.slots;
        let Args(value) = slot.ok_or("nothing was filled in")?;
        Ok(value)
    }
}

/// A form whose schema was written by hand.
pub(super) struct HandMade {
    definition: FormDefinition,
    contract: Contract,
}

impl HandMade {
    /// # Errors
    /// Why it is none.
    pub(super) fn new(schema: &Value) -> Result<Self, String> {
        let definition = definition(schema)?;
        let mut checked = schema.clone();
        let properties = checked.get_mut("properties").and_then(Value::as_object_mut);
        for property in properties.into_iter().flat_map(Map::values_mut) {
            if let Value::Object(members) = property {
                members.remove("enumNames");
            }
        }
        let contract = compile(&checked).map_err(|mistakes| {
            let mistakes = mistakes.iter().map(|mistake| mistake.problem.as_str());
            mistakes.collect::<Vec<_>>().join("; ")
        })?;
        Ok(Self {
            definition,
            contract,
        })
    }
}

impl Fill<Map<String, Value>> for HandMade {
    fn definition(&self) -> &FormDefinition {
        &self.definition
    }

    fn read(&self, content: &Map<String, Value>) -> Result<Map<String, Value>, String> {
        let content = known(&self.definition, content);
        let text = content.to_string();
        let tree = Tree::parse(&text).map_err(|_| "a text is not Unicode")?;
        let problems = explain(&self.contract, &tree, &Budget::for_bytes(text.len()));
        match (problems.as_slice(), content) {
            ([], Value::Object(content)) => Ok(content),
            _ => Err(message(&problems).trim_start().to_owned()),
        }
    }
}

/// What was filled in of what was asked for; a field that was left empty is as good as absent.
fn known(form: &FormDefinition, content: &Map<String, Value>) -> Value {
    let filled = form.fields.iter().filter_map(|field| {
        let value = content.get(&field.name)?;
        let empty = value.is_null() || value == "";
        let left_out = empty && !field.required;
        (!left_out).then(|| (field.name.clone(), value.clone()))
    });
    Value::Object(filled.collect())
}

/// Reads a schema as a form.
///
/// # Errors
/// Why it is none.
fn definition(schema: &Value) -> Result<FormDefinition, String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.ok_or("a form is an object with properties")?;
    let order = schema.get(ORDER).and_then(Value::as_array);
    let order: Vec<&str> = match order {
        Some(order) => order.iter().filter_map(Value::as_str).collect(),
        None => properties.keys().map(String::as_str).collect(),
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        let mut all = required.into_iter().flatten();
        all.any(|required| required == name)
    };
    let fields = order.into_iter().filter_map(|name| {
        let property = resolved(properties.get(name)?, schema);
        let kind = kind(&property, schema);
        let kind = kind.ok_or_else(|| {
            format!("`{name}` is neither a text, a number, a boolean, nor a choice")
        });
        Some(kind.map(|kind| FieldDefinition {
            name: name.to_owned(),
            required: is_required(name),
            title: text(&property, "title"),
            description: text(&property, "description"),
            default: property.get("default").cloned(),
            kind,
        }))
    });
    let fields = fields.collect::<Result<_, String>>()?;
    Ok(FormDefinition { fields })
}

/// A schema with what it refers to.
fn resolved(schema: &Value, root: &Value) -> Value {
    let Some(target) = schema.get("$ref").and_then(Value::as_str) else {
        return schema.clone();
    };
    let target = target.strip_prefix('#').and_then(|path| root.pointer(path));
    let mut joined = target.cloned().unwrap_or_default();
    if let (Value::Object(joined), Value::Object(own)) = (&mut joined, schema) {
        let own = own.iter().filter(|(key, _)| *key != "$ref");
        joined.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    }
    joined
}

fn kind(schema: &Value, root: &Value) -> Option<FieldKind> {
    let count = |key: &str| schema.get(key).and_then(Value::as_u64);
    let number = |key: &str| schema.get(key).and_then(Value::as_number).cloned();
    match schema.get("type")?.as_str()? {
        "string" => Some(match choices(schema) {
            Some(choices) => FieldKind::One(choices),
            None => FieldKind::Text {
                min: count("minLength"),
                max: count("maxLength"),
                format: text(schema, "format").filter(|format| FORMATS.contains(&&**format)),
            },
        }),
        "integer" | "number" => Some(FieldKind::Number {
            integer: schema["type"] == "integer",
            min: number("minimum"),
            max: number("maximum"),
        }),
        "boolean" => Some(FieldKind::Boolean),
        "array" => Some(FieldKind::Some {
            choices: choices(&resolved(schema.get("items")?, root))?,
            min: count("minItems"),
            max: count("maxItems"),
        }),
        _ => None,
    }
}

/// The formats that forms know.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// The texts that a schema lists, each with the words for it.
fn choices(schema: &Value) -> Option<FormChoices> {
    let titled = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    if let Some(titled) = titled.and_then(Value::as_array) {
        let values = titled.iter().map(|value| {
            let words = text(value, "title").or_else(|| text(value, "description"));
            Some((text(value, "const")?, words))
        });
        return Some(FormChoices {
            values: values.collect::<Option<_>>()?,
            names_apart: false,
        });
    }
    let values = schema.get("enum").and_then(Value::as_array);
    let values = match values {
        Some(values) => values.clone(),
        None => vec![schema.get("const")?.clone()],
    };
    let names = schema.get("enumNames").and_then(Value::as_array);
    let mut words = names
        .into_iter()
        .flatten()
        .map(|name| name.as_str().map(String::from));
    let values = values.into_iter().map(|value| match value {
        Value::String(value) => Some((value, words.next().flatten())),
        _ => None,
    });
    Some(FormChoices {
        values: values.collect::<Option<_>>()?,
        names_apart: names.is_some(),
    })
}

fn text(schema: &Value, key: &str) -> Option<String> {
    schema.get(key)?.as_str().map(str::to_owned)
}
