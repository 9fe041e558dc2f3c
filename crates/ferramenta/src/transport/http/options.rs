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
///     .hosts(["mcp.example.com"])
///     .origins(["https://app.example.com"]);
/// assert_eq!(options.path, "/books/mcp");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpOptions {
    /// The endpoint. `/mcp`.
    pub path: String,
    /// Names under which clients reach the server, with or without a port, besides `localhost`,
    /// `127.0.0.1` and `[::1]`. None.
    pub hosts: Vec<String>,
    /// Whether any name will do. Only safe where something else keeps strangers away. False.
    pub any_host: bool,
    /// Pages that may call the server from a browser, as `scheme://host[:port]`; naming one turns CORS
    /// on. None.
    pub origins: Vec<String>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self { path: "/mcp".into(), hosts: Vec::new(), any_host: false, origins: Vec::new() }
    }
}

impl HttpOptions {
    /// Sets the endpoint.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Adds names under which clients reach the server.
    #[must_use]
    pub fn hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Sets whether any name will do.
    #[must_use]
    pub const fn any_host(mut self, any_host: bool) -> Self {
        self.any_host = any_host;
        self
    }

    /// Adds pages that may call the server from a browser.
    #[must_use]
    pub fn origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins.extend(origins.into_iter().map(Into::into));
        self
    }
}
