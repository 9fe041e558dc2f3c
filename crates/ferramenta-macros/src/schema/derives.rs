//! The derives that `#[schema]` adds.

use quote::quote;
use syn::{Attribute, Path, Token, parse_quote, punctuated::Punctuated};

use crate::{krate::Library, types::is_called};

/// The derives that the attributes don't have yet.
pub(super) fn missing(attributes: &[Attribute], library: &Library) -> Option<Attribute> {
    let present: Vec<Path> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("derive"))
        .filter_map(|attribute| {
            attribute
                .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
                .ok()
        })
        .flatten()
        .collect();
    let private = &library.private;
    let all = [
        ("Serialize", quote!(#private::serde::Serialize)),
        ("Deserialize", quote!(#private::serde::Deserialize)),
        ("JsonSchema", quote!(#private::schemars::JsonSchema)),
    ];
    let missing = all
        .iter()
        .filter(|(name, _)| !present.iter().any(|path| is_called(path, name)));
    let paths: Vec<_> = missing.map(|(_, path)| path).collect();
    (!paths.is_empty()).then(|| parse_quote!(#[derive(#(#paths),*)]))
}
