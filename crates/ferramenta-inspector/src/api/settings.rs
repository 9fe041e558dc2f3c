//! How the page wants the server to be reached.

use std::collections::{BTreeMap, HashMap};

use http::{HeaderName, HeaderValue};
use serde::{Deserialize, Deserializer};

use crate::{
    hub::Wanted,
    refusal::Refusal,
    state::{Era, Kind},
};

/// The body of `POST /api/connect`; what is left out stays as it was.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    era: Option<Era>,
    headers: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "given")]
    bearer: Bearer,
}

/// A token, none, or nothing said about it.
#[derive(Default)]
enum Bearer {
    #[default]
    AsBefore,
    Is(Option<String>),
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bearer, D::Error> {
    Option::deserialize(deserializer).map(Bearer::Is)
}

impl Settings {
    /// # Errors
    /// When a header can't be sent, or the target has none.
    pub(super) fn apply(self, mut wanted: Wanted, target: Kind) -> Result<Wanted, Refusal> {
        let has_headers = self
            .headers
            .as_ref()
            .is_some_and(|headers| !headers.is_empty());
        if target != Kind::Url && (has_headers || matches!(self.bearer, Bearer::Is(Some(_)))) {
            let problem = "`headers` and `bearer` are for servers that are reached by a URL";
            return Err(Refusal::invalid(problem));
        }
        wanted.era = self.era.unwrap_or(wanted.era);
        if let Some(headers) = self.headers {
            wanted.headers = read_headers(&headers)?;
        }
        if let Bearer::Is(bearer) = self.bearer {
            wanted.bearer = bearer.map(checked_bearer).transpose()?;
        }
        Ok(wanted)
    }
}

/// The names of the headers, in order.
pub(super) fn names(wanted: &Wanted) -> Vec<String> {
    let mut names: Vec<String> = wanted.headers.keys().map(ToString::to_string).collect();
    names.sort();
    names
}

pub(crate) fn read_headers(
    given: &BTreeMap<String, String>,
) -> Result<HashMap<HeaderName, HeaderValue>, Refusal> {
    given
        .iter()
        .map(|(name, value)| read_header(name, value))
        .collect()
}

fn read_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Refusal> {
    let wrong = |problem: &str| Refusal::invalid(format!("`headers`: `{name}` {problem}"));
    let parsed: HeaderName = name
        .parse()
        .map_err(|_| wrong("can't be the name of a header"))?;
    if is_reserved(&parsed) {
        return Err(wrong("is set by the inspector itself"));
    }
    let mut value =
        HeaderValue::from_str(value).map_err(|_| wrong("has a value that can't be sent"))?;
    value.set_sensitive(true);
    Ok((parsed, value))
}

fn is_reserved(name: &HeaderName) -> bool {
    const NAMES: [&str; 6] = [
        "accept",
        "authorization",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
    ];
    NAMES.contains(&name.as_str()) || name.as_str().starts_with("mcp-")
}

pub(crate) fn checked_bearer(bearer: String) -> Result<String, Refusal> {
    if bearer.is_empty() || bearer.contains(|sign: char| !sign.is_ascii_graphic()) {
        let problem = "`bearer` is a token: visible ASCII without blanks, or null";
        return Err(Refusal::invalid(problem));
    }
    Ok(bearer)
}
