use std::borrow::Cow;

use ferramenta_protocol::{Tree, join_key};
use serde_json::Value;

use super::{
    Budget, Decimal, Problem,
    equality::{doubled, equals},
    nearest, shown, union,
};
use crate::contract::schema::{Combined, Contract, Kind, Limit, Node, NodeId, ObjectRules};

/// Most problems that are said at once.
pub(crate) const MOST: usize = 25;

/// Whether a value keeps a schema of the contract.
pub(crate) fn accepts(
    contract: &Contract,
    schema: NodeId,
    value: &Tree<'_>,
    budget: &Budget,
) -> bool {
    Walk::new(contract, budget, 1, "", false)
        .run(schema, value)
        .is_empty()
}

/// Everything that is wrong with a value.
pub(crate) fn explain(contract: &Contract, value: &Tree<'_>, budget: &Budget) -> Vec<Problem> {
    Walk::new(contract, budget, MOST, "", false).run(Contract::ROOT, value)
}

/// A walk through a value along its schemas.
pub(super) struct Walk<'a, 't> {
    pub(super) contract: &'a Contract,
    pub(super) budget: &'a Budget,
    problems: Vec<Problem>,
    most: usize,
    /// Where the walk began.
    base: &'a str,
    /// The way from there.
    way: Vec<Step<'t>>,
    /// Inside something that is never repeated.
    pub(super) secret: bool,
}

enum Step<'t> {
    Key(&'t str),
    Index(usize),
}

type Members<'v> = [(Cow<'v, str>, Tree<'v>)];

impl<'a, 't> Walk<'a, 't> {
    pub(super) const fn new(
        contract: &'a Contract,
        budget: &'a Budget,
        most: usize,
        base: &'a str,
        secret: bool,
    ) -> Self {
        Self {
            contract,
            budget,
            problems: Vec::new(),
            most,
            base,
            way: Vec::new(),
            secret,
        }
    }

    pub(super) fn run(mut self, schema: NodeId, value: &'t Tree<'_>) -> Vec<Problem> {
        self.value(schema, value);
        self.problems
    }

    fn value(&mut self, schema: NodeId, value: &'t Tree<'_>) {
        if self.is_full() {
            return;
        }
        if !self.budget.step() {
            return self.add("is too intricate to be checked");
        }
        let node = self.contract.node(schema);
        let outside = self.secret;
        self.secret |= node.secret;
        self.rules(node, value);
        self.secret = outside;
    }

    fn rules(&mut self, node: &'a Node, value: &'t Tree<'_>) {
        if node.never {
            return self.add("nothing is allowed here");
        }
        if let Some(target) = node.reference {
            self.value(target, value);
        }
        if !self.kind(node, value) {
            return;
        }
        self.fixed(node, value);
        match value {
            Tree::Number(token) => self.number(node, token),
            Tree::String(text) => self.text(node, text),
            Tree::Array(items) => self.list(node, items),
            Tree::Object(members) => self.object(node, members),
            Tree::Null | Tree::Bool(_) => {}
        }
        for combined in &node.combined {
            self.combined(combined, value);
        }
    }

    const fn is_full(&self) -> bool {
        self.problems.len() >= self.most
    }

    fn add(&mut self, problem: impl Into<String>) {
        let path = self.path();
        self.tell(Problem::new(&path, problem));
    }

    fn add_at(&mut self, key: &str, allowed: Option<String>, problem: &str) {
        let problem = Problem::new(&join_key(&self.path(), key), problem);
        self.tell(match allowed {
            Some(allowed) => problem.allowed(allowed),
            None => problem,
        });
    }

    fn tell(&mut self, problem: Problem) {
        if !self.is_full() {
            self.problems.push(problem);
        }
    }

    /// The path to where the walk stands.
    pub(super) fn path(&self) -> String {
        self.way
            .iter()
            .fold(self.base.to_owned(), |path, step| match step {
                Step::Key(key) => join_key(&path, key),
                Step::Index(index) => format!("{path}[{index}]"),
            })
    }

    /// The value as a message repeats it; a secret never is.
    pub(super) fn shown(&self, value: &Tree<'_>) -> String {
        if self.secret {
            "the value".into()
        } else {
            shown::tree(value)
        }
    }

    fn accepts(&self, schema: NodeId, value: &Tree<'_>) -> bool {
        accepts(self.contract, schema, value, self.budget)
    }

    fn kind(&mut self, node: &Node, value: &Tree<'_>) -> bool {
        let fits = node.kinds.is_empty() || node.kinds.iter().any(|kind| is_kind(value, *kind));
        if !fits {
            let wanted: Vec<&str> = node.kinds.iter().map(|kind| kind.with_article()).collect();
            self.add(format!(
                "{} is not {}",
                self.shown(value),
                wanted.join(" or ")
            ));
        }
        fits
    }

    fn fixed(&mut self, node: &Node, value: &Tree<'_>) {
        if let Some(allowed) = &node.fixed
            && !allowed.iter().any(|one| equals(value, one))
        {
            self.tell(not_one_of(&self.shown(value), value, allowed, &self.path()));
        }
    }

    fn number(&mut self, node: &Node, token: &str) {
        let number = Decimal::parse(token);
        if number.to_f64().is_infinite() {
            return self.add(format!("{} is too large for a number", shown::cut(token)));
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
            if let Some(Limit { value, shown }) = limit
                && !keeps(&number, value)
            {
                let sent = if self.secret {
                    "the value".into()
                } else {
                    shown::cut(token)
                };
                self.add(format!("{sent} is {words} {shown}"));
            }
        }
    }

    fn text(&mut self, node: &Node, text: &str) {
        let rules = &node.text;
        if rules.min_length.is_some() || rules.max_length.is_some() {
            self.count(
                text.chars().count(),
                rules.min_length,
                rules.max_length,
                "character",
            );
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
        let problem = Problem::new(&self.path(), format!("has {}", plural(count, unit)));
        self.tell(problem.allowed(allowed));
    }

    fn list(&mut self, node: &'a Node, items: &'t [Tree<'_>]) {
        let rules = &node.list;
        self.count(items.len(), rules.min_items, rules.max_items, "item");
        for (index, item) in items.iter().enumerate() {
            if self.is_full() {
                return;
            }
            if let Some(schema) = node.item(index) {
                self.way.push(Step::Index(index));
                self.value(schema, item);
                self.way.pop();
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

    fn object(&mut self, node: &'a Node, members: &'t Members<'_>) {
        let rules = &node.object;
        let has = |name: &str| members.iter().any(|(key, _)| key == name);
        for name in rules.required.iter().filter(|name| !has(name)) {
            let wanted = rules.property(name).and_then(|schema| self.wanted(schema));
            self.add_at(
                name,
                wanted.map(|wanted| format!("give {wanted}")),
                "is missing",
            );
        }
        for (name, needed) in rules.dependent.iter().filter(|(name, _)| has(name)) {
            for missing in needed.iter().filter(|needed| !has(needed)) {
                self.add_at(
                    missing,
                    Some(format!("it belongs to `{name}`")),
                    "is missing",
                );
            }
        }
        for (name, value) in members {
            if self.is_full() {
                return;
            }
            self.way.push(Step::Key(name));
            self.member(node, name, value);
            self.way.pop();
        }
        self.count(
            members.len(),
            rules.min_properties,
            rules.max_properties,
            "member",
        );
    }

    fn member(&mut self, node: &'a Node, name: &'t str, value: &'t Tree<'_>) {
        if let Some(names) = node.object.names
            && !self.accepts(names, &Tree::String(name.into()))
        {
            self.add("is not a name that is allowed here");
        }
        for schema in node.member(name) {
            if self.contract.node(schema).never {
                self.tell(unknown(&node.object, name, &self.path()));
            } else {
                self.value(schema, value);
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

    fn combined(&mut self, combined: &'a Combined, value: &'t Tree<'_>) {
        match combined {
            Combined::All(schemas) => schemas.iter().for_each(|schema| self.value(*schema, value)),
            Combined::Any(schemas) => self.choice(schemas, value, false),
            Combined::One(schemas) => self.choice(schemas, value, true),
            Combined::Not(schema) => {
                if self.accepts(*schema, value) {
                    self.add(format!(
                        "{} is just what is not allowed here",
                        self.shown(value)
                    ));
                }
            }
            Combined::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if self.accepts(*condition, value) {
                    then
                } else {
                    otherwise
                };
                if let Some(schema) = branch {
                    self.value(*schema, value);
                }
            }
        }
    }

    /// One of several forms; where they have a tag, only the form that it names is looked at.
    fn choice(&mut self, choices: &'a [NodeId], value: &'t Tree<'_>, only_one: bool) {
        if let Some(tagged) = union::tagged(self.contract, choices, value) {
            return match tagged {
                union::Tagged::Form(schema) => self.value(schema, value),
                union::Tagged::Unknown(problem) => self.tell(problem(self)),
            };
        }
        let fitting = choices
            .iter()
            .filter(|choice| self.accepts(**choice, value))
            .count();
        if fitting == 0 {
            for problem in union::explain(self, choices, value) {
                self.tell(problem);
            }
        } else if only_one && fitting > 1 {
            let problem = Problem::new(
                &self.path(),
                format!("fits {fitting} of the forms allowed here"),
            );
            self.tell(problem.allowed("it has to fit one"));
        }
    }
}

/// The problem of a value that is none of those allowed.
pub(super) fn not_one_of(sent: &str, value: &Tree<'_>, allowed: &[Value], path: &str) -> Problem {
    let names: Vec<String> = allowed.iter().map(shown::json).collect();
    let problem = match names.as_slice() {
        [only] => format!("{sent} is not {only}"),
        several => format!("{sent} is not one of {}", several.join(", ")),
    };
    let near = match value {
        Tree::String(text) if allowed.len() > 1 => {
            nearest(text, allowed.iter().filter_map(Value::as_str))
        }
        _ => None,
    };
    Problem::new(path, problem).suggestion(near.map(|near| format!("\"{near}\"")))
}

fn unknown(rules: &ObjectRules, name: &str, path: &str) -> Problem {
    let known: Vec<&str> = rules
        .properties
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let problem = Problem::new(path, "is not known");
    match (
        nearest(name, known.iter().copied()),
        known.as_slice(),
        rules.patterns.first(),
    ) {
        (Some(near), _, _) => problem.suggestion(Some(format!("`{near}`"))),
        (None, [], Some((pattern, _))) => {
            problem.allowed(format!("names match the pattern {}", pattern.as_str()))
        }
        (None, [], None) if path.contains(['.', '[']) => problem.allowed("there are no members"),
        (None, [], None) => problem.allowed("there are no arguments"),
        (None, known, _) => problem.allowed(format!("known are {}", known.join(", "))),
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

fn plural(count: usize, unit: &str) -> String {
    if count == 1 {
        format!("1 {unit}")
    } else {
        format!("{count} {unit}s")
    }
}
