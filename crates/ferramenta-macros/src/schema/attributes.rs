//! What stands in `#[schema(..)]`.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::{
    entry::{Entry, entries},
    errors::Errors,
    krate::Library,
    nearest::{list, nearest, unknown},
};

const CASES: &[&str] = &[
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// What `#[schema(..)]` says.
pub(super) struct Attributes {
    pub(super) rename_all: Option<LitStr>,
    pub(super) tag: Option<LitStr>,
    pub(super) library: Library,
}

impl Attributes {
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attributes = Self {
            rename_all: None,
            tag: None,
            library: Library::new(None),
        };
        for entry in entries(tokens, &[], errors) {
            match entry.key.to_string().as_str() {
                "rename_all" => attributes.rename_all = errors.take(case(&entry)),
                "tag" => attributes.tag = errors.take(tag(&entry)),
                "crate" => attributes.library = Library::new(errors.take(entry.path())),
                _ => errors.push(unknown(&entry.key, &["rename_all", "tag", "crate"])),
            }
        }
        attributes
    }
}

fn case(entry: &Entry) -> syn::Result<LitStr> {
    let text = entry.text()?;
    let value = text.value();
    if CASES.contains(&value.as_str()) {
        return Ok(text);
    }
    let message = match nearest(&value, CASES) {
        Some(near) => format!("`{value}` is no way to write names; did you mean `{near}`?"),
        None => format!(
            "`{value}` is no way to write names; known are {}",
            list(CASES)
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
