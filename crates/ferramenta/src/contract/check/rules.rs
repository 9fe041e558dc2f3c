//! The rules for numbers, texts, lists and objects.

use std::borrow::Cow;

use ferramenta_protocol::{Tree, join_key};

use super::{Decimal, Problem, equality::doubled, walk::Walk, words};
use crate::contract::schema::{Limit, Node};

type Members<'v> = [(Cow<'v, str>, Tree<'v>)];

impl<'a, 't> Walk<'a, 't> {
    pub(super) fn number(&mut self, node: &Node, token: &str) {
        let number = Decimal::parse(token);
        if number.to_f64().is_infinite() {
            let sent = self.shown(&Tree::Number(token.into()));
            return self.add(format!("{sent} is too large for a number"));
        }
        let rules = &node.number;
        let above: fn(&Decimal, &Decimal) -> bool = |number, limit| number > limit;
        for (limit, keeps, words) in [
            (
                &rules.minimum,
                (|number, limit| number >= limit) as fn(&Decimal, &Decimal) -> bool,
                "less than the minimum of",
            ),
            (
                &rules.maximum,
                |number, limit| number <= limit,
                "more than the maximum of",
            ),
            (&rules.exclusive_minimum, above, "not more than"),
            (
                &rules.exclusive_maximum,
                |number, limit| number < limit,
                "not less than",
            ),
            (
                &rules.multiple_of,
                Decimal::is_multiple_of,
                "not a multiple of",
            ),
        ] {
            if let Some(Limit { value, shown }) = limit.as_deref()
                && !keeps(&number, value)
            {
                let sent = self.shown(&Tree::Number(token.into()));
                self.add(format!("{sent} is {words} {shown}"));
            }
        }
    }

    pub(super) fn text(&mut self, node: &Node, text: &str) {
        let rules = &node.text;
        if rules.min_length.is_some() || rules.max_length.is_some() {
            let count = text.chars().count();
            self.count(count, rules.min_length, rules.max_length, "character");
            // nothing that takes longer for a longer text is done with one that is too long
            if rules.max_length.is_some_and(|max| count > max) {
                return;
            }
        }
        let sent = |walk: &Self| walk.shown(&Tree::String(text.into()));
        if let Some(pattern) = rules
            .pattern
            .as_ref()
            .filter(|pattern| !pattern.is_match(text))
        {
            self.add(format!(
                "{} does not match the pattern {}",
                sent(self),
                pattern.as_str()
            ));
        }
        if let Some(format) = rules.format.filter(|format| !format.accepts(text)) {
            let problem = Problem::new(
                &self.path(),
                format!("{} is not {}", sent(self), format.with_article()),
            );
            self.tell(problem.allowed(format!("write it like {}", format.example())));
        }
    }

    fn count(&mut self, count: usize, min: Option<usize>, max: Option<usize>, unit: &str) {
        let allowed = match (min, max) {
            (Some(min), _) if count < min => format!("at least {min} needed"),
            (_, Some(max)) if count > max => format!("at most {max} allowed"),
            _ => return,
        };
        let problem = Problem::new(&self.path(), format!("has {}", words::plural(count, unit)));
        self.tell(problem.allowed(allowed));
    }

    pub(super) fn list(&mut self, node: &'a Node, items: &'t [Tree<'_>]) {
        let rules = &node.list;
        self.count(items.len(), rules.min_items, rules.max_items, "item");
        for (index, item) in items.iter().enumerate() {
            if self.is_full() {
                return;
            }
            if let Some(schema) = node.item(index) {
                self.at_index(index, |walk| walk.value(schema, item));
            }
        }
        if rules.unique
            && let Some(index) = doubled(items)
        {
            let problem = Problem::new(&format!("{}[{index}]", self.path()), "appears twice");
            self.tell(problem.allowed("each item may appear once"));
        }
        if let Some(contains) = &rules.contains {
            let found = items
                .iter()
                .filter(|item| self.accepts(contains.schema, item))
                .count();
            if found < contains.min || contains.max.is_some_and(|max| found > max) {
                let most = contains
                    .max
                    .map_or_else(String::new, |max| format!(" and at most {max}"));
                let problem = Problem::new(
                    &self.path(),
                    format!("has {found} items of the kind asked for"),
                );
                self.tell(problem.allowed(format!("at least {}{most} needed", contains.min)));
            }
        }
    }

    pub(super) fn object(&mut self, node: &'a Node, members: &'t Members<'_>) {
        let rules = &node.object;
        let has = |name: &str| members.iter().any(|(key, _)| key == name);
        for name in rules.required.iter().filter(|name| !has(name)) {
            let schema = rules.property(name);
            let wanted = schema.and_then(|schema| words::wanted(self.contract, schema));
            self.missing(name, wanted.map(|wanted| format!("give {wanted}")));
        }
        for (name, needed) in rules.dependent.iter().filter(|(name, _)| has(name)) {
            for missing in needed.iter().filter(|needed| !has(needed)) {
                self.missing(missing, Some(format!("it belongs to `{name}`")));
            }
        }
        for (name, value) in members {
            if self.is_full() {
                return;
            }
            self.at_key(node, name, |walk| walk.member(node, name, value));
        }
        self.count(
            members.len(),
            rules.min_properties,
            rules.max_properties,
            "member",
        );
    }

    fn missing(&mut self, name: &str, allowed: Option<String>) {
        let mut problem = Problem::new(&join_key(&self.path(), name), "is missing");
        problem.allowed = allowed;
        self.tell(problem);
    }

    fn member(&mut self, node: &'a Node, name: &'t str, value: &'t Tree<'_>) {
        if let Some(names) = node.object.names
            && !self.accepts(names, &Tree::String(name.into()))
        {
            self.add("is not a name that is allowed here");
        }
        for schema in node.member(name) {
            if self.contract.node(schema).never {
                self.tell(words::unknown(&node.object, name, &self.path()));
            } else {
                self.value(schema, value);
            }
        }
    }
}
