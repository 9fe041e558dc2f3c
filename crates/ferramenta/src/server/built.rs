use std::{fmt, sync::Arc};

#[cfg(doc)]
use super::Server;
use crate::{
    Notices, PromptRegistry, ResourceRegistry, ToolRegistry, dispatch::Dispatcher,
    subscribe::Listed,
};

/// A server that was checked and frozen; cheap to clone.
#[derive(Clone)]
pub struct BuiltServer {
    pub(crate) dispatcher: Arc<Dispatcher>,
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
