//! Does one schema take all that another takes?
//!
//! Where that can't be told the answer is no: a reason too many, never one too few.

mod object;
mod simple;
mod union;
mod view;

use std::{cell::Cell, collections::HashSet};

use serde_json::Value;

pub(super) use self::view::{KINDS, View, without_words};
use self::view::{WORDS, finite, is_everything, is_nothing, named_values};
use super::{
    reason::Reason,
    root::{leads_to_the_same, standing_alone},
    schema::validator,
};

/// Why `wanted` refuses some of what `given` takes; none when it takes all of it.
///
/// Both are [anchored](super::root::anchored).
pub(super) fn reasons(given: &Value, wanted: &Value) -> Vec<Reason> {
    let steps = Cell::new(0);
    let mut comparison = Comparison {
        given_root: given,
        wanted_root: wanted,
        open: HashSet::new(),
        steps: &steps,
        reasons: Vec::new(),
    };
    comparison.compare(given, wanted, "");
    comparison.reasons
}

/// Pairs that are compared at most.
const MOST_STEPS: usize = 20_000;

/// Pairs inside each other at most.
const MOST_OPEN: usize = 64;

struct Comparison<'a> {
    given_root: &'a Value,
    wanted_root: &'a Value,
    /// The pairs under comparison, so that schemas that refer to themselves come to an end.
    open: HashSet<(String, String)>,
    steps: &'a Cell<usize>,
    reasons: Vec<Reason>,
}

/// Keywords that are compared each in its own way.
const COMPARED: [&str; 30] = [
    "$defs",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "definitions",
    "else",
    "enum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "oneOf",
    "pattern",
    "prefixItems",
    "properties",
    "required",
    "then",
];

/// Keywords that are compared as a whole together with what depends on them.
const FAMILIES: [[&str; 3]; 2] = [
    ["contains", "minContains", "maxContains"],
    ["if", "then", "else"],
];

impl Comparison<'_> {
    fn compare(&mut self, given: &Value, wanted: &Value, path: &str) {
        if is_everything(wanted) || is_nothing(given) || self.are_the_same(given, wanted) {
            return;
        }
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MOST_STEPS || self.open.len() > MOST_OPEN {
            self.reasons.push(Reason::too_much(path));
            return;
        }
        let pair = (given.to_string(), wanted.to_string());
        if !self.open.insert(pair.clone()) {
            return;
        }
        self.compare_open(given, wanted, path);
        self.open.remove(&pair);
    }

    /// Are they written the same, and refer to the same?
    fn are_the_same(&self, given: &Value, wanted: &Value) -> bool {
        given == wanted && leads_to_the_same(given, [self.given_root, self.wanted_root])
    }

    fn compare_open(&mut self, given: &Value, wanted: &Value, path: &str) {
        let (Some(given), Some(wanted)) = (
            View::at_least(given, self.given_root),
            View::exactly(wanted, self.wanted_root),
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
        self.compare_whole(given, wanted, path);
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

    /// What is compared as a whole: it has to be the same.
    fn compare_whole(&mut self, given: &Value, wanted: &Value, path: &str) {
        let members = wanted.as_object().into_iter().flatten();
        for (keyword, needed) in members {
            let keyword = keyword.as_str();
            let family = FAMILIES.iter().find(|family| family[0] == keyword);
            let same = match family {
                Some(family) => family
                    .iter()
                    .all(|keyword| self.is_kept(given, wanted, keyword)),
                None if is_understood(keyword, needed) => true,
                // depends on all that is beside it
                None if keyword.starts_with("unevaluated") => false,
                None => self.is_kept(given, wanted, keyword),
            };
            if !same {
                self.reasons.push(Reason::unclear(path, keyword));
            }
        }
    }

    fn is_kept(&self, given: &Value, wanted: &Value, keyword: &str) -> bool {
        match (given.get(keyword), wanted.get(keyword)) {
            (None, None) => true,
            (Some(own), Some(needed)) => self.are_the_same(own, needed),
            _ => false,
        }
    }
}

/// Is a keyword compared in a way of its own?
fn is_understood(keyword: &str, value: &Value) -> bool {
    match keyword {
        "exclusiveMinimum" | "exclusiveMaximum" | "minimum" | "maximum" => value.is_number(),
        "uniqueItems" | "type" => true,
        _ => COMPARED.contains(&keyword) || WORDS.contains(&keyword) || keyword.starts_with("x-"),
    }
}
