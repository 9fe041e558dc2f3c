//! The `JsonSchema` that `#[schema]` writes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{
    attributes::Direction,
    model::{Body, Field, Model, Shape, Variant, local, optional},
};
use crate::name;

impl Model {
    /// `JsonSchema`.
    pub(super) fn describer(&self) -> TokenStream {
        let (private, ident, generator) = (self.private(), &self.ident, local("generator"));
        let (published, schema) = (name::published(ident), self.schema());
        quote! {
            impl #private::schemars::JsonSchema for #ident {
                fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                    ::std::borrow::Cow::Borrowed(#published)
                }

                fn schema_id() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                    ::std::borrow::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", #published))
                }

                fn json_schema(#generator: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                    #schema
                }
            }
        }
    }

    fn schema(&self) -> TokenStream {
        let (private, gate, written) = (self.private(), self.gate(), self.written());
        let (generator, description) = (local("generator"), optional(self.description.as_ref()));
        let open = self.attributes.open;
        match &self.shape {
            Shape::Object(fields) => {
                let (object, properties) = (local("object"), self.properties(fields));
                quote! {
                    let mut #object = #private::ObjectSchema::new(#generator, #written);
                    #properties
                    #object.finish_type(#description, #open)
                }
            }
            Shape::Newtype(field) => {
                let (ty, rules) = (&field.ty, field.rules(private));
                let own = self.description.as_ref().or(field.description.as_ref());
                let description = optional(own);
                quote! {
                    <#gate as #private::Describe<#ty>>::transparent(#generator, #description, #rules, #written)
                }
            }
            Shape::Names(variants) => {
                let names = variants.iter().map(
                    |Variant {
                         name,
                         description,
                         cfg,
                         ..
                     }| {
                        let description = optional(description.as_ref());
                        quote!(#(#cfg)* (#name, #description))
                    },
                );
                quote!(#private::names_schema(#generator, #description, &[#(#names),*], #written))
            }
            Shape::Tagged(variants) => {
                let forms = variants.iter().map(|variant| self.form(variant));
                let list = local("forms");
                quote! {
                    let mut #list = ::std::vec::Vec::new();
                    #(#forms)*
                    #private::union_schema(#generator, #description, &#list, #written)
                }
            }
        }
    }

    fn form(&self, variant: &Variant) -> TokenStream {
        let (private, gate, written) = (self.private(), self.gate(), self.written());
        let (generator, object, forms) = (local("generator"), local("object"), local("forms"));
        let (tag, open) = (&self.attributes.tag, self.attributes.open);
        let Variant {
            name,
            description,
            cfg,
            ..
        } = variant;
        let description = optional(description.as_ref());
        let form = match &variant.body {
            Body::Newtype(field) => {
                let ty = &field.ty;
                quote!(<#gate as #private::DescribeMembers<#ty>>::tagged(#generator, #tag, #name, #description))
            }
            Body::Unit | Body::Object(_) => {
                let fields = if let Body::Object(fields) = &variant.body {
                    fields.as_slice()
                } else {
                    &[]
                };
                let properties = self.properties(fields);
                quote! {{
                    let mut #object = #private::ObjectSchema::new(#generator, #written);
                    #object.tag(#tag, #name);
                    #properties
                    #object.finish(#description, #open)
                }}
            }
        };
        quote!(#(#cfg)* #forms.push(#form);)
    }

    fn properties(&self, fields: &[Field]) -> TokenStream {
        fields.iter().map(|field| self.property(field)).collect()
    }

    fn property(&self, field: &Field) -> TokenStream {
        let (private, gate, object) = (self.private(), self.gate(), local("object"));
        let Field {
            cfg,
            ty,
            name,
            argument,
            ..
        } = field;
        let (description, rules) = (optional(field.description.as_ref()), field.rules(private));
        let reads = self.attributes.direction != Direction::Output;
        let default = field.default(&self.attributes).filter(|_| reads);
        let default = optional(
            default
                .map(|value| {
                    let span = syn::spanned::Spanned::span(&value);
                    let private = self.attributes.library.private_at(span);
                    quote_spanned!(span=> || #private::shown_default::<#ty>(#value))
                })
                .as_ref(),
        );
        let is_optional = quote!(<#gate as #private::Decode<#ty>>::is_optional());
        let is_optional = optional(Some(&is_optional).filter(|_| reads));
        let secret = argument.secret.is_some();
        quote! {
            #(#cfg)*
            <#gate as #private::Describe<#ty>>::property(&mut #object, &#private::Property {
                name: #name,
                description: #description,
                rules: #rules,
                default: #default,
                optional: #is_optional,
                secret: #secret,
            });
        }
    }
}
