//! Objects, member by member.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    Comparison,
    view::{is_everything, is_nothing},
};
use crate::diff::{
    reason::{Reason, member},
    schema::validator,
};

impl Comparison<'_> {
    pub(super) fn compare_objects(&mut self, given: &Value, wanted: &Value, path: &str) {
        self.compare_sizes(
            given,
            wanted,
            path,
            ["minProperties", "maxProperties"],
            "members",
        );
        let demanded = required(given);
        let needed = required(wanted);
        for name in needed.difference(&demanded) {
            let path = member(path, name);
            self.reasons
                .push(Reason::new(&path, "required", "not required"));
        }
        let spoken = names(given);
        let is_spoken_of = |name: &str| spoken.contains(name) || demanded.contains(name);
        let is_silent = self.is_open_in_silence(given, path);
        let may_come = |name: &str| is_spoken_of(name) || !is_silent;
        for name in names(given).union(&names(wanted)) {
            if !may_come(name) {
                continue;
            }
            let path = member(path, name);
            self.compare_member(given, wanted, name, &path);
        }
        self.compare_others(given, wanted, path);
    }

    fn compare_member(&mut self, given: &Value, wanted: &Value, name: &str, path: &str) {
        let (own, needed) = (schema_of(given, name), schema_of(wanted, name));
        if is_everything(own) && !is_everything(needed) && !is_nothing(needed) {
            self.reasons
                .push(Reason::new(path, "a rule of its own", "none"));
        } else {
            self.compare(own, needed, path);
        }
    }

    /// Does an object take others than the members that it names, and only because it doesn't say anything of them?
    ///
    /// Nobody who keeps to such a schema sends them, so a name among them can get a meaning later. An object that
    /// names none takes any, but for the whole of what a tool takes: that one has no arguments yet.
    fn is_open_in_silence(&self, schema: &Value, path: &str) -> bool {
        const OF_OTHERS: [&str; 4] = [
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "unevaluatedProperties",
        ];
        const OF_SEVERAL: [&str; 4] = ["$ref", "allOf", "anyOf", "oneOf"];
        let says = |schema: &Value, keywords: &[&str]| {
            keywords.iter().any(|keyword| schema.get(keyword).is_some())
        };
        let is_the_whole = path.is_empty() && !says(self.given_root, &OF_SEVERAL);
        (is_the_whole || says(schema, &["properties"])) && !says(schema, &OF_OTHERS)
    }

    /// Compares what is said of the members that are not named.
    fn compare_others(&mut self, given: &Value, wanted: &Value, path: &str) {
        let (own, needed) = (others(given), others(wanted));
        if is_nothing(needed) && !is_nothing(own) {
            self.reasons
                .push(Reason::new(path, "no further members", "further members"));
        } else {
            self.compare(own, needed, &member(path, "*"));
        }
        if let Some(patterns) = given["patternProperties"].as_object()
            && wanted.get("patternProperties").is_none()
        {
            for schema in patterns.values() {
                self.compare(schema, needed, &member(path, "*"));
            }
        }
    }
}

/// The members that have to be there.
pub(super) fn required(schema: &Value) -> BTreeSet<&str> {
    let names = schema["required"].as_array().into_iter().flatten();
    names.filter_map(Value::as_str).collect()
}

fn names(schema: &Value) -> BTreeSet<&str> {
    let members = schema["properties"].as_object().into_iter().flatten();
    members.map(|(name, _)| name.as_str()).collect()
}

/// What a member has to fit, beside the patterns of names that `patternProperties` has.
fn schema_of<'a>(schema: &'a Value, name: &str) -> &'a Value {
    if let Some(own) = schema["properties"].get(name) {
        return own;
    }
    if is_matched(schema, name) {
        return &Value::Bool(true);
    }
    others(schema)
}

/// Does a pattern of names match this one?
fn is_matched(schema: &Value, name: &str) -> bool {
    let patterns = schema["patternProperties"]
        .as_object()
        .into_iter()
        .flatten();
    let matches = |pattern: &String| {
        validator(&json!({ "pattern": pattern })).is_some_and(|takes| takes.is_valid(&json!(name)))
    };
    patterns.map(|(pattern, _)| pattern).any(matches)
}

fn others(schema: &Value) -> &Value {
    schema
        .get("additionalProperties")
        .unwrap_or(&Value::Bool(true))
}
