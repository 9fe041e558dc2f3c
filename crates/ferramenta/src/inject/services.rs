use std::{
    any::{Any, TypeId},
    collections::{HashMap, HashSet},
    fmt,
    sync::Arc,
};

use super::{Binder, FromServer, Source, derived::Derived};
use crate::{Context, Failure, catalog::Handle, interact::Asking, subscribe::Changing};

/// Makes the [`Source`] of one service, its type forgotten, when the server is built.
pub(super) type Provider =
    Arc<dyn Fn(&mut Binder<'_>) -> Option<Box<dyn Any + Send + Sync>> + Send + Sync>;

/// The services of a server, one of each type.
#[derive(Clone, Default)]
pub(crate) struct Services {
    registered: HashMap<TypeId, Provider>,
    /// How types are made that nobody registered.
    derived: HashMap<TypeId, Provider>,
    /// What tools have brought along.
    brought: HashSet<TypeId>,
    /// What they have brought in place of something of theirs, since that was last asked for.
    replaced: Vec<TypeId>,
    /// Leads to the server, once it is built.
    live: Handle,
    changing: Changing,
    asking: Asking,
}

impl Services {
    pub(super) fn provider(&self, id: TypeId) -> Option<Provider> {
        let provider = self.registered.get(&id);
        provider.or_else(|| self.derived.get(&id)).cloned()
    }

    /// Adds a value; false when there already is a provider of its type, which stays.
    pub(crate) fn add<T: ?Sized + Send + Sync + 'static>(&mut self, value: Arc<T>) -> bool {
        self.register::<T>(move |_| Some(Source::Fixed(Arc::clone(&value))))
    }

    /// Adds a value in place of the provider of its type.
    pub(crate) fn replace<T: ?Sized + Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.registered.remove(&TypeId::of::<T>());
        self.add(value);
    }

    /// Adds what a tool has brought along, in place of what such a tool has brought before; what was registered
    /// otherwise stays.
    pub(crate) fn bring<T: ?Sized + Send + Sync + 'static>(&mut self, value: Arc<T>) {
        let id = TypeId::of::<T>();
        if self.brought.contains(&id) {
            self.replace(value);
            self.replaced.push(id);
        } else if self.add(value) {
            self.brought.insert(id);
        }
    }

    /// What was replaced since the last time.
    pub(crate) fn take_replaced(&mut self) -> Vec<TypeId> {
        std::mem::take(&mut self.replaced)
    }

    /// Leads to the server, once it is built.
    pub(crate) fn live(&self) -> Handle {
        Handle::clone(&self.live)
    }

    /// What handlers ask with.
    pub(crate) const fn asking(&self) -> &Asking {
        &self.asking
    }

    pub(crate) fn ask_with(&mut self, asking: Asking) {
        self.asking = asking;
    }

    /// What can change while the server runs.
    pub(crate) const fn changing(&self) -> Changing {
        self.changing
    }

    pub(crate) const fn changing_mut(&mut self) -> &mut Changing {
        &mut self.changing
    }

    /// Adds a factory whose value lives as long as the server.
    pub(crate) fn add_singleton<T, P, F>(&mut self, factory: F) -> bool
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> T + Send + Sync + 'static,
    {
        self.register::<T>(move |binder| {
            let bound = P::bind(binder)?;
            let needs = P::constant(&bound);
            if needs.is_none() {
                binder.captures_a_call();
            }
            Some(Source::Fixed(Arc::new(factory(needs?))))
        })
    }

    /// Adds a factory whose value lives as long as a call.
    pub(crate) fn add_scoped<T, P, F, R>(&mut self, factory: F) -> bool
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.register::<T>(move |binder| {
            let make = maker(P::bind(binder)?, factory.clone());
            Some(Source::scoped(binder, make))
        })
    }

    /// Adds a factory whose value is made anew for each that asks.
    pub(crate) fn add_transient<T, P, F, R>(&mut self, factory: F) -> bool
    where
        T: Send + Sync + 'static,
        P: FromServer,
        F: Fn(P) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.register::<T>(move |binder| {
            Some(Source::Made(maker(P::bind(binder)?, factory.clone())))
        })
    }

    /// Makes one type stand for another, as a rule a `dyn Trait` for the type that implements it.
    pub(crate) fn add_binding<T, C>(&mut self, up: fn(Arc<C>) -> Arc<T>) -> bool
    where
        T: ?Sized + Send + Sync + 'static,
        C: Send + Sync + 'static,
    {
        self.register::<T>(move |binder| Some(binder.service::<C>()?.map(up)))
    }

    /// Notes how a type is made when nobody registers it: once, if it is made from what is the same for all
    /// calls, else once for each call; false when it was noted before.
    pub(crate) fn add_derived<T: Derived>(&mut self) -> bool {
        let id = TypeId::of::<T>();
        let new = !self.derived.contains_key(&id);
        if new {
            self.derived.insert(id, provider(derive::<T>));
        }
        new
    }

    fn register<T: ?Sized + Send + Sync + 'static>(
        &mut self,
        make: impl Fn(&mut Binder<'_>) -> Option<Source<T>> + Send + Sync + 'static,
    ) -> bool {
        let id = TypeId::of::<T>();
        let free = !self.registered.contains_key(&id);
        if free {
            self.registered.insert(id, provider(make));
        }
        free
    }
}

fn derive<T: Derived>(binder: &mut Binder<'_>) -> Option<Source<T>> {
    let bound = T::bind(binder)?;
    Some(match T::constant(&bound) {
        Some(value) => Source::Fixed(Arc::new(value)),
        None => Source::scoped(
            binder,
            maker::<T, T, _, _>(bound, |value| std::future::ready(Ok(value))),
        ),
    })
}

fn provider<T: ?Sized + Send + Sync + 'static>(
    make: impl Fn(&mut Binder<'_>) -> Option<Source<T>> + Send + Sync + 'static,
) -> Provider {
    Arc::new(move |binder| Some(Box::new(make(binder)?)))
}

/// A factory that has all it needs but the call.
fn maker<T, P, F, R>(bound: P::Bound, factory: F) -> super::Maker<T>
where
    T: Send + Sync + 'static,
    P: FromServer,
    F: Fn(P) -> R + Clone + Send + Sync + 'static,
    R: Future<Output = Result<T, Failure>> + Send + 'static,
{
    let bound = Arc::new(bound);
    Arc::new(move |cx: Context| {
        let (bound, factory) = (Arc::clone(&bound), factory.clone());
        Box::pin(async move {
            let needs = P::get(&bound, &cx).await?;
            factory(needs).await.map(Arc::new)
        })
    })
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Services")
            .field("registered", &self.registered.len())
            .field("derived", &self.derived.len())
            .finish()
    }
}
