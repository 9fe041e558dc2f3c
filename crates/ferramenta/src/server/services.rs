//! What a server provides to its handlers.

use std::{panic::Location, sync::Arc};

use super::Server;
use crate::{
    Failure, FromServer, Place,
    build_error::{BuildError, BuildErrorCode},
    inject::{Services, short},
};

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
