use std::borrow::Cow;

use ferramenta_protocol::{Tree, doubled_keys, has_doubled_keys, path_at};
use serde_json::Value;

use super::{
    Declared, Guarantee, Headers, Names, Owner, Params,
    check::{Budget, Decoder, MOST, Problem, data, explain, integers, intricate, message, repair},
    describe::{Description, describe},
    schema::{Contract, guarantee, render},
};
use crate::{build_error::BuildError, complete::Offered};

/// What arguments have to be refused with.
#[derive(Debug)]
pub(crate) struct InvalidArguments(Vec<Problem>);

impl InvalidArguments {
    /// The text that the model reads, of a `tool` or `prompt`.
    pub(crate) fn message(&self, kind: &str) -> String {
        format!("Invalid {kind} arguments{}", message(&self.0))
    }

    /// What is wrong, one line a problem.
    pub(crate) fn reasons(&self) -> String {
        message(&self.0).trim_start().to_owned()
    }

    /// The same for programs.
    pub(crate) fn data(&self) -> Value {
        data(&self.0)
    }
}

/// Decoded arguments, and how much had to be mended.
#[derive(Debug)]
pub(crate) struct Decoded<S> {
    pub(crate) slots: S,
    pub(crate) repairs: usize,
}

/// The contract of a handler's arguments.
pub(crate) struct Arguments<P: Params<M>, M> {
    specs: P::Specs,
    names: Vec<&'static str>,
    /// Unknown arguments are left out.
    open: bool,
    contract: Contract,
    guarantee: Guarantee,
}

/// What is published of the arguments.
pub(crate) struct Published {
    pub(crate) schema: String,
    pub(crate) headers: Headers,
    pub(crate) guarantee: Guarantee,
    /// Each argument, and what it can be where that is listed.
    pub(crate) offered: Vec<Offered>,
}

impl<P: Params<M>, M> Arguments<P, M> {
    /// Reads the contract off the parameters, or takes the one that was declared; mistakes in it are added
    /// to `errors`.
    pub(crate) fn new(
        specs: P::Specs,
        declared: &Declared<'_>,
        owner: &Owner<'_>,
        errors: &mut Vec<BuildError>,
    ) -> Option<(Self, Published)> {
        let Description {
            names,
            schema,
            contract,
            headers,
        } = describe::<P, M>(&specs, declared, owner, errors)?;
        let guarantee = guarantee(&schema);
        let published = Published {
            schema: render(&schema),
            headers,
            guarantee: guarantee.clone(),
            offered: offered(&contract),
        };
        Some((
            Self {
                specs,
                names,
                open: declared.open,
                contract,
                guarantee,
            },
            published,
        ))
    }

    /// Decodes the arguments straight into their types where these enforce the contract by themselves; only
    /// when that isn't so, or fails, are they read as a tree, mended, and explained.
    pub(crate) fn decode(&self, raw: &str) -> Result<Decoded<P::Slots>, InvalidArguments> {
        if self.guarantee.gap.is_none()
            && let Ok(slots) = self.decode_text(raw)
            && !(self.guarantee.has_maps && has_doubled_keys(raw))
        {
            return Ok(Decoded { slots, repairs: 0 });
        }
        self.decode_checked(raw)
    }

    fn names(&self) -> Names<'_> {
        Names {
            known: &self.names,
            open: self.open,
        }
    }

    fn decode_text(&self, raw: &str) -> Result<P::Slots, Option<serde_json::Error>> {
        // as bytes: of a text, it would read a map's boolean key on from inside a character, unchecked
        let mut deserializer = serde_json::Deserializer::from_slice(raw.as_bytes());
        let mut slots = P::decode(self.names(), &mut deserializer).map_err(Some)?;
        if P::complete(&self.specs, &mut slots) {
            Ok(slots)
        } else {
            Err(None)
        }
    }

    /// Another way for values that keep the contract: with the feature `arbitrary_precision` of `serde_json`,
    /// which any crate of a program can turn on, types that buffer what they read can't read numbers from text.
    fn decode_tree(&self, tree: &Tree<'_>) -> Option<P::Slots> {
        let mut slots = P::decode(self.names(), Decoder(tree)).ok()?;
        P::complete(&self.specs, &mut slots).then_some(slots)
    }

    fn decode_checked(&self, raw: &str) -> Result<Decoded<P::Slots>, InvalidArguments> {
        // the message was JSON and not too deep, so all that can be wrong is half a surrogate pair
        let mut tree = Tree::parse(raw).map_err(|at| {
            refuse(Problem::new(
                self.tellable(&path_at(raw, at)),
                "holds a text that is not Unicode",
            ))
        })?;
        let doubled: Vec<Problem> = doubled_keys(raw, MOST)
            .iter()
            .map(|path| twice(path, self.tellable(path)))
            .collect();
        let budget = Budget::for_bytes(raw.len());
        let mut problems = explain(&self.contract, &tree, &budget);
        let mut repairs = 0;
        if !problems.is_empty() {
            repairs = repair(&self.contract, &mut tree, &budget);
            problems = explain(&self.contract, &tree, &budget);
        }
        if !problems.is_empty() || !doubled.is_empty() {
            return Err(InvalidArguments(
                doubled.into_iter().chain(problems).collect(),
            ));
        }
        let respelled = integers(&self.contract, Contract::ROOT, &mut tree, &budget);
        if budget.is_spent() {
            return Err(refuse(intricate("")));
        }
        let text = if repairs == 0 && !respelled {
            Cow::Borrowed(raw)
        } else {
            Cow::Owned(tree.to_text())
        };
        match self.decode_text(&text) {
            Ok(slots) => Ok(Decoded { slots, repairs }),
            Err(error) => match self.decode_tree(&tree) {
                Some(slots) => Ok(Decoded { slots, repairs }),
                None => Err(refuse(self.unexplained(&text, error.as_ref()))),
            },
        }
    }

    fn holds_secret(&self) -> bool {
        self.contract.node(Contract::ROOT).holds_secret
    }

    /// A path that was found without the schema: where there are secrets, no more of it than the argument, as
    /// a name further inside may be one.
    fn tellable<'p>(&self, path: &'p str) -> &'p str {
        let end = path.find(['.', '[']).filter(|end| *end > 0);
        match end {
            Some(end) if self.holds_secret() => &path[..end],
            _ => path,
        }
    }

    /// The schema allows what the type refuses: the type's own words where they were written for this, and no
    /// decoder's jargon.
    fn unexplained(&self, text: &str, error: Option<&serde_json::Error>) -> Problem {
        tracing::warn!(
            "a schema allows more than its type: a value that kept it could not be decoded"
        );
        let Some(error) = error else {
            return Problem::new("", "a value breaks a rule that the schema does not tell");
        };
        let path = path_at(text, offset(text, error));
        let place = format!(" at line {} column {}", error.line(), error.column());
        let words = error.to_string();
        let words = words.strip_suffix(&place).unwrap_or(&words);
        // where a decoder stopped isn't always where the value is that it speaks of
        Problem::new(
            self.tellable(&path),
            if self.holds_secret() || is_jargon(words) {
                "is not a value that can be taken here"
            } else {
                words
            },
        )
    }
}

/// The arguments, in the order in which they are published.
fn offered(contract: &Contract) -> Vec<Offered> {
    let properties = &contract.node(Contract::ROOT).object.properties;
    let each = properties.iter().map(|(name, schema)| Offered {
        name: name.clone(),
        values: contract.listed(*schema),
    });
    each.collect()
}

fn refuse(problem: Problem) -> InvalidArguments {
    InvalidArguments(vec![problem])
}

fn twice(path: &str, told: &str) -> Problem {
    let problem = if told == path {
        "appears twice"
    } else {
        "holds a name twice"
    };
    Problem::new(told, problem).allowed("give it once")
}

/// The byte after what a decoder has read last.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    before + error.column()
}

/// Whether these are words of the decoder's library.
fn is_jargon(words: &str) -> bool {
    const JARGON: [&str; 14] = [
        "invalid type",
        "invalid value",
        "invalid length",
        "unknown variant",
        "unknown field",
        "missing field",
        "duplicate field",
        "data did not match",
        "expected",
        "number out of range",
        "invalid number",
        "EOF",
        "trailing",
        "recursion limit",
    ];
    words.contains("::") || JARGON.iter().any(|jargon| words.starts_with(jargon))
}
