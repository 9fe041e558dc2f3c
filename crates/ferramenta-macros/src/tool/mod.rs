//! `#[tool]`.

mod attributes;
mod duration;
mod expand;
mod icon;
mod meta;
mod parameter;
mod signature;
mod size;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, Item, ItemFn};

use self::{attributes::Attributes, expand::Tool};
use crate::errors::Errors;

/// Expands `#[tool(attributes)] item`.
pub(crate) fn expand(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Fn(function)) => expand_function(attributes, function),
        Ok(other) => refuse(&other),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item)
        }
    }
}

fn expand_function(attributes: TokenStream, mut function: ItemFn) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(attributes, &mut errors);
    signature::check(&function.sig, attributes.name.is_some(), &mut errors);
    let parameters = parameter::take_all(&mut function.sig, &mut errors);
    if attributes.inline.is_some()
        && let Some(keyword) = &function.sig.asyncness
    {
        errors.at(
            keyword,
            "an `async fn` runs in the connection's task already: drop `inline`, or drop `async`",
        );
    }
    let tool = Tool {
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

fn refuse(item: &Item) -> TokenStream {
    let (what, remedy) = match item {
        Item::Struct(_) | Item::Enum(_) => (
            "a type",
            "for the type of an argument write `#[ferramenta::schema]`",
        ),
        Item::Impl(_) => (
            "an `impl` block",
            "move the handler out of it, and take what it needs as `Inject<T>`",
        ),
        Item::Trait(_) => ("a trait", "put it on a function"),
        Item::Mod(_) => ("a module", "put it on each function in it"),
        Item::Verbatim(_) => ("a function without a body", "give it a body"),
        _ => ("this", "put it on a function"),
    };
    let mut errors = Errors::default();
    errors.push(syn::Error::new(
        proc_macro2::Span::call_site(),
        format!("`#[tool]` is for free functions, not for {what}: {remedy}"),
    ));
    let item = item.to_token_stream();
    quote!(#errors #item)
}
