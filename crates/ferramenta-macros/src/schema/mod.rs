//! `#[schema]`.

mod attributes;
mod case;
mod decode;
mod derives;
mod describe;
mod encode;
mod expand;
mod foreign;
mod model;
mod read;
mod shape;
mod stub;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Item, ItemEnum, ItemStruct};

pub(crate) use self::{attributes::open, foreign::own_refusal};
use crate::errors::Errors;

/// Expands `#[schema(attributes)] item`.
pub(crate) fn expand(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(item @ (Item::Struct(_) | Item::Enum(_))) => expand_type(attributes, item),
        Ok(other) => refuse(&other),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item)
        }
    }
}

fn expand_type(tokens: TokenStream, mut item: Item) -> TokenStream {
    let mut errors = Errors::default();
    let (attributes, derives) = match &mut item {
        Item::Struct(ItemStruct { attrs, .. }) | Item::Enum(ItemEnum { attrs, .. }) => {
            read::container(tokens, attrs, &mut errors)
        }
        other => return refuse(other),
    };
    shape::check(&item, &attributes, &mut errors);
    let model = read::model(&mut item, attributes, derives, &mut errors);
    if errors.is_empty() {
        model.emit(&item)
    } else {
        let stub = stub::in_place_of(&mut item, &model.attributes.library);
        quote!(#errors #item #stub)
    }
}

fn refuse(item: &Item) -> TokenStream {
    let remedy = match item {
        Item::Fn(_) => "for a function write `#[tool]`",
        Item::Type(_) => "put it on the type itself",
        Item::Union(_) => "write an `enum`",
        _ => "put it on the type of an argument or a result",
    };
    let message = format!("`#[schema]` is for structs and enums: {remedy}");
    let error = syn::Error::new(Span::call_site(), message).to_compile_error();
    let item = item.to_token_stream();
    quote!(#error #item)
}
