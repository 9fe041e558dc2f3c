//! Attributes of serde and schemars that the user wrote beside ours.

use syn::{Attribute, Meta, Token, parse::Parser, punctuated::Punctuated};

/// Whether `#[outer(.. key ..)]` is among the attributes.
pub(super) fn says(attributes: &[Attribute], outer: &str, key: &str) -> bool {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(outer))
        .any(|attribute| {
            let Meta::List(list) = &attribute.meta else {
                return false;
            };
            let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone());
            metas.is_ok_and(|metas| metas.iter().any(|meta| meta.path().is_ident(key)))
        })
}
