//! Where a server is declared, and what it is once it is built.

mod around;
mod offer;
mod services;

use std::{fmt, panic::Location, sync::Arc};

use ferramenta_protocol::{Icon, Implementation};

#[cfg(feature = "rate-limits")]
use crate::RateLimit;
use crate::{
    Limits, Notices, ToolRegistry,
    build_error::BuildErrors,
    catalog::{self, Declaration},
    dispatch::Dispatcher,
    inject::Services,
};

/// A server as it is declared: who it is, and what it offers.
///
/// ```
/// use ferramenta::{Server, tool};
///
/// /// Add two numbers.
/// #[tool(inline)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let server = Server::new("Calculator").version("1.0.0").tool::<add>();
/// # assert!(server.build().is_ok());
/// ```
#[must_use = "a server does nothing until it runs: call `run`"]
pub struct Server {
    declaration: Declaration,
}

impl Server {
    /// A server of this name, which offers nothing yet.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        let mut info = Implementation::default();
        info.name = name.into();
        info.version = "0.0.0".into();
        Self {
            declaration: Declaration {
                place: Location::caller().into(),
                info,
                instructions: None,
                stamp: true,
                client_logging: false,
                page_size: None,
                tools: Vec::new(),
                prompts: Vec::new(),
                resources: Vec::new(),
                services: Services::default(),
                limits: Limits::default(),
                #[cfg(feature = "rate-limits")]
                rate_limit: None,
                guards: Vec::new(),
                layers: Vec::new(),
                around: Vec::new(),
                on_start: Vec::new(),
                on_stop: Vec::new(),
                state_keys: None,
                authenticator: None,
                stdio_identity: None,
                errors: Vec::new(),
            },
        }
    }

    /// The server's version, `0.0.0` if not given; `env!("CARGO_PKG_VERSION")` is that of your package.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.declaration.info.version = version.into();
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.declaration.info.title = Some(title.into());
        self
    }

    /// What the server is, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.declaration.info.description = Some(description.into());
        self
    }

    /// How to use the server as a whole, for the model.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.declaration.instructions = Some(instructions.into());
        self
    }

    /// Where to read more of the server.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.declaration.info.website_url = Some(url.into());
        self
    }

    /// Pictures of the server.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.declaration.info.icons.extend(icons);
        self
    }

    /// Whether modern results say who the server is; true if not given.
    pub const fn stamp(mut self, stamp: bool) -> Self {
        self.declaration.stamp = stamp;
        self
    }

    /// Lets handlers log for clients, by [`ClientLog`](crate::ClientLog) and
    /// [`client_log!`](crate::client_log).
    ///
    /// Each client gets what it asks for: with a request since 2026-07-28, by `logging/setLevel` before. Without
    /// this nothing is sent, and what a program logs by `tracing` is never.
    pub const fn client_logging(mut self) -> Self {
        self.declaration.client_logging = true;
        self
    }

    /// Lists tools, prompts and resources in pages of so many entries; in one page if not given, which is what most
    /// clients read.
    pub const fn page_size(mut self, entries: usize) -> Self {
        self.declaration.page_size = Some(entries);
        self
    }

    /// Replaces the bounds that the server keeps.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.declaration.limits = limits;
        self
    }

    /// Limits how often each caller may call, all tools of the server together, beside what is said of each
    /// tool. A call counts as soon as access allows it, whatever becomes of it.
    #[cfg(feature = "rate-limits")]
    pub const fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.declaration.rate_limit = Some(limit);
        self
    }

    /// Checks everything and freezes it.
    ///
    /// # Errors
    /// Every mistake of the declaration at once, each with its place and remedy.
    pub fn build(self) -> Result<BuiltServer, BuildErrors> {
        let built = catalog::build(self.declaration)?;
        Ok(BuiltServer {
            dispatcher: Arc::new(Dispatcher::new(built)),
        })
    }
}

impl Server {
    /// What it says of itself.
    pub(crate) const fn info(&self) -> &Implementation {
        &self.declaration.info
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.declaration.info.name)
            .finish_non_exhaustive()
    }
}

/// A server that was checked and frozen; cheap to clone.
#[derive(Clone)]
pub struct BuiltServer {
    pub(crate) dispatcher: Arc<Dispatcher>,
}

impl BuiltServer {
    /// The tools, where they come and go: on a server that was declared with
    /// [`dynamic_tools`](Server::dynamic_tools).
    pub fn registry(&self) -> Option<ToolRegistry> {
        self.dispatcher.live.registry()
    }

    /// Tells clients of changed resources, on a server that was declared with
    /// [`resource_updates`](Server::resource_updates).
    pub fn notices(&self) -> Option<Notices> {
        self.dispatcher.live.notices()
    }

    /// Runs the steps of starting.
    pub(crate) async fn start(&self) -> crate::Result<()> {
        let started = self.dispatcher.lifecycle.start().await;
        started.map_err(|problem| crate::Error::Start(problem.to_owned()))
    }

    /// Runs the steps of stopping.
    pub(crate) async fn stop(&self) {
        self.dispatcher.lifecycle.stop().await;
    }

    /// Whether both are the same server.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.dispatcher, &other.dispatcher)
    }
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("name", &self.dispatcher.catalog().name)
            .finish_non_exhaustive()
    }
}
