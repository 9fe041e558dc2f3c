//! What browsers ask before they let a page call the server, once pages were named.

use std::collections::BTreeSet;

use http::{
    HeaderMap, HeaderValue, Method, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ORIGIN, VARY,
    },
    request::Parts,
};

use super::{HttpBody, HttpOptions};
use crate::catalog::Catalog;

const REQUEST_HEADERS: &str = "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, \
                               mcp-session-id, last-event-id";

/// What an answer has to tell the browser.
pub(super) enum Mark {
    /// No page was named.
    Nothing,
    /// The answer depends on who asks.
    Varies,
    /// This page may read the answer.
    Readable(HeaderValue),
}

/// Whether a browser asks what a page may do, once pages were named.
pub(super) fn is_preflight(options: &HttpOptions, head: &Parts) -> bool {
    let is_asked = head.method == Method::OPTIONS && head.headers.contains_key(ORIGIN);
    is_asked && !options.origins.is_empty()
}

/// The answer to the preflight request of a page that was let through.
pub(super) fn allow(catalog: &Catalog, methods: &'static str) -> Response<HttpBody> {
    let parameters: BTreeSet<&str> = catalog.parameter_headers().collect();
    let names: Vec<&str> = std::iter::once(REQUEST_HEADERS).chain(parameters).collect();
    let allowed = HeaderValue::try_from(names.join(", "))
        .unwrap_or(HeaderValue::from_static(REQUEST_HEADERS));
    let mut response = Response::new(HttpBody::default());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static(methods),
    );
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    response
}

impl Mark {
    /// For a request that came past the guard.
    pub(super) fn of(options: &HttpOptions, headers: &HeaderMap) -> Self {
        if options.origins.is_empty() {
            return Self::Nothing;
        }
        match headers.get(ORIGIN) {
            None => Self::Varies,
            Some(origin) => Self::Readable(origin.clone()),
        }
    }

    pub(super) fn put(self, response: &mut Response<HttpBody>) {
        let headers = response.headers_mut();
        match self {
            Self::Nothing => return,
            Self::Varies => {}
            Self::Readable(origin) => {
                headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
                headers.insert(
                    ACCESS_CONTROL_EXPOSE_HEADERS,
                    HeaderValue::from_static("Mcp-Session-Id, WWW-Authenticate"),
                );
            }
        }
        headers.insert(VARY, HeaderValue::from_static("origin"));
    }
}
