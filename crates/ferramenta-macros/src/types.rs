//! What can be told of a type by its tokens: hints for messages, never a decision about a correct program.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Ident, PathArguments, PathSegment, Type, ext::IdentExt};

use crate::{krate::respan, literal::Literal};

/// The type without parentheses and the invisible brackets in which `macro_rules!` hands it over.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}

/// The type as people write it.
pub(crate) fn spelled(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" <", "<")
        .replace("< ", "<")
        .replace(" >", ">")
        .replace(" :: ", "::")
        .replace(" ,", ",")
        .replace("& ", "&")
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match bare(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// The type's own name, whatever path leads to it.
pub(crate) fn name(ty: &Type) -> Option<&Ident> {
    last_segment(ty).map(|segment| &segment.ident)
}

/// What is inside of an `Option`.
pub(crate) fn inside_option(ty: &Type) -> Option<&Type> {
    inside(ty, &["Option"])
}

/// What is inside of a type with one of these names: the first of its arguments.
pub(crate) fn inside<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let own = name(ty)?;
    names.iter().find(|name| own == **name)?;
    arguments(ty)?.next()
}

/// The last of a type's arguments.
pub(crate) fn last_argument(ty: &Type) -> Option<&Type> {
    arguments(ty)?.next_back()
}

fn arguments(ty: &Type) -> Option<impl DoubleEndedIterator<Item = &Type>> {
    let PathArguments::AngleBracketed(arguments) = &last_segment(ty)?.arguments else {
        return None;
    };
    Some(arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }))
}

/// Kinds of types that literals can be compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Primitive {
    Int,
    Float,
    Bool,
    Text,
    Char,
}

/// The kind of a primitive, or of the primitive in an `Option`.
pub(crate) fn primitive(ty: &Type) -> Option<Primitive> {
    let ty = inside_option(ty).unwrap_or(ty);
    let Type::Path(path) = bare(ty) else {
        return None;
    };
    match path.path.get_ident()?.to_string().as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => Some(Primitive::Int),
        "f32" | "f64" => Some(Primitive::Float),
        "bool" => Some(Primitive::Bool),
        "char" => Some(Primitive::Char),
        "String" => Some(Primitive::Text),
        _ => None,
    }
}

impl Primitive {
    /// Whether a literal can be a value of it.
    pub(crate) const fn takes(self, literal: &Literal) -> bool {
        matches!(
            (self, literal),
            (Self::Int, Literal::Int(_))
                | (Self::Float, Literal::Float(_))
                | (Self::Bool, Literal::Bool(_))
                | (Self::Text, Literal::Text(_))
                | (Self::Char, Literal::Char(_))
        )
    }

    /// A value of it, for messages.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Int => "10",
            Self::Float => "1.5",
            Self::Bool => "true",
            Self::Text => "\"text\"",
            Self::Char => "'a'",
        }
    }
}

/// `a u32`, `an i64`.
pub(crate) fn with_article(ty: &Type) -> String {
    let name = spelled(ty);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', 'f']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Whether a word is among the tokens, such as `impl` or `Self`.
pub(crate) fn mentions(ty: &Type, word: &str) -> bool {
    fn search(tokens: TokenStream, word: &str) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == word,
            TokenTree::Group(group) => search(group.stream(), word),
            _ => false,
        })
    }
    search(ty.to_token_stream(), word)
}

/// The type with its name in place of `Self`, for code outside of its `impl` blocks.
pub(crate) fn without_self(ty: &Type, name: &impl ToTokens) -> Type {
    fn replace(tokens: TokenStream, name: &TokenStream) -> TokenStream {
        let each = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(word) if word == "Self" => respan(name.clone(), word.span()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), name));
                inner.set_span(group.span());
                TokenTree::from(inner).into()
            }
            other => other.into(),
        });
        each.collect()
    }
    if !mentions(ty, "Self") {
        return ty.clone();
    }
    syn::parse2(replace(ty.to_token_stream(), &name.to_token_stream()))
        .unwrap_or_else(|_| ty.clone())
}

/// Whether an attribute or derive is called this, whatever path leads to it.
pub(crate) fn is_called(path: &syn::Path, name: &str) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| Ident::unraw(&segment.ident) == name)
}
