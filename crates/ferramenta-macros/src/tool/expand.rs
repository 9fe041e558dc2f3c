//! What `#[tool]` emits.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, ItemFn, ReturnType, Type, spanned::Spanned};

use super::{
    attributes::{Attributes, Output},
    parameter::Parameter,
};
use crate::{
    doc,
    krate::{Library, shown_at},
    name,
};

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
        let Library { public, private } = &self.attributes.library;
        let (name, meta, description) = (
            self.published(),
            self.attributes.calls(),
            self.description(),
        );
        let description = description.iter();
        let (method, handler) = self.handler();
        let specs = self
            .parameters
            .iter()
            .map(|parameter| parameter.spec(&self.attributes.library));
        let (assertions, markers) = (self.assertions(), self.markers());
        let output = self.declared_output().map(
            |ty| quote!(let tool = <#private::Gate<CHECKED> as #private::Declare<#ty>>::output(tool);),
        );
        self.implementation(&quote! {
            const CHECKED: bool = {
                #assertions
                true
            };
            let tool = #public::ToolDef::new(#name)
                .at(#public::Place::new(::core::file!(), ::core::line!()))
                #(.description(#description))* #meta;
            #output
            <#private::Gate<CHECKED> as #private::Register<_, #markers, _>>::#method(tool, (#(#specs,)*), #handler)
        })
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
            #[allow(deprecated, unused_qualifications)]
            impl #library::IntoTool for #companion {
                fn into_tool() -> #library::ToolDef {
                    #body
                }
            }
        }
    }

    fn assertions(&self) -> TokenStream {
        let library = &self.attributes.library;
        let parameters = self
            .parameters
            .iter()
            .map(|parameter| parameter.assertion(library));
        let span = shown_at(self.function.sig.ident.span());
        let private = library.private_at(span);
        let check = quote_spanned!(span=> #private::check_params(&[#(#parameters),*]));
        let output = match &self.function.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => {
                let span = shown_at(ty.span());
                let private = library.private_at(span);
                Some(quote_spanned!(span=> #private::assert_output::<#ty>();))
            }
        };
        let declared = self.declared_output().map(|ty| {
            let span = shown_at(ty.span());
            let private = library.private_at(span);
            quote_spanned!(span=> #private::assert_declared_output::<#ty>();)
        });
        quote!(#check; #output #declared)
    }

    fn declared_output(&self) -> Option<&Type> {
        match &self.attributes.output {
            Some(Output::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The markers, as far as the user named them.
    fn markers(&self) -> TokenStream {
        let private = &self.attributes.library.private;
        let markers: Vec<_> = self
            .parameters
            .iter()
            .map(|parameter| parameter.marker(private))
            .collect();
        if markers.iter().all(Option::is_none) {
            return quote!(_);
        }
        let each = markers
            .into_iter()
            .map(|marker| marker.unwrap_or_else(|| quote!(_)));
        quote!((#(#each,)*))
    }

    /// The function that sets the handler, and the handler.
    fn handler(&self) -> (Ident, TokenStream) {
        let (function, types) = (
            &self.function.sig.ident,
            self.parameters.iter().map(|parameter| &parameter.ty),
        );
        let variables: Vec<Ident> = (0..self.parameters.len())
            .map(|index| format_ident!("p{index}", span = Span::mixed_site()))
            .collect();
        let passed = self
            .parameters
            .iter()
            .zip(&variables)
            .map(|(parameter, variable)| parameter.passed(variable));
        let call = quote!(#function(#(#passed),*));
        let (method, call) = if self.function.sig.asyncness.is_some() {
            // the block owns the parameters, so that the function may borrow them
            let future = quote!(async move { #call.await });
            let span = shown_at(function.span());
            let private = self.attributes.library.private_at(span);
            (
                "handler",
                quote_spanned!(span=> #private::assert_send(#future)),
            )
        } else if self.attributes.inline.is_some() {
            ("inline_handler", call)
        } else {
            ("blocking_handler", call)
        };
        (
            format_ident!("{method}"),
            quote!(|(#(#variables,)*): (#(#types,)*)| #call),
        )
    }

    fn published(&self) -> String {
        let own = || name::published(&self.function.sig.ident);
        self.attributes
            .name
            .as_ref()
            .map_or_else(own, syn::LitStr::value)
    }

    fn description(&self) -> Option<TokenStream> {
        match &self.attributes.description {
            Some(expr) => Some(expr.to_token_stream()),
            None => doc::description(&self.function.attrs),
        }
    }

    fn name_of_companion(&self) -> &Ident {
        self.attributes
            .companion
            .as_ref()
            .unwrap_or(&self.function.sig.ident)
    }

    fn attributes_called(&self, names: &[&str]) -> Vec<&Attribute> {
        let called =
            |attribute: &&Attribute| names.iter().any(|name| attribute.path().is_ident(name));
        self.function.attrs.iter().filter(called).collect()
    }
}
