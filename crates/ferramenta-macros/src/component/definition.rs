//! The expression of a component: its declaration with its handler and its rules.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, ReturnType, Signature, Type, spanned::Spanned};

use super::{
    Kind,
    attributes::{Attributes, Output},
    parameter::{Parameter, outside},
    rule::Rule,
};
use crate::{
    doc, hint,
    krate::{Library, shown_at},
    probes, types,
};

/// A tool with what is said of it.
pub(super) struct Definition<'a> {
    pub(super) attributes: &'a Attributes,
    /// The published name.
    pub(super) name: String,
    /// The attributes among which its doc comments are.
    pub(super) docs: &'a [Attribute],
    pub(super) signature: &'a Signature,
    pub(super) parameters: &'a [Parameter],
    /// The type whose function the handler is.
    pub(super) owner: Option<&'a Type>,
    /// Whether the handler takes `&self`.
    pub(super) takes_self: bool,
    pub(super) rules: &'a [Rule],
}

impl Definition<'_> {
    /// The expression, with the assertions that put mistakes at the user's types.
    pub(super) fn expression(&self) -> TokenStream {
        let Library { public, private } = &self.attributes.library;
        let (name, meta, description) = (&self.name, self.attributes.calls(), self.description());
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
        let (derives, rules) = (self.derives(), self.rules());
        let completions = self.parameters.iter().filter_map(|parameter| {
            parameter.completion_statement(self.owner, &self.attributes.library)
        });
        let list = self.list().map(|function| {
            quote!(let tool = <#private::Gate<CHECKED> as #private::List<_, _>>::list(tool, #function);)
        });
        let definition = self.attributes.kind.definition();
        let new = new(self.attributes, name);
        quote! {
            const CHECKED: bool = {
                #assertions
                true
            };
            let tool = #new
                .at(#public::Place::new(::core::file!(), ::core::line!()))
                #(.description(#description))* #meta #derives;
            #output
            #rules
            #(#completions)*
            #list
            <#private::Gate<CHECKED> as #private::Register<#public::#definition, _, #markers, _>>::#method(tool, (#(#specs,)*), #handler)
        }
    }

    /// A declaration without a handler, for what can't be one, so that no further errors follow.
    pub(super) fn empty(attributes: &Attributes, name: &str) -> TokenStream {
        new(attributes, name)
    }

    /// Brings along how the types of the parameters are made.
    fn derives(&self) -> TokenStream {
        let private = &self.attributes.library.private;
        let owner = self
            .owner
            .filter(|_| self.takes_self || self.rules.iter().any(|rule| rule.takes_self));
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        let types = owner.into_iter().chain(parameters).map(|ty| (None, ty));
        let of_rules = self.rules.iter().flat_map(Rule::conditional_types);
        let probes = probes::of(types.chain(of_rules), private);
        quote!(.derives(|registry| { #probes }))
    }

    /// The function that lists the resources of a template.
    fn list(&self) -> Option<TokenStream> {
        let path = self.attributes.list.as_ref()?;
        Some(outside(path, self.owner))
    }

    fn rules(&self) -> TokenStream {
        let library = &self.attributes.library;
        let rules = self.rules.iter();
        rules.map(|rule| rule.statement(library)).collect()
    }

    fn assertions(&self) -> TokenStream {
        let library = &self.attributes.library;
        let parameters = self
            .parameters
            .iter()
            .map(|parameter| parameter.assertion(library));
        let span = shown_at(self.signature.ident.span());
        let private = library.private_at(span);
        let check = quote_spanned!(span=> #private::check_params(&[#(#parameters),*]));
        let output = match &self.signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => {
                let span = shown_at(ty.span());
                let private = library.private_at(span);
                let ty = match self.owner {
                    Some(owner) => types::without_self(ty, owner),
                    None => (**ty).clone(),
                };
                Some(match self.attributes.kind {
                    Kind::Tool => {
                        let hint = hint::of_output(&ty);
                        let (assertion, part) =
                            (Ident::new(hint.assertion, span), hint.part.iter());
                        quote_spanned!(span=> #private::#assertion::<#ty #(, #part)*>();)
                    }
                    Kind::Prompt => quote_spanned!(span=> #private::assert_messages::<#ty>();),
                    Kind::Resource => quote_spanned!(span=> #private::assert_contents::<#ty>();),
                    Kind::Method => quote_spanned!(span=> #private::assert_reply::<#ty>();),
                })
            }
        };
        let declared = self.declared_output().map(|ty| {
            let span = shown_at(ty.span());
            let private = library.private_at(span);
            quote_spanned!(span=> #private::assert_declared_output::<#ty>();)
        });
        let rules = self.rules.iter().map(|rule| rule.assertions(library));
        let owner = self.owner.filter(|_| self.takes_self).map(|owner| {
            let span = shown_at(owner.span());
            let private = library.private_at(span);
            quote_spanned!(span=> #private::assert_shared::<#owner>();)
        });
        let completions = self
            .parameters
            .iter()
            .filter_map(|parameter| parameter.completion_assertion(self.owner, library));
        let list = self.list().map(|function| {
            let span = shown_at(function.span());
            let private = library.private_at(span);
            quote_spanned!(span=> #private::assert_list(&#function);)
        });
        quote!(#check; #output #declared #owner #(#rules)* #(#completions)* #list)
    }

    fn declared_output(&self) -> Option<&Type> {
        match &self.attributes.output {
            Some(Output::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The markers, as far as the user named them.
    fn markers(&self) -> TokenStream {
        let Library { public, private } = &self.attributes.library;
        let markers: Vec<_> = self
            .parameters
            .iter()
            .map(|parameter| parameter.marker(private))
            .collect();
        let markers = if markers.iter().all(Option::is_none) {
            quote!(_)
        } else {
            let each = markers
                .into_iter()
                .map(|marker| marker.unwrap_or_else(|| quote!(_)));
            quote!((#(#each,)*))
        };
        if self.takes_self {
            quote!(#public::Of<#markers>)
        } else {
            markers
        }
    }

    /// The function that sets the handler, and the handler.
    fn handler(&self) -> (Ident, TokenStream) {
        let types = self.parameters.iter().map(|parameter| &parameter.ty);
        let variables: Vec<Ident> = (0..self.parameters.len())
            .map(|index| format_ident!("p{index}", span = Span::mixed_site()))
            .collect();
        let (method, call) = self.call(&variables);
        let (pattern, ty) = (quote!((#(#variables,)*)), quote!((#(#types,)*)));
        let handler = match self.owner.filter(|_| self.takes_self) {
            Some(owner) => {
                let (this, public) = (this(), &self.attributes.library.public);
                quote!(|#public::Method(#this, #pattern): #public::Method<#owner, #ty>| #call)
            }
            None => quote!(|#pattern: #ty| #call),
        };
        (format_ident!("{method}"), handler)
    }

    /// The function that sets the handler, and what the handler does.
    fn call(&self, variables: &[Ident]) -> (&'static str, TokenStream) {
        let function = &self.signature.ident;
        let path = match self.owner {
            Some(owner) => quote!(<#owner>::#function),
            None => function.to_token_stream(),
        };
        let this = self.takes_self.then(this).into_iter();
        let passed = self
            .parameters
            .iter()
            .zip(variables)
            .map(|(parameter, variable)| parameter.passed(variable));
        let call = quote!(#path(#(&#this,)* #(#passed),*));
        if self.signature.asyncness.is_some() {
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
        }
    }

    fn description(&self) -> Option<TokenStream> {
        match &self.attributes.description {
            Some(expr) => Some(expr.to_token_stream()),
            None => doc::description(self.docs),
        }
    }
}

/// A declaration that has its name, and where it is.
fn new(attributes: &Attributes, name: &str) -> TokenStream {
    let (public, definition) = (&attributes.library.public, attributes.kind.definition());
    match attributes.kind {
        Kind::Tool | Kind::Prompt => quote!(#public::#definition::new(#name)),
        Kind::Resource => {
            let uri = first(attributes);
            quote!(#public::#definition::new(#uri).name(#name))
        }
        Kind::Method => {
            let method = first(attributes);
            quote!(#public::#definition::new(#method))
        }
    }
}

fn first(attributes: &Attributes) -> String {
    let first = attributes.first.as_ref().map(syn::LitStr::value);
    first.unwrap_or_default()
}

/// The variable of the tool's own value.
pub(super) fn this() -> Ident {
    Ident::new("this", Span::mixed_site())
}
