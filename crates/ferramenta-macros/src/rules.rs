//! The rules of a value, in `#[arg(..)]`: `range`, `length`, `pattern`, `one_of`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Expr, Ident, Path, Token, Type, parse::Parser, punctuated::Punctuated, spanned::Spanned,
};

use crate::{
    entry::Entry,
    errors::Errors,
    krate::{Library, shown_at},
    literal::{self, Literal, literal},
    range::{Ends, Of},
    types::{Primitive, inside, inside_option, primitive, with_article},
};

/// The rules of one value, each with the key that it stands at.
#[derive(Default)]
pub(crate) struct Rules(Vec<(Ident, Rule)>);

enum Rule {
    Range(Ends),
    Length(Ends),
    Pattern(Expr),
    OneOf(Vec<Expr>),
}

impl Rules {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a rule.
    pub(crate) fn add(&mut self, entry: &Entry, ty: &Type, errors: &mut Errors) {
        let number = if primitive(ty) == Some(Primitive::Float) {
            Of::Float
        } else {
            Of::Number
        };
        let rule = match entry.key.to_string().as_str() {
            "range" => Ends::parse(entry, number).map(Rule::Range),
            "length" => Ends::parse(entry, Of::Length).map(Rule::Length),
            "pattern" => entry.expr().cloned().map(Rule::Pattern),
            _ => one_of(entry, ty, errors).map(Rule::OneOf),
        };
        if let Some(rule) = errors.take(rule) {
            self.0.push((entry.key.clone(), rule));
        }
    }

    /// What is wrong with a default, as the end of a sentence.
    pub(crate) fn refusal(&self, default: &Literal) -> Option<String> {
        self.0.iter().find_map(|(_, rule)| rule.refusal(default))
    }

    /// The rules as calls of `ParamSpec`'s methods.
    pub(crate) fn calls(&self, private: &Path) -> TokenStream {
        let each = self.0.iter().map(|(key, rule)| {
            let arguments = rule.arguments(private);
            quote_spanned!(key.span()=> .#key(#arguments))
        });
        each.collect()
    }

    /// The rules as `Constraint`s.
    pub(crate) fn constraints(&self, private: &Path) -> TokenStream {
        let each = self.0.iter().map(|(key, rule)| {
            let arguments = rule.arguments(private);
            quote!(#private::Constraint::#key(#arguments))
        });
        quote!(#(#each),*)
    }

    /// Whether making the rules takes time, so that it is done once.
    pub(crate) fn are_made_once(&self) -> bool {
        let quick = |rule: &Rule| matches!(rule, Rule::Range(_) | Rule::Length(_));
        !self.0.iter().all(|(_, rule)| quick(rule))
    }

    /// Assertions that the rules are about this type; a mistake stands at the type.
    pub(crate) fn assertions(&self, library: &Library, ty: &Type) -> TokenStream {
        let each = self.0.iter().map(|(key, rule)| {
            let span = shown_at(ty.span());
            let private = library.private_at(span);
            let assert = Ident::new(rule.assertion(), key.span());
            quote_spanned!(span=> #private::#assert::<#ty>();)
        });
        each.collect()
    }
}

impl Rule {
    /// What asserts that the rule can be about a type.
    const fn assertion(&self) -> &'static str {
        match self {
            Self::Range(_) => "assert_ranged",
            Self::Length(_) => "assert_measured",
            Self::Pattern(_) => "assert_textual",
            Self::OneOf(_) => "assert_constrained",
        }
    }

    fn arguments(&self, private: &Path) -> TokenStream {
        match self {
            Self::Range(ends) => pair(ends.bounds(private)),
            Self::Length(ends) => pair(ends.counts()),
            Self::Pattern(pattern) => quote!(#pattern),
            Self::OneOf(values) => {
                let values = values.iter().map(literal::json);
                quote!([#(#values),*])
            }
        }
    }

    fn refusal(&self, default: &Literal) -> Option<String> {
        match (self, default) {
            (Self::Range(ends), _) if !ends.allows(default) => {
                Some(format!("is outside its own range {}", ends.text()))
            }
            (Self::Length(ends), Literal::Text(text)) => {
                let count = text.chars().count();
                let allowed = ends.allows(&Literal::Int(count as i128));
                (!allowed).then(|| {
                    format!(
                        "has {count} characters, outside its own length {}",
                        ends.text()
                    )
                })
            }
            (Self::OneOf(values), _) => {
                let known: Option<Vec<Literal>> = values.iter().map(literal).collect();
                let missing = known.is_some_and(|known| !known.contains(default));
                missing.then(|| "is none of its own `one_of` values".into())
            }
            _ => None,
        }
    }
}

fn pair((min, max): (TokenStream, TokenStream)) -> TokenStream {
    quote!(#min, #max)
}

/// The rule that is meant by a key for one end of it, such as `min = 1`.
pub(crate) fn one_end(entry: &Entry, ty: &Type) -> Option<String> {
    let key = entry.key.to_string();
    let value = entry
        .expr()
        .map_or_else(
            |_| "1".to_owned(),
            |value| value.to_token_stream().to_string(),
        )
        .replace("- ", "-")
        .replace(" :: ", "::");
    let counted = primitive(ty) == Some(Primitive::Text)
        || inside(inside_option(ty).unwrap_or(ty), &["Vec"]).is_some();
    let number = if counted { "length" } else { "range" };
    let (rule, least) = match key.as_str() {
        "min" | "minimum" => (number, true),
        "max" | "maximum" => (number, false),
        "min_length" | "min_len" | "min_items" => ("length", true),
        "max_length" | "max_len" | "max_items" => ("length", false),
        _ => return None,
    };
    Some(if least {
        format!("{rule}({value}..)")
    } else {
        format!("{rule}(..={value})")
    })
}

fn one_of(entry: &Entry, ty: &Type, errors: &mut Errors) -> syn::Result<Vec<Expr>> {
    let tokens = entry.list("one_of(\"a\", \"b\")")?;
    let values = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens)?;
    if values.is_empty() {
        return Err(syn::Error::new_spanned(
            entry,
            "`one_of` allows nothing: write `one_of(\"a\", \"b\")`",
        ));
    }
    let mut seen: Vec<Literal> = Vec::new();
    for (expr, value) in values
        .iter()
        .filter_map(|expr| Some((expr, literal(expr)?)))
    {
        if let Some(primitive) = primitive(ty).filter(|primitive| !primitive.takes(&value)) {
            let (this, example) = (with_article(ty), primitive.example());
            errors.at(
                expr,
                format!(
                    "the argument is {this}, and this value is {}: write one such as `{example}`",
                    value.kind()
                ),
            );
        } else if seen.contains(&value) {
            errors.at(expr, format!("{value} appears twice"));
        }
        seen.push(value);
    }
    Ok(values.into_iter().collect())
}
