//! The page's files, which are part of the binary.

use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, Uri, header};
use include_dir::{Dir, include_dir};

use crate::refusal::Refusal;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The file that a path names.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let problem = "files of the page can be read, and nothing else";
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", problem).into_response();
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = FILES.get_file(path) else {
        let problem = format!("the page has no file `{path}`");
        return Refusal::new(StatusCode::NOT_FOUND, "not_found", problem).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, file.contents()).into_response()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
