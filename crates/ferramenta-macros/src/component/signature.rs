//! What a handler's signature can't be.

use quote::ToTokens;
use syn::{FnArg, GenericParam, ReturnType, Safety, Signature};

use super::Kind;
use crate::{errors::Errors, name, types};

/// The most parameters that a handler can have.
const MOST: usize = 12;

/// Notes everything in a signature that no handler can have, apart from its parameters' own mistakes.
pub(super) fn check(kind: Kind, signature: &Signature, named: bool, errors: &mut Errors) {
    if let Safety::Unsafe(keyword) = &signature.safety {
        errors.at(
            keyword,
            "a client can't keep the promises of an `unsafe fn`: write a safe one around it",
        );
    }
    if let Some(abi) = &signature.abi {
        errors.at(
            abi,
            format!("a {} is a Rust function: drop the `extern`", kind.noun()),
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(
            variadic,
            format!(
                "a {} has a fixed list of parameters: take a `Vec<T>`",
                kind.noun()
            ),
        );
    }
    if !named && !kind.is_placed() {
        check_name(kind, signature, errors);
    }
    check_generics(kind, signature, errors);
    check_count(kind, signature, errors);
    if let ReturnType::Type(_, ty) = &signature.output
        && types::mentions(ty, "impl")
    {
        let message = match kind {
            Kind::Tool => {
                "a tool's result has a schema, so its type has a name: write the type itself instead of `impl ..`"
            }
            Kind::Prompt => {
                "a prompt's result is written by its type: write the type itself, such as `Messages`, instead of `impl ..`"
            }
            Kind::Method => {
                "a method's result has a schema, so its type has a name: write the type itself instead of `impl ..`"
            }
            Kind::Resource => {
                "a resource's result is written by its type: write the type itself, such as `Contents`, instead of `impl ..`"
            }
        };
        errors.at(ty, message);
    }
}

fn check_name(kind: Kind, signature: &Signature, errors: &mut Errors) {
    let published = name::published(&signature.ident);
    if !published.is_ascii() {
        errors.at(
            &signature.ident,
            format!(
                "clients only know ASCII names: write `#[{}(name = \"..\")]` for `{published}`",
                kind.noun()
            ),
        );
    } else if let Err(message) = name::check(&published, kind.noun()) {
        errors.at(&signature.ident, message);
    }
}

/// Notes what makes a function generic.
pub(super) fn check_generics(kind: Kind, signature: &Signature, errors: &mut Errors) {
    let noun = kind.noun();
    for parameter in &signature.generics.params {
        let message = match parameter {
            GenericParam::Lifetime(_) => format!(
                "a {noun}'s arguments are made for the call and outlive nothing: take owned values, without lifetimes"
            ),
            GenericParam::Type(_) | GenericParam::Const(_) => format!(
                "{}, so its function can't be generic: write the types out, and call a generic function from it",
                kind.told_once()
            ),
        };
        errors.at(parameter, message);
    }
    if let (true, Some(clause)) = (
        signature.generics.params.is_empty(),
        &signature.generics.where_clause,
    ) {
        errors.at(
            clause,
            format!("a {noun}'s function can't be generic: drop the `where`"),
        );
    }
}

fn check_count(kind: Kind, signature: &Signature, errors: &mut Errors) {
    let typed = signature
        .inputs
        .iter()
        .filter(|input| matches!(input, FnArg::Typed(_)));
    if let Some(beyond) = typed.clone().nth(MOST) {
        let message = format!(
            "a {} has at most {MOST} parameters, and this one has {}: take a struct in `Args<T>`",
            kind.noun(),
            typed.count()
        );
        errors.push(syn::Error::new_spanned(beyond.to_token_stream(), message));
    }
}
