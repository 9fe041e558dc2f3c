//! The `Serialize` that `#[schema]` writes.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::{Body, Field, Model, Shape, Variant, local};

impl Model {
    /// `Serialize`, and what it stands on.
    pub(super) fn encoder(&self) -> TokenStream {
        let (private, gate, ident) = (self.private(), self.gate(), &self.ident);
        let (encoded, helper) = match &self.shape {
            Shape::Object(fields) => (
                quote!(#private::encode_object(self, serializer)),
                self.writer(&self.struct_members(fields)),
            ),
            Shape::Newtype(field) => {
                let (ty, value) = (&field.ty, field.of_self());
                (
                    quote!(<#gate as #private::Encode<#ty>>::whole(#value, serializer)),
                    TokenStream::new(),
                )
            }
            Shape::Names(variants) => {
                let arms = variants.iter().map(
                    |Variant {
                         ident, name, cfg, ..
                     }| quote!(#(#cfg)* Self::#ident => #name,),
                );
                (
                    quote!(#private::serde::Serializer::serialize_str(serializer, match self { #(#arms)* })),
                    TokenStream::new(),
                )
            }
            Shape::Tagged(variants) => {
                let arms = variants.iter().map(|variant| self.variant_members(variant));
                let body = quote!(match self { #(#arms)* });
                (
                    quote!(#private::encode_object(self, serializer)),
                    self.writer(&body),
                )
            }
        };
        quote! {
            #helper

            impl #private::serde::Serialize for #ident {
                fn serialize<__S: #private::serde::Serializer>(
                    &self,
                    serializer: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    #encoded
                }
            }
        }
    }

    fn writer(&self, body: &TokenStream) -> TokenStream {
        let (private, ident, map) = (self.private(), &self.ident, local("map"));
        quote! {
            impl #private::WriteMembers for #ident {
                fn write<__M: #private::serde::ser::SerializeMap>(
                    &self,
                    #map: &mut __M,
                ) -> ::core::result::Result<(), __M::Error> {
                    let _ = &#map;
                    #body
                    ::core::result::Result::Ok(())
                }
            }
        }
    }

    fn struct_members(&self, fields: &[Field]) -> TokenStream {
        let each = fields
            .iter()
            .map(|field| self.member(field, &field.of_self()));
        quote!(#(#each)*)
    }

    fn member(&self, field: &Field, value: &TokenStream) -> TokenStream {
        let (private, gate, map) = (self.private(), self.gate(), local("map"));
        let Field { cfg, ty, name, .. } = field;
        quote! {
            #(#cfg)*
            <#gate as #private::Encode<#ty>>::member(#map, #name, #value)?;
        }
    }

    fn variant_members(&self, variant: &Variant) -> TokenStream {
        let (private, gate, map) = (self.private(), self.gate(), local("map"));
        let (
            tag,
            Variant {
                ident, name, cfg, ..
            },
        ) = (&self.attributes.tag, variant);
        let (pattern, members) = match &variant.body {
            Body::Unit => (TokenStream::new(), TokenStream::new()),
            Body::Object(fields) => {
                let bound = fields.iter().map(|field| {
                    let (cfg, member, variable) = (&field.cfg, &field.member, field.variable());
                    quote!(#(#cfg)* #member: #variable)
                });
                let members = fields.iter().map(|field| {
                    let variable = field.variable();
                    self.member(field, &quote!(#variable))
                });
                (quote!({ #(#bound),* }), quote!(#(#members)*))
            }
            Body::Newtype(field) => {
                let (ty, variable) = (&field.ty, field.variable());
                let members =
                    quote!(<#gate as #private::EncodeMembers<#ty>>::members(#map, #variable)?;);
                (quote!((#variable)), members)
            }
        };
        quote! {
            #(#cfg)*
            Self::#ident #pattern => {
                #private::tag(#map, #tag, #name)?;
                #members
            }
        }
    }
}
