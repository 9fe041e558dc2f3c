use ferramenta_protocol::{Tree, join_key};

use super::{Budget, Decimal, Problem, equality::equals, shown, union, words};
use crate::contract::schema::{Combined, Contract, Kind, Node, NodeId};

/// Most problems that are said at once.
pub(crate) const MOST: usize = 25;

/// The problem of a value whose check costs more than any may.
const INTRICATE: &str = "is too intricate to be checked";
/// The name of a member that is a secret by itself.
const HIDDEN: &str = "…";

/// Whether a value keeps a schema of the contract; false as well once the budget is spent, which whoever
/// asks has to look at before a `false` can let anything pass.
pub(crate) fn accepts(
    contract: &Contract,
    schema: NodeId,
    value: &Tree<'_>,
    budget: &Budget,
) -> bool {
    Walk::new(contract, budget, 1, "", false)
        .run(schema, value)
        .is_empty()
        && !budget.is_spent()
}

/// Everything that is wrong with a value; once the budget is spent, nothing but that.
pub(crate) fn explain(contract: &Contract, value: &Tree<'_>, budget: &Budget) -> Vec<Problem> {
    let mut problems = Walk::new(contract, budget, MOST, "", false).run(Contract::ROOT, value);
    if budget.is_spent() {
        // whatever was counted or turned around with a check that was cut short may be wrong
        problems.retain(|problem| problem.problem == INTRICATE);
        if problems.is_empty() {
            problems.push(intricate(""));
        }
    }
    problems
}

/// The problem of a value whose check costs more than any may.
pub(crate) fn intricate(path: &str) -> Problem {
    Problem::new(path, INTRICATE)
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

    pub(super) fn value(&mut self, schema: NodeId, value: &'t Tree<'_>) {
        if self.is_full() {
            return;
        }
        if !self.budget.step() {
            return self.add(INTRICATE);
        }
        let node = self.contract.node(schema);
        let outside = self.secret;
        // in place of an object with a secret, a text may hold all of it
        let holds_secret = node.holds_secret && !matches!(value, Tree::Array(_) | Tree::Object(_));
        self.secret |= node.secret || holds_secret;
        self.rules(schema, value);
        self.secret = outside;
    }

    fn rules(&mut self, schema: NodeId, value: &'t Tree<'_>) {
        let node = self.contract.node(schema);
        if node.never {
            return self.add("nothing is allowed here");
        }
        if let Some(target) = node.reference {
            self.value(target, value);
        }
        if !self.kind(schema, node, value) {
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

    pub(super) const fn is_full(&self) -> bool {
        self.problems.len() >= self.most
    }

    pub(super) fn add(&mut self, problem: impl Into<String>) {
        let path = self.path();
        self.tell(Problem::new(&path, problem));
    }

    pub(super) fn tell(&mut self, problem: Problem) {
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

    /// Calls `look` with the way gone on to an item.
    pub(super) fn at_index(&mut self, index: usize, look: impl FnOnce(&mut Self)) {
        self.way.push(Step::Index(index));
        look(self);
        self.way.pop();
    }

    /// Calls `look` with the way gone on to a member; of a secret, only names that the schema knows are told.
    pub(super) fn at_key(&mut self, node: &Node, key: &'t str, look: impl FnOnce(&mut Self)) {
        let hidden = self.secret && node.object.property(key).is_none();
        self.way.push(Step::Key(if hidden { HIDDEN } else { key }));
        look(self);
        self.way.pop();
    }

    /// The value as a message repeats it; a secret never is.
    pub(super) fn shown(&self, value: &Tree<'_>) -> String {
        if self.secret {
            "the value".into()
        } else {
            shown::tree(value)
        }
    }

    pub(super) fn accepts(&self, schema: NodeId, value: &Tree<'_>) -> bool {
        accepts(self.contract, schema, value, self.budget)
    }

    fn kind(&mut self, schema: NodeId, node: &Node, value: &Tree<'_>) -> bool {
        let fits = node.kinds.is_empty() || node.kinds.iter().any(|kind| is_kind(value, *kind));
        if !fits {
            let wanted: Vec<&str> = node.kinds.iter().map(|kind| kind.with_article()).collect();
            let problem = format!("{} is not {}", self.shown(value), wanted.join(" or "));
            let mut problem = Problem::new(&self.path(), problem);
            problem.allowed = self.as_text(schema, value);
            self.tell(problem);
        }
        fits
    }

    /// The text to write instead of a number or boolean, where the schema takes that.
    fn as_text(&self, schema: NodeId, value: &Tree<'_>) -> Option<String> {
        let token = match value {
            Tree::Number(token) => token.as_ref(),
            Tree::Bool(true) => "true",
            Tree::Bool(false) => "false",
            _ => return None,
        };
        let is_shown = !self.secret && shown::cut(token) == token;
        let text = Tree::String(token.into());
        (is_shown && self.accepts(schema, &text)).then(|| format!("write {}", shown::tree(&text)))
    }

    fn fixed(&mut self, node: &Node, value: &Tree<'_>) {
        if let Some(allowed) = &node.fixed
            && !allowed.iter().any(|one| equals(value, one))
        {
            self.tell(words::not_one_of(
                &self.shown(value),
                value,
                allowed,
                &self.path(),
            ));
        }
    }

    fn combined(&mut self, combined: &'a Combined, value: &'t Tree<'_>) {
        let outside = self.secret;
        self.joined(combined, value);
        self.secret = outside;
    }

    /// Keeps to itself what several schemas look at, where it is a secret of one of them.
    fn keep_secrets_of(&mut self, schemas: &[NodeId]) {
        let holds_secret = |schema: &NodeId| self.contract.node(*schema).holds_secret;
        self.secret |= schemas.len() > 1 && schemas.iter().any(holds_secret);
    }

    fn joined(&mut self, combined: &'a Combined, value: &'t Tree<'_>) {
        match combined {
            Combined::All(schemas) => {
                self.keep_secrets_of(schemas);
                schemas.iter().for_each(|schema| self.value(*schema, value));
            }
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
                self.keep_secrets_of(&combined.schemas());
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
        self.keep_secrets_of(choices);
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
