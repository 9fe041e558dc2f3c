//! Values to try on two schemas: what stands in them, and what is next to it.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
};

use serde_json::{Map, Number, Value};

use super::{covers::View, root::standing_alone, schema::validator};

/// Values of one schema at most.
const MOST: usize = 64;

/// How deep values are nested at most.
const DEPTH: usize = 6;

/// Up to this length, texts of several letters are tried.
const SHORT: usize = 16;

/// Lengths that are tried at most.
const LONGEST: usize = 4096;

/// Values inside one value at most.
const LARGEST: usize = 10_000;

/// What values are made from.
pub(super) struct Samples<'a> {
    root: &'a Value,
    /// What was made before, by its schema and how deep it may be nested.
    made: RefCell<HashMap<(String, usize), Vec<Value>>>,
    numbers: Vec<Number>,
    lengths: BTreeSet<usize>,
    /// Values that the schemas mention.
    mentioned: Vec<Value>,
    /// Members that the schemas name.
    names: BTreeSet<String>,
}

impl<'a> Samples<'a> {
    /// For values of `root`, which another schema may refuse.
    pub(super) fn new(root: &'a Value, other: &Value) -> Self {
        let mut samples = Self {
            root,
            made: RefCell::default(),
            numbers: vec![0.into(), 1.into(), (-1).into()],
            lengths: BTreeSet::from([0, 1, 2]),
            mentioned: Vec::new(),
            names: BTreeSet::from(["unlisted".to_owned()]),
        };
        samples.gather(root);
        samples.gather(other);
        samples.numbers.extend(Number::from_f64(0.5));
        samples
    }

    /// Values of a schema, as far as they could be made; not all of them need to fit.
    pub(super) fn of(&self, schema: &Value) -> Vec<Value> {
        self.deep(schema, DEPTH)
    }

    fn gather(&mut self, schema: &Value) {
        let Value::Object(members) = schema else {
            if let Value::Array(items) = schema {
                items.iter().for_each(|item| self.gather(item));
            }
            return;
        };
        for (keyword, value) in members {
            match keyword.as_str() {
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
                | "maxProperties" => self.gather_length(value),
                "const" | "default" => self.mentioned.push(value.clone()),
                "enum" | "examples" => self
                    .mentioned
                    .extend(value.as_array().into_iter().flatten().cloned()),
                "properties" | "patternProperties" => {
                    let named = value.as_object().into_iter().flatten();
                    let named = named.flat_map(|(name, _)| [name.clone(), plain(name)]);
                    self.names.extend(named);
                }
                _ => {}
            }
            match value {
                Value::Number(number) => self.gather_number(number),
                nested => self.gather(nested),
            }
        }
    }

    fn gather_length(&mut self, length: &Value) {
        if let Some(length) = length
            .as_u64()
            .and_then(|length| usize::try_from(length).ok())
        {
            let near = [length.saturating_sub(1), length, length.saturating_add(1)];
            self.lengths
                .extend(near.into_iter().filter(|length| *length <= LONGEST));
        }
    }

    fn gather_number(&mut self, number: &Number) {
        if let Some(whole) = number.as_i64() {
            let near = [whole.checked_sub(1), Some(whole), whole.checked_add(1)];
            self.numbers
                .extend(near.into_iter().flatten().map(Number::from));
        } else if let Some(float) = number.as_f64() {
            let near = [float.floor(), float, float.ceil()];
            self.numbers
                .extend(near.into_iter().filter_map(Number::from_f64));
            self.numbers
                .extend([float.floor() as i64, float.ceil() as i64].map(Number::from));
        }
    }

    fn deep(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let Some(view) = View::at_least(schema, self.root) else {
            return Vec::new();
        };
        if depth == 0 {
            return Vec::new();
        }
        if let Some(branches) = view.branches() {
            return in_turn(branches.iter().map(|branch| self.deep(branch, depth)));
        }
        let schema = &view.schema;
        if let Some(Value::Array(values)) = schema.get("enum") {
            return values.clone();
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        match schema.get("type").and_then(Value::as_str) {
            Some(kind) => self.of_kind(kind, schema, depth),
            None => {
                let kinds = super::covers::KINDS.iter();
                in_turn(kinds.map(|kind| self.of_kind(kind, schema, depth)))
            }
        }
    }

    fn of_kind(&self, kind: &str, schema: &Value, depth: usize) -> Vec<Value> {
        match kind {
            "null" => vec![Value::Null],
            "boolean" => vec![false.into(), true.into()],
            "integer" => {
                let whole = |number: &&Number| !number.is_f64();
                let numbers = self.numbers().filter(whole);
                numbers.cloned().map(Value::Number).collect()
            }
            "number" => self.numbers().cloned().map(Value::Number).collect(),
            "string" => self.strings(schema),
            "array" => self.arrays(schema, depth),
            "object" => self.objects(schema, depth),
            _ => Vec::new(),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = &Number> {
        let mentioned = self.mentioned.iter().filter_map(Value::as_number);
        self.numbers.iter().chain(mentioned)
    }

    fn strings(&self, schema: &Value) -> Vec<Value> {
        let mut strings: Vec<Value> = match schema.get("format").and_then(Value::as_str) {
            Some(format) => formatted(format).map(Value::from).into_iter().collect(),
            None => Vec::new(),
        };
        strings.extend(
            self.mentioned
                .iter()
                .filter(|value| value.is_string())
                .cloned(),
        );
        for length in &self.lengths {
            let letters = if *length > SHORT {
                &["a"][..]
            } else {
                &["a", "A", "0"]
            };
            strings.extend(letters.iter().map(|letter| letter.repeat(*length).into()));
        }
        strings.extend(["A-1", "2026-01-31", "ada@example.com", "7"].map(Value::from));
        strings
    }

    fn arrays(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let heads = schema["prefixItems"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let head: Vec<Vec<Value>> = heads
            .iter()
            .map(|item| self.fitting(item, depth - 1))
            .collect();
        let everything = Value::Bool(true);
        let items = self.fitting(schema.get("items").unwrap_or(&everything), depth - 1);
        let base: Vec<Value> = head
            .iter()
            .filter_map(|values| values.first().cloned())
            .collect();
        let mut arrays = vec![Value::Array(Vec::new()), Value::Array(base.clone())];
        for (place, values) in head.iter().enumerate() {
            let varied = values.iter().filter(|_| place < base.len()).map(|value| {
                let mut array = base.clone();
                array[place] = value.clone();
                Value::Array(array)
            });
            arrays.extend(varied);
        }
        let with = |more: &[Value]| Value::Array([base.as_slice(), more].concat());
        let most = LARGEST / items.iter().map(size).max().unwrap_or(1);
        for length in self.lengths.iter().filter(|length| **length <= most) {
            let differing: Vec<Value> = items.iter().take(*length).cloned().collect();
            arrays.push(with(&differing));
            arrays.extend(items.first().map(|item| with(&vec![item.clone(); *length])));
        }
        arrays.extend(items.iter().map(|item| with(std::slice::from_ref(item))));
        arrays
    }

    fn objects(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let required: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let members: Vec<(&String, Vec<Value>)> = schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name, self.fitting(schema, depth - 1)))
            .collect();
        let first = |(name, values): &(&String, Vec<Value>)| {
            Some(((*name).clone(), values.first()?.clone()))
        };
        let all: Map<String, Value> = members.iter().filter_map(first).collect();
        let mut base = all.clone();
        base.retain(|name, _| required.contains(&name.as_str()));
        for name in &required {
            base.entry(*name).or_insert(Value::Null);
        }
        let with = |name: &str, value: &Value| {
            let mut object = base.clone();
            object.insert(name.to_owned(), value.clone());
            Value::Object(object)
        };
        let mut objects = vec![Value::Object(base.clone()), Value::Object(all)];
        for (name, values) in &members {
            objects.extend(values.iter().map(|value| with(name, value)));
        }
        objects.extend(self.with_others(&base, schema, depth));
        objects
    }

    /// An object with members that its schema doesn't name: one of several, and several of one.
    fn with_others(&self, base: &Map<String, Value>, schema: &Value, depth: usize) -> Vec<Value> {
        let others = schema
            .get("additionalProperties")
            .unwrap_or(&Value::Bool(true));
        let mut values = self.fitting(others, depth.min(2) - 1);
        values.extend([1.into(), "a".into(), Value::Null]);
        let many = self.lengths.iter().filter(|length| **length <= MOST);
        let many = many.map(|length| {
            let others = (base.len()..*length).map(|n| (format!("n{n}"), values[0].clone()));
            Value::Object(base.clone().into_iter().chain(others).collect())
        });
        let mut objects: Vec<Value> = many.collect();
        for value in &values {
            let named = &schema["properties"];
            let unlisted = self.names.iter().filter(|name| named.get(name).is_none());
            objects.extend(unlisted.map(|name| {
                let mut object = base.clone();
                object.insert(name.clone(), value.clone());
                Value::Object(object)
            }));
        }
        objects
    }

    /// Values that a part of the schema takes.
    fn fitting(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let key = (schema.to_string(), depth);
        if let Some(made) = self.made.borrow().get(&key) {
            return made.clone();
        }
        let takes = validator(&standing_alone(schema, self.root));
        let values = self.deep(schema, depth).into_iter();
        let mut fitting: Vec<Value> = values
            .filter(|value| takes.as_ref().is_none_or(|takes| takes.is_valid(value)))
            .filter(|value| size(value) <= LARGEST / MOST)
            .collect();
        fitting.truncate(MOST);
        self.made.borrow_mut().insert(key, fitting.clone());
        fitting
    }
}

/// A name without what means something in patterns.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric() || "_-".contains(*c))
        .collect()
}

/// The first of each, then the second of each, and so on.
fn in_turn(several: impl Iterator<Item = Vec<Value>>) -> Vec<Value> {
    let mut several: Vec<_> = several.map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(several.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

/// How many values a value has inside, itself included.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// A text of a format.
fn formatted(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2026-01-31",
        "time" => "09:30:00Z",
        "date-time" => "2026-01-31T09:30:00Z",
        "duration" => "PT1H",
        "email" | "idn-email" => "ada@example.com",
        "uri" | "uri-reference" | "iri" | "iri-reference" => "https://example.com/a",
        "uuid" => "5f0c4d1e-3b1a-4c55-9d7e-0a1b2c3d4e5f",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "hostname" | "idn-hostname" => "example.com",
        _ => return None,
    })
}
