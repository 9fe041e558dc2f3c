//! Whether the headers of a request say what its body says (specification 2026-07-28: *Streamable HTTP,
//! Standard Request Headers*).

use std::borrow::Cow;

use ferramenta_protocol::{Method, Request, Version, json, key};
use http::{HeaderMap, HeaderName};

use super::header::{Field, fields};
use crate::{
    contract::decode_header,
    dispatch::{Refusal, modern_version},
};

pub(super) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(super) const METHOD: HeaderName = HeaderName::from_static("mcp-method");

/// The headers that say what the body says.
static NAMES: [HeaderName; 3] = [
    PROTOCOL_VERSION,
    METHOD,
    HeaderName::from_static("mcp-name"),
];

/// What a client speaks that doesn't say so.
const UNSAID: Version = Version::V2025_03_26;

/// The version of a request or notification, whose headers agree with its body.
pub(super) fn check(headers: &HeaderMap, request: &Request<'_>) -> Result<Version, Refusal> {
    let [version, method, name] = fields(headers, &NAMES);
    let version = match request.params.meta.protocol_version {
        None => named_version(version)?,
        Some(raw) => {
            let said = json::string(raw).ok_or_else(|| Refusal::meta(key::PROTOCOL_VERSION))?;
            agrees(
                version,
                "MCP-Protocol-Version",
                &said,
                "the version in `_meta`",
            )?;
            modern_version(&request.params.meta)?.unwrap_or(Version::MODERN)
        }
    };
    if version.is_modern() {
        check_names(method, name, request, version)?;
    }
    Ok(version)
}

/// The version that the header alone tells.
pub(super) fn header_version(headers: &HeaderMap) -> Result<Version, Refusal> {
    let [version] = fields(headers, &[PROTOCOL_VERSION]);
    named_version(version)
}

/// The version that a header names.
pub(super) fn named_version(header: Field<'_>) -> Result<Version, Refusal> {
    match text(header, "MCP-Protocol-Version")? {
        None => Ok(UNSAID),
        Some(name) => Version::parse(name).ok_or_else(|| Refusal::unsupported_version(name)),
    }
}

/// Whether an array can be a batch: only one version has them.
pub(super) fn allows_batches(headers: &HeaderMap) -> bool {
    header_version(headers).is_ok_and(|version| version.features().batches)
}

pub(super) fn version_header(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let [version] = fields(headers, &[PROTOCOL_VERSION]);
    text(version, "MCP-Protocol-Version")
}

fn check_names(
    method: Field<'_>,
    name: Field<'_>,
    request: &Request<'_>,
    version: Version,
) -> Result<(), Refusal> {
    if matches!(method, Field::Absent) && request.id.is_none() {
        return Ok(());
    }
    agrees(method, "Mcp-Method", &request.method, "`method`")?;
    let Some(source) = Method::find(&request.method, version).and_then(Method::name_header_source)
    else {
        return Ok(());
    };
    let name = text(name, "Mcp-Name")?.ok_or_else(|| mismatch("Mcp-Name is missing"))?;
    let name = if name.starts_with("=?") {
        decode_header(name)
            .map(Cow::Owned)
            .map_err(|()| mismatch("Mcp-Name can't be read"))?
    } else {
        Cow::Borrowed(name)
    };
    let said = match source {
        "name" => request.params.name.and_then(json::string),
        "uri" => request.params.uri.and_then(json::string),
        _ => None,
    };
    match said {
        Some(said) if said != name => Err(mismatch(format!("Mcp-Name differs from `{source}`"))),
        _ => Ok(()),
    }
}

fn text<'a>(header: Field<'a>, shown: &str) -> Result<Option<&'a str>, Refusal> {
    header
        .text()
        .map_err(|()| mismatch(format!("{shown} can't be read, or is there more than once")))
}

fn agrees(header: Field<'_>, shown: &str, said: &str, place: &str) -> Result<(), Refusal> {
    if header.is(said) {
        return Ok(());
    }
    match text(header, shown)? {
        Some(header) if header == said => Ok(()),
        Some(_) => Err(mismatch(format!("{shown} differs from {place}"))),
        None => Err(mismatch(format!("{shown} is missing"))),
    }
}

fn mismatch(problem: impl std::fmt::Display) -> Refusal {
    Refusal::header_mismatch(format!("Header mismatch: {problem}"))
}
