//! What `#[tool]` emits.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, ItemFn, ReturnType, spanned::Spanned};

use super::{attributes::Attributes, parameter::Parameter};
use crate::{doc, name};

/// A function with what is said of it.
pub(super) struct Tool<'a> {
    pub(super) attributes: &'a Attributes,
    pub(super) function: &'a ItemFn,
    pub(super) parameters: &'a [Parameter],
}

impl Tool<'_> {
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
        let copied = self.attributes_called(&["cfg", "deprecated"]);
        quote! {
            #(#copied)*
            #[doc(hidden)]
            #[allow(non_camel_case_types, unreachable_pub)]
            #[derive(::core::fmt::Debug)]
            #visibility struct #companion {}
        }
    }

    /// The registration, with the assertions that put mistakes at the user's types.
    pub(super) fn registration(&self) -> TokenStream {
        let library = &self.attributes.library.public;
        let assertions = self.assertions();
        let (name, meta, description) = (self.published(), self.attributes.calls(), self.description());
        let description = description.iter();
        let handler = self.handler();
        let body = quote! {
            #library::ToolDef::new(#name)
                .at(#library::Place::new(::core::file!(), ::core::line!()))
                #(.description(#description))* #meta #handler
        };
        let implementation = self.implementation(&body);
        quote!(#assertions #implementation)
    }

    /// A registration for a function that can't be a tool, so that no further errors follow.
    pub(super) fn empty_registration(&self) -> TokenStream {
        let (library, name) = (&self.attributes.library.public, self.published());
        self.implementation(&quote!(#library::ToolDef::new(#name)))
    }

    fn implementation(&self, body: &TokenStream) -> TokenStream {
        let (library, companion) = (&self.attributes.library.public, self.name_of_companion());
        let cfg = self.attributes_called(&["cfg"]);
        quote! {
            #(#cfg)*
            #[allow(deprecated)]
            impl #library::IntoTool for #companion {
                fn into_tool() -> #library::ToolDef {
                    #body
                }
            }
        }
    }

    fn assertions(&self) -> TokenStream {
        let private = &self.attributes.library.private;
        let cfg = self.attributes_called(&["cfg"]);
        let types: Vec<_> = self.parameters.iter().map(|parameter| &parameter.ty).collect();
        let each = self.parameters.iter().map(|parameter| parameter.assertion(private));
        let markers = self.markers();
        let output = match &self.function.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(quote_spanned!(ty.span()=> #private::assert_output::<#ty>();)),
        };
        quote! {
            #(#cfg)*
            #[allow(deprecated)]
            const _: () = {
                #(#each)*
                #output
                #private::check_params::<(#(#types,)*), #markers>();
            };
        }
    }

    fn handler(&self) -> TokenStream {
        let library = &self.attributes.library;
        let (function, types) = (&self.function.sig.ident, self.parameters.iter().map(|parameter| &parameter.ty));
        let specs = self.parameters.iter().map(|parameter| parameter.spec(library));
        let variables: Vec<Ident> =
            (0..self.parameters.len()).map(|index| format_ident!("p{index}", span = Span::mixed_site())).collect();
        let passed = self.parameters.iter().zip(&variables).map(|(parameter, variable)| parameter.passed(variable));
        let call = quote!(#function(#(#passed),*));
        let (method, call) = if self.function.sig.asyncness.is_some() {
            let private = &library.private;
            let future = quote_spanned!(function.span()=> #private::assert_send(async move { #call.await }));
            ("handler", future)
        } else if self.attributes.inline.is_some() {
            ("inline_handler", call)
        } else {
            ("blocking_handler", call)
        };
        let method = format_ident!("{method}");
        let markers = self.turbofish();
        quote! {
            .#method #markers((#(#specs,)*), |(#(#variables,)*): (#(#types,)*)| #call)
        }
    }

    /// The markers as far as the user named them.
    fn markers(&self) -> TokenStream {
        if !self.parameters.iter().any(|parameter| parameter.marker(&self.attributes.library.private).is_some()) {
            return quote!(_);
        }
        let each = self.parameters.iter().map(|parameter| {
            parameter.marker(&self.attributes.library.private).unwrap_or_else(|| quote!(_))
        });
        quote!((#(#each,)*))
    }

    fn turbofish(&self) -> TokenStream {
        let markers = self.markers();
        if markers.to_string() == "_" {
            return TokenStream::new();
        }
        if self.function.sig.asyncness.is_some() {
            quote!(::<_, #markers, _, _, _>)
        } else {
            quote!(::<_, #markers, _, _>)
        }
    }

    fn published(&self) -> String {
        let own = || name::published(&self.function.sig.ident);
        self.attributes.name.as_ref().map_or_else(own, syn::LitStr::value)
    }

    fn description(&self) -> Option<TokenStream> {
        match &self.attributes.description {
            Some(expr) => Some(expr.to_token_stream()),
            None => doc::description(&self.function.attrs),
        }
    }

    fn name_of_companion(&self) -> &Ident {
        self.attributes.companion.as_ref().unwrap_or(&self.function.sig.ident)
    }

    fn attributes_called(&self, names: &[&str]) -> Vec<&Attribute> {
        let called = |attribute: &&Attribute| names.iter().any(|name| attribute.path().is_ident(name));
        self.function.attrs.iter().filter(called).collect()
    }
}
