//! What `#[schema]` emits.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, LitStr, parse_quote};

use super::{attributes::Attributes, derives, field::Field, foreign::says};
use crate::errors::Errors;

/// A type with what is said of it.
pub(super) struct Schema<'a> {
    pub(super) attributes: &'a Attributes,
    pub(super) ident: &'a Ident,
    pub(super) fields: &'a [Field],
    /// Whether unknown members are refused.
    pub(super) closed: bool,
}

impl Schema<'_> {
    /// The attributes that the type gets: the derives, and what they have to know.
    pub(super) fn container(&self, own: &[Attribute]) -> Vec<Attribute> {
        let library = &self.attributes.library;
        let mut attributes: Vec<Attribute> = derives::missing(own, library).into_iter().collect();
        for (outer, krate) in [("serde", "serde"), ("schemars", "schemars")] {
            if !says(own, outer, "crate") {
                let path = path_text(&library.private.to_token_stream(), krate, self.ident);
                let outer = Ident::new(outer, proc_macro2::Span::call_site());
                attributes.push(parse_quote!(#[#outer(crate = #path)]));
            }
        }
        // serde can't tell which members are unknown where it flattens
        let closed = self.closed && !self.fields.iter().any(|field| field.flat);
        if closed && !says(own, "serde", "deny_unknown_fields") {
            attributes.push(parse_quote!(#[serde(deny_unknown_fields)]));
        }
        if let Some(case) = &self.attributes.rename_all {
            attributes.push(parse_quote!(#[serde(rename_all = #case)]));
        }
        if let Some(tag) = &self.attributes.tag {
            attributes.push(parse_quote!(#[serde(tag = #tag)]));
        }
        let private = &library.private;
        attributes.push(parse_quote!(#[schemars(transform = #private::order_fields)]));
        attributes
    }

    /// The type, its functions, and the promise that it can be a result.
    pub(super) fn emit(
        &self,
        item: &impl ToTokens,
        own: &[Attribute],
        errors: &Errors,
    ) -> TokenStream {
        let library = &self.attributes.library;
        let (public, private, ident) = (&library.public, &library.private, self.ident);
        let cfg: Vec<_> = own
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .collect();
        let functions: TokenStream = self
            .fields
            .iter()
            .map(|field| field.functions(private))
            .collect();
        let assertions = self.fields.iter().map(|field| field.assertions(library));
        let functions = (!functions.is_empty()).then(|| {
            quote! {
                #(#cfg)*
                #[allow(deprecated, dead_code)]
                impl #ident {
                    #functions
                }
            }
        });
        // the assertions come first, for a mistake is better explained by them than by the derives
        quote! {
            #errors
            #(#assertions)*
            #item
            #functions
            #(#cfg)*
            #[allow(deprecated)]
            impl #public::Data for #ident {}
        }
    }
}

/// A path as serde and schemars want it: a text.
fn path_text(private: &TokenStream, krate: &str, ident: &Ident) -> LitStr {
    let path = format!("{private}::{krate}").replace(' ', "");
    LitStr::new(&path, ident.span())
}
