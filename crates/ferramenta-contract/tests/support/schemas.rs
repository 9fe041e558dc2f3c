//! Schemas and values out of a small world, in which they meet often.
#![allow(
    clippy::needless_pass_by_value,
    reason = "a strategy that is returned can't borrow"
)]

use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Map, Value, json};

/// A schema with a definition, `d`, that it may refer to.
pub(crate) fn schema() -> impl Strategy<Value = Value> {
    (part(), leaf(), any::<bool>()).prop_map(|(part, leaf, deep)| {
        let mut next = json!({ "type": "object", "properties": { "a": leaf } });
        if deep {
            next["properties"]["b"] = json!({ "$ref": "#/$defs/d" });
        }
        with_definition(part, &next)
    })
}

/// A schema, and one that differs from it in one place or in all.
pub(crate) fn pair() -> impl Strategy<Value = (Value, Value)> {
    let near =
        (schema(), part(), 0..12_usize, 0..6_usize).prop_map(|(old, other, place, keyword)| {
            let mut new = old.clone();
            change_at(&mut new, &mut { place }, &other, keyword);
            (old, new)
        });
    prop_oneof![4 => near, 1 => (schema(), schema())]
}

fn with_definition(part: Value, definition: &Value) -> Value {
    let mut root = match part {
        Value::Object(members) => members,
        other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
    };
    root.insert("$defs".into(), json!({ "d": definition }));
    Value::Object(root)
}

/// Replaces the schema at a place, counted from the outside in, or takes a keyword from it.
fn change_at(schema: &mut Value, place: &mut usize, other: &Value, keyword: usize) -> bool {
    if *place == 0 {
        match schema.as_object_mut() {
            Some(members) if keyword < 3 && !members.is_empty() => {
                let name = members
                    .keys()
                    .nth(keyword % members.len())
                    .cloned()
                    .expect("a member");
                if name != "$defs" {
                    members.remove(&name);
                }
            }
            Some(members) if keyword == 3 => {
                members.extend(other.as_object().cloned().unwrap_or_default());
            }
            Some(members) if members.contains_key("$defs") => {
                members.insert("not".into(), json!({ "not": other }));
            }
            _ => *schema = other.clone(),
        }
        return true;
    }
    *place -= 1;
    let Some(members) = schema.as_object_mut() else {
        return false;
    };
    members
        .iter_mut()
        .any(|(keyword_at, value)| match (keyword_at.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => named
                .values_mut()
                .any(|schema| change_at(schema, place, other, keyword)),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(parts)) => parts
                .iter_mut()
                .any(|schema| change_at(schema, place, other, keyword)),
            (
                "items" | "contains" | "not" | "if" | "then" | "else" | "additionalProperties",
                schema,
            ) => change_at(schema, place, other, keyword),
            _ => false,
        })
}

fn part() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            4 => object(inner.clone().boxed()),
            2 => array(inner.clone().boxed()),
            3 => combined(inner.boxed()),
        ]
    })
}

fn leaf() -> BoxedStrategy<Value> {
    prop_oneof![
        3 => number(),
        3 => text(),
        2 => vec(small(), 1..4).prop_map(|values| json!({ "enum": values })),
        1 => small().prop_map(|value| json!({ "const": value })),
        1 => select(vec![json!({}), json!(true), json!(false), json!({ "type": "null" }), json!({ "type": "boolean" })]),
        1 => Just(json!({ "$ref": "#/$defs/d" })),
        1 => option::of(-2..4_i64).prop_map(|least| present([("$ref", Some("#/$defs/d".into())), ("minProperties", least.map(|n| n.abs().into()))])),
        1 => Just(json!({ "type": ["string", "integer"], "maxLength": 2, "minimum": 1 })),
    ]
    .boxed()
}

/// An object of the keywords that are there.
fn present<const N: usize>(keywords: [(&str, Option<Value>); N]) -> Value {
    let there = keywords
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(there.collect())
}

fn number() -> impl Strategy<Value = Value> {
    let kind = option::weighted(0.8, select(vec!["integer", "number"]));
    let bound = || {
        option::of(select(vec![
            json!(-1),
            json!(0),
            json!(1),
            json!(2),
            json!(3.5),
            json!(1.0),
        ]))
    };
    let step = option::weighted(0.3, select(vec![json!(1), json!(2), json!(4), json!(0.5)]));
    (kind, bound(), bound(), bound(), step).prop_map(|(kind, minimum, maximum, exclusive, step)| {
        present([
            ("type", kind.map(Value::from)),
            ("minimum", minimum),
            ("maximum", maximum),
            ("exclusiveMinimum", exclusive),
            ("multipleOf", step),
        ])
    })
}

fn text() -> impl Strategy<Value = Value> {
    let kind = option::weighted(0.8, Just(json!("string")));
    let length = || option::of((0..4_u64).prop_map(Value::from));
    let pattern = option::weighted(0.3, select(vec![json!("^a"), json!("a$"), json!("b")]));
    let format = option::weighted(0.1, select(vec![json!("date"), json!("email")]));
    (kind, length(), length(), pattern, format).prop_map(|(kind, least, most, pattern, format)| {
        present([
            ("type", kind),
            ("minLength", least),
            ("maxLength", most),
            ("pattern", pattern),
            ("format", format),
        ])
    })
}

fn object(inner: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let members = proptest::collection::btree_map(select(vec!["a", "b", "c"]), inner.clone(), 0..3);
    let required = option::of(proptest::sample::subsequence(vec!["a", "b"], 0..=2));
    let others = option::of(prop_oneof![2 => Just(json!(false)), 1 => inner.clone()]);
    let patterns = option::weighted(0.2, inner.clone());
    let kind = option::weighted(0.9, Just(json!("object")));
    let size = option::weighted(0.2, 0..3_u64);
    (kind, members, required, others, patterns, size).prop_map(
        |(kind, members, required, others, patterns, size)| {
            present([
                ("type", kind),
                ("properties", Some(json!(members))),
                ("required", required.map(|names| json!(names))),
                ("additionalProperties", others),
                (
                    "patternProperties",
                    patterns.map(|schema| json!({ "^[cx]": schema })),
                ),
                ("maxProperties", size.map(Value::from)),
            ])
        },
    )
}

fn array(inner: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let heads = option::weighted(0.3, vec(inner.clone(), 1..3));
    let contains = option::weighted(0.2, inner.clone());
    let least = option::weighted(0.2, 0..3_u64);
    let sizes = (option::of(0..3_u64), option::of(0..3_u64));
    (
        option::of(inner),
        heads,
        contains,
        least,
        sizes,
        any::<bool>(),
    )
        .prop_map(|(items, heads, contains, among, (least, most), once)| {
            present([
                ("type", Some("array".into())),
                ("items", items),
                ("prefixItems", heads.map(Value::from)),
                ("contains", contains),
                ("minContains", among.map(Value::from)),
                ("minItems", least.map(Value::from)),
                ("maxItems", most.map(Value::from)),
                ("uniqueItems", once.then(|| true.into())),
            ])
        })
}

fn combined(inner: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let several = vec(inner.clone(), 1..4);
    let keyword = select(vec!["anyOf", "oneOf", "allOf"]);
    let rest = option::weighted(0.3, inner.clone());
    let alternatives = (keyword, several, rest).prop_map(|(keyword, parts, rest)| {
        let mut schema = match rest {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        schema.insert(keyword.into(), parts.into());
        Value::Object(schema)
    });
    let condition =
        (inner.clone(), inner.clone(), option::of(inner.clone())).prop_map(|(when, then, or)| {
            present([("if", Some(when)), ("then", Some(then)), ("else", or)])
        });
    let negation = inner.prop_map(|schema| json!({ "not": schema }));
    prop_oneof![5 => alternatives, 1 => condition, 1 => negation]
}

fn small() -> BoxedStrategy<Value> {
    let number = select(vec![
        json!(-1),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2),
        json!(3),
        json!(4),
        json!(0.5),
        json!(3.5),
    ]);
    let text = select(vec![
        "",
        "a",
        "b",
        "ab",
        "ba",
        "aaa",
        "abab",
        "2026-01-31",
        "a@b.co",
    ])
    .prop_map(Value::from);
    prop_oneof![3 => number, 3 => text, 1 => any::<bool>().prop_map(Value::from), 1 => Just(Value::Null)].boxed()
}

/// Any value of the small world.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    small().prop_recursive(3, 12, 4, |inner| {
        let names = select(vec!["a", "b", "c", "x1"]);
        let object = proptest::collection::btree_map(names, inner.clone(), 0..4)
            .prop_map(|members| json!(members));
        prop_oneof![3 => object, 1 => vec(inner, 0..4).prop_map(Value::from)]
    })
}
