//! Kinds of values, numbers, strings and arrays.

use std::cmp::Ordering;

use serde_json::Value;

use super::{Comparison, object::required, view::kinds};
use crate::diff::reason::{Reason, bound, member};

impl Comparison<'_> {
    /// The kinds that both take; those that only one takes are reasons.
    pub(super) fn compare_types<'v>(
        &mut self,
        given: &'v Value,
        wanted: &Value,
        path: &str,
    ) -> Vec<&'v str> {
        let wanted = kinds(wanted);
        let takes = |kind: &str| {
            wanted.contains(&kind) || (kind == "integer" && wanted.contains(&"number"))
        };
        let (both, lost): (Vec<_>, Vec<_>) = kinds(given).into_iter().partition(|kind| takes(kind));
        for kind in lost {
            let shared = kind == "number" && wanted.contains(&"integer");
            let laxer = if kinds(given).len() > 1 {
                "anything"
            } else {
                kind
            };
            let stricter = wanted.join(" or ");
            if shared || !self.reasons.iter().any(|reason| reason.path == path) {
                self.reasons.push(Reason::new(path, stricter, laxer));
            }
        }
        both
    }

    pub(super) fn compare_numbers(&mut self, given: &Value, wanted: &Value, path: &str) {
        for (side, words) in [(Side::Lower, "at least"), (Side::Upper, "at most")] {
            let (own, needed) = (limit(given, side), limit(wanted, side));
            if needed
                .as_ref()
                .is_some_and(|needed| !reaches(own.as_ref(), needed, side))
            {
                let stricter = shown(words, needed.as_ref());
                self.reasons
                    .push(Reason::new(path, stricter, shown(words, own.as_ref())));
            }
        }
        let (own, needed) = (given.get("multipleOf"), wanted.get("multipleOf"));
        let whole = |needed: &Value| {
            let step = own.or_else(|| (given["type"] == "integer").then_some(&Value::Null));
            let step = step.map(|step| step.as_f64().unwrap_or(1.0));
            let times = step.map(|step| step / needed.as_f64().unwrap_or(f64::NAN));
            times.is_some_and(|times| times.fract() == 0.0 && times.abs() < EXACT)
        };
        if needed.is_some_and(|needed| !whole(needed)) {
            let stricter = bound("a multiple of", needed);
            self.reasons
                .push(Reason::new(path, stricter, bound("a multiple of", own)));
        }
    }

    pub(super) fn compare_strings(&mut self, given: &Value, wanted: &Value, path: &str) {
        self.compare_sizes(
            given,
            wanted,
            path,
            ["minLength", "maxLength"],
            "characters",
        );
        for (keyword, words) in [("pattern", "the pattern"), ("format", "the format")] {
            let (own, needed) = (given.get(keyword), wanted.get(keyword));
            if needed.is_some() && own != needed {
                let stricter = bound(words, needed);
                self.reasons
                    .push(Reason::new(path, stricter, bound(words, own)));
            }
        }
    }

    pub(super) fn compare_arrays(&mut self, given: &Value, wanted: &Value, path: &str) {
        self.compare_sizes(given, wanted, path, ["minItems", "maxItems"], "items");
        if wanted["uniqueItems"] == true && given["uniqueItems"] != true {
            self.reasons
                .push(Reason::new(path, "no item twice", "items that repeat"));
        }
        let heads =
            [given, wanted].map(|schema| schema["prefixItems"].as_array().map_or(0, Vec::len));
        let most = size(given, "maxItems").unwrap_or(u64::MAX);
        let within = |place: &usize| (*place as u64) < most;
        for place in (0..heads[0].max(heads[1])).filter(within) {
            let path = member(path, &place.to_string());
            self.compare(item(given, place), item(wanted, place), &path);
        }
        if within(&heads[0].max(heads[1])) {
            let path = member(path, "[]");
            self.compare(item(given, usize::MAX), item(wanted, usize::MAX), &path);
        }
    }

    pub(super) fn compare_sizes(
        &mut self,
        given: &Value,
        wanted: &Value,
        path: &str,
        [least, most]: [&str; 2],
        what: &str,
    ) {
        let demanded = if least == "minProperties" {
            demanded(given)
        } else {
            0
        };
        let own = size(given, least).unwrap_or(0).max(demanded);
        let needed = size(wanted, least).unwrap_or(0);
        if own < needed {
            let words = |n| format!("at least {n} {what}");
            self.reasons
                .push(Reason::new(path, words(needed), words(own)));
        }
        let (own, needed) = (size(given, most), size(wanted, most));
        if needed.is_some_and(|needed| own.is_none_or(|own| own > needed)) {
            let words = |n: Option<u64>| match n {
                Some(n) => format!("at most {n} {what}"),
                None => format!("any number of {what}"),
            };
            self.reasons
                .push(Reason::new(path, words(needed), words(own)));
        }
    }
}

/// A size, which may be written as `5.0`.
fn size(schema: &Value, keyword: &str) -> Option<u64> {
    let size = schema.get(keyword)?;
    size.as_u64().or_else(|| {
        let size = size
            .as_f64()
            .filter(|size| size.fract() == 0.0 && (0.0..EXACT).contains(size))?;
        Some(size as u64)
    })
}

/// How many members are there at least, as they are required.
fn demanded(schema: &Value) -> u64 {
    required(schema).len() as u64
}

/// The schema of an item.
fn item(schema: &Value, place: usize) -> &Value {
    let head = schema["prefixItems"].get(place);
    head.or_else(|| schema.get("items"))
        .unwrap_or(&Value::Bool(true))
}

/// Up to here, floating point has all whole numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

/// A bound of numbers.
struct Limit {
    value: Value,
    /// The bound itself is outside.
    exclusive: bool,
}

/// The tightest bound on one side.
fn limit(schema: &Value, side: Side) -> Option<Limit> {
    let (inclusive, exclusive) = match side {
        Side::Lower => ("minimum", "exclusiveMinimum"),
        Side::Upper => ("maximum", "exclusiveMaximum"),
    };
    let inclusive = schema.get(inclusive).filter(|value| value.is_number());
    let exclusive = schema.get(exclusive).filter(|value| value.is_number());
    let inclusive = inclusive.map(|value| Limit {
        value: value.clone(),
        exclusive: false,
    });
    let exclusive = exclusive.map(|value| next_to(value, side, schema["type"] == "integer"));
    match (inclusive, exclusive) {
        (Some(one), Some(other)) if reaches(Some(&one), &other, side) => Some(one),
        (one, other) => other.or(one),
    }
}

/// An exclusive bound; of integers, the last one inside.
fn next_to(value: &Value, side: Side, integer: bool) -> Limit {
    let step = if side == Side::Lower { 1 } else { -1 };
    match value
        .as_i64()
        .filter(|_| integer)
        .and_then(|value| value.checked_add(step))
    {
        Some(inside) => Limit {
            value: inside.into(),
            exclusive: false,
        },
        None => Limit {
            value: value.clone(),
            exclusive: true,
        },
    }
}

/// Is a bound at least as tight as the one that is needed?
fn reaches(own: Option<&Limit>, needed: &Limit, side: Side) -> bool {
    let Some(own) = own else {
        return false;
    };
    match (compared(&own.value, &needed.value), side) {
        (Some(Ordering::Equal), _) => own.exclusive || !needed.exclusive,
        (Some(Ordering::Greater), Side::Lower) | (Some(Ordering::Less), Side::Upper) => true,
        _ => false,
    }
}

fn compared(one: &Value, other: &Value) -> Option<Ordering> {
    let integer = |value: &Value| {
        value
            .as_i64()
            .map(i128::from)
            .or_else(|| value.as_u64().map(i128::from))
    };
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

fn shown(words: &str, limit: Option<&Limit>) -> String {
    match limit {
        Some(Limit { value, exclusive }) => {
            let beyond = if *exclusive { " and not that" } else { "" };
            format!("{words} {value}{beyond}")
        }
        None => "any number".to_owned(),
    }
}
