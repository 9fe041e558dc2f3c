//! What is done around requests and calls, and who calls.

use std::sync::Arc;

use super::Server;
#[cfg(feature = "sealing")]
use crate::StateKeys;
use crate::{
    Around, Authenticate, Derived, Failure, FromServer, Identity, Layer, access::hook, layer,
    lifecycle::step,
};

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
    /// others and for [`Limits::drain`] at most, but none where nothing was started; a server that is mounted in
    /// another application doesn't learn of its end.
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

    /// Who calls on standard input and output: whoever started the process.
    pub fn stdio_identity(mut self, identity: Identity) -> Self {
        self.declaration.stdio_identity = Some(identity);
        self
    }
}
