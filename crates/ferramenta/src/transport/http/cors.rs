//! What browsers ask before they let a page call the server, once pages were named.

use std::collections::BTreeSet;

use http::{
    HeaderMap, HeaderValue, Method, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ORIGIN, VARY,
    },
};

use super::{HttpBody, HttpOptions};
use crate::catalog::Catalog;

const REQUEST_HEADERS: &str = "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, \
                               mcp-session-id, last-event-id";

/// The answers to preflight requests.
pub(super) struct Cors {
    allow_headers: HeaderValue,
}

/// What an answer has to tell the browser.
pub(super) enum Mark {
    /// No page was named.
    Nothing,
    /// The answer depends on who asks.
    Varies,
    /// This page may read the answer.
    Readable(HeaderValue),
}

impl Cors {
    /// `None` when no page was named.
    pub(super) fn new(options: &HttpOptions, catalog: &Catalog) -> Option<Self> {
        if options.origins.is_empty() {
            return None;
        }
        let parameters: BTreeSet<&str> = catalog.parameter_headers().collect();
        let names: Vec<&str> = std::iter::once(REQUEST_HEADERS).chain(parameters).collect();
        let allow_headers = HeaderValue::try_from(names.join(", "));
        Some(Self {
            allow_headers: allow_headers.unwrap_or(HeaderValue::from_static(REQUEST_HEADERS)),
        })
    }

    /// The answer to a preflight request of a page that was let through; `None` to all else.
    pub(super) fn preflight(
        &self,
        method: &Method,
        headers: &HeaderMap,
    ) -> Option<Response<HttpBody>> {
        if method != Method::OPTIONS || !headers.contains_key(ORIGIN) {
            return None;
        }
        let mut response = Response::new(HttpBody::default());
        *response.status_mut() = StatusCode::NO_CONTENT;
        let headers = response.headers_mut();
        headers.insert(
            ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static("POST"),
        );
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, self.allow_headers.clone());
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        Some(response)
    }
}

impl Mark {
    /// For a request that came past the guard.
    pub(super) fn of(cors: Option<&Cors>, headers: &HeaderMap) -> Self {
        match (cors, headers.get(ORIGIN)) {
            (None, _) => Self::Nothing,
            (Some(_), None) => Self::Varies,
            (Some(_), Some(origin)) => Self::Readable(origin.clone()),
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
