//! Schemas as people write them by hand, of every keyword that is understood.

use proptest::{
    prelude::{BoxedStrategy, Just, Strategy, any},
    sample::{select, subsequence},
    strategy::Union,
};
use serde_json::{Map, Value, json};

const NAMES: [&str; 4] = ["a", "b", "title", "kind"];
const FORMATS: [&str; 8] = [
    "date",
    "date-time",
    "time",
    "duration",
    "uuid",
    "ipv4",
    "ipv6",
    "uri",
];
const PATTERNS: [&str; 4] = ["^[a-z]+$", "[0-9]", "^(a|é)", "^$"];

/// A schema of arguments.
pub fn object() -> BoxedStrategy<Value> {
    let definition = schema(1).prop_map(|definition| match definition {
        // a check of it would not end
        combined if combined.to_string().contains("$ref") => {
            json!({ "type": "array", "items": combined })
        }
        definition => definition,
    });
    (members(2), definition)
        .prop_map(|(mut schema, definition)| {
            schema.insert("$defs".into(), json!({ "shared": definition }));
            schema.into()
        })
        .boxed()
}

fn schema(depth: u32) -> BoxedStrategy<Value> {
    let plain = vec![
        (3, integer()),
        (2, number()),
        (3, text()),
        (1, fixed()),
        (1, Just(json!({ "type": "boolean" })).boxed()),
    ];
    if depth == 0 {
        return Union::new_weighted(plain).boxed();
    }
    let mut choices = plain;
    choices.push((2, list(depth)));
    choices.push((2, members(depth - 1).prop_map(Value::Object).boxed()));
    choices.push((1, free(depth)));
    choices.push((2, combined(depth)));
    choices.push((
        1,
        select(vec![
            json!(true),
            json!({}),
            json!({ "type": ["integer", "null"] }),
        ])
        .boxed(),
    ));
    Union::new_weighted(choices).boxed()
}

/// A schema, or a reference to the one that is shared.
fn inner(depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return schema(0);
    }
    Union::new_weighted(vec![
        (6, schema(depth - 1)),
        (1, Just(json!({ "$ref": "#/$defs/shared" })).boxed()),
    ])
    .boxed()
}

fn integer() -> BoxedStrategy<Value> {
    let range = (any::<i16>(), 0_i32..300)
        .prop_map(|(min, width)| (i32::from(min), i32::from(min) + width));
    (range, 0..6, 1..5)
        .prop_map(|((min, max), which, step)| match which {
            0 => json!({ "type": "integer" }),
            1 => json!({ "type": "integer", "minimum": min, "maximum": max }),
            2 => json!({ "type": "integer", "exclusiveMinimum": min }),
            3 => json!({ "type": "integer", "multipleOf": step }),
            4 => json!({ "type": ["integer", "string"], "maximum": max }),
            _ => json!({ "type": "integer", "not": { "const": min } }),
        })
        .boxed()
}

fn number() -> BoxedStrategy<Value> {
    (any::<i8>(), 0..4)
        .prop_map(|(bound, which)| match which {
            0 => json!({ "type": "number" }),
            1 => json!({ "type": "number", "minimum": f64::from(bound) / 4.0 }),
            2 => json!({ "type": "number", "exclusiveMaximum": bound }),
            _ => json!({ "type": "number", "multipleOf": 0.5 }),
        })
        .boxed()
}

fn text() -> BoxedStrategy<Value> {
    let of_length = (0_u8..4, 0_u8..4).prop_map(
        |(min, more)| json!({ "type": "string", "minLength": min, "maxLength": min + more }),
    );
    Union::new_weighted(vec![
        (2, Just(json!({ "type": "string" })).boxed()),
        (2, of_length.boxed()),
        (
            1,
            select(PATTERNS.to_vec())
                .prop_map(|pattern| json!({ "type": "string", "pattern": pattern }))
                .boxed(),
        ),
        (
            1,
            select(FORMATS.to_vec())
                .prop_map(|format| json!({ "type": "string", "format": format }))
                .boxed(),
        ),
    ])
    .boxed()
}

fn fixed() -> BoxedStrategy<Value> {
    select(vec![
        json!({ "enum": ["a", "b", 1, null] }),
        json!({ "const": "a" }),
        json!({ "const": 5 }),
        json!({ "enum": [1.5, 2.0, { "a": 1 }] }),
        json!({ "type": "string", "enum": ["title", "year"] }),
    ])
    .boxed()
}

fn list(depth: u32) -> BoxedStrategy<Value> {
    (inner(depth), inner(depth), 0..6, 0_u8..3).prop_map(|(first, second, which, count)| match which {
        0 => json!({ "type": "array", "items": first }),
        1 => json!({ "type": "array", "items": first, "minItems": count, "maxItems": count + 1 }),
        2 => json!({ "type": "array", "items": first, "uniqueItems": true }),
        3 => json!({ "type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2 }),
        4 => json!({ "type": "array", "prefixItems": [first], "items": second }),
        _ => json!({ "type": "array", "items": {}, "contains": first, "minContains": count, "maxContains": count + 1 }),
    }).boxed()
}

fn members(depth: u32) -> BoxedStrategy<Map<String, Value>> {
    let properties = proptest::collection::vec(inner(depth), NAMES.len());
    (
        properties,
        subsequence(NAMES.to_vec(), 0..=4),
        subsequence(NAMES.to_vec(), 0..=2),
        0..5,
    )
        .prop_map(|(schemas, present, required, which)| {
            let properties: Map<String, Value> = NAMES
                .iter()
                .zip(schemas)
                .filter(|(name, _)| present.contains(name) || required.contains(name))
                .map(|(name, schema)| ((*name).to_owned(), schema))
                .collect();
            let mut schema = Map::new();
            schema.insert("type".into(), "object".into());
            schema.insert("properties".into(), properties.into());
            schema.insert("required".into(), required.into());
            match which {
                0 | 1 => schema.insert("additionalProperties".into(), false.into()),
                2 => schema.insert("additionalProperties".into(), json!({ "type": "integer" })),
                3 => schema.insert("dependentRequired".into(), json!({ "a": ["b"] })),
                _ => schema.insert("maxProperties".into(), 2.into()),
            };
            schema
        })
        .boxed()
}

fn free(depth: u32) -> BoxedStrategy<Value> {
    (inner(depth), inner(depth), 0..4).prop_map(|(first, second, which)| match which {
        0 => json!({ "type": "object", "additionalProperties": first }),
        1 => json!({ "type": "object", "patternProperties": { "^(0|[1-9][0-9]*)$": first }, "additionalProperties": false }),
        2 => json!({ "type": "object", "patternProperties": { "^[a-z]": first }, "additionalProperties": second }),
        _ => json!({ "type": "object", "propertyNames": { "maxLength": 1 }, "minProperties": 1 }),
    }).boxed()
}

fn combined(depth: u32) -> BoxedStrategy<Value> {
    (inner(depth), inner(depth), 0..6).prop_map(|(first, second, which)| match which {
        0 => json!({ "anyOf": [first, second] }),
        1 => json!({ "oneOf": [first, second] }),
        2 => json!({ "allOf": [first, { "not": second }] }),
        3 => json!({ "if": { "type": "string" }, "then": first, "else": second }),
        4 => json!({ "allOf": [first] }),
        _ => json!({ "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "a" }, "a": first }, "required": ["kind"] },
            { "type": "object", "properties": { "kind": { "const": "b" }, "b": second }, "required": ["kind", "b"] },
        ] }),
    }).boxed()
}
