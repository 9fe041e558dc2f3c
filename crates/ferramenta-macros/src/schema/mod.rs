//! `#[schema]`.

mod attributes;
mod derives;
mod expand;
mod field;
mod foreign;
mod shape;
mod stub;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Fields, Item, ItemEnum, ItemStruct};

use self::{attributes::Attributes, expand::Schema};
use crate::errors::Errors;

/// Expands `#[schema(attributes)] item`.
pub(crate) fn expand(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(item)) => expand_struct(attributes, item),
        Ok(Item::Enum(item)) => expand_enum(attributes, item),
        Ok(other) => refuse(&other),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item)
        }
    }
}

fn expand_struct(attributes: TokenStream, mut item: ItemStruct) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(attributes, &mut errors);
    let derivable = shape::check_struct(&item, &attributes, &mut errors);
    let fields = field::take_all(&mut item.fields, None, &mut errors);
    if !derivable {
        stub::strip(&mut item.attrs);
        item.fields
            .iter_mut()
            .for_each(|field| stub::strip(&mut field.attrs));
        let stub = stub::implementations(&item.ident, &item.generics, &attributes.library);
        return quote!(#errors #item #stub);
    }
    field::attach(&fields, &item.ident, item.fields.iter_mut());
    let closed = matches!(item.fields, Fields::Named(_));
    let schema = Schema {
        attributes: &attributes,
        ident: &item.ident,
        fields: &fields,
        closed,
    };
    let container = schema.container(&item.attrs);
    let item = &ItemStruct {
        attrs: [container, item.attrs.clone()].concat(),
        ..item.clone()
    };
    schema.emit(item, &item.attrs, &errors)
}

fn expand_enum(attributes: TokenStream, mut item: ItemEnum) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(attributes, &mut errors);
    let derivable = shape::check_enum(&item, &attributes, &mut errors);
    let fields = field::take_variants(&mut item.variants, &mut errors);
    if !derivable {
        stub::strip(&mut item.attrs);
        for variant in &mut item.variants {
            stub::strip(&mut variant.attrs);
            variant
                .fields
                .iter_mut()
                .for_each(|field| stub::strip(&mut field.attrs));
        }
        let stub = stub::implementations(&item.ident, &item.generics, &attributes.library);
        return quote!(#errors #item #stub);
    }
    let targets = item
        .variants
        .iter_mut()
        .flat_map(|variant| variant.fields.iter_mut());
    field::attach(&fields, &item.ident, targets);
    let schema = Schema {
        attributes: &attributes,
        ident: &item.ident,
        fields: &fields,
        closed: false,
    };
    let container = schema.container(&item.attrs);
    let item = &ItemEnum {
        attrs: [container, item.attrs.clone()].concat(),
        ..item.clone()
    };
    schema.emit(item, &item.attrs, &errors)
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
