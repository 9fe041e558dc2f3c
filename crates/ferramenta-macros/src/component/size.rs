//! Sizes such as `"256KiB"`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::{
    entry::Entry,
    literal::{Literal, literal},
};

/// Reads a number of bytes: an expression, or a text with a unit.
pub(super) fn parse(entry: &Entry) -> syn::Result<TokenStream> {
    let expr = entry.expr()?;
    let bytes = match literal(expr) {
        None => return Ok(expr.to_token_stream()),
        Some(Literal::Text(text)) => read(&text),
        Some(Literal::Int(count)) => usize::try_from(count).ok(),
        Some(_) => None,
    };
    match bytes.filter(|bytes| *bytes > 0) {
        Some(bytes) => Ok(quote!(#bytes)),
        None => Err(syn::Error::new_spanned(
            expr,
            format!(
                "`{}` is not a size: write a whole number and `B`, `KiB`, `MiB`, `KB` or `MB`, such as \"256KiB\"",
                expr.to_token_stream().to_string().trim_matches('"')
            ),
        )),
    }
}

fn read(text: &str) -> Option<usize> {
    let unit = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (count, unit) = text.split_at(unit);
    let bytes: usize = match unit.trim_start() {
        "B" => 1,
        "KB" => 1_000,
        "KiB" => 1 << 10,
        "MB" => 1_000_000,
        "MiB" => 1 << 20,
        _ => return None,
    };
    count.parse::<usize>().ok()?.checked_mul(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("7B", 7),
            ("256KiB", 262_144),
            ("1 MiB", 1_048_576),
            ("2KB", 2_000),
            ("3MB", 3_000_000),
        ] {
            assert_eq!(read(text), Some(bytes), "{text}");
        }
        for wrong in [
            "",
            "7",
            "KiB",
            "-1B",
            "1.5MiB",
            "1GiB",
            "99999999999999999999MB",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
