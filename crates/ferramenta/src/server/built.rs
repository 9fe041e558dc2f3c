use std::{fmt, net::SocketAddr, sync::Arc};

#[cfg(doc)]
use super::Server;
#[cfg(feature = "inspector")]
use crate::inspected::Inspected;
use crate::{
    BuildError, BuildErrorCode, BuildErrors, Notices, PromptRegistry, ResourceRegistry,
    ToolRegistry, dispatch::Dispatcher, subscribe::Listed,
};

/// A server that was checked and frozen; cheap to clone.
#[derive(Clone)]
pub struct BuiltServer {
    pub(crate) dispatcher: Arc<Dispatcher>,
    /// The page that shows it, where one is wanted.
    #[cfg(feature = "inspector")]
    pub(crate) inspected: Option<Arc<Inspected>>,
}

impl BuiltServer {
    /// The tools, where they come and go: on a server that was declared with
    /// [`dynamic_tools`](Server::dynamic_tools).
    pub fn tool_registry(&self) -> Option<ToolRegistry> {
        let handle = self.dispatcher.live.registry(Listed::Tools);
        handle.map(ToolRegistry::new)
    }

    /// The prompts, where they come and go: on a server that was declared with
    /// [`dynamic_prompts`](Server::dynamic_prompts).
    pub fn prompt_registry(&self) -> Option<PromptRegistry> {
        let handle = self.dispatcher.live.registry(Listed::Prompts);
        handle.map(PromptRegistry::new)
    }

    /// The resources, where they come and go: on a server that was declared with
    /// [`dynamic_resources`](Server::dynamic_resources).
    pub fn resource_registry(&self) -> Option<ResourceRegistry> {
        let handle = self.dispatcher.live.registry(Listed::Resources);
        handle.map(ResourceRegistry::new)
    }

    /// Tells clients of changes, on a server on which anything changes that they could be told of: one that was
    /// declared with [`resource_updates`](Server::resource_updates), [`dynamic_tools`](Server::dynamic_tools),
    /// [`dynamic_prompts`](Server::dynamic_prompts) or [`dynamic_resources`](Server::dynamic_resources).
    pub fn notices(&self) -> Option<Notices> {
        self.dispatcher.live.notices()
    }

    /// What the server promises: its lists as clients of 2026-07-28 get them who see all of it, with the scopes that
    /// callers need for each entry.
    ///
    /// What a function lists on demand, and what comes only later, is no part of it.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// /// Add two numbers.
    /// #[tool(inline, read_only)]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let contract = Server::new("Calculator").tool::<add>().build()?.contract();
    /// assert!(contract.to_json().contains("\"readOnlyHint\": true"));
    /// # Ok::<(), ferramenta::BuildErrors>(())
    /// ```
    #[cfg(feature = "contract")]
    pub fn contract(&self) -> ferramenta_contract::Contract {
        self.dispatcher.catalog().contract()
    }

    /// Whether the server can be served at this address.
    ///
    /// # Errors
    /// When others than this machine are to be asked questions, and no keys were given.
    pub(crate) fn check_address(&self, address: SocketAddr) -> Result<(), BuildErrors> {
        if address.ip().is_loopback() || !self.dispatcher.asking.ends_with_the_process() {
            return Ok(());
        }
        let catalog = self.dispatcher.catalog();
        let error = BuildError::new(
            BuildErrorCode::InvalidStateKeys,
            self.dispatcher.asking.place,
            format!(
                "it asks questions, is served at {address}, and has no keys to seal what clients keep meanwhile"
            ),
            "give it some: set `FERRAMENTA_STATE_KEYS` to what `openssl rand -base64 32` prints, the same for all \
             replicas, or call `Server::state_keys`",
        );
        Err(BuildErrors::new(&*catalog.name, vec![error]))
    }

    /// Runs the steps of starting.
    pub(crate) async fn start(&self) -> crate::Result<()> {
        let started = self.dispatcher.lifecycle.start().await;
        started.map_err(|problem| crate::Error::Start(problem.to_owned()))?;
        #[cfg(feature = "inspector")]
        if let Some(inspected) = &self.inspected {
            inspected.open(&self.dispatcher).await;
        }
        Ok(())
    }

    /// Runs the steps of stopping.
    pub(crate) async fn stop(&self) {
        #[cfg(feature = "inspector")]
        if let Some(inspected) = &self.inspected {
            inspected.close().await;
        }
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

#[cfg(all(test, feature = "sealing"))]
mod tests {
    use super::*;
    use crate::{ParamSpec, Questions, Server, StateKeys, ToolDef};

    fn asking() -> Server {
        let tool = ToolDef::new("ask").handler(
            (ParamSpec::new("questions"),),
            |(questions,): (Questions,)| async move { questions.can_ask() },
        );
        Server::new("Test").tool_value(tool)
    }

    #[test]
    fn who_asks_others_than_this_machine_needs_keys() {
        let addresses = [
            "127.0.0.1:1",
            "[::1]:1",
            "0.0.0.0:1",
            "192.0.2.1:1",
            "[::]:1",
        ];
        let served = |server: Server| {
            let server = server.build().unwrap();
            addresses.map(|address| server.check_address(address.parse().unwrap()).is_ok())
        };
        assert_eq!(served(Server::new("Test")), [true; 5]);
        assert_eq!(served(asking()), [true, true, false, false, false]);
        assert_eq!(served(asking().state_keys(StateKeys::random())), [true; 5]);
        let server = asking().build().unwrap();
        let errors = server
            .check_address("0.0.0.0:1".parse().unwrap())
            .unwrap_err();
        let error = &errors.errors()[0];
        assert_eq!(error.code, BuildErrorCode::InvalidStateKeys);
        assert!(error.place.to_string().contains("built.rs:"));
    }
}
