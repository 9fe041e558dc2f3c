//! What `#[schema]` emits.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::{
    attributes::Direction,
    model::{Body, Field, Model, Shape, Variant},
};
use crate::hint;

impl Model {
    /// The type, what is written for it, and the promise that it can be a result.
    pub(super) fn emit(&self, item: &impl ToTokens) -> TokenStream {
        let (cfg, private) = (&self.cfg, self.private());
        let (public, ident) = (&self.attributes.library.public, &self.ident);
        let assertions = self.assertions();
        let rules = self
            .fields()
            .into_iter()
            .filter_map(|field| field.rules_made_once(private));
        let decoder = self.decodes().then(|| self.decoder());
        let encoder = self.encodes().then(|| self.encoder());
        let describer = (!self.derives.json_schema).then(|| self.describer());
        let object = self.object();
        let form = self.form_of_fields();
        let data = (self.attributes.direction != Direction::Input)
            .then(|| quote!(impl #public::Data for #ident {}));
        quote! {
            #item

            #(#cfg)*
            #[allow(deprecated, unused_qualifications)]
            const _: () = {
                #assertions
                #(#rules)*
                #object
                #form
                #decoder
                #encoder
                #describer
                #data
            };
        }
    }

    /// Assertions that the types of the fields go in and out, and that the rules are about them.
    fn assertions(&self) -> Option<TokenStream> {
        let fields = self.fields();
        let each = fields.iter().map(|field| self.assertion(field));
        let objects = match &self.shape {
            Shape::Tagged(variants) => variants
                .iter()
                .filter_map(|variant| self.beside_tag(variant))
                .collect(),
            _ => TokenStream::new(),
        };
        (!fields.is_empty()).then(|| {
            quote! {
                const __CHECKED: ::core::primitive::bool = {
                    #(#each)*
                    #objects
                    true
                };
            }
        })
    }

    fn assertion(&self, field: &Field) -> TokenStream {
        let Field {
            cfg, ty, argument, ..
        } = field;
        let span = field.span();
        let private = self.attributes.library.private_at(span);
        let named = hint::innermost(ty);
        let assertion = match self.attributes.direction {
            Direction::Both => quote_spanned!(span=> #private::assert_field::<#ty, #named>()),
            Direction::Input => {
                quote_spanned!(span=> #private::assert_input_field::<#ty, #named>())
            }
            Direction::Output => {
                quote_spanned!(span=> #private::assert_output_field::<#ty, #named>())
            }
        };
        let rules = argument.rules.assertions(&self.attributes.library, ty);
        quote!(#(#cfg)* { #assertion; #rules })
    }

    fn beside_tag(&self, variant: &Variant) -> Option<TokenStream> {
        let Body::Newtype(field) = &variant.body else {
            return None;
        };
        let (cfg, ty, tag, span) = (&variant.cfg, &field.ty, &self.attributes.tag, field.span());
        let private = self.attributes.library.private_at(span);
        Some(quote_spanned!(span=> #(#cfg)* { #private::assert_object::<#ty>(#tag); }))
    }

    /// What lets users fill the type, or choose one of its names. Whether a field can be in a form is asked where one is
    /// asked for: the lifetime keeps the compiler from asking here.
    fn form_of_fields(&self) -> Option<TokenStream> {
        let (public, ident) = (&self.attributes.library.public, &self.ident);
        if self.attributes.direction == Direction::Output {
            return None;
        }
        let fields = |fields: &[&Field]| {
            let types = fields.iter().map(|field| &field.ty);
            quote!(#(for<'__field> #types: #public::FormField),*)
        };
        match &self.shape {
            // what is filled in is shown to clients and models
            Shape::Object(all) if all.iter().any(|field| field.argument.secret.is_some()) => None,
            // there is no attribute for a part of a `where`
            Shape::Object(all) if all.iter().any(|field| !field.cfg.is_empty()) => None,
            Shape::Object(all) => {
                let fields = fields(&all.iter().collect::<Vec<_>>());
                Some(quote! {
                    #[allow(unused_lifetimes)]
                    impl #public::Form for #ident where #fields {}
                })
            }
            Shape::Newtype(field) => {
                let fields = fields(&[field]);
                Some(quote! {
                    #[allow(unused_lifetimes)]
                    impl #public::FormField for #ident where #fields {}
                })
            }
            Shape::Names(_) => Some(quote! {
                impl #public::FormField for #ident {}
                impl #public::FormChoice for #ident {}
            }),
            Shape::Tagged(_) => None,
        }
    }

    /// What lets the members of the type stand beside a tag.
    fn object(&self) -> Option<TokenStream> {
        let Shape::Object(fields) = &self.shape else {
            return None;
        };
        let (private, ident) = (self.private(), &self.ident);
        let names = fields
            .iter()
            .map(|Field { cfg, name, .. }| quote!(#(#cfg)* #name));
        (!self.derives.any()).then(|| {
            quote! {
                impl #private::ObjectType for #ident {
                    const NAMES: &'static [&'static ::core::primitive::str] = &[#(#names),*];
                }
            }
        })
    }
}
