//! What the server provides to a handler: services, the context, and the user's own types.

mod binder;
pub(crate) mod derived;
mod scope;
mod services;
mod source;

use std::{fmt, ops::Deref, sync::Arc};

pub use self::{binder::Binder, source::Source};
pub(crate) use self::{
    binder::{Resolved, short},
    scope::Scope,
    services::Services,
    source::Maker,
};
use crate::{Context, Failure};

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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that the server provides",
    label = "not provided by the server",
    note = "a service is `Inject<{Self}>`, the request `Context`; for a type of your own, implement `FromServer`"
)]
pub trait FromServer: Sized + Send + 'static {
    /// What is looked up once, when the server is built.
    type Bound: Send + Sync + 'static;

    /// Looks up what the value is made from; `None` when something is missing, which the binder notes.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// The value for one call.
    fn get(bound: &Self::Bound, cx: &Context)
    -> impl Future<Output = Result<Self, Failure>> + Send;

    /// The value, where it is the same for all calls: what is made from such values alone is made once.
    fn constant(bound: &Self::Bound) -> Option<Self> {
        let _ = bound;
        None
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

impl<T: ?Sized + Send + Sync + 'static> FromServer for Inject<T> {
    type Bound = Source<T>;

    fn bind(binder: &mut Binder<'_>) -> Option<Source<T>> {
        binder.service::<T>()
    }

    async fn get(bound: &Source<T>, cx: &Context) -> Result<Self, Failure> {
        bound.get(cx).await.map(Self)
    }

    fn constant(bound: &Source<T>) -> Option<Self> {
        bound.constant().map(Self)
    }
}

macro_rules! tuples {
    ($($T:ident $index:tt),*) => {
        /// Several at once, for factories and hooks.
        impl<$($T: FromServer),*> FromServer for ($($T,)*) {
            type Bound = ($($T::Bound,)*);

            fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound> {
                let _ = &binder;
                let _bound = ($($T::bind(binder),)*);
                Some(($(_bound.$index?,)*))
            }

            async fn get(bound: &Self::Bound, cx: &Context) -> Result<Self, Failure> {
                let _ = (bound, cx);
                Ok(($($T::get(&bound.$index, cx).await?,)*))
            }

            fn constant(bound: &Self::Bound) -> Option<Self> {
                let _ = bound;
                Some(($($T::constant(&bound.$index)?,)*))
            }
        }
    };
}
tuples!();
tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);
