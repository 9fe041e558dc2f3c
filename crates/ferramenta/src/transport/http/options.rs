/// Where a server listens inside HTTP, and whom it believes.
///
/// A page in a browser can send requests to any address, so a server answers only to names that are its
/// own (`Host`), and only to pages of its own (`Origin`), until it is told of more.
///
/// ```
/// use ferramenta::HttpOptions;
///
/// let options = HttpOptions::default()
///     .path("/books/mcp")
///     .host("mcp.example.com")
///     .origin("https://app.example.com");
/// assert_eq!(options.path, "/books/mcp");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpOptions {
    /// The endpoint, which answers with a slash behind it as well. `/mcp`.
    pub path: String,
    /// Names under which clients reach the server, with or without a port, besides `localhost`,
    /// `127.0.0.1` and `[::1]`. None.
    pub hosts: Vec<String>,
    /// Whether any name will do. Only safe where something else keeps strangers away. False.
    pub any_host: bool,
    /// Pages that may call the server from a browser, as `scheme://host[:port]`; naming one turns CORS
    /// on. None.
    pub origins: Vec<String>,
    /// Whether clients of the legacy era open sessions, which the feature `sealing` is needed for. True.
    pub sessions: bool,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            path: "/mcp".into(),
            hosts: Vec::new(),
            any_host: false,
            origins: Vec::new(),
            sessions: true,
        }
    }
}

impl HttpOptions {
    /// Sets the endpoint: `/`, or parts that each begin with `/` and have letters, digits and
    /// `-._~!$&'()*+,;=:@` as they are. `/healthz` and `/readyz` are taken.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Adds a name under which clients reach the server.
    #[must_use]
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Answers to any name.
    #[must_use]
    pub const fn any_host(mut self) -> Self {
        self.any_host = true;
        self
    }

    /// Adds a page that may call the server from a browser.
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Says whether clients of the legacy era open sessions. Without them each of their requests is served by
    /// itself: nobody knows what the client can do, and it isn't told of changes.
    #[must_use]
    pub const fn sessions(mut self, sessions: bool) -> Self {
        self.sessions = sessions;
        self
    }

    /// Whom the server believes, in words.
    pub(crate) fn protections(&self) -> String {
        let hosts = match (self.any_host, self.hosts.as_slice()) {
            (true, _) => "any host".to_owned(),
            (false, []) => "hosts: loopback".to_owned(),
            (false, hosts) => format!("hosts: loopback, {}", hosts.join(", ")),
        };
        match self.origins.as_slice() {
            [] => format!("{hosts}; origins: its own"),
            origins => format!("{hosts}; origins: its own, {}", origins.join(", ")),
        }
    }
}

/// The path of an endpoint, without the slash behind it.
///
/// # Errors
/// Why no request can come to it.
pub(crate) fn endpoint(path: &str) -> Result<&str, String> {
    let endpoint = match path.strip_suffix('/') {
        Some("") | None => path,
        Some(shorter) => shorter,
    };
    if ["/healthz", "/readyz"].contains(&endpoint) {
        return Err(format!(
            "`{path}` can't be the path of a server: it tells whether the process is well"
        ));
    }
    let well = |part: &str| !matches!(part, "" | "." | "..") && part.bytes().all(is_plain);
    let fits = endpoint
        .strip_prefix('/')
        .is_some_and(|parts| parts.is_empty() || parts.split('/').all(well));
    fits.then_some(endpoint).ok_or_else(|| {
        format!(
            "`{path}` can't be the path of a server: a path is `/`, or parts that each begin with `/` and have letters, \
             digits and any of -._~!$&'()*+,;=:@"
        )
    })
}

/// Whether a byte stands in a path as it is (RFC 3986, section 3.3).
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::endpoint;

    #[test]
    fn endpoints_are_paths_that_requests_can_have() {
        for (path, expected) in [
            ("/", "/"),
            ("/mcp", "/mcp"),
            ("/mcp/", "/mcp"),
            ("/a/b-c.d~@1/", "/a/b-c.d~@1"),
        ] {
            assert_eq!(endpoint(path), Ok(expected));
        }
        for path in [
            "", "mcp", "mcp/", "/mcp//", "/a//b", "/a b", "/a?b", "/a#b", "/a%20b", "/\u{e9}",
            "/a/../b", "/.", "/healthz", "/readyz/",
        ] {
            let problem = endpoint(path).expect_err(path);
            assert!(
                problem.starts_with(&format!("`{path}` can't be")),
                "{problem}"
            );
        }
    }
}
