//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Lit, Meta};

use crate::entry::bare;

/// The expression of the description that the doc comments make, if there are any.
pub(crate) fn description(attributes: &[Attribute]) -> Option<TokenStream> {
    let parts: Vec<&Expr> = attributes.iter().filter_map(value).collect();
    let texts: Option<Vec<String>> = parts.iter().map(|part| text(part)).collect();
    match texts {
        Some(texts) => {
            let joined = join(&texts);
            (!joined.is_empty()).then(|| quote!(#joined))
        }
        None => Some(concat(&parts)),
    }
}

/// The value of a doc attribute.
fn value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(bare(&meta.value)),
        _ => None,
    }
}

fn text(part: &Expr) -> Option<String> {
    match part {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// One text, without the space that follows `///`.
fn join(texts: &[String]) -> String {
    let lines: Vec<&str> = texts.iter().flat_map(|text| lines(text)).collect();
    lines
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .into()
}

/// The lines of one comment; a block comment loses the stars at its left edge.
fn lines(text: &str) -> Vec<&str> {
    let starred = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('*');
    let block = text.contains('\n') && text.lines().skip(1).all(starred);
    text.split('\n')
        .map(|line| match line.trim_start().strip_prefix('*') {
            Some(rest) if block => rest,
            _ => line,
        })
        .collect()
}

/// The parts put together by the compiler, for `#[doc = include_str!("..")]`.
fn concat(parts: &[&Expr]) -> TokenStream {
    let lines = parts.iter().enumerate().map(|(index, part)| {
        let newline = if index > 0 { "\n" } else { "" };
        match text(part) {
            Some(text) => {
                let line = format!("{newline}{}", join(&[text]));
                quote!(#line)
            }
            None => quote!(#newline, #part),
        }
    });
    quote!(::core::concat!(#(#lines),*))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_without_their_first_space() {
        let texts = [" Search.".to_owned(), String::new(), "  - a".to_owned()];
        assert_eq!(join(&texts), "Search.\n\n - a");
        assert_eq!(
            join(&["\n * Search\n * more\n ".to_owned()]),
            "Search\nmore"
        );
    }
}
