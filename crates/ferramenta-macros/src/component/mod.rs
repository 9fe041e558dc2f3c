//! `#[tool]` and `#[prompt]`: a function or a type, and what is registered for it.

mod attributes;
mod cache;
mod definition;
mod duration;
mod expand;
mod icon;
mod kind;
mod meta;
mod method;
mod parameter;
mod rate;
mod rule;
pub(crate) mod set;
mod signature;
mod size;
mod typed;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, Item, ItemFn};

pub(crate) use self::kind::Kind;
use self::{attributes::Attributes, expand::Function};
use crate::errors::Errors;

/// Expands `#[tool(attributes)] item`, or the same with another attribute.
pub(crate) fn expand(kind: Kind, attributes: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Fn(function)) => expand_function(kind, attributes, function),
        Ok(Item::Impl(block)) => typed::expand(kind, attributes, block),
        Ok(other) => refuse(kind, &other),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item)
        }
    }
}

fn expand_function(kind: Kind, attributes: TokenStream, mut function: ItemFn) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(kind, attributes, &mut errors);
    signature::check(kind, &function.sig, attributes.name.is_some(), &mut errors);
    if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first() {
        errors.at(
            receiver,
            match kind {
                Kind::Tool => "a method is a tool where its `impl` block is a set of tools: put `#[toolset]` on the block",
                Kind::Prompt => "a method is no prompt: put `#[prompt]` on the `impl` block of a type that has `handle`, or take a function",
                Kind::Resource => "a method is no resource: put `#[resource(..)]` on the `impl` block of a type that has `handle`, or take a function",
                Kind::Method => "put `#[method(..)]` on the `impl` block of a type that has `handle`, or take a function",
            },
        );
    }
    let parameters = parameter::take_all(kind, &mut function.sig, None, &mut errors);
    parameter::check_completions(kind, &parameters, &mut errors);
    attributes.check_inline(&function.sig, &mut errors);
    let tool = Function {
        attributes: &attributes,
        function: &function,
        parameters: &parameters,
    };
    let emitted = tool.function();
    if errors.is_empty() {
        let (companion, registration) = (tool.companion(), tool.registration());
        quote!(#emitted #companion #registration)
    } else if takes_self(&function) {
        // a method has to stay alone: an `impl` block can't hold a struct
        quote!(#errors #emitted)
    } else {
        let (companion, registration) = (tool.companion(), tool.empty_registration());
        quote!(#errors #emitted #companion #registration)
    }
}

fn takes_self(function: &ItemFn) -> bool {
    matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_)))
}

fn refuse(kind: Kind, item: &Item) -> TokenStream {
    let (what, remedy) = match item {
        Item::Struct(_) | Item::Enum(_) => (
            "a type",
            "put it on the `impl` block that has `handle`; for the type of an argument write `#[ferramenta::schema]`",
        ),
        Item::Trait(_) => ("a trait", "put it on a function"),
        Item::Mod(_) => ("a module", "put it on each function in it"),
        Item::Verbatim(_) => ("a function without a body", "give it a body"),
        _ => ("this", "put it on a function"),
    };
    let mut errors = Errors::default();
    errors.push(syn::Error::new(
        proc_macro2::Span::call_site(),
        format!(
            "`#[{}]` is for functions and for `impl` blocks, not for {what}: {remedy}",
            kind.noun()
        ),
    ));
    let item = item.to_token_stream();
    quote!(#errors #item)
}
