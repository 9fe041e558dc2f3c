//! Reads single headers out of a request.

use http::{HeaderMap, header::AsHeaderName};

use crate::contract::HeaderSource;

/// A header's text without surrounding whitespace: `Err` when it is there more than once or isn't text.
pub(super) fn single(headers: &HeaderMap, name: impl AsHeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    match (value.to_str(), values.next()) {
        (Ok(text), None) => Ok(Some(text.trim_ascii())),
        _ => Err(()),
    }
}

impl HeaderSource for HeaderMap {
    fn header(&self, name: &str) -> Result<Option<&str>, ()> {
        single(self, name)
    }
}
