//! What is done around requests and around calls: audit, metrics, gates, retries.

mod call;
mod request;

use std::sync::Arc;

pub(crate) use self::{
    call::ErasedAround,
    request::{ErasedLayer, answered, layered},
};
pub use self::{
    call::{Around, NextCall},
    request::{Layer, Next},
};
use crate::{
    Binder,
    inject::derived::{Derived, Registry},
};

/// Prepares something that a server is wrapped in, when the server is built.
pub(crate) type Setup<E> = Box<dyn FnOnce(&mut Binder<'_>) -> Option<Arc<E>> + Send + Sync>;

/// A setup that has its value.
pub(crate) fn ready<E: ?Sized + Send + Sync + 'static>(value: Arc<E>) -> Setup<E> {
    Box::new(move |_| Some(value))
}

/// A setup whose value is made from the server's services, once.
pub(crate) fn made<T: Derived, E: ?Sized + 'static>(up: fn(Arc<T>) -> Arc<E>) -> Setup<E> {
    Box::new(move |binder| {
        let source = binder.own::<T>()?;
        let value = source.constant();
        if value.is_none() {
            binder.captures_a_call();
        }
        value.map(up)
    })
}

/// Notes how a type is made, and what it is made from.
pub(crate) fn note<T: Derived>(services: &mut crate::inject::Services) {
    T::register(&mut Registry(services));
}

/// Makes everything that something is wrapped in.
pub(crate) fn bind<E: ?Sized>(setups: Vec<Setup<E>>, binder: &mut Binder<'_>) -> Vec<Arc<E>> {
    setups
        .into_iter()
        .filter_map(|setup| setup(binder))
        .collect()
}
