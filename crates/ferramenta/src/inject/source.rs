use std::{fmt, pin::Pin, sync::Arc};

use super::{Binder, scope::Slot};
use crate::{Context, Failure};

/// Makes a value for one call.
pub(crate) type Maker<T> = Arc<dyn Fn(Context) -> Making<T> + Send + Sync>;
type Making<T> = Pin<Box<dyn Future<Output = Result<Arc<T>, Failure>> + Send>>;

/// Where the values of a service come from; found when the server is built.
pub enum Source<T: ?Sized> {
    /// One value for all calls.
    #[doc(hidden)]
    Fixed(Arc<T>),
    /// One value for each call, made when it is first asked for.
    #[doc(hidden)]
    Scoped(Scoped<T>),
    /// A value for each that asks.
    #[doc(hidden)]
    Made(Maker<T>),
}

/// A place in the values of a call, and how it is filled.
#[doc(hidden)]
pub struct Scoped<T: ?Sized> {
    slot: Slot,
    make: Maker<T>,
}

impl<T: ?Sized + Send + Sync + 'static> Source<T> {
    pub(super) fn scoped(binder: &mut Binder<'_>, make: Maker<T>) -> Self {
        Self::Scoped(Scoped {
            slot: binder.new_slot(),
            make,
        })
    }

    /// The value, where it is the same for all calls.
    pub fn constant(&self) -> Option<Arc<T>> {
        match self {
            Self::Fixed(value) => Some(Arc::clone(value)),
            Self::Scoped(_) | Self::Made(_) => None,
        }
    }

    /// The value for a call.
    ///
    /// # Errors
    /// When it can't be made.
    pub async fn get(&self, cx: &Context) -> Result<Arc<T>, Failure> {
        match self {
            Self::Fixed(value) => Ok(Arc::clone(value)),
            Self::Scoped(scoped) => {
                let scope = &cx.call().scope;
                // in a box, so that calls that take what is the same for all don't have to have room for it
                Box::pin(scope.get(scoped.slot, || (scoped.make)(cx.clone()))).await
            }
            Self::Made(make) => make(cx.clone()).await,
        }
    }

    /// The same values under another type.
    pub(super) fn map<U: ?Sized + 'static>(self, up: fn(Arc<T>) -> Arc<U>) -> Source<U> {
        match self {
            Self::Fixed(value) => Source::Fixed(up(value)),
            other => Source::Made(Arc::new(move |cx| {
                let source = other.clone();
                Box::pin(async move { source.get(&cx).await.map(up) })
            })),
        }
    }
}

impl<T: ?Sized> Clone for Source<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Fixed(value) => Self::Fixed(Arc::clone(value)),
            Self::Scoped(Scoped { slot, make }) => Self::Scoped(Scoped {
                slot: *slot,
                make: Arc::clone(make),
            }),
            Self::Made(make) => Self::Made(Arc::clone(make)),
        }
    }
}

impl<T: ?Sized> fmt::Debug for Source<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lifetime = match self {
            Self::Fixed(_) => "one for all calls",
            Self::Scoped(_) => "one for each call",
            Self::Made(_) => "one for each that asks",
        };
        f.debug_tuple("Source").field(&lifetime).finish()
    }
}

impl<T: ?Sized> fmt::Debug for Scoped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scoped")
            .field("slot", &self.slot)
            .finish_non_exhaustive()
    }
}
