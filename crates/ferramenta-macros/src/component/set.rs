//! `#[toolset]`: an `impl` block whose methods are tools.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItemFn, Item, ItemImpl, LitStr};

use super::{
    Kind,
    attributes::{Attributes, scopes, scopes_call},
    definition::Definition,
    expand::called,
    method,
    parameter::{self, Parameter},
    rule::{RULES, Rule},
    signature,
    typed::functions,
};
use crate::{
    entry::{Entry, attribute_list, entries},
    errors::Errors,
    krate::Library,
    name,
    nearest::unknown,
    types,
};

const KNOWN: &[&str] = &["prefix", "scopes", "crate"];

/// Expands `#[toolset(attributes)] impl Type { .. }`.
pub(crate) fn expand(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Impl(block)) => expand_block(attributes, block),
        Ok(_) => {
            let message = "`#[toolset]` is for an `impl` block: put `#[tool]` on each method in it that is a tool";
            let error = syn::Error::new(Span::call_site(), message).to_compile_error();
            quote!(#error #item)
        }
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item)
        }
    }
}

fn expand_block(attributes: TokenStream, mut block: ItemImpl) -> TokenStream {
    let mut errors = Errors::default();
    let set = Set::parse(attributes, &mut errors);
    if !method::check_block(Kind::Tool, &block, "toolset", &mut errors) {
        functions(&mut block).for_each(|item| drop(take_attribute(item, "tool")));
        return quote!(#errors #block);
    }
    let rules = take_rules(&mut block, &mut errors);
    let tools = Tool::take_all(&mut block, &set, &mut errors);
    if tools.is_empty() {
        errors.at(
            &block.self_ty,
            "no method of this block is a tool: write `#[tool]` on those that are",
        );
    }
    let statements = errors.is_empty().then(|| {
        let each = tools
            .iter()
            .map(|tool| tool.statement(&block, &set, &rules));
        quote!(#(#each)*)
    });
    let (public, owner) = (&set.library.public, &block.self_ty);
    let cfg = called(&block.attrs, &["cfg"]);
    quote! {
        #errors
        #block
        #(#cfg)*
        #[allow(deprecated, unused_qualifications)]
        impl #public::ToolSet for #owner {
            fn add_to(tools: &mut ::std::vec::Vec<#public::ToolDef>) {
                let _ = &tools;
                #statements
            }
        }
    }
}

/// What `#[toolset(..)]` says.
struct Set {
    prefix: String,
    scopes: Vec<LitStr>,
    library: Library,
}

impl Set {
    fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut set = Self {
            prefix: String::new(),
            scopes: Vec::new(),
            library: Library::new(None),
        };
        for entry in entries(tokens, &[], errors) {
            set.add(&entry, errors);
        }
        set
    }

    fn add(&mut self, entry: &Entry, errors: &mut Errors) {
        match entry.key.to_string().as_str() {
            "prefix" => {
                self.prefix = errors
                    .take(entry.text())
                    .map(|text| text.value())
                    .unwrap_or_default();
            }
            "scopes" => self.scopes = errors.take(scopes(entry)).unwrap_or_default(),
            "crate" => self.library = Library::new(errors.take(entry.path())),
            _ => errors.push(unknown(&entry.key, KNOWN)),
        }
    }
}

fn take_rules(block: &mut ItemImpl, errors: &mut Errors) -> Vec<Rule> {
    let owner = block.self_ty.clone();
    let mut rules = Vec::new();
    for item in functions(block) {
        for about in RULES {
            let Some(attribute) = take_attribute(item, about) else {
                continue;
            };
            if attribute.meta.require_path_only().is_err() {
                errors.at(&attribute, format!("`#[{about}]` takes nothing"));
            }
            rules.push(Rule::take(Kind::Tool, item, about, &owner, errors));
            method::allow(item);
        }
    }
    rules
}

/// Takes from a function the attribute of this name.
fn take_attribute(item: &mut ImplItemFn, name: &str) -> Option<Attribute> {
    let index = item
        .attrs
        .iter()
        .position(|attribute| types::is_called(attribute.path(), name))?;
    Some(item.attrs.remove(index))
}

/// A method that is a tool.
struct Tool {
    attributes: Attributes,
    name: String,
    item: ImplItemFn,
    parameters: Vec<Parameter>,
    takes_self: bool,
}

impl Tool {
    fn take_all(block: &mut ItemImpl, set: &Set, errors: &mut Errors) -> Vec<Self> {
        let owner = block.self_ty.clone();
        let mut tools = Vec::new();
        for item in functions(block) {
            let Some(attribute) = take_attribute(item, "tool") else {
                continue;
            };
            let list = attribute_list(&attribute, errors);
            let mut attributes = Attributes::parse(Kind::Tool, list, errors);
            attributes.library = set.library.clone();
            attributes.check_method(errors);
            attributes.check_inline(&item.sig, errors);
            signature::check(Kind::Tool, &item.sig, true, errors);
            let takes_self = method::takes_self(&item.sig, errors);
            let parameters = parameter::take_all(Kind::Tool, &mut item.sig, Some(&owner), errors);
            parameter::check_completions(Kind::Tool, &parameters, errors);
            let name = published(&attributes, item, set, errors);
            tools.push(Self {
                attributes,
                name,
                item: item.clone(),
                parameters,
                takes_self,
            });
            method::allow(item);
        }
        tools
    }

    fn statement(&self, block: &ItemImpl, set: &Set, rules: &[Rule]) -> TokenStream {
        let definition = Definition {
            attributes: &self.attributes,
            name: self.name.clone(),
            docs: &self.item.attrs,
            signature: &self.item.sig,
            parameters: &self.parameters,
            owner: Some(&block.self_ty),
            takes_self: self.takes_self,
            rules,
        };
        let (tool, scopes) = (definition.expression(), scopes_call(&set.scopes));
        let cfg = called(&self.item.attrs, &["cfg"]);
        quote! {
            #(#cfg)*
            tools.push({ #tool } #scopes);
        }
    }
}

/// The name that is published: the one that was said, or that of the method after the prefix.
fn published(attributes: &Attributes, item: &ImplItemFn, set: &Set, errors: &mut Errors) -> String {
    if let Some(name) = &attributes.name {
        return name.value();
    }
    let name = format!("{}{}", set.prefix, name::published(&item.sig.ident));
    if let Err(message) = name::check(&name, Kind::Tool.noun()) {
        errors.at(item.sig.ident.to_token_stream(), message);
    }
    name
}
