//! A `#[schema]` type as the macro sees it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, Member, Path, Type, spanned::Spanned};

use super::{
    attributes::{Attributes, Direction},
    derives::Derives,
};
use crate::argument::Argument;

/// A type with what is said of it.
pub(super) struct Model {
    pub(super) ident: Ident,
    pub(super) attributes: Attributes,
    pub(super) derives: Derives,
    pub(super) cfg: Vec<Attribute>,
    pub(super) description: Option<TokenStream>,
    pub(super) shape: Shape,
}

/// What values look like.
pub(super) enum Shape {
    /// An object with these members.
    Object(Vec<Field>),
    /// Written as its only field.
    Newtype(Box<Field>),
    /// A text.
    Names(Vec<Variant>),
    /// An object, in which a member says what the others are.
    Tagged(Vec<Variant>),
}

/// A variant.
pub(super) struct Variant {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) description: Option<TokenStream>,
    pub(super) cfg: Vec<Attribute>,
    pub(super) body: Body,
}

/// What a variant carries.
pub(super) enum Body {
    Unit,
    Object(Vec<Field>),
    /// A struct, whose members stand beside the tag.
    Newtype(Box<Field>),
}

/// A field.
pub(super) struct Field {
    pub(super) member: Member,
    /// Tells it from all other fields of the type.
    pub(super) suffix: String,
    pub(super) name: String,
    pub(super) description: Option<TokenStream>,
    pub(super) ty: Type,
    pub(super) argument: Argument,
    pub(super) cfg: Vec<Attribute>,
}

/// A variable that no expression of the user's can see.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// A description as an `Option`.
pub(super) fn optional(description: Option<&TokenStream>) -> TokenStream {
    match description {
        Some(description) => quote!(::core::option::Option::Some(#description)),
        None => quote!(::core::option::Option::None),
    }
}

impl Model {
    pub(super) const fn private(&self) -> &Path {
        &self.attributes.library.private
    }

    /// Whether the macro writes `Deserialize`.
    pub(super) fn decodes(&self) -> bool {
        self.attributes.direction != Direction::Output && !self.derives.deserialize
    }

    /// Whether the macro writes `Serialize`.
    pub(super) fn encodes(&self) -> bool {
        self.attributes.direction != Direction::Input && !self.derives.serialize
    }

    /// The gate that only a type without mistakes passes.
    pub(super) fn gate(&self) -> TokenStream {
        let private = self.private();
        quote!(#private::Gate<__CHECKED>)
    }

    /// What the library may answer for.
    pub(super) fn written(&self) -> TokenStream {
        let (private, decoder, encoder) = (self.private(), self.decodes(), self.encodes());
        quote!(#private::Written { decoder: #decoder, encoder: #encoder })
    }

    /// All fields, of all variants.
    pub(super) fn fields(&self) -> Vec<&Field> {
        match &self.shape {
            Shape::Object(fields) => fields.iter().collect(),
            Shape::Newtype(field) => vec![field],
            Shape::Names(_) => Vec::new(),
            Shape::Tagged(variants) => variants.iter().flat_map(Variant::fields).collect(),
        }
    }
}

impl Variant {
    fn fields(&self) -> Vec<&Field> {
        match &self.body {
            Body::Unit => Vec::new(),
            Body::Object(fields) => fields.iter().collect(),
            Body::Newtype(field) => vec![field],
        }
    }
}

impl Field {
    /// The variable that holds its value.
    pub(super) fn variable(&self) -> Ident {
        format_ident!("m_{}", self.suffix, span = Span::mixed_site())
    }

    fn rules_function(&self) -> Ident {
        format_ident!("__rules_{}", self.suffix)
    }

    /// A slice of the rules.
    pub(super) fn rules(&self, private: &Path) -> TokenStream {
        let rules = &self.argument.rules;
        if rules.are_made_once() {
            let function = self.rules_function();
            quote!(#function())
        } else {
            let constraints = rules.constraints(private);
            quote!(&[#constraints])
        }
    }

    /// The function that makes the rules once, where making them takes time.
    pub(super) fn rules_made_once(&self, private: &Path) -> Option<TokenStream> {
        let Self { cfg, argument, .. } = self;
        let function = self.rules_function();
        let constraints = argument.rules.constraints(private);
        argument.rules.are_made_once().then(|| {
            quote! {
                #(#cfg)*
                fn #function() -> &'static [#private::Constraint] {
                    static RULES: ::std::sync::LazyLock<::std::vec::Vec<#private::Constraint>> =
                        ::std::sync::LazyLock::new(|| ::std::vec![#constraints]);
                    &RULES
                }
            }
        })
    }

    /// The expression of its default.
    pub(super) fn default(&self, attributes: &Attributes) -> Option<TokenStream> {
        let own = self
            .argument
            .default
            .as_ref()
            .map(|default| default.value(&attributes.library.private));
        let member = &self.member;
        own.or_else(|| {
            let of_the_type = |span: Span| {
                quote_spanned!(span=> <Self as ::core::default::Default>::default().#member)
            };
            attributes.default.map(of_the_type)
        })
    }

    /// Where a mistake in its type is shown.
    pub(super) fn span(&self) -> Span {
        crate::krate::shown_at(self.ty.span())
    }

    /// The field of a value.
    pub(super) fn of_self(&self) -> TokenStream {
        let member = self.member.to_token_stream();
        quote!(&self.#member)
    }
}
