//! The `Deserialize` that `#[schema]` writes.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::model::{Body, Field, Model, Shape, Variant, local};

impl Model {
    /// `Deserialize`, and what it stands on.
    pub(super) fn decoder(&self) -> TokenStream {
        let (private, ident) = (self.private(), &self.ident);
        let (decoded, helper) = match &self.shape {
            Shape::Object(fields) => (
                quote!(#private::decode_object(deserializer)),
                self.members(fields),
            ),
            Shape::Newtype(field) => (self.whole(field), TokenStream::new()),
            Shape::Names(variants) => (
                quote!(#private::decode_name(deserializer)),
                self.named(variants),
            ),
            Shape::Tagged(variants) => (
                quote!(#private::decode_tagged(deserializer)),
                self.tagged(variants),
            ),
        };
        quote! {
            #helper

            impl<'de> #private::serde::Deserialize<'de> for #ident {
                fn deserialize<__D: #private::serde::Deserializer<'de>>(
                    deserializer: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    #decoded
                }
            }
        }
    }

    /// The value, if it keeps what its author says of it.
    fn checked(&self, value: &TokenStream) -> TokenStream {
        let private = self.private();
        match &self.attributes.validate {
            Some(path) => {
                quote_spanned!(path.span()=> #private::validated::<Self, _, _>(#value, #path))
            }
            None => quote!(::core::result::Result::Ok(#value)),
        }
    }

    fn members(&self, fields: &[Field]) -> TokenStream {
        let (private, ident) = (self.private(), &self.ident);
        let (source, tag) = (local("source"), local("tag"));
        let body = self.body(fields, &quote!(Self), &source, &tag.to_token_stream());
        let checked = self.checked(&body);
        quote! {
            impl #private::Members for #ident {
                fn members<__S: #private::Source>(
                    #source: __S,
                    #tag: #private::Tag,
                ) -> ::core::result::Result<Self, __S::Error> {
                    #checked
                }
            }
        }
    }

    /// The value of a struct, or of a variant like one.
    fn body(
        &self,
        fields: &[Field],
        constructor: &TokenStream,
        source: &Ident,
        tag: &TokenStream,
    ) -> TokenStream {
        let (private, open) = (self.private(), self.attributes.open);
        let (place, key) = (local("place"), local("key"));
        let slots = fields.iter().map(Field::slot);
        let places = fields.iter().enumerate().map(|(index, field)| {
            let (cfg, name) = (&field.cfg, &field.name);
            quote!(#(#cfg)* #name => #index,)
        });
        let arms = fields.iter().enumerate().map(|(index, field)| {
            let (cfg, fill) = (&field.cfg, self.fill(field, source));
            quote!(#(#cfg)* #index => { #fill })
        });
        let values = fields.iter().map(|field| self.value(field));
        quote! {{
            let mut #source = #source;
            let #place = |#key: &::core::primitive::str| match #key {
                #(#places)*
                _ => #private::UNKNOWN,
            };
            #(#slots)*
            while let ::core::option::Option::Some(#place) =
                #private::Source::key(&mut #source, #private::Key { place: #place, open: #open, tag: #tag })?
            {
                match #place {
                    #(#arms)*
                    _ => #private::Source::skip(&mut #source)?,
                }
            }
            #constructor { #(#values),* }
        }}
    }

    fn fill(&self, field: &Field, source: &Ident) -> TokenStream {
        let (private, gate, ty) = (self.private(), self.gate(), &field.ty);
        let variable = field.variable();
        let check = (!field.argument.rules.is_empty()).then(|| {
            let rules = field.rules(private);
            quote! {
                <#gate as #private::Rules<::core::option::Option<#ty>>>::check(&#variable, #rules)?;
            }
        });
        quote! {
            <#gate as #private::Decode<#ty>>::fill(&mut #source, &mut #variable)?;
            #check
        }
    }

    fn value(&self, field: &Field) -> TokenStream {
        let (private, gate) = (self.private(), self.gate());
        let Field {
            cfg,
            member,
            ty,
            name,
            ..
        } = field;
        let (variable, value) = (field.variable(), local("value"));
        let absent = field
            .default(&self.attributes)
            .unwrap_or_else(|| quote!(<#gate as #private::Decode<#ty>>::absent(#name)?));
        quote! {
            #(#cfg)*
            #member: match #variable {
                ::core::option::Option::Some(#value) => #value,
                ::core::option::Option::None => #absent,
            }
        }
    }

    /// A type that is written as its only field.
    fn whole(&self, field: &Field) -> TokenStream {
        let (private, gate, ty) = (self.private(), self.gate(), &field.ty);
        let (member, value) = (&field.member, local("value"));
        let check = (!field.argument.rules.is_empty()).then(|| {
            let rules = field.rules(private);
            quote!(<#gate as #private::Rules<#ty>>::check(&#value, #rules)?;)
        });
        let checked = self.checked(&quote!(Self { #member: #value }));
        quote! {
            let #value = <#gate as #private::Decode<#ty>>::whole(deserializer)?;
            #check
            #checked
        }
    }

    fn named(&self, variants: &[Variant]) -> TokenStream {
        let (private, ident) = (self.private(), &self.ident);
        let arms = variants.iter().map(
            |Variant {
                 ident, name, cfg, ..
             }| { quote!(#(#cfg)* #name => Self::#ident,) },
        );
        quote! {
            impl #private::Named for #ident {
                fn named(name: &::core::primitive::str) -> ::core::option::Option<Self> {
                    ::core::option::Option::Some(match name {
                        #(#arms)*
                        _ => return ::core::option::Option::None,
                    })
                }
            }
        }
    }

    fn tagged(&self, variants: &[Variant]) -> TokenStream {
        let (private, ident, tag) = (self.private(), &self.ident, &self.attributes.tag);
        let (source, number) = (local("source"), local("number"));
        let numbers = variants.iter().enumerate().map(|(index, variant)| {
            let (cfg, name) = (&variant.cfg, &variant.name);
            quote!(#(#cfg)* #name => #index,)
        });
        let arms = variants.iter().enumerate().map(|(index, variant)| {
            let (cfg, value) = (&variant.cfg, self.variant(variant, &source));
            quote!(#(#cfg)* #index => #value,)
        });
        let checked = self.checked(&quote! {
            match #number {
                #(#arms)*
                _ => return ::core::result::Result::Err(#private::no_variant()),
            }
        });
        quote! {
            impl #private::Tagged for #ident {
                const TAG: &'static ::core::primitive::str = #tag;

                fn variant(name: &::core::primitive::str) -> ::core::primitive::usize {
                    match name {
                        #(#numbers)*
                        _ => #private::UNKNOWN,
                    }
                }

                fn members<__S: #private::Source>(
                    #number: ::core::primitive::usize,
                    #source: __S,
                ) -> ::core::result::Result<Self, __S::Error> {
                    #checked
                }
            }
        }
    }

    fn variant(&self, variant: &Variant, source: &Ident) -> TokenStream {
        let (private, gate, open) = (self.private(), self.gate(), self.attributes.open);
        let (ident, tag) = (
            &variant.ident,
            quote!(::core::option::Option::Some(<Self as #private::Tagged>::TAG)),
        );
        match &variant.body {
            Body::Unit => quote! {{
                #private::no_members(#source, #open, #tag)?;
                Self::#ident
            }},
            Body::Object(fields) => self.body(fields, &quote!(Self::#ident), source, &tag),
            Body::Newtype(field) => {
                let ty = &field.ty;
                quote!(Self::#ident(<#gate as #private::DecodeMembers<#ty>>::members(#source, #tag)?))
            }
        }
    }
}

impl Field {
    /// The declaration of its variable.
    fn slot(&self) -> TokenStream {
        let Self { cfg, ty, .. } = self;
        let variable = self.variable();
        quote! {
            #(#cfg)*
            let mut #variable: ::core::option::Option<#ty> = ::core::option::Option::None;
        }
    }
}
