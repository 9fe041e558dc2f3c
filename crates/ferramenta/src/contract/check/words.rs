//! What problems are told with that name what is allowed.

use ferramenta_protocol::Tree;
use serde_json::Value;

use super::{Problem, nearest, problem::Suggestion, shown};
use crate::contract::schema::{Contract, Kind, NodeId, ObjectRules};

/// The problem of a value that is none of those allowed.
pub(super) fn not_one_of(sent: &str, value: &Tree<'_>, allowed: &[Value], path: &str) -> Problem {
    let problem = match allowed {
        [only] => format!("{sent} is not {}", shown::json(only)),
        several => format!("{sent} is not one of {}", values(several)),
    };
    let near = match value {
        Tree::String(text) if allowed.len() > 1 => {
            nearest(text, allowed.iter().filter_map(Value::as_str))
        }
        _ => None,
    };
    Problem::new(path, problem)
        .choices(allowed.to_vec())
        .suggestion(near.map(|near| Suggestion::Value(near.to_owned())))
}

/// The problem of a member that an object doesn't have.
pub(super) fn unknown(rules: &ObjectRules, name: &str, path: &str) -> Problem {
    let known: Vec<&str> = rules
        .properties
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let problem = Problem::new(path, "is not known");
    let near = nearest(name, known.iter().copied());
    match (near, known.as_slice(), rules.patterns.first()) {
        (Some(near), _, _) => problem.suggestion(Some(Suggestion::Name(near.to_owned()))),
        (None, [], Some((pattern, _))) => {
            problem.allowed(format!("names match the pattern {}", pattern.as_str()))
        }
        (None, [], None) if path.contains(['.', '[']) => problem.allowed("there are no members"),
        (None, [], None) => problem.allowed("there are no arguments"),
        (None, known, _) => problem
            .allowed(format!("known are {}", shown::list(known.iter())))
            .choices(known.iter().map(|name| Value::from(*name)).collect()),
    }
}

/// What kind of value a schema asks for, where it says so, and what an object has to have.
pub(super) fn wanted(contract: &Contract, schema: NodeId) -> Option<String> {
    let node = contract.node(schema);
    match (node.kinds.as_slice(), node.reference) {
        ([Kind::Object, ..], _) => Some(object(&node.object)),
        ([kind, ..], _) => Some(kind.with_article().to_owned()),
        ([], Some(target)) => wanted(contract, target),
        ([], None) => None,
    }
}

/// An object with what it can't be without, so that a model that gave its members one level above finds the
/// place where they belong.
fn object(rules: &ObjectRules) -> String {
    let article = Kind::Object.with_article();
    if rules.required.is_empty() {
        return article.to_owned();
    }
    format!("{article} with {}", shown::list(rules.required.iter()))
}

/// The values of a schema, one after the other.
pub(super) fn values(values: &[Value]) -> String {
    shown::list(values.iter().map(shown::json))
}

/// So many of something.
pub(super) fn plural(count: usize, unit: &str) -> String {
    if count == 1 {
        format!("1 {unit}")
    } else {
        format!("{count} {unit}s")
    }
}
