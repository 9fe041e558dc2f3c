//! Heads that outlive the buffer that they were read into.

use http::{HeaderMap, HeaderValue, Request, Uri, request::Parts};

/// The same head in memory of its own. Headers are parts of the connection's buffer as a rule, which has room for
/// thousands of bytes and stays for as long as one of them does: too much for a request that waits for hours.
pub(super) fn apart(head: &Parts) -> Parts {
    let headers = head.headers.iter();
    let headers = headers.map(|(name, value)| (name.clone(), copied(value)));
    let headers: HeaderMap = headers.collect();
    let mut parts = Request::new(()).into_parts().0;
    parts.method = head.method.clone();
    // what can't be read anew stays as it is
    parts.uri = Uri::try_from(head.uri.to_string()).unwrap_or_else(|_| head.uri.clone());
    parts.version = head.version;
    parts.headers = headers;
    parts.extensions = head.extensions.clone();
    parts
}

fn copied(value: &HeaderValue) -> HeaderValue {
    let mut copy = HeaderValue::from_bytes(value.as_bytes()).unwrap_or_else(|_| value.clone());
    copy.set_sensitive(value.is_sensitive());
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let mut secret = HeaderValue::from_static("s");
        secret.set_sensitive(true);
        let request = Request::get("/mcp?a=%20b")
            .header("a", "1")
            .header("A", "2")
            .header("b", secret)
            .extension(7_u8);
        let head = request.body(()).expect("a request").into_parts().0;
        let copy = apart(&head);
        assert_eq!((&copy.method, &copy.uri), (&head.method, &head.uri));
        assert_eq!((copy.version, &copy.headers), (head.version, &head.headers));
        assert!(copy.headers["b"].is_sensitive() && !copy.headers["a"].is_sensitive());
        assert_eq!(copy.extensions.get::<u8>(), Some(&7));
    }
}
