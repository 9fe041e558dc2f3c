use std::borrow::Cow;

use super::{
    place::well_placed,
    text::{fold_case, normalise},
};

/// A URI, taken apart once and then matched against any number of templates (RFC 3986 §3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceUri {
    /// Normalised, with the scheme in lower case.
    text: String,
    /// Where the `:` after the scheme is.
    scheme: usize,
    /// Where the path ends, and a query or a fragment begins.
    path: usize,
    /// Where the query ends, and a fragment begins.
    query: usize,
}

impl ResourceUri {
    /// Reads a URI or IRI; nothing when it has no scheme, a broken escape, or a character that neither may have.
    pub fn parse(uri: &str) -> Option<Self> {
        let scheme = scheme_end(uri).ok()?;
        let mut text = normalise(uri).ok()?;
        text[..scheme].make_ascii_lowercase();
        let query = text.find('#').unwrap_or(text.len());
        let path = text[..query].find('?').unwrap_or(query);
        Some(Self {
            text,
            scheme,
            path,
            query,
        })
    }

    /// The same text for all URIs that are equal after normalisation (RFC 3986 §6.2.2), for lookups.
    pub fn canonical(&self) -> String {
        let start = self.scheme + 1 + if self.has_authority() { 2 } else { 0 };
        let authority = if self.has_authority() {
            self.path().split('/').next().unwrap_or_default().len()
        } else {
            0
        };
        let (before, rest) = self.text.split_at(start);
        let (authority, rest) = rest.split_at(authority);
        format!("{before}{}{rest}", fold_case(authority))
    }

    /// The URI as it can be told to anybody: a URI as it was written, but for characters that stand where none may have
    /// them (RFC 3986 §3), which are escaped; an IRI as the URI that it stands for.
    pub fn told(uri: &str) -> Cow<'_, str> {
        match Self::parse(uri) {
            Some(parsed) if !uri.is_ascii() => well_placed(&parsed.canonical()).into(),
            Some(_) => well_placed(uri).into(),
            None => uri.into(),
        }
    }

    pub(super) fn scheme(&self) -> &str {
        &self.text[..self.scheme]
    }

    pub(super) fn has_authority(&self) -> bool {
        self.hierarchy().starts_with("//")
    }

    /// The authority, if there is one, and the path.
    pub(super) fn path(&self) -> &str {
        let hierarchy = self.hierarchy();
        hierarchy.strip_prefix("//").unwrap_or(hierarchy)
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.text[self.path..self.query].strip_prefix('?')
    }

    pub(super) fn fragment(&self) -> Option<&str> {
        self.text[self.query..].strip_prefix('#')
    }

    fn hierarchy(&self) -> &str {
        &self.text[self.scheme + 1..self.path]
    }
}

/// Where the scheme ends (RFC 3986 §3.1); the error is the first byte that no scheme has.
pub(super) fn scheme_end(text: &str) -> Result<usize, usize> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text
        .bytes()
        .position(|byte| !is_scheme(byte))
        .unwrap_or(text.len());
    let begins_well = text.starts_with(|first: char| first.is_ascii_alphabetic());
    match text.as_bytes().get(end) {
        Some(b':') if begins_well => Ok(end),
        _ if begins_well => Err(end),
        _ => Err(0),
    }
}

#[cfg(test)]
mod tests {
    use super::ResourceUri;

    #[test]
    fn equal_uris_have_one_canonical_text() {
        for (uri, canonical) in [
            ("DEMO://Host/A%7e", Some("demo://host/A~")),
            ("demo://%c3%a9/é?Q#F", Some("demo://%C3%A9/%C3%A9?Q#F")),
            ("urn:ISBN:1", Some("urn:ISBN:1")),
            ("demo:?a#b?c", Some("demo:?a#b?c")),
            ("demo", None),
            ("1demo:x", None),
            ("/a:b", None),
            ("demo://a b", None),
            ("d%65mo://a", None),
        ] {
            let found = ResourceUri::parse(uri).map(|uri| uri.canonical());
            assert_eq!(found.as_deref(), canonical, "{uri}");
        }
    }
}
