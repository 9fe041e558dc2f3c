//! What stands in an attribute: `key`, `key = value` and `key(list)`, separated by commas.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Expr, Lit, LitBool, LitStr, Meta, Path, Token, Type,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::errors::Errors;

/// One key with its value.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    /// `key`
    None,
    /// `key = value`
    Assigned(Expr),
    /// `output = type`, the only key whose value is a type
    Type(Type),
    /// `key(list)`
    List(TokenStream),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if key == "output" {
                Value::Type(output(input)?)
            } else {
                Value::Assigned(input.parse()?)
            }
        } else if input.peek(syn::token::Paren) {
            let list;
            syn::parenthesized!(list in input);
            Value::List(list.parse()?)
        } else {
            Value::None
        };
        Ok(Self { key, value })
    }
}

fn output(input: ParseStream<'_>) -> syn::Result<Type> {
    let at = input.span();
    let not_a_type = |_| {
        let message = "an output is a type: write `output = Type`, or `output = none`";
        syn::Error::new(at, message)
    };
    input.parse().map_err(not_a_type)
}

/// What a message about the entry points at.
impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let key = &self.key;
        tokens.extend(match &self.value {
            Value::Assigned(value) => quote!(#key = #value),
            Value::Type(ty) => quote!(#key = #ty),
            Value::None | Value::List(_) => quote!(#key),
        });
    }
}

/// The entries of a list; a key that appears twice is a mistake unless it is one of `repeated`.
pub(crate) fn entries(tokens: TokenStream, repeated: &[&str], errors: &mut Errors) -> Vec<Entry> {
    let parsed = Punctuated::<Entry, Token![,]>::parse_terminated.parse2(tokens);
    let mut kept: Vec<Entry> = Vec::new();
    for entry in errors.take(parsed).into_iter().flatten() {
        let key = &entry.key;
        if kept.iter().any(|other| other.key == *key) && !repeated.iter().any(|known| key == known)
        {
            errors.at(key, format!("`{key}` appears twice: keep one of them"));
        } else {
            kept.push(entry);
        }
    }
    kept
}

/// The tokens in the brackets of an attribute; empty for `#[name]`.
pub(crate) fn attribute_list(attribute: &Attribute, errors: &mut Errors) -> TokenStream {
    match &attribute.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(meta) => {
            errors.at(
                meta,
                format!("write `#[{}(..)]`", meta.path.to_token_stream()),
            );
            TokenStream::new()
        }
    }
}

/// The expression without the invisible brackets in which `macro_rules!` hands it over.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => bare(&group.expr),
        other => other,
    }
}

impl Entry {
    /// `key` or `key = false`.
    pub(crate) fn flag(&self) -> syn::Result<bool> {
        match &self.value {
            Value::None => Ok(true),
            Value::Assigned(value) => match bare(value) {
                Expr::Lit(lit) if matches!(lit.lit, Lit::Bool(_)) => Ok(is_true(&lit.lit)),
                _ => Err(self.expected("it is a flag: write `KEY` or `KEY = false`")),
            },
            Value::List(_) | Value::Type(_) => {
                Err(self.expected("it is a flag: write `KEY` or `KEY = false`"))
            }
        }
    }

    /// `key = ".."`
    pub(crate) fn text(&self) -> syn::Result<LitStr> {
        self.text_such_as("..")
    }

    /// `key = ".."`, where `example` says what stands in the text.
    pub(crate) fn text_such_as(&self, example: &str) -> syn::Result<LitStr> {
        if let Value::Assigned(value) = &self.value
            && let Expr::Lit(lit) = bare(value)
            && let Lit::Str(text) = &lit.lit
        {
            return Ok(text.clone());
        }
        Err(self.expected(&format!("it is a text: write `KEY = \"{example}\"`")))
    }

    /// `key = expression`
    pub(crate) fn expr(&self) -> syn::Result<&Expr> {
        match &self.value {
            Value::Assigned(value) => Ok(value),
            _ => Err(self.expected("it needs a value: write `KEY = ..`")),
        }
    }

    /// `key = type`
    pub(crate) fn ty(&self) -> syn::Result<Type> {
        match &self.value {
            Value::Type(ty) => Ok(ty.clone()),
            _ => Err(self.expected("an output is a type: write `KEY = Type`, or `KEY = none`")),
        }
    }

    /// `key = path`
    pub(crate) fn path(&self) -> syn::Result<Path> {
        if let Value::Assigned(value) = &self.value
            && let Expr::Path(path) = bare(value)
        {
            return Ok(path.path.clone());
        }
        Err(self.expected("it is a path: write `KEY = ::some::path`"))
    }

    /// `key = Name`
    pub(crate) fn ident(&self) -> syn::Result<Ident> {
        let path = self.path().ok();
        let ident = path.as_ref().and_then(Path::get_ident).cloned();
        ident.ok_or_else(|| self.expected("it is a name: write `KEY = Name`"))
    }

    /// `key(list)`, where `example` says what stands in the list.
    pub(crate) fn list(&self, example: &str) -> syn::Result<TokenStream> {
        match &self.value {
            Value::List(list) => Ok(list.clone()),
            _ => Err(self.expected(&format!("it takes a list: write `{example}`"))),
        }
    }

    fn expected(&self, what: &str) -> syn::Error {
        let key = &self.key;
        syn::Error::new_spanned(
            self,
            format!("`{key}`: {}", what.replace("KEY", &key.to_string())),
        )
    }
}

fn is_true(lit: &Lit) -> bool {
    matches!(lit, Lit::Bool(LitBool { value: true, .. }))
}
