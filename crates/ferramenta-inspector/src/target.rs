//! What is inspected.

use std::sync::Arc;

use tokio::io::DuplexStream;

use crate::{
    connection::Route,
    state::{Kind, Shown},
    wire::process::Launch,
};

/// What an [`Inspector`](crate::Inspector) connects to.
pub struct Target {
    pub(crate) shown: Shown,
    pub(crate) route: Option<Route>,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Target").field(&self.shown).finish()
    }
}

impl Target {
    /// A program that speaks MCP on its standard input and output.
    pub fn command(launch: Launch) -> Self {
        let words = launch.words();
        let shown = Shown {
            kind: Kind::Command,
            name: words.join(" "),
            command: Some(words),
            url: None,
        };
        Self {
            shown,
            route: Some(Route::Process(launch)),
        }
    }

    /// A project that is built first: there is nothing to connect to before
    /// [`Inspector::built`](crate::Inspector::built) says what was built.
    pub fn project(name: impl Into<String>) -> Self {
        let shown = Shown {
            kind: Kind::Project,
            name: name.into(),
            command: None,
            url: None,
        };
        Self { shown, route: None }
    }

    /// The endpoint of a server that speaks Streamable HTTP.
    #[cfg(feature = "http")]
    pub fn url(url: impl Into<String>) -> Self {
        let url = url.into();
        let shown = Shown {
            kind: Kind::Url,
            name: url.clone(),
            command: None,
            url: Some(url.clone()),
        };
        Self {
            shown,
            route: Some(Route::Url(url.into())),
        }
    }

    /// A server in this process: `connect` starts a conversation with it, one message a line, and returns
    /// the client's end.
    pub fn server(
        name: impl Into<String>,
        connect: impl Fn() -> DuplexStream + Send + Sync + 'static,
    ) -> Self {
        let shown = Shown {
            kind: Kind::Server,
            name: name.into(),
            command: None,
            url: None,
        };
        Self {
            shown,
            route: Some(Route::Stream(Arc::new(connect))),
        }
    }
}
