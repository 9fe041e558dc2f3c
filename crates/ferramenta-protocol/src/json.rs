//! Small helpers for raw JSON tokens.

use std::borrow::Cow;

use crate::{plain::plain_length, scan::Scanner};

/// The text of a string token, borrowed where it has no escapes; `None` for other tokens.
pub fn string(token: &str) -> Option<Cow<'_, str>> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(token).ok().map(Cow::Owned)
}

/// Whether a text needs no escapes to be a string.
pub fn is_plain(text: &str) -> bool {
    plain_length(text.as_bytes()) == text.len()
}

/// True when a token is an object.
pub fn is_object(token: &str) -> bool {
    token.starts_with('{')
}

/// Whether a text is one JSON value that is nested no deeper than so many levels.
pub fn is_within(text: &str, max_depth: usize) -> bool {
    let mut scanner = Scanner::new(text, max_depth);
    scanner.skip().is_ok() && scanner.at_end()
}
