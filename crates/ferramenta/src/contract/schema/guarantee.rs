//! Whether a type's own decoder accepts nothing that its schema forbids.

use std::collections::BTreeSet;

use ferramenta_protocol::join_key;
use serde_json::{Map, Value};

use super::CHECKED;

/// What is known of the decoder of a schema's type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Guarantee {
    /// The first place where the decoder may accept more than the schema: path, and why.
    pub(crate) gap: Option<(String, &'static str)>,
    /// Objects with free keys are inside, whose decoders keep one of two equal keys.
    pub(crate) has_maps: bool,
}

/// Reads off a schema, with its private keywords, what its decoder guarantees.
pub(crate) fn guarantee(schema: &Value) -> Guarantee {
    let mut reader = Reader {
        root: schema,
        found: Guarantee::default(),
        seen: BTreeSet::new(),
    };
    reader.schema(schema, "");
    reader.found
}

struct Reader<'a> {
    root: &'a Value,
    found: Guarantee,
    seen: BTreeSet<&'a str>,
}

impl<'a> Reader<'a> {
    fn schema(&mut self, schema: &'a Value, path: &str) {
        match schema {
            Value::Object(members) => {
                let checked = members.get(CHECKED) == Some(&Value::Bool(true));
                self.found.has_maps |= has_free_keys(members);
                if let Some((_, why)) = members
                    .keys()
                    .find_map(|key| Some((key, gap(key, members, checked)?)))
                {
                    self.found.gap.get_or_insert_with(|| (path.to_owned(), why));
                }
                self.inside(members, path);
            }
            _ => self.found.has_maps = true,
        }
    }

    fn inside(&mut self, members: &'a Map<String, Value>, path: &str) {
        if let Some(name) = members.get("$ref").and_then(Value::as_str)
            && self.seen.insert(name)
            && let Some(target) = name
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer))
        {
            self.schema(target, path);
        }
        for (name, property) in members
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.schema(property, &join_key(path, name));
        }
        for keyword in ["oneOf", "anyOf", "allOf", "prefixItems"] {
            for inner in members
                .get(keyword)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                self.schema(inner, path);
            }
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(inner) = members.get(keyword).filter(|inner| !inner.is_boolean()) {
                self.schema(inner, &format!("{path}[]"));
            }
        }
    }
}

/// Whether an object may have keys that the schema doesn't name.
fn has_free_keys(members: &Map<String, Value>) -> bool {
    let may_be_object = match members.get("type") {
        // the forms of a union say themselves which keys they have
        Some(Value::String(kind)) => kind == "object" && !members.contains_key("oneOf"),
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        _ => !["$ref", "oneOf", "anyOf", "allOf", "enum", "const"]
            .iter()
            .any(|key| members.contains_key(*key)),
    };
    may_be_object && members.get("additionalProperties") != Some(&Value::Bool(false))
}

/// Why a keyword may not be kept by a decoder that doesn't say it checks.
fn gap(keyword: &str, members: &Map<String, Value>, checked: bool) -> Option<&'static str> {
    if checked {
        return None;
    }
    match keyword {
        "properties" => Some("a type derived by hand takes a list for an object"),
        "enum" | "const" | "oneOf" => Some("an enum derived by hand takes other forms as well"),
        "format" => Some("the type reads more than the format"),
        "anyOf" if !is_option(members) => Some("an enum derived by hand takes other forms as well"),
        "minItems" | "maxItems" if is_tuple(members) => None,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
        | "minLength" | "maxLength" | "allOf" | "not" | "if" | "patternProperties"
        | "propertyNames" | "pattern" | "minItems" | "maxItems" | "uniqueItems"
        | "minProperties" | "maxProperties" | "contains" | "dependentRequired" => {
            Some("the rule is the schema's alone")
        }
        _ => None,
    }
}

fn is_option(members: &Map<String, Value>) -> bool {
    let choices = members
        .get("anyOf")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    choices.len() == 2
        && choices
            .iter()
            .any(|choice| choice.get("type").is_some_and(|kind| kind == "null"))
}

/// Whether a list is one of a tuple, whose decoder counts.
fn is_tuple(members: &Map<String, Value>) -> bool {
    let count = members
        .get("prefixItems")
        .and_then(Value::as_array)
        .map(Vec::len);
    let is_count = |keyword: &str| {
        members.get(keyword).and_then(Value::as_u64)
            == count.and_then(|count| count.try_into().ok())
    };
    count.is_some() && is_count("minItems") && is_count("maxItems")
}
