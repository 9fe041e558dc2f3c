//! Names as they are published.

use proc_macro2::Ident;
use syn::{LitStr, ext::IdentExt};

/// An identifier as it is published: `type` for `r#type`.
pub(crate) fn published(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The name of what a type stands for: its words in small letters, without a last word that says what it is.
///
/// A word begins at a capital letter that follows a small one or a digit, at the last of several capital
/// letters when a small one follows it, and after an underscore. Digits belong to the word before them.
pub(crate) fn of_type(ident: &Ident, suffix: &str) -> String {
    let name = published(ident);
    let letters: Vec<char> = name.chars().collect();
    let mut words = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let small_follows = letters
            .get(index + 1)
            .is_some_and(|next| next.is_lowercase());
        let begins = match before {
            Some(before) if letter.is_uppercase() => !before.is_uppercase() || small_follows,
            _ => false,
        };
        if *letter == '_' || (begins && before != Some('_')) {
            words.push('-');
        }
        if *letter != '_' {
            words.extend(letter.to_lowercase());
        }
    }
    let words = words.trim_matches('-');
    words
        .strip_suffix(&format!("-{suffix}"))
        .unwrap_or(words)
        .to_owned()
}

/// Checks the name of a component, a noun of its kind beside it.
pub(crate) fn check(name: &str, noun: &str) -> Result<(), String> {
    let wrong = name
        .chars()
        .find(|letter| !(letter.is_ascii_alphanumeric() || "_.-".contains(*letter)));
    match wrong {
        Some(letter) => Err(format!(
            "the name `{name}` has a {letter:?}: a {noun}'s name is made of letters, digits, `_`, `.` and `-`"
        )),
        None if name.is_empty() => Err(format!("a {noun}'s name is not empty")),
        None if name.len() > 128 => Err(format!("a {noun}'s name has at most 128 letters")),
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
    fn types_are_named_by_their_words() {
        for (ident, name) in [
            ("Greet", "greet"),
            ("GreetTool", "greet"),
            ("HTTPServerTool", "http-server"),
            ("HTTPTool", "http"),
            ("FindTicket2", "find-ticket2"),
            ("Find2Tickets", "find2-tickets"),
            ("Sha256Sum", "sha256-sum"),
            ("OAuth2Login", "o-auth2-login"),
            ("ParseJSON", "parse-json"),
            ("A", "a"),
            ("Tool", "tool"),
            ("Toolbox", "toolbox"),
            ("MyToolTool", "my-tool"),
            ("Snake_Case_Tool", "snake-case"),
            ("_Hidden", "hidden"),
            ("r#Type", "type"),
        ] {
            let ident: Ident = syn::parse_str(ident).expect("an identifier");
            assert_eq!(of_type(&ident, "tool"), name);
        }
    }

    #[test]
    fn names_are_checked() {
        assert!(check("find.books_2-x", "tool").is_ok());
        assert!(check("", "tool").is_err());
        assert!(check("find books", "tool").is_err());
        assert!(check("büro", "tool").is_err());
        assert!(check(&"a".repeat(128), "tool").is_ok());
        assert!(check(&"a".repeat(129), "tool").is_err());
    }
}
