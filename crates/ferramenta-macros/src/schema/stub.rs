//! What stands in for the derives where they can't work, so that one mistake is reported once.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Generics, Item};

use super::derives;
use crate::krate::Library;

/// Implementations that never run, for they stand beside a compile error; the type loses the attributes and
/// derives that they stand for.
pub(super) fn in_place_of(item: &mut Item, library: &Library) -> TokenStream {
    match item {
        Item::Struct(item) => {
            strip(&mut item.attrs);
            item.fields
                .iter_mut()
                .for_each(|field| strip(&mut field.attrs));
            implementations(&item.ident, &item.generics, library)
        }
        Item::Enum(item) => {
            strip(&mut item.attrs);
            for variant in &mut item.variants {
                strip(&mut variant.attrs);
                variant
                    .fields
                    .iter_mut()
                    .for_each(|field| strip(&mut field.attrs));
            }
            implementations(&item.ident, &item.generics, library)
        }
        _ => TokenStream::new(),
    }
}

/// Takes away the attributes that only the derives understand, and these derives.
fn strip(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| {
        !["serde", "schemars"]
            .iter()
            .any(|name| attribute.path().is_ident(name))
    });
    derives::strip(attributes);
}

fn implementations(ident: &Ident, generics: &Generics, library: &Library) -> TokenStream {
    let (public, private) = (&library.public, &library.private);
    let (_, types, clause) = generics.split_for_impl();
    let mut with_lifetime = generics.clone();
    with_lifetime.params.insert(0, syn::parse_quote!('de));
    let (plain, _, _) = generics.split_for_impl();
    let (with_lifetime, _, _) = with_lifetime.split_for_impl();
    let data = generics.params.is_empty().then(|| {
        quote! {
            impl #public::Data for #ident {}
            impl #public::Form for #ident {}
            impl #public::FormField for #ident {}
            impl #public::FormChoice for #ident {}
        }
    });
    quote! {
        impl #plain #private::serde::Serialize for #ident #types #clause {
            fn serialize<S: #private::serde::Serializer>(&self, _: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::core::unreachable!()
            }
        }
        impl #with_lifetime #private::serde::Deserialize<'de> for #ident #types #clause {
            fn deserialize<D: #private::serde::Deserializer<'de>>(_: D) -> ::core::result::Result<Self, D::Error> {
                ::core::unreachable!()
            }
        }
        impl #plain #private::schemars::JsonSchema for #ident #types #clause {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::core::unreachable!()
            }
            fn json_schema(_: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                ::core::unreachable!()
            }
        }
        #data
    }
}
