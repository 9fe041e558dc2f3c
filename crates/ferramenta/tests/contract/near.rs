//! Values near what a schema asks for: on its boundaries, just beyond them, and far away.

use proptest::{
    prelude::{BoxedStrategy, Just, Strategy, any},
    sample::select,
    strategy::Union,
};
use serde_json::{Map, Value};

use super::{
    pools::{KEYS, NUMBERS, TEXTS},
    sent::Sent,
};

/// Deepest nesting of what is made.
const DEEPEST: usize = 4;

/// Makes argument objects for a schema.
pub fn near(schema: &Value, texts: &[String]) -> BoxedStrategy<Sent> {
    Maker {
        root: schema,
        texts,
    }
    .near(schema, 0)
}

struct Maker<'a> {
    root: &'a Value,
    /// Texts that belong to this schema.
    texts: &'a [String],
}

impl Maker<'_> {
    /// Mostly what the schema asks for; inside the outermost object, sometimes something else.
    fn near(&self, schema: &Value, depth: usize) -> BoxedStrategy<Sent> {
        let fitting = self.fitting(schema, depth);
        if depth == 0 {
            return fitting;
        }
        let in_text = fitting.clone().prop_map(|sent| Sent::Text(sent.text()));
        let null = Just(Sent::token("null"));
        Union::new_weighted(vec![
            (20, fitting),
            (1, in_text.boxed()),
            (1, null.boxed()),
            (2, anything(depth)),
        ])
        .boxed()
    }

    fn fitting(&self, schema: &Value, depth: usize) -> BoxedStrategy<Sent> {
        let Value::Object(members) = schema else {
            return anything(depth);
        };
        if depth > DEEPEST {
            return leaf();
        }
        if let Some(target) = members.get("$ref").and_then(Value::as_str) {
            let target = target
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            return target.map_or_else(leaf, |target| self.fitting(target, depth + 1));
        }
        if let Some(values) = members.get("enum").and_then(Value::as_array) {
            return fixed(values);
        }
        if let Some(value) = members.get("const") {
            return fixed(std::slice::from_ref(value));
        }
        let forms = ["oneOf", "anyOf", "allOf"]
            .iter()
            .find_map(|keyword| members.get(*keyword)?.as_array());
        let mut choices: Vec<BoxedStrategy<Sent>> = forms
            .into_iter()
            .flatten()
            .map(|form| self.near(&joined(members, form), depth + 1))
            .collect();
        if choices.is_empty() {
            choices = kinds(members)
                .iter()
                .map(|kind| self.of_kind(kind, members, depth))
                .collect();
        }
        if choices.is_empty() {
            anything(depth)
        } else {
            Union::new(choices).boxed()
        }
    }

    fn of_kind(
        &self,
        kind: &str,
        members: &Map<String, Value>,
        depth: usize,
    ) -> BoxedStrategy<Sent> {
        match kind {
            "null" => Just(Sent::token("null")).boxed(),
            "boolean" => select(vec!["true", "false"]).prop_map(Sent::token).boxed(),
            "integer" | "number" => number(members),
            "string" => self.string(members),
            "array" => self.array(members, depth),
            _ => self.object(members, depth),
        }
    }

    fn string(&self, members: &Map<String, Value>) -> BoxedStrategy<Sent> {
        let length = ["minLength", "maxLength"]
            .iter()
            .filter_map(|keyword| members.get(*keyword)?.as_u64());
        let lengths: Vec<usize> = length
            .flat_map(|length| [length.saturating_sub(1), length, length + 1])
            .filter_map(|n| n.try_into().ok())
            .collect();
        let mut choices = vec![(
            2,
            select(TEXTS.to_vec())
                .prop_map(|text| Sent::Text(text.into()))
                .boxed(),
        )];
        if !self.texts.is_empty() {
            choices.push((4, select(self.texts.to_vec()).prop_map(Sent::Text).boxed()));
        }
        if !lengths.is_empty() {
            choices.push((
                2,
                select(lengths)
                    .prop_map(|length| Sent::Text("é".repeat(length)))
                    .boxed(),
            ));
        }
        if ["format", "pattern"]
            .iter()
            .all(|keyword| !members.contains_key(*keyword))
        {
            choices.push((3, any::<String>().prop_map(Sent::Text).boxed()));
            choices.push((
                1,
                select(vec![r#""\ud800""#, r#""\u00e9\/""#, r#""\ud83d\udcd6""#])
                    .prop_map(Sent::token)
                    .boxed(),
            ));
        }
        Union::new_weighted(choices).boxed()
    }

    fn array(&self, members: &Map<String, Value>, depth: usize) -> BoxedStrategy<Sent> {
        let count = |keyword: &str| {
            members
                .get(keyword)
                .and_then(Value::as_u64)
                .and_then(|n| usize::try_from(n).ok())
        };
        let (min, max) = (
            count("minItems").unwrap_or(0),
            count("maxItems").unwrap_or(3).min(5),
        );
        let item = members
            .get("items")
            .map_or_else(leaf, |item| self.near(item, depth + 1));
        if let Some(prefix) = members.get("prefixItems").and_then(Value::as_array) {
            let items: Vec<BoxedStrategy<Sent>> = prefix
                .iter()
                .map(|item| self.near(item, depth + 1))
                .collect();
            let one_more = (items.clone(), leaf()).prop_map(|(mut items, more)| {
                items.push(more);
                Sent::List(items)
            });
            let one_less = items.clone().prop_map(|mut items| {
                items.pop();
                Sent::List(items)
            });
            return Union::new_weighted(vec![
                (8, items.prop_map(Sent::List).boxed()),
                (1, one_more.boxed()),
                (1, one_less.boxed()),
            ])
            .boxed();
        }
        let lengths = min.saturating_sub(1)..=max.max(min) + 1;
        let list = proptest::collection::vec(item, lengths);
        let doubled = list.clone().prop_map(|mut items: Vec<Sent>| {
            items.extend(items.first().cloned());
            items
        });
        Union::new_weighted(vec![(4, list.boxed()), (1, doubled.boxed())])
            .prop_map(Sent::List)
            .boxed()
    }

    fn object(&self, members: &Map<String, Value>, depth: usize) -> BoxedStrategy<Sent> {
        let required: Vec<&str> = members
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut parts: Vec<BoxedStrategy<Vec<(String, Sent)>>> = Vec::new();
        for (name, schema) in members
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let (absent, name) = (
                if required.contains(&name.as_str()) {
                    1
                } else {
                    8
                },
                name.clone(),
            );
            let there = self
                .near(schema, depth + 1)
                .prop_map(move |value| vec![(name.clone(), value)]);
            parts.push(
                Union::new_weighted(vec![
                    (20, there.boxed()),
                    (absent, Just(Vec::new()).boxed()),
                ])
                .boxed(),
            );
        }
        let free = ["patternProperties", "additionalProperties"]
            .iter()
            .find_map(|keyword| free_values(members.get(*keyword)?));
        if let Some(schema) = free {
            let member = (select(KEYS.to_vec()), self.near(&schema, depth + 1))
                .prop_map(|(key, value)| (key.to_owned(), value));
            parts.push(proptest::collection::vec(member, 0..=2).boxed());
        }
        let odd =
            (select(KEYS.to_vec()), leaf()).prop_map(|(key, value)| vec![(key.to_owned(), value)]);
        parts.push(
            Union::new_weighted(vec![(30, Just(Vec::new()).boxed()), (1, odd.boxed())]).boxed(),
        );
        let object = (parts, 0..60).prop_map(move |(parts, odd)| {
            let mut members: Vec<(String, Sent)> = parts.into_iter().flatten().collect();
            match odd {
                0 => members.extend(members.first().cloned()),
                1 | 2 => members.reverse(),
                3 if depth > 0 => {
                    return Sent::List(members.into_iter().map(|(_, value)| value).collect());
                }
                _ => {}
            }
            Sent::Object(members)
        });
        object.boxed()
    }
}

fn anything(depth: usize) -> BoxedStrategy<Sent> {
    let leaf = leaf();
    if depth == 0 || depth > DEEPEST {
        return leaf;
    }
    let list = proptest::collection::vec(leaf.clone(), 0..3).prop_map(Sent::List);
    let member =
        (select(KEYS.to_vec()), leaf.clone()).prop_map(|(key, value)| (key.to_owned(), value));
    let object = proptest::collection::vec(member, 0..3).prop_map(Sent::Object);
    Union::new_weighted(vec![(3, leaf), (1, list.boxed()), (1, object.boxed())]).boxed()
}

fn fixed(values: &[Value]) -> BoxedStrategy<Sent> {
    let mut sent: Vec<Sent> = values.iter().map(sent).collect();
    let other_case = values
        .iter()
        .filter_map(Value::as_str)
        .map(|text| Sent::Text(text.to_uppercase()));
    sent.extend(other_case.collect::<Vec<_>>());
    select(sent).boxed()
}

fn leaf() -> BoxedStrategy<Sent> {
    let number = select(NUMBERS.to_vec()).prop_map(Sent::token);
    let text = select(TEXTS.to_vec()).prop_map(|text| Sent::Text(text.into()));
    let word = select(vec!["null", "true", "false"]).prop_map(Sent::token);
    Union::new_weighted(vec![
        (2, number.boxed()),
        (2, text.boxed()),
        (1, word.boxed()),
    ])
    .boxed()
}

fn number(members: &Map<String, Value>) -> BoxedStrategy<Sent> {
    let bounds = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ];
    let bounds = bounds
        .iter()
        .filter_map(|keyword| members.get(*keyword)?.as_i64());
    let edges: Vec<String> = bounds
        .flat_map(|bound| [bound.saturating_sub(1), bound, bound.saturating_add(1)])
        .flat_map(|edge| [edge.to_string(), format!("{edge}.0"), format!("{edge}e0")])
        .collect();
    let mut choices = vec![
        (3, select(NUMBERS.to_vec()).prop_map(Sent::token).boxed()),
        (
            2,
            any::<i16>()
                .prop_map(|number| Sent::token(number.to_string()))
                .boxed(),
        ),
        (
            1,
            any::<i64>()
                .prop_map(|number| Sent::token(number.to_string()))
                .boxed(),
        ),
        (
            1,
            any::<u8>()
                .prop_map(|number| Sent::token(number.to_string()))
                .boxed(),
        ),
        (
            1,
            proptest::num::f64::NORMAL
                .prop_map(|number| Sent::token(format!("{number:e}")))
                .boxed(),
        ),
    ];
    if !edges.is_empty() {
        choices.push((3, select(edges).prop_map(Sent::token).boxed()));
    }
    Union::new_weighted(choices).boxed()
}

fn kinds(members: &Map<String, Value>) -> Vec<&str> {
    match members.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if members.contains_key("properties") => vec!["object"],
        _ => Vec::new(),
    }
}

/// A form together with what stands beside it.
fn joined(members: &Map<String, Value>, form: &Value) -> Value {
    let Value::Object(own) = form else {
        return form.clone();
    };
    let mut joined: Map<String, Value> = members
        .iter()
        .filter(|(key, _)| !["oneOf", "anyOf", "allOf"].contains(&key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect();
    joined.extend(own.clone());
    joined.into()
}

/// The schema of members with free keys.
fn free_values(keyword: &Value) -> Option<Value> {
    match keyword {
        Value::Bool(_) => None,
        Value::Object(members)
            if !members.is_empty() && members.keys().all(|key| key.starts_with('^')) =>
        {
            members.values().next().cloned()
        }
        schema => Some(schema.clone()),
    }
}

fn sent(value: &Value) -> Sent {
    match value {
        Value::String(text) => Sent::Text(text.clone()),
        other => Sent::token(other.to_string()),
    }
}
