//! `icon(src = "..")` and `icons("..", "..")`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{LitStr, Path, Token, parse::Parser, punctuated::Punctuated};

use crate::{
    entry::{Entry, entries},
    errors::Errors,
    nearest::unknown,
};

const EXAMPLE: &str = "icon(src = \"https://example.com/icon.png\")";

/// One picture.
pub(super) struct Icon {
    src: LitStr,
    mime_type: Option<LitStr>,
    sizes: Vec<LitStr>,
    theme: Option<LitStr>,
}

impl Icon {
    /// Reads `icon(..)`.
    pub(super) fn parse(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        let list = errors.take(entry.list(EXAMPLE))?;
        let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
        for inner in entries(list, &[], errors) {
            match inner.key.to_string().as_str() {
                "src" => src = errors.take(inner.text().and_then(uri)),
                "mime_type" => mime_type = errors.take(inner.text()),
                "sizes" => sizes = texts(&inner, "sizes(\"48x48\")", size, errors),
                "theme" => theme = errors.take(inner.text().and_then(light_or_dark)),
                _ => errors.push(unknown(&inner.key, &["src", "mime_type", "sizes", "theme"])),
            }
        }
        if src.is_none() && errors.is_empty() {
            errors.at(
                entry,
                format!("an icon needs its address: write `{EXAMPLE}`"),
            );
        }
        Some(Self {
            src: src?,
            mime_type,
            sizes,
            theme,
        })
    }

    /// Reads `icons(..)`.
    pub(super) fn parse_all(entry: &Entry, errors: &mut Errors) -> Vec<Self> {
        let sources = texts(
            entry,
            "icons(\"https://example.com/icon.png\")",
            uri,
            errors,
        );
        sources
            .into_iter()
            .map(|src| Self {
                src,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            })
            .collect()
    }

    /// The call of `ToolDef::icon`.
    pub(super) fn call(&self, library: &Path) -> TokenStream {
        let Self {
            src,
            mime_type,
            sizes,
            theme,
        } = self;
        let mime_type = mime_type.iter();
        let theme = theme.iter();
        quote! {
            .icon(#library::Icon::new(#src) #(.mime_type(#mime_type))* #(.size(#sizes))* #(.theme(#theme))*)
        }
    }
}

fn texts(
    entry: &Entry,
    example: &str,
    check: fn(LitStr) -> syn::Result<LitStr>,
    errors: &mut Errors,
) -> Vec<LitStr> {
    let parse = |list| Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(list);
    let list = errors
        .take(entry.list(example).and_then(parse))
        .unwrap_or_default();
    list.into_iter()
        .filter_map(|text| errors.take(check(text)))
        .collect()
}

fn uri(text: LitStr) -> syn::Result<LitStr> {
    let allowed = ["https://", "data:"]
        .iter()
        .any(|start| text.value().starts_with(start));
    check(
        text,
        allowed,
        "an icon is at an `https://` or a `data:` URI",
    )
}

fn size(text: LitStr) -> syn::Result<LitStr> {
    let number = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.value();
    let allowed = value == "any"
        || value
            .split_once('x')
            .is_some_and(|(width, height)| number(width) && number(height));
    check(
        text,
        allowed,
        "a size is `any`, or width and height such as `48x48`",
    )
}

fn light_or_dark(text: LitStr) -> syn::Result<LitStr> {
    let allowed = ["light", "dark"].contains(&text.value().as_str());
    check(text, allowed, "a theme is `light` or `dark`")
}

fn check(text: LitStr, allowed: bool, message: &str) -> syn::Result<LitStr> {
    if allowed {
        Ok(text)
    } else {
        Err(syn::Error::new(text.span(), message))
    }
}
