//! What a schema says of a value, as another implementation reads it, and what the value may be mended to.

use std::collections::HashSet;

use jsonschema::{Draft, Validator};
use serde_json::{Number, Value};

/// Most forms of a value that are looked at.
const MOST_FORMS: usize = 120;

pub fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// All forms of a value that the schema accepts and that mean the same: texts for what they hold, members
/// left out for `null`, and texts of digits for numbers.
pub fn mended(validator: &Validator, value: &Value, takes_digits: bool) -> Vec<Value> {
    let (mut found, mut seen, mut waiting) = (Vec::new(), HashSet::new(), vec![value.clone()]);
    while let Some(form) = waiting.pop() {
        if seen.len() >= MOST_FORMS || !seen.insert(form.to_string()) {
            continue;
        }
        if validator.is_valid(&form) {
            found.push(form.clone());
        }
        mend(&form, takes_digits, &mut |next| waiting.insert(0, next));
    }
    found
}

/// Tells of each form that is one step away.
fn mend(value: &Value, takes_digits: bool, tell: &mut dyn FnMut(Value)) {
    match value {
        Value::String(text) => {
            if let Ok(held) = serde_json::from_str::<Value>(text.trim())
                && !held.is_string()
                && !held.is_null()
            {
                tell(held);
            }
        }
        Value::Number(number) if takes_digits => {
            tell(number.to_string().into());
            if let Some(float) = number.as_f64() {
                tell(float.to_string().into());
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                mend(item, takes_digits, &mut |next| {
                    let mut items = items.clone();
                    items[index] = next;
                    tell(items.into());
                });
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                if member.is_null() {
                    let mut without = members.clone();
                    without.remove(key);
                    tell(without.into());
                }
                mend(member, takes_digits, &mut |next| {
                    let mut members = members.clone();
                    members.insert(key.clone(), next);
                    tell(members.into());
                });
            }
        }
        _ => {}
    }
}

/// Whether what arrived, written as JSON again, is what was sent: floats are the nearest ones, a set holds
/// each item once, and a type may add members of its own and leave out those it doesn't know.
pub fn is_same(sent: &Value, arrived: &Value) -> bool {
    match (sent, arrived) {
        (Value::Number(a), Value::Number(b)) => is_same_number(a, b),
        (Value::Array(a), Value::Array(b))
            if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)) =>
        {
            true
        }
        (Value::Array(a), Value::Array(b)) => {
            let once = |items: &[Value]| {
                (1..items.len())
                    .all(|at| !items[..at].iter().any(|other| is_same(other, &items[at])))
            };
            let all_in =
                |a: &[Value], b: &[Value]| a.iter().all(|a| b.iter().any(|b| is_same(a, b)));
            b.len() <= a.len() && once(b) && all_in(a, b) && all_in(b, a)
        }
        (Value::Object(a), Value::Object(b)) => a
            .iter()
            .all(|(key, a)| b.get(key).is_none_or(|b| is_same(a, b))),
        _ => sent == arrived,
    }
}

/// Whether two values are the same, up to how numbers are written.
pub fn is_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => is_same_number(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| is_equal(a, b)))
        }
        _ => a == b,
    }
}

fn is_same_number(a: &Number, b: &Number) -> bool {
    let (a, b) = (a.to_string(), b.to_string());
    if let (Ok(a), Ok(b)) = (a.parse::<i128>(), b.parse::<i128>()) {
        return a == b;
    }
    let float = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a type may hold the nearest float of half the size"
    )]
    let narrow = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN) as f32;
    float(&a) == float(&b) || narrow(&a) == narrow(&b)
}
