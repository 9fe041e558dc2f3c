//! The fields of a `#[schema]` type.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Fields, LitStr, Path, Token, Type, Variant, parse_quote, punctuated::Punctuated,
    spanned::Spanned,
};

use super::foreign::says;
use crate::{
    argument::{Argument, At, Fallback},
    errors::Errors,
    krate::{Library, shown_at},
    name,
    types::{self, inside_option},
};

/// A field that needs functions of its own: for its rules, its default, or its place in the source.
pub(super) struct Field {
    /// What the names of its functions end in.
    suffix: String,
    place: Option<usize>,
    ty: Type,
    argument: Argument,
    cfg: Vec<Attribute>,
    /// Whether serde and schemars are told nothing else about the field, and its type has no `Self`.
    plain: bool,
    /// Whether its members stand among those of the type.
    pub(super) flat: bool,
}

/// The functions' names.
fn function(what: &str, suffix: &str) -> Ident {
    format_ident!("__ferramenta_{what}_{suffix}")
}

/// Reads the fields of all variants.
pub(super) fn take_variants(
    variants: &mut Punctuated<Variant, Token![,]>,
    errors: &mut Errors,
) -> Vec<Field> {
    let mut all = Vec::new();
    for variant in variants {
        let ident = variant.ident.clone();
        take_names(variant, errors);
        all.extend(take_all(&mut variant.fields, Some(&ident), errors));
    }
    all
}

/// A variant's own `#[arg(rename = "..", description = "..")]`.
fn take_names(variant: &mut Variant, errors: &mut Errors) {
    let never: Type = parse_quote!(());
    let ident = variant.ident.to_string();
    let argument = Argument::take(&mut variant.attrs, &ident, &never, At::Variant, errors);
    variant.attrs.extend(argument.names());
}

/// Reads the fields, and takes from them what serde and schemars don't know.
pub(super) fn take_all(
    fields: &mut Fields,
    variant: Option<&Ident>,
    errors: &mut Errors,
) -> Vec<Field> {
    let named = matches!(fields, Fields::Named(_));
    let each = fields.iter_mut().enumerate();
    each.map(|(place, field)| Field::take(field, place, named, variant, errors))
        .collect()
}

impl Field {
    fn take(
        field: &mut syn::Field,
        place: usize,
        named: bool,
        variant: Option<&Ident>,
        errors: &mut Errors,
    ) -> Self {
        let own = field
            .ident
            .as_ref()
            .map_or_else(|| place.to_string(), name::published);
        let argument = Argument::take(&mut field.attrs, &own, &field.ty, At::Field, errors);
        let suffix = variant.map_or_else(|| own.clone(), |variant| format!("{variant}_{own}"));
        let cfg = field
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .cloned()
            .collect();
        let flat = says(&field.attrs, "serde", "flatten");
        let foreign = ["serde", "schemars"];
        let told = field
            .attrs
            .iter()
            .any(|attribute| foreign.iter().any(|name| attribute.path().is_ident(name)));
        let plain = !told && !types::mentions(&field.ty, "Self");
        let place = (named && !flat).then_some(place);
        Self {
            suffix,
            place,
            ty: field.ty.clone(),
            argument,
            cfg,
            plain,
            flat,
        }
    }

    /// The attributes for serde and schemars that stand for `#[arg(..)]`.
    fn attributes(&self, owner: &Ident, own: &[Attribute]) -> Vec<Attribute> {
        let mut attributes = self.argument.names();
        match &self.argument.default {
            Some(Fallback::OfType(_)) => attributes.push(parse_quote!(#[serde(default)])),
            Some(Fallback::Expr(_)) => {
                let path = self.path(owner, "default");
                attributes.push(parse_quote!(#[serde(default = #path)]));
            }
            // serde asks for a field with a function of its own, even when it is an `Option`
            None if !self.argument.rules.is_empty()
                && inside_option(&self.ty).is_some()
                && !says(own, "serde", "default") =>
            {
                attributes.push(parse_quote!(#[serde(default)]));
            }
            None => {}
        }
        if !self.argument.rules.is_empty() {
            let path = self.path(owner, "decode");
            attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
        }
        if self.has_schema() {
            let function = function("schema", &self.suffix);
            attributes.push(parse_quote!(#[schemars(transform = #owner::#function)]));
        }
        attributes
    }

    fn path(&self, owner: &Ident, what: &str) -> LitStr {
        LitStr::new(
            &format!("{owner}::{}", function(what, &self.suffix)),
            owner.span(),
        )
    }

    const fn has_schema(&self) -> bool {
        self.place.is_some() || !self.argument.rules.is_empty()
    }

    /// The functions that the attributes name.
    pub(super) fn functions(&self, private: &Path) -> TokenStream {
        let default = self.default();
        let rules = (!self.argument.rules.is_empty()).then(|| self.rules(private));
        let schema = self.has_schema().then(|| self.schema(private));
        quote!(#default #rules #schema)
    }

    fn default(&self) -> Option<TokenStream> {
        let Some(default @ Fallback::Expr(_)) = &self.argument.default else {
            return None;
        };
        let Self {
            cfg, ty, suffix, ..
        } = self;
        let (function, value) = (function("default", suffix), default.value());
        Some(quote! {
            #(#cfg)*
            #[doc(hidden)]
            fn #function() -> #ty {
                #value
            }
        })
    }

    fn rules(&self, private: &Path) -> TokenStream {
        let Self {
            cfg,
            ty,
            suffix,
            argument,
            ..
        } = self;
        let (rules, decode) = (function("rules", suffix), function("decode", suffix));
        let constraints = argument.rules.constraints(private);
        quote! {
            #(#cfg)*
            #[doc(hidden)]
            fn #rules() -> &'static [#private::Constraint] {
                static RULES: ::std::sync::LazyLock<::std::vec::Vec<#private::Constraint>> =
                    ::std::sync::LazyLock::new(|| ::std::vec![#constraints]);
                &RULES
            }

            #(#cfg)*
            #[doc(hidden)]
            fn #decode<'de, D: #private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<#ty, D::Error> {
                let value = <#ty as #private::serde::Deserialize>::deserialize(deserializer)?;
                #private::check(value, Self::#rules())
            }
        }
    }

    fn schema(&self, private: &Path) -> TokenStream {
        let Self { cfg, suffix, .. } = self;
        let function_ = function("schema", suffix);
        let place = match self.place {
            Some(place) => quote!(::core::option::Option::Some(#place)),
            None => quote!(::core::option::Option::None),
        };
        let rules = if self.argument.rules.is_empty() {
            quote!(&[])
        } else {
            let rules = function("rules", suffix);
            quote!(Self::#rules())
        };
        quote! {
            #(#cfg)*
            #[doc(hidden)]
            fn #function_(schema: &mut #private::schemars::Schema) {
                #private::describe_field(schema, #place, #rules);
            }
        }
    }

    /// Assertions that the field's type has a schema, and that the rules are about it.
    pub(super) fn assertions(&self, library: &Library) -> TokenStream {
        let Self {
            cfg, ty, argument, ..
        } = self;
        if !self.plain {
            return TokenStream::new();
        }
        let rules = argument.rules.assertions(&library.private, ty, cfg);
        let span = shown_at(ty.span());
        let private = library.private_at(span);
        let field = quote_spanned!(span=> #private::assert_field::<#ty>());
        quote!(#(#cfg)* const _: () = #field; #rules)
    }
}

/// Gives each field the attributes that stand for its `#[arg(..)]`.
pub(super) fn attach<'a>(
    fields: &[Field],
    owner: &Ident,
    to: impl Iterator<Item = &'a mut syn::Field>,
) {
    for (field, target) in fields.iter().zip(to) {
        let attributes = field.attributes(owner, &target.attrs);
        target.attrs.extend(attributes);
    }
}

impl Argument {
    /// The attributes for what the value is called.
    fn names(&self) -> Vec<Attribute> {
        let rename = self
            .rename
            .iter()
            .map(|rename| parse_quote!(#[serde(rename = #rename)]));
        let description = self.description.iter().map(|description| {
            let description = description.to_token_stream();
            parse_quote!(#[schemars(description = #description)])
        });
        rename.chain(description).collect()
    }
}
