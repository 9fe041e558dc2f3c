//! What stands in `#[schema(..)]`.

use proc_macro2::{Span, TokenStream};
use syn::{LitStr, Path};

use super::{
    case::{self, Case},
    foreign::UNTAGGED,
};
use crate::{
    entry::{Entry, entries},
    errors::Errors,
    krate::Library,
    nearest::{list, nearest, unknown},
};

const KNOWN: &[&str] = &[
    "rename_all",
    "rename_all_fields",
    "tag",
    "unknown",
    "validate",
    "input",
    "output",
    "crate",
];

/// What `#[schema(..)]` says.
pub(super) struct Attributes {
    pub(super) rename_all: Option<(Case, LitStr)>,
    pub(super) rename_all_fields: Option<(Case, LitStr)>,
    pub(super) tag: Option<LitStr>,
    /// What was said of the tag is a mistake, and reported.
    pub(super) mistaken_tag: bool,
    /// Unknown members are left out instead of refused.
    pub(super) open: bool,
    /// The author's check of the whole value.
    pub(super) validate: Option<Path>,
    pub(super) direction: Direction,
    /// `#[serde(default)]` on the type.
    pub(super) default: Option<Span>,
    pub(super) library: Library,
}

/// Which way values of the type go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Both,
    Input,
    Output,
}

impl Attributes {
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attributes = Self {
            rename_all: None,
            rename_all_fields: None,
            tag: None,
            mistaken_tag: false,
            open: false,
            validate: None,
            direction: Direction::Both,
            default: None,
            library: Library::new(None),
        };
        for entry in entries(tokens, &[], errors) {
            attributes.add(&entry, errors);
        }
        attributes
    }

    fn add(&mut self, entry: &Entry, errors: &mut Errors) {
        let key = &entry.key;
        match key.to_string().as_str() {
            "unknown" => self.open = errors.take(open(entry)).unwrap_or_default(),
            "validate" => self.validate = errors.take(entry.path()),
            "input" => self.restrict(Direction::Input, entry, errors),
            "output" => self.restrict(Direction::Output, entry, errors),
            "crate" => self.library = Library::new(errors.take(entry.path())),
            "untagged" => {
                self.mistaken_tag = true;
                errors.at(key, UNTAGGED);
            }
            "default" => errors.at(
                key,
                "a default belongs to a field: write `#[arg(default)]` on it",
            ),
            _ if self.add_shared(entry, errors) => {}
            _ => errors.push(unknown(key, KNOWN)),
        }
    }

    /// Reads what `#[schema(..)]` and `#[serde(..)]` say in the same words.
    pub(super) fn add_shared(&mut self, entry: &Entry, errors: &mut Errors) -> bool {
        match entry.key.to_string().as_str() {
            "rename_all" => self.rename_all = errors.take(case(entry)),
            "rename_all_fields" => self.rename_all_fields = errors.take(case(entry)),
            "tag" => {
                self.tag = errors.take(tag(entry));
                self.mistaken_tag |= self.tag.is_none();
            }
            _ => return false,
        }
        true
    }

    fn restrict(&mut self, direction: Direction, entry: &Entry, errors: &mut Errors) {
        if errors.take(entry.flag()) != Some(true) {
            return;
        }
        if self.direction != Direction::Both {
            errors.at(
                &entry.key,
                "a type that is both `input` and `output` is the usual one: drop both words",
            );
        }
        self.direction = direction;
    }
}

fn case(entry: &Entry) -> syn::Result<(Case, LitStr)> {
    let text = entry.text()?;
    let value = text.value();
    if let Some(case) = Case::parse(&value) {
        return Ok((case, text));
    }
    let message = match nearest(&value, &case::NAMES) {
        Some(near) => format!("`{value}` is no way to write names; did you mean `{near}`?"),
        None => format!(
            "`{value}` is no way to write names; known are {}",
            list(&case::NAMES)
        ),
    };
    Err(syn::Error::new(text.span(), message))
}

fn tag(entry: &Entry) -> syn::Result<LitStr> {
    let text = entry.text()?;
    if text.value().is_empty() {
        return Err(syn::Error::new(
            text.span(),
            "the tag is the name of a member: write `tag = \"kind\"`",
        ));
    }
    Ok(text)
}

/// `unknown = "allow"` or `unknown = "refuse"`.
pub(crate) fn open(entry: &Entry) -> syn::Result<bool> {
    match entry.text().map(|text| text.value()).as_deref() {
        Ok("allow") => Ok(true),
        Ok("refuse") => Ok(false),
        _ => Err(syn::Error::new_spanned(
            entry,
            format!(
                "what is unknown is allowed or refused: write `{} = \"allow\"`",
                entry.key
            ),
        )),
    }
}
