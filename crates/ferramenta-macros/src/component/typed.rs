//! An attribute on an `impl` block: the type is the tool, or the prompt.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ImplItem, ImplItemFn, ItemImpl};

use super::{
    Kind,
    attributes::Attributes,
    definition::Definition,
    expand::called,
    method,
    parameter::{self, Parameter},
    rule::{RULES, Rule},
    signature,
};
use crate::{errors::Errors, name};

/// Expands `#[tool(attributes)] impl Type { .. }`, or the same with another attribute.
pub(super) fn expand(kind: Kind, attributes: TokenStream, mut block: ItemImpl) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(kind, attributes, &mut errors);
    attributes.check_method(&mut errors);
    if !method::check_block(kind, &block, kind.noun(), &mut errors) {
        return quote!(#errors #block);
    }
    let name = published(&attributes, &block, &mut errors);
    let handler = Handler::take(&mut block, &attributes, &mut errors);
    let rules = take_rules(kind, &mut block, &mut errors);
    let tool = match &handler {
        Some(handler) if errors.is_empty() => handler
            .definition(&attributes, name, &block, &rules)
            .expression(),
        _ => Definition::empty(&attributes, &name),
    };
    let (public, owner) = (&attributes.library.public, &block.self_ty);
    let cfg = called(&block.attrs, &["cfg"]);
    let (registration, into, definition) = (kind.registration(), kind.method(), kind.definition());
    quote! {
        #errors
        #block
        #(#cfg)*
        #[allow(deprecated, unused_qualifications)]
        impl #public::#registration for #owner {
            fn #into() -> #public::#definition {
                #tool
            }
        }
    }
}

/// The name that is published: the one that was said, or that of the type.
fn published(attributes: &Attributes, block: &ItemImpl, errors: &mut Errors) -> String {
    if let Some(name) = &attributes.name {
        return name.value();
    }
    let path = method::path_of(&block.self_ty);
    let Some(last) = path.and_then(|path| path.segments.last()) else {
        return String::new();
    };
    let name = name::of_type(&last.ident, attributes.kind.noun());
    if !attributes.kind.is_placed()
        && let Err(message) = name::check(&name, attributes.kind.noun())
    {
        errors.at(
            &last.ident,
            format!(
                "{message}; write `#[{}(name = \"..\")]`",
                attributes.kind.noun()
            ),
        );
    }
    name
}

/// The method `handle`.
struct Handler {
    item: ImplItemFn,
    parameters: Vec<Parameter>,
}

impl Handler {
    fn take(block: &mut ItemImpl, attributes: &Attributes, errors: &mut Errors) -> Option<Self> {
        let owner = block.self_ty.clone();
        let mut handles = functions(block).filter(|item| item.sig.ident == "handle");
        let Some(item) = handles.next() else {
            errors.at(
                &owner,
                format!(
                    "a {}'s type has a method that is called for each call: write `async fn handle(&self, ..)`",
                    attributes.kind.noun()
                ),
            );
            return None;
        };
        for other in handles {
            errors.at(
                &other.sig.ident,
                match attributes.kind {
                    Kind::Tool => "a tool has one `handle`: for several tools of one type write `#[toolset]`, and `#[tool]` on each method",
                    Kind::Prompt => "a prompt has one `handle`: keep one of them",
                    Kind::Resource => "a resource has one `handle`: keep one of them",
                    Kind::Method => "a method has one `handle`: keep one of them",
                },
            );
        }
        if !method::takes_self(&item.sig, errors) {
            errors.at(
                &item.sig.ident,
                format!(
                    "`handle` is a method of the {}'s value: take `&self` first",
                    attributes.kind.noun()
                ),
            );
        }
        signature::check(attributes.kind, &item.sig, true, errors);
        attributes.check_inline(&item.sig, errors);
        let parameters = parameter::take_all(attributes.kind, &mut item.sig, Some(&owner), errors);
        parameter::check_completions(attributes.kind, &parameters, errors);
        method::allow(item);
        Some(Self {
            item: item.clone(),
            parameters,
        })
    }

    fn definition<'a>(
        &'a self,
        attributes: &'a Attributes,
        name: String,
        block: &'a ItemImpl,
        rules: &'a [Rule],
    ) -> Definition<'a> {
        Definition {
            attributes,
            name,
            docs: &block.attrs,
            signature: &self.item.sig,
            parameters: &self.parameters,
            owner: Some(&block.self_ty),
            takes_self: true,
            rules,
        }
    }
}

fn take_rules(kind: Kind, block: &mut ItemImpl, errors: &mut Errors) -> Vec<Rule> {
    let owner = block.self_ty.clone();
    let mut rules = Vec::new();
    for item in functions(block) {
        let about = RULES.into_iter().find(|about| item.sig.ident == about);
        if let Some(about) = about {
            rules.push(Rule::take(kind, item, about, &owner, errors));
            method::allow(item);
        }
    }
    rules
}

/// The functions of a block.
pub(super) fn functions(block: &mut ItemImpl) -> impl Iterator<Item = &mut ImplItemFn> {
    block.items.iter_mut().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}
