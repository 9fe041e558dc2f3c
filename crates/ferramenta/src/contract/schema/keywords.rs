//! The keywords that ask something of a value, by the kind of value.

use regex_lite::{Regex, RegexBuilder};
use serde_json::{Map, Value};

use super::{
    ORDER,
    compile::{Compiler, under},
    model::{Combined, Contains, Limit, ListRules, NodeId, NumberRules, ObjectRules, TextRules},
    ordered,
};
use crate::contract::check::Format;

/// Longest pattern, in bytes.
const LONGEST_PATTERN: usize = 1_000;
/// Most memory of one compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

impl<'a> Compiler<'a> {
    pub(super) fn number(
        &mut self,
        rules: &mut NumberRules,
        keyword: &str,
        value: &Value,
        here: &str,
    ) -> bool {
        let slot = match keyword {
            "minimum" => &mut rules.minimum,
            "maximum" => &mut rules.maximum,
            "exclusiveMinimum" => &mut rules.exclusive_minimum,
            "exclusiveMaximum" => &mut rules.exclusive_maximum,
            "multipleOf" => &mut rules.multiple_of,
            _ => return false,
        };
        match value {
            Value::Number(number)
                if keyword != "multipleOf" || number.as_f64().is_some_and(|step| step > 0.0) =>
            {
                *slot = Some(Limit::new(number));
            }
            _ => self.error(here, &format!("{value} is no bound for a number")),
        }
        true
    }

    pub(super) fn text(
        &mut self,
        rules: &mut TextRules,
        keyword: &str,
        value: &Value,
        here: &str,
    ) -> bool {
        match keyword {
            "minLength" => rules.min_length = self.count(value, here),
            "maxLength" => rules.max_length = self.count(value, here),
            "pattern" => {
                let pattern = self.string(value, here);
                rules.pattern = pattern.and_then(|pattern| self.pattern(pattern, here));
            }
            "format" => {
                let Some(name) = self.string(value, here) else {
                    return true;
                };
                rules.format = Format::parse(name);
                if rules.format.is_none() {
                    self.error(
                        here,
                        &format!("the format `{name}` is not understood, so it can't be kept"),
                    );
                }
            }
            _ => return false,
        }
        true
    }

    pub(super) fn list(
        &mut self,
        rules: &mut ListRules,
        keyword: &str,
        value: &'a Value,
        members: &'a Map<String, Value>,
        here: &str,
    ) -> bool {
        match keyword {
            "items" => rules.items = Some(self.schema(value, here)),
            "prefixItems" => rules.prefix = self.schemas(value, here),
            "minItems" => rules.min_items = self.count(value, here),
            "maxItems" => rules.max_items = self.count(value, here),
            "uniqueItems" => match value {
                Value::Bool(unique) => rules.unique = *unique,
                other => self.error(here, &format!("{other} is neither `true` nor `false`")),
            },
            "contains" => {
                // what is no count is told of where it stands
                let bound = |name: &str| members.get(name).and_then(as_count);
                let (min, max) = (bound("minContains").unwrap_or(1), bound("maxContains"));
                rules.contains = Some(Contains {
                    schema: self.schema(value, here),
                    min,
                    max,
                });
            }
            "minContains" | "maxContains" => {
                self.count(value, here);
            }
            _ => return false,
        }
        true
    }

    pub(super) fn object(
        &mut self,
        rules: &mut ObjectRules,
        keyword: &str,
        value: &'a Value,
        members: &'a Map<String, Value>,
        here: &str,
    ) -> bool {
        match keyword {
            "properties" => {
                let order = members
                    .get(ORDER)
                    .and_then(Value::as_array)
                    .map_or(&[][..], Vec::as_slice);
                for (name, schema) in ordered(self.named(value, here), order) {
                    let id = self.schema(schema, &under(here, name));
                    rules.properties.push((name.clone(), id));
                }
            }
            "patternProperties" => {
                for (pattern, schema) in self.named(value, here).into_iter().flatten() {
                    let place = under(here, pattern);
                    let id = self.schema(schema, &place);
                    rules
                        .patterns
                        .extend(self.pattern(pattern, &place).map(|regex| (regex, id)));
                }
            }
            "required" => rules.required = self.names(value, here),
            "additionalProperties" => rules.additional = Some(self.schema(value, here)),
            "propertyNames" => rules.names = Some(self.schema(value, here)),
            "minProperties" => rules.min_properties = self.count(value, here),
            "maxProperties" => rules.max_properties = self.count(value, here),
            "dependentRequired" => {
                for (name, needed) in self.named(value, here).into_iter().flatten() {
                    let needed = self.names(needed, here);
                    rules.dependent.push((name.clone(), needed));
                }
            }
            _ => return false,
        }
        true
    }

    pub(super) fn combined(
        &mut self,
        combined: &mut Vec<Combined>,
        keyword: &str,
        value: &'a Value,
        members: &'a Map<String, Value>,
        (at, here): (&str, &str),
    ) -> bool {
        match keyword {
            "allOf" => combined.push(Combined::All(self.schemas(value, here))),
            "anyOf" => combined.push(Combined::Any(self.schemas(value, here))),
            "oneOf" => combined.push(Combined::One(self.schemas(value, here))),
            "not" => combined.push(Combined::Not(self.schema(value, here))),
            "if" => {
                let condition = self.schema(value, here);
                let mut branch = |name: &str| {
                    members
                        .get(name)
                        .map(|schema| self.schema(schema, &format!("{at}/{name}")))
                };
                let (then, otherwise) = (branch("then"), branch("else"));
                combined.push(Combined::If {
                    condition,
                    then,
                    otherwise,
                });
            }
            "then" | "else" => {}
            _ => return false,
        }
        true
    }

    fn schemas(&mut self, value: &'a Value, here: &str) -> Vec<NodeId> {
        match value {
            Value::Array(list) if !list.is_empty() => list
                .iter()
                .enumerate()
                .map(|(index, schema)| self.schema(schema, &format!("{here}/{index}")))
                .collect(),
            _ => {
                self.error(here, "at least one schema belongs here");
                Vec::new()
            }
        }
    }

    fn names(&mut self, value: &Value, here: &str) -> Vec<String> {
        let names: Option<Vec<String>> = value.as_array().and_then(|list| {
            list.iter()
                .map(|name| name.as_str().map(str::to_owned))
                .collect()
        });
        names.unwrap_or_else(|| {
            self.error(here, "a list of names belongs here");
            Vec::new()
        })
    }

    fn string<'v>(&mut self, value: &'v Value, here: &str) -> Option<&'v str> {
        if !value.is_string() {
            self.error(here, &format!("{value} is no text"));
        }
        value.as_str()
    }

    fn named<'v>(&mut self, value: &'v Value, here: &str) -> Option<&'v Map<String, Value>> {
        if !value.is_object() {
            self.error(here, &format!("{value} is no object"));
        }
        value.as_object()
    }

    fn count(&mut self, value: &Value, here: &str) -> Option<usize> {
        let count = as_count(value);
        if count.is_none() {
            self.error(here, &format!("{value} is no count"));
        }
        count
    }

    fn pattern(&mut self, pattern: &str, here: &str) -> Option<Regex> {
        if pattern.len() > LONGEST_PATTERN {
            self.error(
                here,
                &format!("a pattern of more than {LONGEST_PATTERN} bytes"),
            );
            return None;
        }
        match RegexBuilder::new(pattern)
            .size_limit(LARGEST_PATTERN)
            .build()
        {
            Ok(regex) => Some(regex),
            Err(error) => {
                self.error(
                    here,
                    &format!(
                        "`{pattern}` is not a regular expression that takes linear time: {error}"
                    ),
                );
                None
            }
        }
    }
}

fn as_count(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|count| usize::try_from(count).ok())
}
