//! Rates such as `"10/min"`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Path};

use crate::{
    entry::Entry,
    literal::{Literal, literal},
};

/// How often each caller may call.
pub(super) enum Rate {
    /// `"10/min"`
    Text {
        calls: u32,
        constructor: &'static str,
    },
    /// An expression.
    Other(Expr),
}

impl Rate {
    /// Reads `rate_limit = "10/min"`, or an expression.
    pub(super) fn parse(entry: &Entry) -> syn::Result<Self> {
        let expr = entry.expr()?;
        let rate = match literal(expr) {
            None => Some(Self::Other(expr.clone())),
            Some(Literal::Text(text)) => read(&text),
            Some(_) => None,
        };
        let rate = rate.ok_or_else(|| not_a_rate(expr))?;
        if cfg!(feature = "rate-limits") {
            Ok(rate)
        } else {
            Err(syn::Error::new(
                entry.key.span(),
                "`rate_limit` needs the feature `rate-limits`: add it to the features of `ferramenta` in Cargo.toml",
            ))
        }
    }

    /// The call of `ToolDef::rate_limit`.
    pub(super) fn call(&self, library: &Path) -> TokenStream {
        let limit = match self {
            Self::Text { calls, constructor } => {
                let constructor = Ident::new(constructor, Span::call_site());
                quote!(#library::RateLimit::#constructor(#calls))
            }
            Self::Other(expr) => expr.to_token_stream(),
        };
        quote!(.rate_limit(#limit))
    }
}

fn not_a_rate(expr: &Expr) -> syn::Error {
    let message = format!(
        "`{}` is not a rate: write a whole number and `/s`, `/min` or `/h`, such as \"10/min\"",
        expr.to_token_stream().to_string().trim_matches('"')
    );
    syn::Error::new_spanned(expr, message)
}

fn read(text: &str) -> Option<Rate> {
    let (calls, unit) = text.split_once('/')?;
    let constructor = match unit {
        "s" => "per_second",
        "min" => "per_minute",
        "h" => "per_hour",
        _ => return None,
    };
    // `parse` takes a sign
    let digits = calls.bytes().all(|byte| byte.is_ascii_digit());
    let calls = calls.parse().ok().filter(|calls| digits && *calls > 0)?;
    Some(Rate::Text { calls, constructor })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read() {
        for (text, expected) in [
            ("5/s", (5, "per_second")),
            ("10/min", (10, "per_minute")),
            ("100/h", (100, "per_hour")),
        ] {
            let Some(Rate::Text { calls, constructor }) = read(text) else {
                panic!("{text} is a rate");
            };
            assert_eq!((calls, constructor), expected, "{text}");
        }
        for wrong in [
            "",
            "10",
            "/s",
            "0/s",
            "-1/s",
            "+1/s",
            "1.5/s",
            "10/m",
            "10 / min",
            "10/minute",
            "1/s/s",
            "9999999999/h",
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
