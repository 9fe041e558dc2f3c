//! How long an answer may be kept, such as `cache(ttl = "60s", scope = public)`.

use std::time::Duration;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, Path};

use super::duration;
use crate::{
    entry::{Entry, bare, entries},
    errors::Errors,
    nearest::unknown,
};

/// What `cache(..)` knows.
const KEYS: [&str; 2] = ["ttl", "scope"];

/// How long an answer may be kept, and for whom.
pub(super) struct Cache {
    time_to_live: Duration,
    constructor: &'static str,
}

impl Cache {
    /// Reads `cache(ttl = "60s", scope = public)`; an answer is the caller's alone if no scope is given.
    pub(super) fn parse(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        let list = errors.take(entry.list("cache(ttl = \"60s\")"))?;
        let (mut time_to_live, mut constructor) = (None, "private");
        let mut whole = true;
        for part in entries(list, &[], errors) {
            if part.key == "ttl" {
                time_to_live = errors.take(duration::of(&part));
                whole &= time_to_live.is_some();
            } else if part.key == "scope" {
                let scope = errors.take(scope(&part));
                whole &= scope.is_some();
                constructor = scope.unwrap_or(constructor);
            } else {
                errors.push(unknown(&part.key, &KEYS));
                whole = false;
            }
        }
        if whole && time_to_live.is_none() {
            errors.at(
                &entry.key,
                "say how long an answer may be kept: `cache(ttl = \"60s\")`",
            );
        }
        time_to_live.filter(|_| whole).map(|time_to_live| Self {
            time_to_live,
            constructor,
        })
    }

    /// The call of `ResourceDef::cache`.
    pub(super) fn call(&self, library: &Path) -> TokenStream {
        let constructor = Ident::new(self.constructor, Span::call_site());
        let milliseconds = u64::try_from(self.time_to_live.as_millis()).unwrap_or(u64::MAX);
        quote!(.cache(#library::Cache::#constructor(::core::time::Duration::from_millis(#milliseconds))))
    }
}

fn scope(entry: &Entry) -> syn::Result<&'static str> {
    let expr = entry.expr()?;
    match bare(expr) {
        Expr::Path(path) if path.path.is_ident("public") => Ok("public"),
        Expr::Path(path) if path.path.is_ident("private") => Ok("private"),
        _ => Err(syn::Error::new_spanned(
            expr,
            "a scope is `public`, for every caller, or `private`, for the one who asked",
        )),
    }
}
