//! What the server provides to a handler: services, the context, and the user's own types.

mod services;

use std::{fmt, ops::Deref, sync::Arc};

pub(crate) use services::Services;

use crate::{
    Context, Failure,
    build_error::{BuildError, BuildErrorCode, Place},
};

/// A parameter that comes from the server and can't be supplied by a client.
///
/// It works in two steps: [`bind`](FromServer::bind) looks up once, when the server is built, what is
/// needed (what is missing is found there), and [`get`](FromServer::get) gives the value for one call.
///
/// ```
/// use ferramenta::{Binder, Context, Failure, FromServer, tool};
///
/// struct ProgressWanted(bool);
///
/// impl FromServer for ProgressWanted {
///     type Bound = ();
///
///     fn bind(_: &mut Binder<'_>) -> Option<()> {
///         Some(())
///     }
///
///     async fn get(_: &(), cx: &Context) -> Result<Self, Failure> {
///         Ok(Self(cx.progress().is_wanted()))
///     }
/// }
///
/// /// Tell whether the client wants progress.
/// #[tool]
/// async fn wanted(progress: ProgressWanted) -> bool {
///     progress.0
/// }
/// ```
pub trait FromServer: Sized + Send + 'static {
    /// What is looked up once, when the server is built.
    type Bound: Send + Sync + 'static;

    /// Looks up what the value is made from; `None` when something is missing, which the binder notes.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// The value for one call.
    fn get(bound: &Self::Bound, cx: &Context)
    -> impl Future<Output = Result<Self, Failure>> + Send;
}

/// Looks up services while a server is built, and notes which are missing.
pub struct Binder<'a> {
    pub(crate) services: &'a Services,
    pub(crate) tool: &'a str,
    pub(crate) place: Place,
    pub(crate) errors: &'a mut Vec<BuildError>,
}

impl Binder<'_> {
    /// The service of this type, if it was provided with [`Server::service`](crate::Server::service).
    pub fn service<T: Send + Sync + 'static>(&mut self) -> Option<Arc<T>> {
        let found = self.services.get::<T>();
        if found.is_none() {
            let service = std::any::type_name::<T>();
            self.errors.push(BuildError::new(
                BuildErrorCode::MissingService,
                self.place,
                format!("tool `{}` -> {service}: not provided", self.tool),
                format!("add `.service(..)` with a value of type `{service}` to the server"),
            ));
        }
        found
    }
}

impl fmt::Debug for Binder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binder")
            .field("tool", &self.tool)
            .finish_non_exhaustive()
    }
}

/// A service of the server's: one value, shared by all calls.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use ferramenta::{Inject, Server, tool};
///
/// #[derive(Default)]
/// struct Visits(AtomicU32);
///
/// /// Count this visit.
/// #[tool]
/// async fn visit(visits: Inject<Visits>) -> u32 {
///     visits.0.fetch_add(1, Ordering::Relaxed) + 1
/// }
///
/// let server = Server::new("Counter").service(Visits::default()).tool::<visit>();
/// # assert!(server.build().is_ok());
/// ```
pub struct Inject<T: ?Sized>(Arc<T>);

impl<T: ?Sized> Inject<T> {
    /// Wraps a value, for calling a handler in a unit test.
    pub fn new(value: impl Into<Arc<T>>) -> Self {
        Self(value.into())
    }

    /// The shared value itself.
    pub fn into_inner(self) -> Arc<T> {
        self.0
    }
}

impl<T: ?Sized> Clone for Inject<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> Deref for Inject<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Inject<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Send + Sync + 'static> FromServer for Inject<T> {
    type Bound = Arc<T>;

    fn bind(binder: &mut Binder<'_>) -> Option<Arc<T>> {
        binder.service::<T>()
    }

    fn get(bound: &Arc<T>, _: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(Self(Arc::clone(bound))))
    }
}
