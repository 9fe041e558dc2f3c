//! A schema as it is checked: its keywords sorted by what they are about.

use regex_lite::Regex;
use serde_json::{Number, Value};

use crate::contract::check::{Decimal, Format};

/// A compiled schema.
#[derive(Debug)]
pub(crate) struct Contract {
    pub(crate) nodes: Vec<Node>,
}

/// A schema inside a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(pub(crate) usize);

impl Contract {
    /// The outermost schema.
    pub(crate) const ROOT: NodeId = NodeId(0);

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

/// One schema.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// `false`: nothing is allowed.
    pub(crate) never: bool,
    /// Of `$ref`.
    pub(crate) reference: Option<NodeId>,
    /// Of `type`; empty for any.
    pub(crate) kinds: Vec<Kind>,
    /// Of `enum` and `const`.
    pub(crate) fixed: Option<Vec<Value>>,
    pub(crate) number: NumberRules,
    pub(crate) text: TextRules,
    pub(crate) list: ListRules,
    pub(crate) object: ObjectRules,
    pub(crate) combined: Vec<Combined>,
    /// A number is taken for a text, as its digits.
    pub(crate) takes_digits: bool,
    /// The value is a secret and is never repeated.
    pub(crate) secret: bool,
    /// The value, or some part of it, is a secret.
    pub(crate) holds_secret: bool,
}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }

    /// The kind with its article, as messages have it.
    pub(crate) const fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }
}

/// A number of a rule, and how it was written.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) value: Decimal,
    pub(crate) shown: String,
}

impl Limit {
    pub(crate) fn new(number: &Number) -> Box<Self> {
        Self::parse(number.to_string())
    }

    fn parse(shown: String) -> Box<Self> {
        Box::new(Self {
            value: Decimal::parse(&shown),
            shown,
        })
    }
}

#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) minimum: Option<Box<Limit>>,
    pub(crate) maximum: Option<Box<Limit>>,
    pub(crate) exclusive_minimum: Option<Box<Limit>>,
    pub(crate) exclusive_maximum: Option<Box<Limit>>,
    pub(crate) multiple_of: Option<Box<Limit>>,
}

impl NumberRules {
    /// Adds the bounds of an integer type where there are none.
    pub(super) fn narrow_to(&mut self, width: &str) {
        let (min, max) = match width {
            "int64" | "int" => (i64::MIN.to_string(), i64::MAX.to_string()),
            "uint64" | "uint" => ("0".into(), u64::MAX.to_string()),
            "int128" => (i128::MIN.to_string(), i128::MAX.to_string()),
            "uint128" => ("0".into(), u128::MAX.to_string()),
            _ => return,
        };
        self.minimum.get_or_insert_with(|| Limit::parse(min));
        self.maximum.get_or_insert_with(|| Limit::parse(max));
    }
}

#[derive(Debug, Default)]
pub(crate) struct TextRules {
    pub(crate) min_length: Option<usize>,
    pub(crate) max_length: Option<usize>,
    pub(crate) pattern: Option<Regex>,
    pub(crate) format: Option<Format>,
}

#[derive(Debug, Default)]
pub(crate) struct ListRules {
    pub(crate) prefix: Vec<NodeId>,
    pub(crate) items: Option<NodeId>,
    pub(crate) min_items: Option<usize>,
    pub(crate) max_items: Option<usize>,
    pub(crate) unique: bool,
    pub(crate) contains: Option<Contains>,
}

#[derive(Debug)]
pub(crate) struct Contains {
    pub(crate) schema: NodeId,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    /// In the order in which they are published.
    pub(crate) properties: Vec<(String, NodeId)>,
    pub(crate) patterns: Vec<(Regex, NodeId)>,
    pub(crate) required: Vec<String>,
    pub(crate) additional: Option<NodeId>,
    pub(crate) names: Option<NodeId>,
    pub(crate) min_properties: Option<usize>,
    pub(crate) max_properties: Option<usize>,
    /// Where one property is there, the others have to be.
    pub(crate) dependent: Vec<(String, Vec<String>)>,
}

impl ObjectRules {
    pub(crate) fn property(&self, name: &str) -> Option<NodeId> {
        self.properties
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, id)| *id)
    }
}

impl Node {
    /// The schemas of a member of this object.
    pub(crate) fn member(&self, name: &str) -> impl Iterator<Item = NodeId> {
        let property = self.object.property(name);
        let patterns = self
            .object
            .patterns
            .iter()
            .filter(|(pattern, _)| pattern.is_match(name));
        let patterns: Vec<NodeId> = patterns.map(|(_, schema)| *schema).collect();
        let additional = self
            .object
            .additional
            .filter(|_| property.is_none() && patterns.is_empty());
        property.into_iter().chain(patterns).chain(additional)
    }

    /// The schema of an item of this list.
    pub(crate) fn item(&self, index: usize) -> Option<NodeId> {
        self.list.prefix.get(index).copied().or(self.list.items)
    }
}

impl Node {
    /// Every schema that this one hands a value, or a part of it, on to.
    pub(super) fn inner(&self) -> Vec<NodeId> {
        let Self {
            reference,
            list,
            object,
            combined,
            ..
        } = self;
        let mut all: Vec<NodeId> = reference.iter().copied().collect();
        all.extend(&list.prefix);
        all.extend(list.items);
        all.extend(list.contains.as_ref().map(|contains| contains.schema));
        all.extend(object.properties.iter().map(|(_, id)| *id));
        all.extend(object.patterns.iter().map(|(_, id)| *id));
        all.extend(object.additional);
        all.extend(object.names);
        all.extend(combined.iter().flat_map(Combined::schemas));
        all
    }
}

/// Schemas joined by logic.
#[derive(Debug)]
pub(crate) enum Combined {
    All(Vec<NodeId>),
    Any(Vec<NodeId>),
    One(Vec<NodeId>),
    Not(NodeId),
    If {
        condition: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
}

impl Combined {
    /// The schemas that are joined.
    pub(crate) fn schemas(&self) -> Vec<NodeId> {
        match self {
            Self::All(schemas) | Self::Any(schemas) | Self::One(schemas) => schemas.clone(),
            Self::Not(schema) => vec![*schema],
            Self::If {
                condition,
                then,
                otherwise,
            } => [Some(*condition), *then, *otherwise]
                .into_iter()
                .flatten()
                .collect(),
        }
    }
}
