//! Types that know how they are made from the server's services, and need no registration.

use std::{fmt, marker::PhantomData, pin::Pin, sync::Arc};

use super::{Binder, FromServer, Inject, Services, Source};
use crate::{Context, Failure};

/// A type that is made from the server's services; `#[derive(Inject)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` doesn't say how it is made from the server's services",
    label = "not derived",
    note = "put `#[derive(Inject)]` on it"
)]
pub trait Derived: FromServer + Sync {
    /// Notes how the type is made, and the types that it is made from.
    fn register(registry: &mut Registry<'_>);
}

/// Where it is noted how types are made.
#[derive(Debug)]
pub struct Registry<'a>(pub(crate) &'a mut Services);

impl Registry<'_> {
    /// Notes how a type is made; false when it was noted before.
    pub fn note<T: Derived>(&mut self) -> bool {
        self.0.add_derived::<T>()
    }
}

/// Asks of a type, by the way its methods are found, whether it can be noted: [`Known`] is found first.
pub struct Probe<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Probe<T> {
    /// The question.
    pub const NEW: Self = Self(PhantomData);
}

impl<T: ?Sized> fmt::Debug for Probe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}

/// What is, or holds, a type that says how it is made.
pub trait Known {
    /// Notes how it is made.
    fn register(&self, registry: &mut Registry<'_>);
}

impl<T: Derived> Known for Probe<T> {
    fn register(&self, registry: &mut Registry<'_>) {
        T::register(registry);
    }
}

impl<T: Derived> Known for Probe<Inject<T>> {
    fn register(&self, registry: &mut Registry<'_>) {
        T::register(registry);
    }
}

impl<T: Derived> Known for Probe<Arc<T>> {
    fn register(&self, registry: &mut Registry<'_>) {
        T::register(registry);
    }
}

/// Everything else.
pub trait Unknown {
    /// Notes nothing.
    fn register(&self, _: &mut Registry<'_>) {}
}

impl<T: ?Sized> Unknown for &Probe<T> {}

/// What a field of a type that derives `Inject` can be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a type that derives `Inject`",
    label = "not something the server provides",
    note = "a service is `Arc<{Self}>` or `Inject<{Self}>`, and what implements `FromServer` is taken as it is",
    note = "a value of the type's own has a default: `#[inject(default)]` or `#[inject(default = ..)]`"
)]
pub trait InjectField: Sized + Send + 'static {
    /// What is looked up once, when the server is built.
    type Bound: Send + Sync + 'static;

    /// Looks up what the value is made from.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// The value for one call.
    fn get(bound: &Self::Bound, cx: &Context)
    -> impl Future<Output = Result<Self, Failure>> + Send;

    /// The value, where it is the same for all calls.
    fn constant(bound: &Self::Bound) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: FromServer> InjectField for T {
    type Bound = T::Bound;

    fn bind(binder: &mut Binder<'_>) -> Option<T::Bound> {
        T::bind(binder)
    }

    async fn get(bound: &T::Bound, cx: &Context) -> Result<Self, Failure> {
        T::get(bound, cx).await
    }

    fn constant(bound: &T::Bound) -> Option<Self> {
        T::constant(bound)
    }
}

impl<T: ?Sized + Send + Sync + 'static> InjectField for Arc<T> {
    type Bound = Source<T>;

    fn bind(binder: &mut Binder<'_>) -> Option<Source<T>> {
        binder.service::<T>()
    }

    async fn get(bound: &Source<T>, cx: &Context) -> Result<Self, Failure> {
        bound.get(cx).await
    }

    fn constant(bound: &Source<T>) -> Option<Self> {
        bound.constant()
    }
}

/// The fields of a type, each in a pair with those that follow.
pub trait Fields: Sized + Send + 'static {
    /// What is looked up once, when the server is built.
    type Bound: Send + Sync + 'static;

    /// Looks up what the values are made from; all of it, so that everything that is missing is noted.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// The values for one call.
    fn get(bound: &Self::Bound, cx: &Context)
    -> impl Future<Output = Result<Self, Failure>> + Send;

    /// The values, where they are the same for all calls.
    fn constant(bound: &Self::Bound) -> Option<Self>;
}

impl Fields for () {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    async fn get((): &(), _: &Context) -> Result<Self, Failure> {
        Ok(())
    }

    fn constant((): &()) -> Option<Self> {
        Some(())
    }
}

impl<F: InjectField, R: Fields> Fields for (F, R) {
    type Bound = (F::Bound, R::Bound);

    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound> {
        let (first, rest) = (F::bind(binder), R::bind(binder));
        Some((first?, rest?))
    }

    async fn get((first, rest): &Self::Bound, cx: &Context) -> Result<Self, Failure> {
        Ok((F::get(first, cx).await?, R::get(rest, cx).await?))
    }

    fn constant((first, rest): &Self::Bound) -> Option<Self> {
        Some((F::constant(first)?, R::constant(rest)?))
    }
}

/// How a derived type is made; the types of its fields are forgotten, so that they may be private.
pub struct Recipe<T>(Box<dyn Make<T>>);

type Making<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'a>>;

impl<T: 'static> Recipe<T> {
    pub(crate) fn bind<F: Fields>(binder: &mut Binder<'_>, make: fn(F) -> T) -> Option<Self> {
        let bound = F::bind(binder)?;
        Some(Self(Box::new(Bound { bound, make })))
    }

    /// The value for one call.
    pub fn get<'a>(
        &'a self,
        cx: &'a Context,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'a {
        self.0.get(cx)
    }

    /// The value, where it is the same for all calls.
    pub fn constant(&self) -> Option<T> {
        self.0.constant()
    }
}

impl<T> fmt::Debug for Recipe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recipe")
    }
}

trait Make<T>: Send + Sync {
    fn get<'a>(&'a self, cx: &'a Context) -> Making<'a, T>;
    fn constant(&self) -> Option<T>;
}

struct Bound<F: Fields, T> {
    bound: F::Bound,
    make: fn(F) -> T,
}

impl<F: Fields, T> Make<T> for Bound<F, T> {
    fn get<'a>(&'a self, cx: &'a Context) -> Making<'a, T> {
        Box::pin(async move { F::get(&self.bound, cx).await.map(self.make) })
    }

    fn constant(&self) -> Option<T> {
        F::constant(&self.bound).map(self.make)
    }
}

/// The value of the tool that a rule belongs to: a rule is asked without a call, so the tool has to be one
/// that isn't made for each.
#[derive(Debug)]
pub struct Own<T>(pub Inject<T>);

impl<T: Send + Sync + 'static> FromServer for Own<T> {
    type Bound = Arc<T>;

    fn bind(binder: &mut Binder<'_>) -> Option<Arc<T>> {
        let own = binder.own::<T>()?.constant();
        if own.is_none() {
            binder.rule_of_a_call::<T>();
        }
        own
    }

    async fn get(bound: &Arc<T>, _: &Context) -> Result<Self, Failure> {
        Ok(Self(Inject::new(Arc::clone(bound))))
    }

    fn constant(bound: &Arc<T>) -> Option<Self> {
        Some(Self(Inject::new(Arc::clone(bound))))
    }
}
