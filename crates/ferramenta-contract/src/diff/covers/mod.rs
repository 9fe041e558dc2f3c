//! Does one schema take all that another takes?
//!
//! Where that can't be told the answer is no: a reason too many, never one too few.

mod object;
mod simple;
mod union;
mod view;

use std::collections::HashSet;

use serde_json::Value;

pub(super) use self::view::{KINDS, View, without_words};
use self::view::{finite, is_everything, is_nothing, named_values};
use super::{
    reason::Reason,
    schema::{standing_alone, validator},
};

/// Why `wanted` refuses some of what `given` takes; none when it takes all of it.
pub(super) fn reasons(given: &Value, wanted: &Value) -> Vec<Reason> {
    let mut comparison = Comparison {
        given_root: given,
        wanted_root: wanted,
        open: HashSet::new(),
        reasons: Vec::new(),
    };
    comparison.compare(given, wanted, "");
    comparison.reasons
}

struct Comparison<'a> {
    given_root: &'a Value,
    wanted_root: &'a Value,
    /// The pairs under comparison, so that schemas that refer to themselves come to an end.
    open: HashSet<(String, String)>,
    reasons: Vec<Reason>,
}

/// Keywords that are compared as a whole: they have to be the same.
const WHOLE: [&str; 13] = [
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedProperties",
    "unevaluatedItems",
];

impl Comparison<'_> {
    fn compare(&mut self, given: &Value, wanted: &Value, path: &str) {
        if is_everything(wanted) || is_nothing(given) {
            return;
        }
        let pair = (given.to_string(), wanted.to_string());
        if !self.open.insert(pair.clone()) {
            return;
        }
        self.compare_open(given, wanted, path);
        self.open.remove(&pair);
    }

    fn compare_open(&mut self, given: &Value, wanted: &Value, path: &str) {
        let (Some(given), Some(wanted)) = (
            View::of(given, self.given_root),
            View::of(wanted, self.wanted_root),
        ) else {
            self.reasons.push(Reason::unclear(path, "$ref"));
            return;
        };
        if is_nothing(&given.schema) || is_everything(&wanted.schema) {
            return;
        }
        if is_nothing(&wanted.schema) {
            self.reasons.push(Reason::new(path, "not known", "known"));
            return;
        }
        if let Some(branches) = given.branches() {
            for branch in branches {
                self.compare(&branch, &wanted.schema, path);
            }
            return;
        }
        let wants_values = ["enum", "const", "anyOf", "oneOf"];
        let wants_values = wants_values
            .iter()
            .any(|keyword| wanted.schema.get(keyword).is_some());
        let values = if wants_values { finite } else { named_values };
        if let Some(values) = values(&given.schema) {
            self.compare_values(&given.schema, &values, &wanted.schema, path);
            return;
        }
        for part in wanted.conjuncts() {
            self.compare(&given.schema, part, path);
        }
        if self.compare_unions(&given.schema, &wanted, path) {
            self.compare_keywords(&given.schema, &wanted.schema, path);
        }
    }

    /// All that a schema of few values takes, value by value.
    fn compare_values(&mut self, given: &Value, values: &[Value], wanted: &Value, path: &str) {
        let takes = validator(&standing_alone(given, self.given_root));
        let Some(wants) = validator(&standing_alone(wanted, self.wanted_root)) else {
            self.reasons.push(Reason::unclear(path, "$ref"));
            return;
        };
        let taken = |value: &&Value| takes.as_ref().is_none_or(|takes| takes.is_valid(value));
        for value in values.iter().filter(taken) {
            if !wants.is_valid(value) {
                let (stricter, laxer) = (format!("no {value}"), value.to_string());
                self.reasons.push(Reason::new(path, stricter, laxer));
            }
        }
    }

    fn compare_keywords(&mut self, given: &Value, wanted: &Value, path: &str) {
        if let Some(values) = wanted.get("const").or_else(|| wanted.get("enum")) {
            let stricter = format!("nothing but {values}");
            self.reasons
                .push(Reason::new(path, stricter, "more than that"));
            return;
        }
        for keyword in WHOLE {
            let differs = wanted.get(keyword) != given.get(keyword);
            if wanted.get(keyword).is_some() && (differs || refers(wanted.get(keyword))) {
                self.reasons.push(Reason::unclear(path, keyword));
            }
        }
        for kind in self.compare_types(given, wanted, path) {
            match kind {
                "number" | "integer" => self.compare_numbers(given, wanted, path),
                "string" => self.compare_strings(given, wanted, path),
                "array" => self.compare_arrays(given, wanted, path),
                "object" => self.compare_objects(given, wanted, path),
                _ => {}
            }
        }
    }
}

/// Does a part of a schema refer to another, which may differ although the reference is the same?
fn refers(part: Option<&Value>) -> bool {
    match part {
        Some(Value::Object(members)) => {
            members.contains_key("$ref") || members.values().any(|value| refers(Some(value)))
        }
        Some(Value::Array(items)) => items.iter().any(|value| refers(Some(value))),
        _ => false,
    }
}
