//! Schemas that take one of several things.

use serde_json::Value;

use super::{
    Comparison,
    view::{View, finite, kinds},
};
use crate::diff::reason::Reason;

impl Comparison<'_> {
    /// Compares with the alternatives of a schema; says whether the rest of it is still to be compared.
    pub(super) fn compare_unions(&mut self, given: &Value, wanted: &View, path: &str) -> bool {
        for keyword in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = wanted.schema.get(keyword) else {
                continue;
            };
            let covers: Vec<bool> = branches
                .iter()
                .map(|branch| self.is_covered(given, branch, path))
                .collect();
            match covers.iter().position(|covers| *covers) {
                None => {
                    self.reasons.push(self.closest(given, branches, path));
                    return false;
                }
                Some(one) if keyword == "oneOf" => {
                    let mut others = branches
                        .iter()
                        .enumerate()
                        .filter(|(place, _)| *place != one);
                    if !others.all(|(_, other)| self.are_apart(given, other)) {
                        self.reasons.push(Reason::unclear(path, keyword));
                        return false;
                    }
                }
                Some(_) => {}
            }
        }
        true
    }

    fn is_covered(&self, given: &Value, wanted: &Value, path: &str) -> bool {
        self.tried(given, wanted, path).is_empty()
    }

    fn tried(&self, given: &Value, wanted: &Value, path: &str) -> Vec<Reason> {
        let mut trial = Comparison {
            given_root: self.given_root,
            wanted_root: self.wanted_root,
            open: self.open.clone(),
            steps: self.steps,
            reasons: Vec::new(),
        };
        trial.compare(given, wanted, path);
        trial.reasons
    }

    /// Why the alternative that comes closest doesn't take all.
    fn closest(&self, given: &Value, branches: &[Value], path: &str) -> Reason {
        let tried = branches
            .iter()
            .map(|branch| self.tried(given, branch, path));
        let closest = tried.min_by_key(Vec::len).unwrap_or_default();
        match closest.as_slice() {
            [only] => only.clone(),
            _ => {
                let stricter = format!("none of {} alternatives", branches.len());
                Reason::new(path, stricter, "one more")
            }
        }
    }

    /// Is it certain that no value fits both?
    fn are_apart(&self, given: &Value, wanted: &Value) -> bool {
        let (Some(given), Some(wanted)) = (
            View::at_least(given, self.given_root),
            View::at_least(wanted, self.wanted_root),
        ) else {
            return false;
        };
        let (given, wanted) = (&given.schema, &wanted.schema);
        let is_number = |kind: &str| ["integer", "number"].contains(&kind);
        let same = |one: &str, other: &str| one == other || (is_number(one) && is_number(other));
        let given_kinds = kinds(given);
        if !kinds(wanted)
            .iter()
            .any(|wanted| given_kinds.iter().any(|given| same(given, wanted)))
        {
            return true;
        }
        if let (Some(given), Some(wanted)) = (finite(given), finite(wanted)) {
            return !given
                .iter()
                .any(|one| wanted.iter().any(|other| is_equal(one, other)));
        }
        self.have_a_tag(given, wanted)
    }

    /// Is there a member that both demand, with values that differ?
    fn have_a_tag(&self, given: &Value, wanted: &Value) -> bool {
        // what a schema says of members says nothing of values that have none
        if ![given, wanted]
            .iter()
            .any(|schema| kinds(schema) == ["object"])
        {
            return false;
        }
        let Some(members) = given["properties"].as_object() else {
            return false;
        };
        let demands = |schema: &Value, name: &String| {
            let required = schema["required"].as_array();
            required.is_some_and(|names| names.iter().any(|required| required == name))
        };
        members.iter().any(|(name, member)| {
            demands(given, name)
                && demands(wanted, name)
                && self.are_apart(member, &wanted["properties"][name])
        })
    }
}

/// Are two values equal, as schemas see it? A number is what it is, however it is written.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let found = |(name, own): (&String, &Value)| {
                other.get(name).is_some_and(|other| is_equal(own, other))
            };
            one.len() == other.len() && one.iter().all(found)
        }
        _ => one == other,
    }
}
