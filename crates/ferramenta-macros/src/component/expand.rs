//! What is emitted for a function.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, ItemFn};

use super::{attributes::Attributes, definition::Definition, parameter::Parameter};
use crate::name;

/// A function with what is said of it.
pub(super) struct Function<'a> {
    pub(super) attributes: &'a Attributes,
    pub(super) function: &'a ItemFn,
    pub(super) parameters: &'a [Parameter],
}

impl Function<'_> {
    /// The function itself.
    pub(super) fn function(&self) -> TokenStream {
        let function = self.function;
        quote! {
            #[allow(
                clippy::too_many_arguments,
                clippy::needless_pass_by_value,
                clippy::unused_async,
                clippy::must_use_candidate
            )]
            #function
        }
    }

    /// The type of the same name, which lives in the namespace of types alone.
    pub(super) fn companion(&self) -> TokenStream {
        let (companion, visibility) = (self.name_of_companion(), &self.function.vis);
        let copied = called(&self.function.attrs, &["cfg", "deprecated"]);
        quote! {
            #(#copied)*
            #[doc(hidden)]
            #[allow(non_camel_case_types, unreachable_pub)]
            #[derive(::core::fmt::Debug)]
            #visibility struct #companion {}
        }
    }

    /// The registration.
    pub(super) fn registration(&self) -> TokenStream {
        let definition = Definition {
            attributes: self.attributes,
            name: self.published(),
            docs: &self.function.attrs,
            signature: &self.function.sig,
            parameters: self.parameters,
            owner: None,
            takes_self: false,
            rules: &[],
        };
        self.implementation(&definition.expression())
    }

    /// A registration for a function that can't be one, so that no further errors follow.
    pub(super) fn empty_registration(&self) -> TokenStream {
        self.implementation(&Definition::empty(self.attributes, &self.published()))
    }

    fn implementation(&self, body: &TokenStream) -> TokenStream {
        let (library, companion) = (&self.attributes.library.public, self.name_of_companion());
        let cfg = called(&self.function.attrs, &["cfg"]);
        let kind = self.attributes.kind;
        let (registration, method, definition) =
            (kind.registration(), kind.method(), kind.definition());
        quote! {
            #(#cfg)*
            #[allow(deprecated, unused_qualifications)]
            impl #library::#registration for #companion {
                fn #method() -> #library::#definition {
                    #body
                }
            }
        }
    }

    fn published(&self) -> String {
        let own = || name::published(&self.function.sig.ident);
        self.attributes
            .name
            .as_ref()
            .map_or_else(own, syn::LitStr::value)
    }

    fn name_of_companion(&self) -> &Ident {
        self.attributes
            .companion
            .as_ref()
            .unwrap_or(&self.function.sig.ident)
    }
}

/// The attributes of these names.
pub(super) fn called<'a>(attributes: &'a [Attribute], names: &[&str]) -> Vec<&'a Attribute> {
    let called = |attribute: &&Attribute| names.iter().any(|name| attribute.path().is_ident(name));
    attributes.iter().filter(called).collect()
}
