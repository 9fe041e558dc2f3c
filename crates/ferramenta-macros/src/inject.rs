//! `#[derive(Inject)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Member, Path, Type, spanned::Spanned};

use crate::{
    argument::{self, Fallback},
    entry::{attribute_list, entries},
    errors::Errors,
    krate::{Library, shown_at},
    nearest::unknown,
    probes, types,
};

/// Expands `#[derive(Inject)]` on an item.
pub(crate) fn expand(item: &TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item.clone()) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let library = library(&input.attrs, &mut errors);
    let fields = fields(&input, &mut errors);
    if !errors.is_empty() {
        return quote!(#errors);
    }
    let (made, noted) = (
        from_server(&input, &fields, &library),
        derived(&input, &fields, &library),
    );
    quote!(#made #noted)
}

/// A field, and its value where that doesn't come from the server.
struct Field {
    member: Member,
    ty: Type,
    default: Option<Fallback>,
}

impl Field {
    fn is_injected(&self) -> bool {
        self.default.is_none()
    }
}

fn library(attributes: &[Attribute], errors: &mut Errors) -> Library {
    let mut library = Library::new(None);
    for attribute in ours(attributes) {
        for entry in entries(attribute_list(attribute, errors), &[], errors) {
            if entry.key == "crate" {
                library = Library::new(errors.take(entry.path()));
            } else {
                errors.push(unknown(&entry.key, &["crate"]));
            }
        }
    }
    library
}

fn ours(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("inject"))
}

fn fields(input: &DeriveInput, errors: &mut Errors) -> Vec<Field> {
    if !input.generics.params.is_empty() {
        errors.at(
            &input.generics.params,
            "a service is found by its type, so a type that derives `Inject` can't be generic: write the types out, or put what differs behind `Arc<dyn Trait>`",
        );
    }
    let Data::Struct(data) = &input.data else {
        errors.at(
            &input.ident,
            "`Inject` fills the fields of a struct: put what the server provides into one",
        );
        return Vec::new();
    };
    let members = data.fields.members();
    members
        .zip(&data.fields)
        .map(|(member, field)| Field {
            member,
            ty: types::without_self(&field.ty, &input.ident),
            default: default(&field.attrs, errors),
        })
        .collect()
}

fn default(attributes: &[Attribute], errors: &mut Errors) -> Option<Fallback> {
    let mut default = None;
    for attribute in ours(attributes) {
        for entry in entries(attribute_list(attribute, errors), &[], errors) {
            if entry.key == "default" {
                default = errors.take(argument::default(&entry));
            } else {
                errors.push(unknown(&entry.key, &["default"]));
            }
        }
    }
    default
}

fn from_server(input: &DeriveInput, fields: &[Field], library: &Library) -> TokenStream {
    let (ident, Library { public, private }) = (&input.ident, library);
    let assertions = fields.iter().map(|field| {
        let (ty, span) = (&field.ty, shown_at(field.ty.span()));
        let private = library.private_at(span);
        let injected = field
            .is_injected()
            .then(|| quote_spanned!(span=> #private::assert_inject_field::<#ty>();));
        quote_spanned!(span=> #injected #private::assert_shared::<#ty>();)
    });
    let nest = |first: TokenStream, rest: TokenStream| quote!((#first, #rest));
    let types = injected(fields).map(ToTokens::to_token_stream);
    let types = types.rfold(quote!(()), |rest, first| nest(first, rest));
    let variables: Vec<Ident> = (0..injected(fields).count())
        .map(|index| format_ident!("f{index}", span = Span::mixed_site()))
        .collect();
    let pattern = variables.iter().map(ToTokens::to_token_stream);
    let pattern = pattern.rfold(quote!(()), |rest, first| nest(first, rest));
    let value = value(fields, &variables, private);
    quote! {
        #[automatically_derived]
        #[allow(clippy::redundant_closure_call, clippy::init_numbered_fields)]
        impl #public::FromServer for #ident {
            type Bound = #private::Recipe<Self>;

            fn bind(binder: &mut #public::Binder<'_>) -> ::core::option::Option<Self::Bound> {
                const CHECKED: bool = {
                    #(#assertions)*
                    true
                };
                <#private::Gate<CHECKED> as #private::Fill<#types, Self>>::bind(binder, |#pattern| #value)
            }

            async fn get(
                bound: &Self::Bound,
                cx: &#public::Context,
            ) -> ::core::result::Result<Self, #public::Failure> {
                bound.get(cx).await
            }

            fn constant(bound: &Self::Bound) -> ::core::option::Option<Self> {
                bound.constant()
            }
        }
    }
}

fn derived(input: &DeriveInput, fields: &[Field], library: &Library) -> TokenStream {
    let (ident, private) = (&input.ident, &library.private);
    let probes = probes::of(injected(fields).map(|ty| (None, ty)), private);
    quote! {
        #[automatically_derived]
        impl #private::Derived for #ident {
            fn register(registry: &mut #private::Registry<'_>) {
                if registry.note::<Self>() {
                    #probes
                }
            }
        }
    }
}

/// The types of the fields that come from the server.
fn injected(fields: &[Field]) -> impl DoubleEndedIterator<Item = &Type> {
    fields
        .iter()
        .filter(|field| field.is_injected())
        .map(|field| &field.ty)
}

/// The struct, of the variables for the fields that are injected and of the others' defaults.
fn value(fields: &[Field], variables: &[Ident], private: &Path) -> TokenStream {
    let mut injected = variables.iter();
    let each = fields.iter().map(|field| {
        let Field {
            member,
            ty,
            default,
        } = field;
        let value = match default {
            Some(default) => {
                let value = default.value(private);
                quote!((|| -> #ty { #value })())
            }
            None => injected.next().to_token_stream(),
        };
        quote!(#member: #value)
    });
    quote!(Self { #(#each,)* })
}
