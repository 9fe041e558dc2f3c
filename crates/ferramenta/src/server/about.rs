//! What a server says of itself, and how it is built.

use std::{panic::Location, sync::Arc};

use ferramenta_protocol::{Icon, Implementation};

use super::{BuiltServer, Server};
#[cfg(feature = "rate-limits")]
use crate::RateLimit;
use crate::{
    Cache, Limits,
    build_error::BuildErrors,
    catalog::{self, Declaration},
    dispatch::Dispatcher,
    inject::Services,
};

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
                cache: None,
                tools: Vec::new(),
                prompts: Vec::new(),
                resources: Vec::new(),
                extensions: Vec::new(),
                services: Services::default(),
                limits: Limits::default(),
                #[cfg(feature = "rate-limits")]
                rate_limit: None,
                guards: Vec::new(),
                layers: Vec::new(),
                around: Vec::new(),
                bus: None,
                on_start: Vec::new(),
                on_stop: Vec::new(),
                state_keys: None,
                authenticator: None,
                stdio_identity: None,
                errors: Vec::new(),
            },
            #[cfg(feature = "inspector")]
            inspected: false,
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

    /// How long clients of 2026-07-28 may keep the lists of tools, prompts and resources, and what the server says of
    /// itself: a minute if not given, and not at all where what is listed comes and goes without a shared
    /// [`Bus`](crate::Bus), or a function lists.
    ///
    /// What is [public](Cache::public) is the same for every caller: where a rule decides who sees what, the server
    /// isn't built.
    pub const fn cache(mut self, cache: Cache) -> Self {
        self.declaration.cache = Some(cache);
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
            #[cfg(feature = "inspector")]
            inspected: self.inspected.then(Default::default),
        })
    }
}

impl Server {
    /// What it says of itself.
    pub(crate) const fn info(&self) -> &Implementation {
        &self.declaration.info
    }
}
