//! What comes and goes on a server that runs, in the hands of its handlers.

use std::{
    fmt,
    panic::Location,
    sync::{Arc, OnceLock, Weak},
};

use super::{Prompt, Resource, Tool, kinds::Kind, live::Live};
use crate::{
    Binder, BuildErrors, Context, Failure, FromServer, IntoPrompt, IntoResource, IntoTool,
    PromptDef, PromptSet, PromptValue, ResourceDef, ResourceSet, ResourceValue, ToolDef, ToolSet,
    ToolValue,
};

/// Leads to the catalog once there is one. It doesn't keep the server alive: its tools hold it.
pub(crate) type Handle = Arc<OnceLock<Weak<Live>>>;

/// One change to components that are declared so.
pub(super) enum Edit<D> {
    /// One whose name is free.
    Add(D),
    /// One that takes the place of the one with its name, if there is one.
    Put(D),
    Remove(String),
}

/// Makes all the changes at once.
fn update<K: Kind>(handle: &Handle, edits: Vec<Edit<K::Def>>) -> Result<bool, BuildErrors> {
    // nobody can call a server that is gone
    let live = handle.get().and_then(Weak::upgrade);
    live.map_or(Ok(false), |live| live.update::<K>(edits))
}

macro_rules! registry {
    (
        $(#[$about:meta])*
        $registry:ident, $changes:ident, $kind:ident, $def:ident, $set:ident,
        $into:ident::$make:ident, $value:ident::$make_of:ident,
        $one:literal, $many:literal, $name:literal
    ) => {
        $(#[$about])*
        #[derive(Clone)]
        pub struct $registry(Handle);

        impl $registry {
            pub(crate) const fn new(handle: Handle) -> Self {
                Self(handle)
            }

            #[doc = concat!("Changes the ", $many, ", all changes at once; gives whether there was anything to change.")]
            ///
            /// # Errors
            #[doc = concat!("Every mistake of the new ", $many, "; then nothing has changed.")]
            pub fn update(&self, change: impl FnOnce(&mut $changes)) -> Result<bool, BuildErrors> {
                let mut changes = $changes { edits: Vec::new() };
                change(&mut changes);
                update::<$kind>(&self.0, changes.edits)
            }
        }

        impl fmt::Debug for $registry {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($registry)).finish_non_exhaustive()
            }
        }

        impl FromServer for $registry {
            type Bound = Self;

            fn bind(binder: &mut Binder<'_>) -> Option<Self> {
                binder.registry($kind::LISTED, stringify!($registry)).map(Self)
            }

            fn get(bound: &Self, _: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
                std::future::ready(Ok(bound.clone()))
            }

            fn constant(bound: &Self) -> Option<Self> {
                Some(bound.clone())
            }
        }

        #[doc = concat!("Changes to a server's ", $many, ", in their order.")]
        pub struct $changes {
            edits: Vec<Edit<$def>>,
        }

        impl $changes {
            #[doc = concat!("Adds ", $many, "; a ", $name, " that is taken is a mistake.")]
            #[track_caller]
            pub fn add<T: $set>(&mut self) {
                let mut all = Vec::new();
                T::add_to(&mut all);
                let place = Location::caller().into();
                self.edits.extend(all.into_iter().map(|one| Edit::Add(one.placed(place))));
            }

            #[doc = concat!("Adds a ", $one, " as a value; a ", $name, " that is taken is a mistake.")]
            #[track_caller]
            pub fn add_value<T: $value<M>, M>(&mut self, one: T) {
                let one = one.$make_of().placed(Location::caller().into());
                self.edits.push(Edit::Add(one));
            }

            #[doc = concat!("Adds a ", $one, ", in place of the one with its ", $name, " if there is one.")]
            #[track_caller]
            pub fn put<T: $into>(&mut self) {
                let one = T::$make().placed(Location::caller().into());
                self.edits.push(Edit::Put(one));
            }

            #[doc = concat!("Adds a ", $one, " as a value, in place of the one with its ", $name, " if there is one.")]
            #[track_caller]
            pub fn put_value<T: $value<M>, M>(&mut self, one: T) {
                let one = one.$make_of().placed(Location::caller().into());
                self.edits.push(Edit::Put(one));
            }

            #[doc = concat!("Removes the ", $one, " of this ", $name, ", if there is one.")]
            pub fn remove(&mut self, name: impl Into<String>) {
                self.edits.push(Edit::Remove(name.into()));
            }
        }

        impl fmt::Debug for $changes {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($changes))
                    .field("changes", &self.edits.len())
                    .finish()
            }
        }
    };
}

registry! {
    /// The tools of a running server, to be added, replaced and removed, by a server that was declared with
    /// [`Server::dynamic_tools`](crate::Server::dynamic_tools).
    ///
    /// A handler, a step of starting and a service take it as a parameter or field;
    /// [`BuiltServer::tool_registry`](crate::BuiltServer::tool_registry) gives it to all else. Clients that listen are
    /// told of each change (specification: *Tools, List Changed Notification*). A call that is under way when its tool
    /// is removed runs to its end.
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
    ToolRegistry, ToolChanges, Tool, ToolDef, ToolSet, IntoTool::into_tool, ToolValue::into_tool_def,
    "tool", "tools", "name"
}

registry! {
    /// The prompts of a running server, to be added, replaced and removed, by a server that was declared with
    /// [`Server::dynamic_prompts`](crate::Server::dynamic_prompts).
    ///
    /// It is taken like a [`ToolRegistry`], and [`BuiltServer::prompt_registry`](crate::BuiltServer::prompt_registry)
    /// gives it to all else. Clients that listen are told of each change (specification: *Prompts, List Changed
    /// Notification*).
    ///
    /// ```
    /// use ferramenta::{PromptRegistry, Server, ToolResult, prompt, tool};
    ///
    /// /// Recommend a book.
    /// #[prompt]
    /// async fn recommend(topic: String) -> String {
    ///     format!("Recommend a book about {topic}.")
    /// }
    ///
    /// /// Let books be recommended.
    /// #[tool]
    /// async fn open(registry: PromptRegistry) -> ToolResult<&'static str> {
    ///     registry.update(|prompts| prompts.put::<recommend>())?;
    ///     Ok("Ask for recommendations.")
    /// }
    ///
    /// let server = Server::new("Books").dynamic_prompts().tool::<open>();
    /// # assert!(server.build().is_ok());
    /// ```
    PromptRegistry, PromptChanges, Prompt, PromptDef, PromptSet, IntoPrompt::into_prompt,
    PromptValue::into_prompt_def, "prompt", "prompts", "name"
}

registry! {
    /// The resources of a running server, to be added, replaced and removed, by a server that was declared with
    /// [`Server::dynamic_resources`](crate::Server::dynamic_resources).
    ///
    /// It is taken like a [`ToolRegistry`], and
    /// [`BuiltServer::resource_registry`](crate::BuiltServer::resource_registry) gives it to all else. Resources are
    /// found by the URI, or the template, that they were declared with. Clients that listen are told that there are
    /// others (specification: *Resources, List Changed Notification*); that one has other contents is told by
    /// [`Notices`](crate::Notices).
    ///
    /// ```
    /// use ferramenta::{ResourceRegistry, Server, ToolResult, resource, tool};
    ///
    /// /// The books on sale.
    /// #[resource("books://sale")]
    /// async fn sale() -> &'static str {
    ///     "Sealed Verses"
    /// }
    ///
    /// /// Begin the sale.
    /// #[tool]
    /// async fn begin(registry: ResourceRegistry) -> ToolResult<&'static str> {
    ///     registry.update(|resources| resources.put::<sale>())?;
    ///     Ok("The sale is on.")
    /// }
    ///
    /// let server = Server::new("Books").dynamic_resources().tool::<begin>();
    /// # assert!(server.build().is_ok());
    /// ```
    ResourceRegistry, ResourceChanges, Resource, ResourceDef, ResourceSet, IntoResource::into_resource,
    ResourceValue::into_resource_def, "resource", "resources", "URI"
}
