//! Names as they are published.

use proc_macro2::Ident;
use syn::{LitStr, ext::IdentExt};

/// An identifier as it is published: `type` for `r#type`.
pub(crate) fn published(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Checks the name of a tool.
pub(crate) fn check_tool(name: &str) -> Result<(), String> {
    let wrong = name
        .chars()
        .find(|letter| !(letter.is_ascii_alphanumeric() || "_.-".contains(*letter)));
    match wrong {
        Some(letter) => Err(format!(
            "the name `{name}` has a {letter:?}: a tool's name is made of letters, digits, `_`, `.` and `-`"
        )),
        None if name.is_empty() => Err("a tool's name is not empty".into()),
        None if name.len() > 128 => Err("a tool's name has at most 128 letters".into()),
        None => Ok(()),
    }
}

/// Checks the end of a header's name (RFC 9110, section 5.6.2: *Tokens*).
pub(crate) fn check_header(name: &LitStr) -> syn::Result<()> {
    let text = name.value();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if !text.is_empty() && text.bytes().all(allowed) {
        return Ok(());
    }
    let message = format!(
        "`{text}` can't be in a header's name: use letters, digits and hyphens, such as `header = \"Region\"`"
    );
    Err(syn::Error::new(name.span(), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        assert!(check_tool("find.books_2-x").is_ok());
        assert!(check_tool("").is_err());
        assert!(check_tool("find books").is_err());
        assert!(check_tool("büro").is_err());
        assert!(check_tool(&"a".repeat(128)).is_ok());
        assert!(check_tool(&"a".repeat(129)).is_err());
    }
}
