//! Where a server is declared, and what it is once it is built.

mod about;
mod built;

use std::{fmt, panic::Location, sync::Arc};

pub use self::built::BuiltServer;
#[cfg(feature = "sealing")]
use crate::StateKeys;
use crate::{
    Around, Authenticate, Bus, Derived, Extension, Failure, FromServer, Identity, IntoPrompt,
    IntoResource, Layer, Place, PromptDef, PromptSet, PromptValue, ResourceDef, ResourceSet,
    ResourceValue, ToolDef, ToolSet, ToolValue,
    access::hook,
    build_error::{BuildError, BuildErrorCode},
    catalog::Declaration,
    inject::{Services, short},
    layer,
    lifecycle::step,
    subscribe::Listed,
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
    /// Whether a page is to show it while it runs.
    #[cfg(feature = "inspector")]
    inspected: bool,
}

impl Server {
    /// Provides a value that handlers take as [`Inject<T>`](struct@crate::Inject).
    #[track_caller]
    pub fn service<T: Send + Sync + 'static>(self, service: T) -> Self {
        self.provide::<T>(|services| services.add(Arc::new(service)))
    }

    /// Provides a value under the name of a trait that it implements.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ferramenta::{Inject, Server, tool};
    ///
    /// trait Clock: Send + Sync {
    ///     fn year(&self) -> u16;
    /// }
    ///
    /// struct Stopped;
    /// impl Clock for Stopped {
    ///     fn year(&self) -> u16 {
    ///         2026
    ///     }
    /// }
    ///
    /// /// Tell the year.
    /// #[tool]
    /// async fn year(clock: Inject<dyn Clock>) -> u16 {
    ///     clock.year()
    /// }
    ///
    /// let server = Server::new("Clock").service_as::<dyn Clock>(Arc::new(Stopped)).tool::<year>();
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn service_as<T: ?Sized + Send + Sync + 'static>(self, service: Arc<T>) -> Self {
        self.provide::<T>(|services| services.add(service))
    }

    /// Makes one service stand for another type, as a rule a `dyn Trait` for the type that implements it:
    /// `.bind::<dyn Clock, SystemClock>(|clock| clock)`.
    #[track_caller]
    pub fn bind<T, C>(self, up: fn(Arc<C>) -> Arc<T>) -> Self
    where
        T: ?Sized + Send + Sync + 'static,
        C: Send + Sync + 'static,
    {
        self.provide::<T>(|services| services.add_binding(up))
    }

    /// Provides a value that is made when the server is built, from other such values: the factory takes a
    /// tuple of what the server provides.
    #[track_caller]
    pub fn singleton<T, P, F>(self, factory: F) -> Self
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> T + Send + Sync + 'static,
    {
        self.provide::<T>(|services| services.add_singleton(factory))
    }

    /// Provides a value that is made for each call: at most once, when it is first asked for, and let go
    /// when the call ends. An error of the factory is a failure of which the client learns a reference.
    ///
    /// ```
    /// use ferramenta::{Context, Inject, Server, tool};
    ///
    /// struct Transaction(String);
    ///
    /// /// Tell the transaction of this call.
    /// #[tool]
    /// async fn transaction(transaction: Inject<Transaction>) -> String {
    ///     transaction.0.clone()
    /// }
    ///
    /// let server = Server::new("Bank")
    ///     .scoped(|(cx,): (Context,)| async move { Ok(Transaction(format!("of request {}", cx.request_id()))) })
    ///     .tool::<transaction>();
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn scoped<T, P, F, R>(self, factory: F) -> Self
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.provide::<T>(|services| services.add_scoped(factory))
    }

    /// Provides a value that is made anew for each that asks.
    #[track_caller]
    pub fn transient<T, P, F, R>(self, factory: F) -> Self
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.provide::<T>(|services| services.add_transient(factory))
    }

    /// Provides a value in place of the one of its type, such as a fake in a test.
    pub fn replace_service<T: Send + Sync + 'static>(mut self, service: T) -> Self {
        self.declaration.services.replace(Arc::new(service));
        self
    }

    /// Provides a value in place of the one that stands behind a trait, such as a fake in a test.
    pub fn replace_service_as<T: ?Sized + Send + Sync + 'static>(
        mut self,
        service: Arc<T>,
    ) -> Self {
        self.declaration.services.replace(service);
        self
    }

    #[track_caller]
    fn provide<T: ?Sized>(mut self, add: impl FnOnce(&mut Services) -> bool) -> Self {
        let place: Place = Location::caller().into();
        if !add(&mut self.declaration.services) {
            let name = short(std::any::type_name::<T>());
            self.declaration.errors.push(BuildError::new(
                BuildErrorCode::DuplicateService,
                place,
                format!("the service `{name}` is provided twice"),
                "remove one of them, or give them types of their own",
            ));
        }
        self
    }
}

impl Server {
    /// Adds a tool by its type: for a function with `#[tool]`, the type of the same name.
    #[track_caller]
    pub fn tool<T: crate::IntoTool>(self) -> Self {
        self.add([T::into_tool()], Location::caller().into())
    }

    /// Adds several tools: a tuple of their types, nested as deeply as one likes.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// #[tool(inline)]
    /// fn add(a: i64, b: i64) -> i64 { a + b }
    /// #[tool(inline)]
    /// fn subtract(a: i64, b: i64) -> i64 { a - b }
    ///
    /// type Tools = (add, subtract);
    /// let server = Server::new("Calculator").tools::<Tools>();
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn tools<T: ToolSet>(self) -> Self {
        let mut tools = Vec::new();
        T::add_to(&mut tools);
        self.add(tools, Location::caller().into())
    }

    /// Adds several tools, each changed on its way: scopes, rules or limits for all of them.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// #[tool(inline)]
    /// fn remove(id: u64) -> String { format!("removed {id}") }
    ///
    /// let server = Server::new("Shop").tools_with::<(remove,)>(|tool| tool.scopes(["shop:admin"]));
    /// # assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn tools_with<T: ToolSet>(self, change: impl FnMut(ToolDef) -> ToolDef) -> Self {
        let mut tools = Vec::new();
        T::add_to(&mut tools);
        self.add(tools.into_iter().map(change), Location::caller().into())
    }

    /// Adds a tool as a value: a [`ToolDef`], or the value of a type that is a tool.
    #[track_caller]
    pub fn tool_value<T: ToolValue<M>, M>(self, tool: T) -> Self {
        self.add([tool.into_tool_def()], Location::caller().into())
    }

    /// Adds a prompt by its type: for a function with `#[prompt]`, the type of the same name.
    #[track_caller]
    pub fn prompt<T: IntoPrompt>(self) -> Self {
        self.add_prompts([T::into_prompt()], Location::caller().into())
    }

    /// Adds several prompts: a tuple of their types, nested as deeply as one likes.
    #[track_caller]
    pub fn prompts<T: PromptSet>(self) -> Self {
        let mut prompts = Vec::new();
        T::add_to(&mut prompts);
        self.add_prompts(prompts, Location::caller().into())
    }

    /// Adds a prompt as a value: a [`PromptDef`], or the value of a type that is a prompt.
    #[track_caller]
    pub fn prompt_value<T: PromptValue<M>, M>(self, prompt: T) -> Self {
        self.add_prompts([prompt.into_prompt_def()], Location::caller().into())
    }

    /// Adds a resource by its type: for a function with `#[resource(..)]`, the type of the same name.
    #[track_caller]
    pub fn resource<T: IntoResource>(self) -> Self {
        self.add_resources([T::into_resource()], Location::caller().into())
    }

    /// Adds several resources: a tuple of their types, nested as deeply as one likes.
    #[track_caller]
    pub fn resources<T: ResourceSet>(self) -> Self {
        let mut resources = Vec::new();
        T::add_to(&mut resources);
        self.add_resources(resources, Location::caller().into())
    }

    /// Adds a resource as a value: a [`ResourceDef`], or the value of a type that is a resource.
    #[track_caller]
    pub fn resource_value<T: ResourceValue<M>, M>(self, resource: T) -> Self {
        self.add_resources([resource.into_resource_def()], Location::caller().into())
    }

    /// Offers an extension of the protocol, for clients that know it.
    pub fn extension(mut self, extension: Extension) -> Self {
        self.declaration.extensions.push(extension);
        self
    }

    fn add_resources(
        mut self,
        resources: impl IntoIterator<Item = ResourceDef>,
        place: Place,
    ) -> Self {
        let resources = resources.into_iter().map(|resource| resource.placed(place));
        self.declaration.resources.extend(resources);
        self
    }

    fn add_prompts(mut self, prompts: impl IntoIterator<Item = PromptDef>, place: Place) -> Self {
        let prompts = prompts.into_iter().map(|prompt| prompt.placed(place));
        self.declaration.prompts.extend(prompts);
        self
    }

    fn add(mut self, tools: impl IntoIterator<Item = ToolDef>, place: Place) -> Self {
        let tools = tools.into_iter().map(|tool| tool.placed(place));
        self.declaration.tools.extend(tools);
        self
    }

    /// Lets clients subscribe to resources, which are told to have changed by [`Notices`](crate::Notices).
    pub fn resource_updates(mut self) -> Self {
        self.declaration.services.changing_mut().updates = true;
        self
    }

    /// Shares a [`Bus`] with other servers, such as replicas of this one: what one of them changes, or tells to have
    /// changed, all of them tell their clients.
    pub fn bus(mut self, bus: impl Bus) -> Self {
        self.declaration.bus = Some(Arc::new(bus));
        self
    }

    /// Lets tools come and go while the server runs, by its [`ToolRegistry`](crate::ToolRegistry); clients
    /// that listen are told.
    pub fn dynamic_tools(self) -> Self {
        self.dynamic(Listed::Tools)
    }

    /// Lets prompts come and go while the server runs, by its [`PromptRegistry`](crate::PromptRegistry); clients
    /// that listen are told.
    pub fn dynamic_prompts(self) -> Self {
        self.dynamic(Listed::Prompts)
    }

    /// Lets resources come and go while the server runs, by its [`ResourceRegistry`](crate::ResourceRegistry);
    /// clients that listen are told.
    pub fn dynamic_resources(self) -> Self {
        self.dynamic(Listed::Resources)
    }

    fn dynamic(mut self, listed: Listed) -> Self {
        self.declaration.services.changing_mut().lists.add(listed);
        self
    }
}

impl Server {
    /// Lets nobody use any tool for whom the guard says no; it takes a tuple of what the server provides.
    ///
    /// ```
    /// use ferramenta::{Context, Server};
    ///
    /// let server = Server::new("Private").guard(|(cx,): (Context,)| async move { cx.identity().is_some() });
    /// # assert!(server.build().is_ok());
    /// ```
    pub fn guard<P, F, R>(mut self, guard: F) -> Self
    where
        P: FromServer,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        self.declaration.guards.push(hook(guard));
        self
    }

    /// Puts a layer around every request: the first that is added is the outermost.
    ///
    /// A request passes, in this order: the layers; the look-up of its method; for a call, who may see and use the
    /// tool; then what is [around](Server::around) every call, and what is around the calls of this tool; the
    /// decoding of the arguments; the handler.
    pub fn layer(mut self, layer: impl Layer) -> Self {
        self.declaration.layers.push(layer::ready(Arc::new(layer)));
        self
    }

    /// Puts a layer around every request that is made from the server's services, once: a type with
    /// `#[derive(Inject)]`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ferramenta::{Answer, Context, ErrorCode, Failure, Inject, Layer, Next, ProtocolError, Server};
    ///
    /// struct Tenants(Vec<String>);
    ///
    /// #[derive(Inject)]
    /// struct Gate {
    ///     tenants: Arc<Tenants>,
    /// }
    ///
    /// impl Layer for Gate {
    ///     async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
    ///         let subject = cx.identity().map(|identity| identity.subject());
    ///         if subject.is_some_and(|subject| self.tenants.0.iter().any(|tenant| tenant == subject)) {
    ///             return Ok(next.run().await);
    ///         }
    ///         Err(ProtocolError::new(ErrorCode::InvalidRequest, "Not a tenant").into())
    ///     }
    /// }
    ///
    /// let server = Server::new("Shop").service(Tenants(vec!["acme".into()])).layer_of::<Gate>();
    /// # assert!(server.build().is_ok());
    /// ```
    pub fn layer_of<T: Layer + Derived>(mut self) -> Self {
        layer::note::<T>(&mut self.declaration.services);
        self.declaration
            .layers
            .push(layer::made::<T, _>(|layer| layer));
        self
    }

    /// Puts something around every call of a tool: the first that is added is the outermost, and what belongs to
    /// [one tool](ToolDef::around) is inside of it.
    pub fn around(mut self, around: impl Around) -> Self {
        self.declaration.around.push(layer::ready(Arc::new(around)));
        self
    }

    /// Puts something around every call that is made from the server's services, once: a type with
    /// `#[derive(Inject)]`.
    pub fn around_of<T: Around + Derived>(mut self) -> Self {
        layer::note::<T>(&mut self.declaration.services);
        self.declaration
            .around
            .push(layer::made::<T, _>(|around| around));
        self
    }

    /// Does something before the first call: when the server begins to be served, or, mounted in another
    /// application, when its first request comes. Steps run in their order; one that fails keeps the server
    /// from starting. They run once, also when the client of that request hangs up. A step takes a tuple of
    /// services that live as long as the server.
    ///
    /// ```
    /// use ferramenta::{Inject, Server};
    ///
    /// struct Pool;
    ///
    /// impl Pool {
    ///     async fn connect(&self) -> std::io::Result<()> {
    ///         Ok(())
    ///     }
    ///
    ///     async fn close(&self) {}
    /// }
    ///
    /// let server = Server::new("Shop")
    ///     .service(Pool)
    ///     .on_start(|(pool,): (Inject<Pool>,)| async move { Ok(pool.connect().await?) })
    ///     .on_stop(|(pool,): (Inject<Pool>,)| async move {
    ///         pool.close().await;
    ///         Ok(())
    ///     });
    /// # assert!(server.build().is_ok());
    /// ```
    pub fn on_start<P, F, R>(mut self, start: F) -> Self
    where
        P: FromServer + Clone + Sync,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        self.declaration.on_start.push(step(start));
        self
    }

    /// Does something after the last call, when the server stops being served: at the end of the input, at
    /// a signal, or when its listener is shut down. Steps run in reverse order, each whatever became of the
    /// others and for [`Limits::drain`](crate::Limits::drain) at most, but none where nothing was started; a server that is mounted in
    /// another application stops when it is told: [`HttpService::shutdown`](crate::HttpService::shutdown).
    pub fn on_stop<P, F, R>(mut self, stop: F) -> Self
    where
        P: FromServer + Clone + Sync,
        F: Fn(P) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        self.declaration.on_stop.push(step(stop));
        self
    }

    /// Sets the keys under which the server seals what clients keep for it, such as sessions, in place of those
    /// that the environment has, or of one that ends with the process.
    #[cfg(feature = "sealing")]
    pub fn state_keys(mut self, keys: StateKeys) -> Self {
        self.declaration.state_keys = Some(keys);
        self
    }

    /// Finds out who calls over HTTP, before anything else is looked at.
    pub fn authenticate(mut self, authenticator: impl Authenticate) -> Self {
        self.declaration.authenticator = Some(Arc::new(authenticator));
        self
    }

    /// Shows the server on a page while it runs: what it offers, calls, every message.
    ///
    /// The page's address is written to standard error when the server starts, by [`run`](Server::run),
    /// [`serve_stdio`](Server::serve_stdio) or [`serve_http`](Server::serve_http). It is on this machine alone, on a
    /// port that is free, with a random token. The page speaks with the server as somebody on standard input and
    /// output does, beside those who are connected already, and with the same services. Whoever has the address can
    /// do all that [`stdio_identity`](Server::stdio_identity) may: this is for development, behind a feature of your own
    /// package.
    ///
    /// ```
    /// use ferramenta::Server;
    ///
    /// let server = Server::new("Demo").inspector();
    /// # assert!(server.build().is_ok());
    /// ```
    #[cfg(feature = "inspector")]
    pub const fn inspector(mut self) -> Self {
        self.inspected = true;
        self
    }

    /// Who calls on standard input and output: whoever started the process.
    pub fn stdio_identity(mut self, identity: Identity) -> Self {
        self.declaration.stdio_identity = Some(identity);
        self
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.declaration.info.name)
            .finish_non_exhaustive()
    }
}
