//! Paths into the library.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Path, parse_quote};

/// Where the library is found: `::ferramenta`, or what `crate = ..` says.
#[derive(Clone)]
pub(crate) struct Library {
    pub(crate) public: Path,
    pub(crate) private: Path,
}

impl Library {
    pub(crate) fn new(path: Option<Path>) -> Self {
        let public = path.unwrap_or_else(|| {
            let ferramenta = proc_macro2::Ident::new("ferramenta", Span::call_site());
            parse_quote!(::#ferramenta)
        });
        let private = parse_quote!(#public::__private);
        Self { public, private }
    }

    /// The path of the private items, at the place where a mistake is to be shown.
    pub(crate) fn private_at(&self, span: Span) -> TokenStream {
        respan(self.private.to_token_stream(), span)
    }
}

/// What the macro wrote, shown at the place of what the user wrote.
pub(crate) fn shown_at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The tokens, at another place; `$crate` goes on meaning the crate of its macro.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            let of_macro = matches!(&token, TokenTree::Ident(ident) if ident == "$crate");
            token.set_span(if of_macro {
                token.span().located_at(span)
            } else {
                span
            });
            token
        })
        .collect()
}
