use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{Decimal, Problem, nearest, shown};
use crate::contract::schema::{Combined, Contract, Kind, Limit, Node, NodeId, ObjectRules};

/// Most problems that are told at once.
const MOST: usize = 25;

/// Whether a value keeps a schema of the contract.
pub(crate) fn accepts(contract: &Contract, schema: NodeId, value: &Tree<'_>) -> bool {
    let mut walk = Walk {
        contract,
        problems: Vec::new(),
        most: 1,
    };
    walk.value(schema, value, "");
    walk.problems.is_empty()
}

/// Everything that is wrong with a value.
pub(crate) fn explain(contract: &Contract, value: &Tree<'_>) -> Vec<Problem> {
    explain_at(contract, Contract::ROOT, value, "")
}

pub(super) fn explain_at(
    contract: &Contract,
    schema: NodeId,
    value: &Tree<'_>,
    path: &str,
) -> Vec<Problem> {
    let mut walk = Walk {
        contract,
        problems: Vec::new(),
        most: MOST,
    };
    walk.value(schema, value, path);
    walk.problems
}

/// Whether a value sent is a value of a schema; numbers are compared by their digits.
pub(super) fn equals(value: &Tree<'_>, json: &Value) -> bool {
    match (value, json) {
        (Tree::Null, Value::Null) => true,
        (Tree::Bool(a), Value::Bool(b)) => a == b,
        (Tree::String(a), Value::String(b)) => a == b,
        (Tree::Number(a), Value::Number(b)) => Decimal::parse(a) == Decimal::parse(&b.to_string()),
        (Tree::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equals(a, b))
        }
        (Tree::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key.as_ref()).is_some_and(|b| equals(a, b)))
        }
        _ => false,
    }
}

struct Walk<'a> {
    contract: &'a Contract,
    problems: Vec<Problem>,
    most: usize,
}

impl Walk<'_> {
    fn value(&mut self, schema: NodeId, value: &Tree<'_>, path: &str) {
        if self.problems.len() >= self.most {
            return;
        }
        let node = self.contract.node(schema);
        if node.never {
            return self.add(Problem::new(path, "nothing is allowed here"));
        }
        if let Some(target) = node.reference {
            self.value(target, value, path);
        }
        if !self.kind(node, value, path) {
            return;
        }
        self.fixed(node, value, path);
        match value {
            Tree::Number(token) => self.number(node, token, path),
            Tree::String(text) => self.text(node, text, path),
            Tree::Array(items) => self.list(node, items, path),
            Tree::Object(members) => self.object(node, members, path),
            Tree::Null | Tree::Bool(_) => {}
        }
        for combined in &node.combined {
            self.combined(combined, value, path);
        }
    }

    fn add(&mut self, problem: Problem) {
        if self.problems.len() < self.most {
            self.problems.push(problem);
        }
    }

    fn kind(&mut self, node: &Node, value: &Tree<'_>, path: &str) -> bool {
        let fits = node.kinds.is_empty() || node.kinds.iter().any(|kind| is_kind(value, *kind));
        if !fits {
            let wanted: Vec<&str> = node.kinds.iter().map(|kind| kind.with_article()).collect();
            let told = told(node, value);
            self.add(Problem::new(
                path,
                format!("{told} is not {}", wanted.join(" or ")),
            ));
        }
        fits
    }

    fn fixed(&mut self, node: &Node, value: &Tree<'_>, path: &str) {
        let Some(allowed) = node
            .fixed
            .as_deref()
            .filter(|allowed| !allowed.iter().any(|one| equals(value, one)))
        else {
            return;
        };
        self.add(not_one_of(&told(node, value), value, allowed, path));
    }

    fn number(&mut self, node: &Node, token: &str, path: &str) {
        let number = Decimal::parse(token);
        if number.to_f64().is_infinite() {
            return self.add(Problem::new(
                path,
                format!("{} is too large for a number", shown::cut(token)),
            ));
        }
        let told = if node.secret {
            "the value".to_owned()
        } else {
            shown::cut(token)
        };
        let mut rule =
            |limit: &Option<Limit>, keeps: fn(&Decimal, &Decimal) -> bool, words: &str| {
                if let Some(Limit { value, shown }) = limit
                    && !keeps(&number, value)
                {
                    self.add(Problem::new(path, format!("{told} is {words} {shown}")));
                }
            };
        rule(
            &node.number.minimum,
            |number, limit| number >= limit,
            "less than the minimum of",
        );
        rule(
            &node.number.maximum,
            |number, limit| number <= limit,
            "more than the maximum of",
        );
        rule(
            &node.number.exclusive_minimum,
            |number, limit| number > limit,
            "not more than",
        );
        rule(
            &node.number.exclusive_maximum,
            |number, limit| number < limit,
            "not less than",
        );
        rule(
            &node.number.multiple_of,
            Decimal::is_multiple_of,
            "not a multiple of",
        );
    }

    fn text(&mut self, node: &Node, text: &str, path: &str) {
        self.count(
            text.chars().count(),
            node.text.min_length,
            node.text.max_length,
            "character",
            path,
        );
        let told = if node.secret {
            "the value".to_owned()
        } else {
            shown::tree(&Tree::String(text.into()))
        };
        if let Some(pattern) = node
            .text
            .pattern
            .as_ref()
            .filter(|pattern| !pattern.is_match(text))
        {
            self.add(Problem::new(
                path,
                format!("{told} does not match the pattern {}", pattern.as_str()),
            ));
        }
        if let Some(format) = node.text.format.filter(|format| !format.accepts(text)) {
            let problem = Problem::new(path, format!("{told} is not {}", format.with_article()));
            self.add(problem.allowed(format!("write it like {}", format.example())));
        }
    }

    fn count(
        &mut self,
        count: usize,
        min: Option<usize>,
        max: Option<usize>,
        unit: &str,
        path: &str,
    ) {
        let counted = format!("has {}", plural(count, unit));
        if let Some(min) = min.filter(|min| count < *min) {
            self.add(Problem::new(path, counted).allowed(format!("at least {min} needed")));
        } else if let Some(max) = max.filter(|max| count > *max) {
            self.add(Problem::new(path, counted).allowed(format!("at most {max} allowed")));
        }
    }

    fn list(&mut self, node: &Node, items: &[Tree<'_>], path: &str) {
        let rules = &node.list;
        self.count(items.len(), rules.min_items, rules.max_items, "item", path);
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = node.item(index) {
                self.value(schema, item, &format!("{path}[{index}]"));
            }
        }
        if rules.unique
            && let Some(index) = (1..items.len()).find(|index| {
                items[..*index]
                    .iter()
                    .any(|other| same(other, &items[*index]))
            })
        {
            self.add(
                Problem::new(&format!("{path}[{index}]"), "is there twice")
                    .allowed("each item may be there once"),
            );
        }
        if let Some(contains) = &rules.contains {
            let found = items
                .iter()
                .filter(|item| accepts(self.contract, contains.schema, item))
                .count();
            if found < contains.min || contains.max.is_some_and(|max| found > max) {
                let most = contains
                    .max
                    .map_or_else(String::new, |max| format!(" and at most {max}"));
                let problem =
                    Problem::new(path, format!("has {found} items of the kind asked for"));
                self.add(problem.allowed(format!("at least {}{most} needed", contains.min)));
            }
        }
    }

    fn object(
        &mut self,
        node: &Node,
        members: &[(std::borrow::Cow<'_, str>, Tree<'_>)],
        path: &str,
    ) {
        let rules = &node.object;
        let has = |name: &str| members.iter().any(|(key, _)| key == name);
        for name in rules.required.iter().filter(|name| !has(name)) {
            let wanted = rules.property(name).and_then(|schema| self.wanted(schema));
            let problem = Problem::new(&join_key(path, name), "is missing");
            self.add(match wanted {
                Some(wanted) => problem.allowed(format!("give {wanted}")),
                None => problem,
            });
        }
        for (name, needed) in rules.dependent.iter().filter(|(name, _)| has(name)) {
            for missing in needed.iter().filter(|needed| !has(needed)) {
                self.add(
                    Problem::new(&join_key(path, missing), "is missing")
                        .allowed(format!("it belongs to `{name}`")),
                );
            }
        }
        for (name, value) in members {
            self.member(node, name, value, path);
        }
        self.count(
            members.len(),
            rules.min_properties,
            rules.max_properties,
            "member",
            path,
        );
    }

    fn member(&mut self, node: &Node, name: &str, value: &Tree<'_>, path: &str) {
        let rules = &node.object;
        let inside = join_key(path, &shown::cut(name));
        if let Some(names) = rules.names
            && !accepts(self.contract, names, &Tree::String(name.into()))
        {
            self.add(Problem::new(&inside, "is not a name that is allowed here"));
        }
        for schema in node.member(name) {
            if self.contract.node(schema).never {
                self.add(unknown(rules, name, &inside));
            } else {
                self.value(schema, value, &inside);
            }
        }
    }

    /// What kind of value a schema asks for, where it says so.
    fn wanted(&self, schema: NodeId) -> Option<&'static str> {
        let node = self.contract.node(schema);
        match (node.kinds.as_slice(), node.reference) {
            ([kind, ..], _) => Some(kind.with_article()),
            ([], Some(target)) => self.wanted(target),
            ([], None) => None,
        }
    }

    fn combined(&mut self, combined: &Combined, value: &Tree<'_>, path: &str) {
        match combined {
            Combined::All(schemas) => schemas
                .iter()
                .for_each(|schema| self.value(*schema, value, path)),
            Combined::Any(schemas) => self.choice(schemas, value, path, false),
            Combined::One(schemas) => self.choice(schemas, value, path, true),
            Combined::Not(schema) => {
                if accepts(self.contract, *schema, value) {
                    self.add(Problem::new(
                        path,
                        format!("{} is just what is not allowed here", shown::tree(value)),
                    ));
                }
            }
            Combined::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if accepts(self.contract, *condition, value) {
                    then
                } else {
                    otherwise
                };
                if let Some(schema) = branch {
                    self.value(*schema, value, path);
                }
            }
        }
    }

    fn choice(&mut self, choices: &[NodeId], value: &Tree<'_>, path: &str, only_one: bool) {
        let fitting = choices
            .iter()
            .filter(|choice| accepts(self.contract, **choice, value))
            .count();
        if fitting == 0 {
            let problems = super::union::explain(self.contract, choices, value, path);
            problems.into_iter().for_each(|problem| self.add(problem));
        } else if only_one && fitting > 1 {
            self.add(
                Problem::new(path, format!("fits {fitting} of the forms allowed here"))
                    .allowed("it has to fit one"),
            );
        }
    }
}

/// The value as a message repeats it; a secret never is.
fn told(node: &Node, value: &Tree<'_>) -> String {
    if node.secret {
        "the value".into()
    } else {
        shown::tree(value)
    }
}

/// The problem of a value that is none of those allowed.
pub(super) fn not_one_of(told: &str, value: &Tree<'_>, allowed: &[Value], path: &str) -> Problem {
    let names: Vec<String> = allowed.iter().map(shown::json).collect();
    let problem = match names.as_slice() {
        [only] => format!("{told} is not {only}"),
        several => format!("{told} is not one of {}", several.join(", ")),
    };
    let near = match value {
        Tree::String(text) if allowed.len() > 1 => {
            nearest(text, allowed.iter().filter_map(Value::as_str))
        }
        _ => None,
    };
    Problem::new(path, problem).suggestion(near.map(|near| format!("\"{near}\"")))
}

fn unknown(rules: &ObjectRules, name: &str, inside: &str) -> Problem {
    let known: Vec<&str> = rules
        .properties
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let problem = Problem::new(inside, "is not known");
    match (nearest(name, known.iter().copied()), known.as_slice()) {
        (Some(near), _) => problem.suggestion(Some(format!("`{near}`"))),
        (None, []) => problem.allowed("there are no arguments"),
        (None, known) => problem.allowed(format!("known are {}", known.join(", "))),
    }
}

fn is_kind(value: &Tree<'_>, kind: Kind) -> bool {
    match (value, kind) {
        (Tree::Number(token), Kind::Integer) => Decimal::parse(token).is_integral(),
        (Tree::Null, Kind::Null)
        | (Tree::Bool(_), Kind::Boolean)
        | (Tree::Number(_), Kind::Number)
        | (Tree::String(_), Kind::String)
        | (Tree::Array(_), Kind::Array)
        | (Tree::Object(_), Kind::Object) => true,
        _ => false,
    }
}

/// Whether two values are the same, whatever the order of their members.
fn same(a: &Tree<'_>, b: &Tree<'_>) -> bool {
    match (a, b) {
        (Tree::Number(a), Tree::Number(b)) => Decimal::parse(a) == Decimal::parse(b),
        (Tree::Array(a), Tree::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Tree::Object(a), Tree::Object(b)) => {
            let in_b = |key: &str, value: &Tree<'_>| {
                b.iter()
                    .any(|(other, own)| other == key && same(value, own))
            };
            a.len() == b.len() && a.iter().all(|(key, value)| in_b(key, value))
        }
        _ => a == b,
    }
}

fn plural(count: usize, unit: &str) -> String {
    if count == 1 {
        format!("1 {unit}")
    } else {
        format!("{count} {unit}s")
    }
}
