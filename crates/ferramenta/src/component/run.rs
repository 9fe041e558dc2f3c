//! Where handlers run.

use std::sync::Arc;

use super::{CallError, Pool, Slot};

/// How a handler is run.
pub(crate) trait Run<P, R>: Send + Sync + 'static {
    /// Where the handler runs, in words.
    const PLACE: &'static str;

    /// What running it comes to.
    type End: Send;

    /// Runs it; the slot is taken where something may go on when nobody waits any more.
    fn run(
        &self,
        params: P,
        pool: &Pool,
        slot: &mut Slot,
    ) -> impl Future<Output = Self::End> + Send;

    /// What the handler returned, if it came to that.
    fn output(end: Self::End) -> Result<R, CallError>;

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
    type End = R;

    fn run(&self, params: P, _: &Pool, _: &mut Slot) -> impl Future<Output = R> + Send {
        (self.0)(params)
    }

    fn output(end: R) -> Result<R, CallError> {
        Ok(end)
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
    type End = Result<R, CallError>;

    fn run(
        &self,
        params: P,
        pool: &Pool,
        slot: &mut Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send {
        let handler = Arc::clone(&self.0);
        pool.run(move || handler(params), slot.take())
    }

    fn output(end: Result<R, CallError>) -> Result<R, CallError> {
        end
    }

    async fn detached(&self, params: P, pool: &Pool, mut slot: Slot) -> Result<R, CallError> {
        self.run(params, pool, &mut slot).await
    }
}

impl<P, F, R> Run<P, R> for Inline<F>
where
    P: Send + 'static,
    F: Fn(P) -> R + Send + Sync + 'static,
    R: Send + 'static,
{
    const PLACE: &'static str = "inline";
    type End = R;

    fn run(&self, params: P, _: &Pool, _: &mut Slot) -> impl Future<Output = R> + Send {
        std::future::ready((self.0)(params))
    }

    fn output(end: R) -> Result<R, CallError> {
        Ok(end)
    }

    fn detached(
        &self,
        params: P,
        _: &Pool,
        _: Slot,
    ) -> impl Future<Output = Result<R, CallError>> + Send {
        std::future::ready(Ok((self.0)(params)))
    }
}
