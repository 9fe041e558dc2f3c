//! Reads single headers out of a request.

use http::{HeaderMap, HeaderName, HeaderValue, header::AsHeaderName};

use crate::contract::HeaderSource;

/// A header that is there once at most.
#[derive(Clone, Copy, Default)]
pub(super) enum Field<'a> {
    #[default]
    Absent,
    Once(&'a HeaderValue),
    Repeated,
}

impl<'a> Field<'a> {
    /// Its text without surrounding whitespace: `Err` when it is there more than once or isn't text.
    pub(super) fn text(self) -> Result<Option<&'a str>, ()> {
        match self {
            Self::Absent => Ok(None),
            Self::Once(value) => value
                .to_str()
                .map(|text| Some(text.trim_ascii()))
                .map_err(drop),
            Self::Repeated => Err(()),
        }
    }

    /// Whether it says just this.
    pub(super) fn is(self, text: &str) -> bool {
        matches!(self, Self::Once(value) if value.as_bytes() == text.as_bytes())
    }
}

/// Several headers by their names. It costs less to go through all headers once than to look up each of many.
pub(super) fn fields<'a, const N: usize>(
    headers: &'a HeaderMap,
    names: &[HeaderName; N],
) -> [Field<'a>; N] {
    let mut fields = [Field::Absent; N];
    for (name, value) in headers {
        if let Some(index) = names.iter().position(|wanted| wanted == name) {
            fields[index] = match fields[index] {
                Field::Absent => Field::Once(value),
                _ => Field::Repeated,
            };
        }
    }
    fields
}

/// A header's text without surrounding whitespace: `Err` when it is there more than once or isn't text.
pub(super) fn single(headers: &HeaderMap, name: impl AsHeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    let field = match (values.next(), values.next()) {
        (None, _) => Field::Absent,
        (Some(value), None) => Field::Once(value),
        _ => Field::Repeated,
    };
    field.text()
}

impl HeaderSource for HeaderMap {
    fn header(&self, name: &str) -> Result<Option<&str>, ()> {
        single(self, name)
    }
}
