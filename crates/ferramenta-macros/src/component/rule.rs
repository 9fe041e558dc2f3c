//! Rules of who may see and use a tool or a prompt, written as functions of its type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, ImplItemFn, PatType, ReturnType, Type, spanned::Spanned};

use super::{Kind, definition::this, expand::called, method, parameter, signature};
use crate::{
    errors::Errors,
    hint,
    krate::{Library, shown_at},
    types,
};

/// The most that a rule can take, `&self` included.
const MOST: usize = 6;

/// What a rule is about; the name of the function that has to have it.
pub(super) const RULES: [&str; 2] = ["visible", "authorize"];

/// One rule.
pub(super) struct Rule {
    /// `visible` or `authorize`.
    about: &'static str,
    owner: Type,
    function: Ident,
    pub(super) takes_self: bool,
    is_async: bool,
    /// The types, and whether they are handed over by reference.
    parameters: Vec<(Type, bool)>,
    output: Option<Type>,
    cfg: TokenStream,
}

impl Rule {
    /// Reads a rule, and takes from its parameters the attributes that only the macro knows.
    pub(super) fn take(
        kind: Kind,
        item: &mut ImplItemFn,
        about: &'static str,
        owner: &Type,
        errors: &mut Errors,
    ) -> Self {
        signature::check_generics(kind, &item.sig, errors);
        let takes_self = method::takes_self(&item.sig, errors);
        let typed = item.sig.inputs.iter_mut().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(typed) => Some(typed),
        });
        let parameters: Vec<_> = typed
            .map(|typed| parameter(kind, typed, owner, errors))
            .collect();
        if parameters.len() + usize::from(takes_self) > MOST {
            let message = format!(
                "a rule takes at most {MOST} values, `&self` included: derive `Inject` on a struct that holds them"
            );
            errors.at(&item.sig.inputs, message);
        }
        let output = match &item.sig.output {
            ReturnType::Type(_, ty) => Some(types::without_self(ty, owner)),
            ReturnType::Default => {
                errors.at(
                    &item.sig.ident,
                    "a rule says yes or no: let it return `bool`",
                );
                None
            }
        };
        let cfg = called(&item.attrs, &["cfg"]);
        Self {
            about,
            owner: owner.clone(),
            function: item.sig.ident.clone(),
            takes_self,
            is_async: item.sig.asyncness.is_some(),
            parameters,
            output,
            cfg: quote!(#(#cfg)*),
        }
    }

    /// The types of its parameters, with the `#[cfg(..)]` under which the rule is there.
    pub(super) fn conditional_types(&self) -> impl Iterator<Item = (Option<&TokenStream>, &Type)> {
        self.types().map(|ty| (Some(&self.cfg), ty))
    }

    fn types(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().map(|(ty, _)| ty)
    }

    /// The assertions of its types; a mistake stands at the type.
    pub(super) fn assertions(&self, library: &Library) -> TokenStream {
        let cfg = &self.cfg;
        let parameters = self.parameters.iter().map(|(ty, by_reference)| {
            let span = shown_at(ty.span());
            let private = library.private_at(span);
            if *by_reference {
                let service = hint::service(ty);
                quote_spanned!(span=> #cfg #private::assert_by_reference::<#ty, #service>();)
            } else {
                quote_spanned!(span=> #cfg #private::assert_rule_param::<#ty>();)
            }
        });
        let output = self.output.iter().map(|ty| {
            let span = shown_at(ty.span());
            let private = library.private_at(span);
            quote_spanned!(span=> #cfg #private::assert_rule::<#ty>();)
        });
        quote!(#(#parameters)* #(#output)*)
    }

    /// The statement that adds the rule to `tool`.
    pub(super) fn statement(&self, library: &Library) -> TokenStream {
        let (private, cfg) = (&library.private, &self.cfg);
        let (about, owner) = (format_ident!("{}", self.about), &self.owner);
        let variables: Vec<Ident> = (0..self.parameters.len())
            .map(|index| format_ident!("p{index}", span = Span::mixed_site()))
            .collect();
        let types = self.types();
        let (this, own) = if self.takes_self {
            (Some(this()), Some(quote!(#private::Own<#owner>,)))
        } else {
            (None, None)
        };
        let this = this.iter();
        let pattern = this.clone();
        let passed = self
            .parameters
            .iter()
            .zip(&variables)
            .map(|((_, by_reference), variable)| {
                if *by_reference {
                    quote!(&#variable)
                } else {
                    variable.to_token_stream()
                }
            });
        let function = &self.function;
        let wait = self.is_async.then(|| quote!(.await));
        let future = quote!(async move { <#owner>::#function(#(&#this.0,)* #(#passed),*) #wait });
        let span = shown_at(function.span());
        let at = library.private_at(span);
        let future = quote_spanned!(span=> #at::assert_send(#future));
        quote! {
            #cfg
            let tool = <#private::Gate<CHECKED> as #private::Ask<_, _, _>>::#about(
                tool,
                |(#(#pattern,)* #(#variables,)*): (#own #(#types,)*)| #future,
            );
        }
    }
}

fn parameter(kind: Kind, typed: &mut PatType, owner: &Type, errors: &mut Errors) -> (Type, bool) {
    let (ty, by_reference) = parameter::value_type(kind, &typed.ty, errors);
    parameter::take_inject(&mut typed.attrs, errors);
    for attribute in typed
        .attrs
        .extract_if(.., |attribute| attribute.path().is_ident("arg"))
    {
        errors.at(
            attribute,
            "a rule is asked for lists as well, where there are no arguments: take what the server provides",
        );
    }
    typed
        .attrs
        .retain(|attribute| !attribute.path().is_ident("doc"));
    (types::without_self(&ty, owner), by_reference)
}
