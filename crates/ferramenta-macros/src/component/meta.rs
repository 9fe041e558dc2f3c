//! `meta(key = value)` and `meta = expression`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Expr, Ident, LitStr, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    entry::{Entry, Value},
    errors::Errors,
    literal, name,
};

/// The data of `_meta`.
pub(super) enum Meta {
    Expr(Expr),
    Members(Vec<Member>),
}

/// One member: an identifier or a text, and its value.
pub(super) struct Member {
    key: LitStr,
    value: Expr,
}

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key: LitStr = if input.peek(LitStr) {
            input.parse()?
        } else {
            let ident = input.call(Ident::parse_any)?;
            LitStr::new(&name::published(&ident), ident.span())
        };
        if !input.peek(Token![=]) {
            let message = format!("`{0}` needs a value: write `{0} = ..`", key.value());
            return Err(syn::Error::new(key.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Self {
            key,
            value: input.parse()?,
        })
    }
}

impl Meta {
    pub(super) fn parse(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        if let Value::Assigned(expr) = &entry.value {
            return Some(Self::Expr(expr.clone()));
        }
        let list = errors.take(entry.list("meta(key = \"value\")"))?;
        let members =
            errors.take(Punctuated::<Member, Token![,]>::parse_terminated.parse2(list))?;
        let mut seen = Vec::new();
        for member in &members {
            if seen.contains(&member.key.value()) {
                errors.at(
                    &member.key,
                    format!("`{}` appears twice: keep one of them", member.key.value()),
                );
            }
            seen.push(member.key.value());
        }
        Some(Self::Members(members.into_iter().collect()))
    }

    /// The call of `ToolDef::meta`.
    pub(super) fn call(&self, private: &Path) -> TokenStream {
        let members = match self {
            Self::Expr(expr) => return quote!(.meta(#expr)),
            Self::Members(members) => members,
        };
        let json = quote!(#private::serde_json);
        let inserts = members.iter().map(|Member { key, value }| {
            let value = literal::json(value);
            quote!((::std::string::String::from(#key), #json::Value::from(#value)))
        });
        quote!(.meta(#json::Value::Object(::core::iter::FromIterator::from_iter([#(#inserts),*]))))
    }
}
