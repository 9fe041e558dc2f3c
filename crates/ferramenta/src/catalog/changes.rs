//! The tools of a server that runs, in the hands of its handlers.

use std::{
    fmt,
    panic::Location,
    sync::{Arc, OnceLock, Weak},
};

use super::live::Live;
use crate::{
    Binder, BuildErrors, Context, Failure, FromServer, IntoTool, ToolDef, ToolSet, ToolValue,
};

/// The tools of a running server, to be added, replaced and removed, by a server that was declared with
/// [`Server::dynamic_tools`](crate::Server::dynamic_tools).
///
/// A handler, a step of starting and a service take it as a parameter or field;
/// [`BuiltServer::registry`](crate::BuiltServer::registry) gives it to all else. Clients that listen are told of each
/// change (specification: *Tools, List Changed Notification*). A call that is under way when its tool is removed runs
/// to its end.
///
/// ```
/// use ferramenta::{Server, ToolRegistry, ToolResult, tool};
///
/// /// Remove a book.
/// #[tool(destructive)]
/// async fn remove(title: String) -> String {
///     format!("'{title}' is gone.")
/// }
///
/// /// Let books be removed.
/// #[tool]
/// async fn unlock(registry: ToolRegistry) -> ToolResult<&'static str> {
///     registry.update(|tools| tools.put::<remove>())?;
///     Ok("Books can be removed now.")
/// }
///
/// let server = Server::new("Books").dynamic_tools().tool::<unlock>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone)]
pub struct ToolRegistry(Handle);

/// Leads to the catalog once there is one. It doesn't keep the server alive: its tools hold it.
pub(crate) type Handle = Arc<OnceLock<Weak<Live>>>;

impl ToolRegistry {
    pub(crate) const fn new(handle: Handle) -> Self {
        Self(handle)
    }

    /// Changes the tools, all changes at once; gives whether there was anything to change.
    ///
    /// # Errors
    /// Every mistake of the new tools; then nothing has changed.
    pub fn update(&self, change: impl FnOnce(&mut ToolChanges)) -> Result<bool, BuildErrors> {
        let mut changes = ToolChanges { edits: Vec::new() };
        change(&mut changes);
        // nobody can call a server that is gone
        let live = self.0.get().and_then(Weak::upgrade);
        live.map_or(Ok(false), |live| live.update(changes))
    }
}

impl fmt::Debug for ToolRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRegistry").finish_non_exhaustive()
    }
}

impl FromServer for ToolRegistry {
    type Bound = Self;

    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        binder.registry()
    }

    fn get(bound: &Self, _: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(bound.clone()))
    }

    fn constant(bound: &Self) -> Option<Self> {
        Some(bound.clone())
    }
}

/// Changes to a server's tools, in their order.
pub struct ToolChanges {
    pub(super) edits: Vec<Edit>,
}

/// One change.
pub(super) enum Edit {
    /// A tool whose name is free.
    Add(ToolDef),
    /// A tool that takes the place of the one with its name, if there is one.
    Put(ToolDef),
    Remove(String),
}

impl ToolChanges {
    /// Adds tools; a name that is taken is a mistake.
    #[track_caller]
    pub fn add<T: ToolSet>(&mut self) {
        let mut tools = Vec::new();
        T::add_to(&mut tools);
        let place = Location::caller().into();
        self.edits
            .extend(tools.into_iter().map(|tool| Edit::Add(tool.placed(place))));
    }

    /// Adds a tool as a value; a name that is taken is a mistake.
    #[track_caller]
    pub fn add_value<T: ToolValue<M>, M>(&mut self, tool: T) {
        let tool = tool.into_tool_def().placed(Location::caller().into());
        self.edits.push(Edit::Add(tool));
    }

    /// Adds a tool, in place of the one with its name if there is one.
    #[track_caller]
    pub fn put<T: IntoTool>(&mut self) {
        self.edits
            .push(Edit::Put(T::into_tool().placed(Location::caller().into())));
    }

    /// Adds a tool as a value, in place of the one with its name if there is one.
    #[track_caller]
    pub fn put_value<T: ToolValue<M>, M>(&mut self, tool: T) {
        let tool = tool.into_tool_def().placed(Location::caller().into());
        self.edits.push(Edit::Put(tool));
    }

    /// Removes the tool of this name, if there is one.
    pub fn remove(&mut self, name: impl Into<String>) {
        self.edits.push(Edit::Remove(name.into()));
    }
}

impl fmt::Debug for ToolChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolChanges")
            .field("changes", &self.edits.len())
            .finish()
    }
}
