//! Compiles a schema: every keyword is understood, or the schema is refused.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    CHECKED, DIGITS, FORMAT, NULLABLE, ORDER, SECRET, WIDTH,
    model::{Contract, Kind, Node, NodeId},
};
use crate::contract::check::{Format, same};

/// Most schemas inside one, counted where they stand.
const MOST_SCHEMAS: usize = 10_000;
/// Deepest nesting of schemas.
const DEEPEST: usize = 100;

/// What is wrong with a schema, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SchemaError {
    /// A JSON pointer.
    pub(crate) at: String,
    pub(crate) problem: String,
}

impl SchemaError {
    fn new(at: &str, problem: &str) -> Self {
        let at = if at.is_empty() { "/" } else { at };
        Self {
            at: at.to_owned(),
            problem: problem.to_owned(),
        }
    }
}

/// Keywords that say something to people and nothing about values.
const ANNOTATIONS: [&str; 22] = [
    "$schema",
    "$id",
    "$comment",
    "$anchor",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "x-mcp-header",
    ORDER,
    CHECKED,
    DIGITS,
    FORMAT,
    NULLABLE,
    SECRET,
    WIDTH,
];

/// Compiles a schema.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn compile(schema: &Value) -> Result<Contract, Vec<SchemaError>> {
    compile_with_places(schema).map(|(contract, _)| contract)
}

/// Compiles a schema, and tells where in it each part of the contract comes from, by its JSON pointer.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn compile_with_places(
    schema: &Value,
) -> Result<(Contract, HashMap<String, NodeId>), Vec<SchemaError>> {
    let mut compiler = Compiler {
        root: schema,
        nodes: Vec::new(),
        by_pointer: HashMap::new(),
        errors: Vec::new(),
        depth: 0,
    };
    compiler.schema(schema, "");
    let Compiler {
        mut nodes,
        by_pointer,
        mut errors,
        ..
    } = compiler;
    nodes.shrink_to_fit();
    super::secrets::mark(&mut nodes);
    let contract = Contract { nodes };
    if let Some(endless) = super::endless::find(&contract).filter(|_| errors.is_empty()) {
        let place = by_pointer
            .iter()
            .find(|(_, id)| **id == endless)
            .map_or("", |(place, _)| place);
        errors.push(SchemaError::new(
            place,
            "the schema refers to itself for one and the same value",
        ));
    }
    if errors.is_empty() {
        Ok((contract, by_pointer))
    } else {
        Err(errors)
    }
}

pub(super) struct Compiler<'a> {
    root: &'a Value,
    pub(super) nodes: Vec<Node>,
    /// The nodes of schemas that were seen, so that a schema may refer to itself.
    by_pointer: HashMap<String, NodeId>,
    errors: Vec<SchemaError>,
    depth: usize,
}

impl<'a> Compiler<'a> {
    pub(super) fn schema(&mut self, schema: &'a Value, at: &str) -> NodeId {
        if let Some(known) = self.by_pointer.get(at) {
            return *known;
        }
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node::default());
        self.by_pointer.insert(at.to_owned(), id);
        if self.nodes.len() > MOST_SCHEMAS || self.depth > DEEPEST {
            self.error(
                at,
                "the schema is larger or deeper than anything that should be published",
            );
            return id;
        }
        self.depth += 1;
        let node = match schema {
            Value::Bool(allowed) => Node {
                never: !allowed,
                ..Node::default()
            },
            Value::Object(members) => self.node(members, at),
            other => {
                self.error(
                    at,
                    &format!("a schema is an object or a boolean, not {other}"),
                );
                Node::default()
            }
        };
        self.depth -= 1;
        self.nodes[id.0] = node;
        id
    }

    fn node(&mut self, members: &'a Map<String, Value>, at: &str) -> Node {
        let mut node = Node {
            secret: members.get(SECRET) == Some(&Value::Bool(true)),
            takes_digits: members.get(DIGITS) == Some(&Value::Bool(true)),
            ..Node::default()
        };
        for (keyword, value) in members {
            if !ANNOTATIONS.contains(&keyword.as_str()) {
                self.keyword(&mut node, keyword, value, members, at);
            }
        }
        if let Some(width) = members.get(WIDTH).and_then(Value::as_str) {
            node.number.narrow_to(width);
        }
        if let Some(format) = members
            .get(FORMAT)
            .and_then(Value::as_str)
            .and_then(Format::parse_private)
        {
            // it says more than the pattern, and says it better
            node.text.pattern = None;
            node.text.format = Some(format);
        }
        self.contradictions(&node, at);
        node
    }

    fn keyword(
        &mut self,
        node: &mut Node,
        keyword: &str,
        value: &'a Value,
        members: &'a Map<String, Value>,
        at: &str,
    ) {
        let here = under(at, keyword);
        match keyword {
            "$ref" => node.reference = self.reference(value, &here),
            "type" => node.kinds = self.kinds(value, &here),
            "enum" => match value {
                Value::Array(values) if !values.is_empty() => self.fix(node, values, &here),
                _ => self.error(&here, "an `enum` names at least one value"),
            },
            "const" => self.fix(node, std::slice::from_ref(value), &here),
            "$defs" | "definitions" => self.definitions(value, &here),
            _ if self.number(&mut node.number, keyword, value, &here)
                || self.text(&mut node.text, keyword, value, &here)
                || self.list(&mut node.list, keyword, value, members, &here)
                || self.object(&mut node.object, keyword, value, members, &here)
                || self.combined(&mut node.combined, keyword, value, members, (at, &here)) => {}
            _ => self.error(
                &here,
                &format!("the keyword `{keyword}` is not understood, so it can't be kept"),
            ),
        }
    }

    /// Leaves the values that every rule about fixed ones allows.
    fn fix(&mut self, node: &mut Node, values: &[Value], here: &str) {
        let both: Vec<Value> = match &node.fixed {
            None => values.to_vec(),
            Some(known) => {
                let is_known = |value: &&Value| known.iter().any(|one| same(one, value));
                values.iter().filter(is_known).cloned().collect()
            }
        };
        if both.is_empty() {
            self.error(here, "no value is both the `const` and in the `enum`");
        }
        node.fixed = Some(both);
    }

    fn definitions(&mut self, value: &'a Value, here: &str) {
        match value {
            Value::Object(named) => {
                for (name, schema) in named {
                    self.schema(schema, &under(here, name));
                }
            }
            _ => self.error(here, "definitions are an object of schemas"),
        }
    }

    fn reference(&mut self, value: &Value, here: &str) -> Option<NodeId> {
        let Some(target) = value.as_str() else {
            self.error(here, "a `$ref` is a text");
            return None;
        };
        let Some(fragment) = target.strip_prefix('#') else {
            self.error(
                here,
                &format!("`{target}` is not in this schema: nothing is ever fetched"),
            );
            return None;
        };
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            Some(fragment.to_owned())
        } else {
            anchor(self.root, fragment, "")
        };
        let found =
            pointer.and_then(|pointer| self.root.pointer(&pointer).map(|schema| (pointer, schema)));
        let Some((pointer, schema)) = found else {
            self.error(here, &format!("`{target}` leads nowhere"));
            return None;
        };
        Some(self.schema(schema, &pointer))
    }

    fn kinds(&mut self, value: &Value, here: &str) -> Vec<Kind> {
        let names = match value {
            Value::Array(many) => many.as_slice(),
            one => std::slice::from_ref(one),
        };
        let kinds: Option<Vec<Kind>> = names
            .iter()
            .map(|name| name.as_str().and_then(Kind::parse))
            .collect();
        match kinds {
            Some(kinds) if !kinds.is_empty() => kinds,
            _ => {
                self.error(here, &format!("{value} is no type of JSON"));
                Vec::new()
            }
        }
    }

    pub(super) fn error(&mut self, at: &str, problem: &str) {
        self.errors.push(SchemaError::new(at, problem));
    }
}

/// The pointer to the schema with this `$anchor`.
fn anchor(schema: &Value, name: &str, at: &str) -> Option<String> {
    match schema {
        Value::Object(members) => {
            if members.get("$anchor").and_then(Value::as_str) == Some(name) {
                return Some(at.to_owned());
            }
            members
                .iter()
                .find_map(|(key, inner)| anchor(inner, name, &under(at, key)))
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, inner)| anchor(inner, name, &format!("{at}/{index}"))),
        _ => None,
    }
}

/// The JSON pointer to what an object has under a key.
pub(crate) fn under(at: &str, key: &str) -> String {
    let mut pointer = String::with_capacity(at.len() + 1 + key.len());
    pointer.push_str(at);
    pointer.push('/');
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
    pointer
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::compile;

    #[test]
    fn mistakes_are_found_all_at_once() {
        let schema = json!({
            "type": "objekt", "minimum": 5, "maximum": 1, "x-mine": 1, "pattern": "(?=a)",
            "properties": { "a": { "$ref": "https://example.com/a" }, "b": { "$ref": "#/$defs/no" }, "c": 7,
                "d": { "format": "postcode" }, "e": { "minLength": -1 } },
            "additionalProperties": false, "required": ["f"],
        });
        let errors = compile(&schema).expect_err("mistakes");
        let places: Vec<&str> = errors.iter().map(|error| error.at.as_str()).collect();
        for place in [
            "/type",
            "/x-mine",
            "/pattern",
            "/properties/a/$ref",
            "/properties/b/$ref",
            "/properties/c",
            "/properties/d/format",
            "/properties/e/minLength",
            "/",
        ] {
            assert!(places.contains(&place), "{place} in {errors:?}");
        }
    }

    #[test]
    fn a_check_comes_to_an_end() {
        for schema in [
            json!({ "$ref": "#" }),
            json!({ "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/a" }] } } }),
            json!({ "allOf": [{ "if": true, "then": { "not": { "$ref": "#" } } }] }),
        ] {
            assert!(compile(&schema).is_err(), "{schema}");
        }
    }

    #[test]
    fn schemas_may_refer_to_themselves_and_to_anchors() {
        let schema = json!({
            "type": "object", "properties": { "next": { "$ref": "#" }, "home": { "$ref": "#address" } },
            "$defs": { "address": { "$anchor": "address", "type": "object" } },
        });
        assert!(compile(&schema).is_ok());
    }
}
