//! Where handlers run.

use std::sync::Arc;

use super::{CallError, Pool, Slot};

/// How a handler is run.
pub(crate) trait Run<P, R>: Send + Sync + 'static {
    /// Where the handler runs, in words.
    const PLACE: &'static str;

    fn run(
        &self,
        params: P,
        pool: &Pool,
        slot: Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send;

    /// The same, in a future of its own that outlives whoever waits for it.
    fn detached(
        &self,
        params: P,
        pool: &Pool,
        slot: Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send;
}

/// An `async` handler.
pub(crate) struct Concurrent<F>(pub(crate) F);
/// A blocking handler, for the pool.
pub(crate) struct Blocking<F>(pub(crate) Arc<F>);
/// A quick handler.
pub(crate) struct Inline<F>(pub(crate) F);

impl<P, F, T, R> Run<P, R> for Concurrent<F>
where
    P: Send + 'static,
    F: Fn(P) -> T + Send + Sync + 'static,
    T: Future<Output = R> + Send + 'static,
    R: Send + 'static,
{
    const PLACE: &'static str = "in the connection's task";

    async fn run(&self, params: P, _: &Pool, _slot: Slot) -> Result<R, CallError> {
        Ok((self.0)(params).await)
    }

    async fn detached(&self, params: P, pool: &Pool, slot: Slot) -> Result<R, CallError> {
        pool.detach((self.0)(params), slot).await
    }
}

impl<P, F, R> Run<P, R> for Blocking<F>
where
    P: Send + 'static,
    F: Fn(P) -> R + Send + Sync + 'static,
    R: Send + 'static,
{
    const PLACE: &'static str = "on the blocking pool";

    async fn run(&self, params: P, pool: &Pool, slot: Slot) -> Result<R, CallError> {
        let handler = Arc::clone(&self.0);
        pool.run(move || handler(params), slot).await
    }

    async fn detached(&self, params: P, pool: &Pool, slot: Slot) -> Result<R, CallError> {
        self.run(params, pool, slot).await
    }
}

impl<P, F, R> Run<P, R> for Inline<F>
where
    P: Send + 'static,
    F: Fn(P) -> R + Send + Sync + 'static,
    R: Send + 'static,
{
    const PLACE: &'static str = "inline";

    fn run(
        &self,
        params: P,
        _: &Pool,
        _: Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send {
        std::future::ready(Ok((self.0)(params)))
    }

    fn detached(
        &self,
        params: P,
        pool: &Pool,
        slot: Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send {
        self.run(params, pool, slot)
    }
}
