//! `#[arg(..)]`, on parameters of tools and on fields of `#[schema]` types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Expr, ExprPath, LitStr, Path, Type, spanned::Spanned};

use crate::{
    entry::{Entry, Value, attribute_list, bare, entries},
    errors::Errors,
    krate::respan,
    literal::{Literal, literal},
    name,
    nearest::unknown,
    rules::{self, Rules},
    schema::own_refusal,
    types::{Primitive, inside_option, primitive, spelled, with_article},
};

/// What `#[arg(..)]` says.
#[derive(Default)]
pub(crate) struct Argument {
    /// The attribute, if it is there.
    pub(crate) attribute: Option<Attribute>,
    /// Whether it stands alone, as `#[arg]`.
    pub(crate) alone: bool,
    pub(crate) default: Option<Fallback>,
    pub(crate) rules: Rules,
    pub(crate) rename: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) header: Option<LitStr>,
    /// The key, if it is there and true.
    pub(crate) secret: Option<Ident>,
    /// The key, and the function that completes.
    pub(crate) complete: Option<(Ident, ExprPath)>,
}

/// The default of an argument.
pub(crate) enum Fallback {
    /// `default`
    OfType(Span),
    /// `default = expression`
    Expr(Expr),
}

/// Where `#[arg(..)]` stands: a variant has but a name and a description.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    Parameter,
    Field,
    Variant,
}

impl At {
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Parameter => &[
                "default",
                "range",
                "length",
                "pattern",
                "one_of",
                "rename",
                "description",
                "secret",
                "header",
                "complete",
            ],
            Self::Field => &[
                "default",
                "range",
                "length",
                "pattern",
                "one_of",
                "rename",
                "description",
                "secret",
            ],
            Self::Variant => &["rename", "description"],
        }
    }
}

impl At {
    fn refusal(self, entry: &Entry, ty: &Type) -> syn::Error {
        let key = &entry.key;
        if let Some(message) = own_refusal(key) {
            return syn::Error::new(key.span(), message);
        }
        if self != Self::Variant
            && let Some(rule) = rules::one_end(entry, ty)
        {
            let message = format!("both ends are one rule: write `{rule}` instead of `{key}`");
            return syn::Error::new(key.span(), message);
        }
        let known = Self::Parameter.keys().iter().any(|known| key == known);
        match self {
            Self::Field if key == "complete" => syn::Error::new(
                key.span(),
                "`complete` is for the parameters of a prompt, not for fields: call `complete` on its `PromptDef`",
            ),
            Self::Field if known => syn::Error::new(
                key.span(),
                format!("`{key}` is for the parameters of a tool, not for fields"),
            ),
            Self::Variant if known => syn::Error::new(
                key.span(),
                format!("`{key}` is for fields: a variant takes `rename` and `description`"),
            ),
            _ => unknown(key, self.keys()),
        }
    }
}

impl Argument {
    /// Reads and removes the `#[arg(..)]` among the attributes of what is called `name`.
    pub(crate) fn take(
        attributes: &mut Vec<Attribute>,
        name: &str,
        ty: &Type,
        at: At,
        errors: &mut Errors,
    ) -> Self {
        let mut argument = Self::default();
        for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("arg")) {
            if argument.attribute.is_some() {
                errors.at(&attribute, "`#[arg(..)]` appears twice: join the two");
                continue;
            }
            let list = attribute_list(&attribute, errors);
            argument.alone = list.is_empty();
            for entry in entries(list, &[], errors) {
                argument.add(&entry, ty, at, errors);
            }
            argument.attribute = Some(attribute);
        }
        argument.check_together(ty, errors);
        if let Some(mistake) = argument.mistaken_default(name, ty) {
            errors.push(mistake);
            argument.default = None;
        }
        argument
    }

    fn add(&mut self, entry: &Entry, ty: &Type, at: At, errors: &mut Errors) {
        let key = entry.key.to_string();
        match key.as_str() {
            _ if !at.keys().contains(&key.as_str()) => errors.push(at.refusal(entry, ty)),
            "default" => self.default = errors.take(default(entry)),
            "range" | "length" | "pattern" | "one_of" => self.rules.add(entry, ty, errors),
            "rename" => self.rename = errors.take(entry.text().and_then(not_empty)),
            "description" => self.description = errors.take(entry.expr()).cloned(),
            "secret" => {
                let secret = errors.take(entry.flag()).unwrap_or_default();
                self.secret = secret.then(|| entry.key.clone());
            }
            "complete" => {
                let path = errors.take(function(entry));
                self.complete = path.map(|path| (entry.key.clone(), path));
            }
            _ => self.header = errors.take(header(entry)),
        }
    }

    /// Notes what doesn't go together.
    fn check_together(&self, ty: &Type, errors: &mut Errors) {
        if let (Some(_), Some(header)) = (&self.secret, &self.header) {
            errors.at(
                header,
                "a header is written into logs on its way: a secret has none",
            );
        }
        if let (Some(secret), Some(_)) = (&self.secret, &self.default) {
            errors.at(
                secret,
                "a default is published, and a secret is not: drop one of them",
            );
        }
        if let Some(inner) = inside_option(ty).and_then(inside_option) {
            let maybe = format!("`Maybe<{}>`", spelled(inner));
            errors.at(
                ty,
                format!("an `Option` of an `Option` can't tell `null` from nothing: take {maybe}, which can"),
            );
        }
    }

    /// What is wrong with the default, as far as it can be told here.
    fn mistaken_default(&self, name: &str, ty: &Type) -> Option<syn::Error> {
        let default = self.default.as_ref()?;
        if let Some(inner) = inside_option(ty) {
            let remedy = format!("drop the default or take `{}`", spelled(inner));
            let message = format!("an `Option` is `None` when it is left out: {remedy}");
            return Some(syn::Error::new(default.span(), message));
        }
        let Fallback::Expr(expr) = default else {
            return None;
        };
        let value = literal(expr)?;
        let message = match primitive(ty).filter(|primitive| !primitive.takes(&value)) {
            Some(primitive) => {
                let (this, kind, example) = (
                    with_article(ty),
                    value.kind(),
                    example(primitive.example(), &value, ty),
                );
                format!(
                    "`{name}` is {this}, and its default is {kind}: write `default = {example}`"
                )
            }
            None => format!("the default {value} {}", self.rules.refusal(&value)?),
        };
        Some(syn::Error::new_spanned(expr, message))
    }
}

/// A default that would do, as near to the one that was written as possible.
fn example(usual: &str, value: &Literal, ty: &Type) -> String {
    match (value, primitive(ty)) {
        (Literal::Int(value), Some(Primitive::Float)) => format!("{value}.0"),
        (Literal::Char(value), Some(Primitive::Text)) => {
            format!("{:?}", value.to_string())
        }
        _ => usual.to_owned(),
    }
}

/// Reads `default` or `default = expression`.
pub(crate) fn default(entry: &Entry) -> syn::Result<Fallback> {
    match &entry.value {
        Value::None => Ok(Fallback::OfType(entry.key.span())),
        _ => entry.expr().cloned().map(Fallback::Expr),
    }
}

fn not_empty(text: LitStr) -> syn::Result<LitStr> {
    if text.value().is_empty() {
        return Err(syn::Error::new(text.span(), "a name is not empty"));
    }
    Ok(text)
}

/// Reads `complete = path`, and `list = path`.
pub(crate) fn function(entry: &Entry) -> syn::Result<ExprPath> {
    if let Value::Assigned(value) = &entry.value
        && let Expr::Path(path) = bare(value)
    {
        return Ok(path.clone());
    }
    Err(syn::Error::new_spanned(
        entry,
        format!(
            "`{0}`: it is a function: write `{0} = path::to::function`",
            entry.key
        ),
    ))
}

fn header(entry: &Entry) -> syn::Result<LitStr> {
    let name = entry.text()?;
    name::check_header(&name)?;
    Ok(name)
}

impl Fallback {
    fn span(&self) -> Span {
        match self {
            Self::OfType(span) => *span,
            Self::Expr(expr) => expr.span(),
        }
    }

    /// The expression of the value; a text becomes what is asked for.
    pub(crate) fn value(&self, private: &Path) -> TokenStream {
        match self {
            Self::OfType(span) => quote_spanned!(*span=> ::core::default::Default::default()),
            Self::Expr(expr) => match literal(expr) {
                Some(Literal::Text(_)) => {
                    let private = respan(private.to_token_stream(), expr.span());
                    quote_spanned!(expr.span()=> #private::text_default(#expr))
                }
                _ => quote!(#expr),
            },
        }
    }
}
