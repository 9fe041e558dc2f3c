//! A handler with the types of its parameters and of its result.

use std::marker::PhantomData;

use super::{CallError, Callable, Calling, Pool, Run, Slot, Surroundings};
use crate::{
    Answer, Context,
    contract::{self, Arguments, Decoded, Params, Published, Taken, taken},
    interact,
};

/// Turns what a handler gives back into an answer.
pub(crate) trait Finish<R>: Send + Sync + 'static {
    /// The answer, complete.
    ///
    /// # Errors
    /// When the value is an error, or not what was published.
    fn finish(&self, output: R, cx: &Context) -> Result<Answer, CallError>;
}

/// A handler whose parameters aren't bound yet.
pub(crate) struct Unbound<P: Params<M>, M, R, H> {
    specs: P::Specs,
    handler: H,
    output: PhantomData<fn() -> R>,
}

/// A handler whose parameters are bound.
pub(crate) struct Bound<P: Params<M>, M, R, H> {
    /// What is published of its arguments.
    pub(crate) input: Published,
    /// Whether it takes what comes with HTTP alone.
    pub(crate) needs_http: bool,
    /// Whether it takes what belongs to a call, and may see who calls.
    pub(crate) takes_the_call: bool,
    arguments: Arguments<P, M>,
    bound: P::Bound,
    handler: H,
    output: PhantomData<fn() -> R>,
}

impl<P, M, R, H> Unbound<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: Send + 'static,
    H: Run<P, R>,
{
    pub(crate) const fn new(specs: P::Specs, handler: H) -> Self {
        Self {
            specs,
            handler,
            output: PhantomData,
        }
    }

    /// What the handler takes from its clients, in its own order.
    pub(crate) fn takes(&self) -> Vec<Taken> {
        taken::<P, M>(&self.specs)
    }

    /// Reads the contract off the parameters, and finds what the others need; `None` when something is wrong,
    /// which is noted.
    pub(crate) fn bind(
        self,
        owner: &contract::Owner<'_>,
        declared: &contract::Declared<'_>,
        around: &mut Surroundings<'_>,
    ) -> Option<Bound<P, M, R, H>> {
        let arguments = Arguments::<P, M>::new(self.specs, declared, owner, around.errors);
        let mut binder = around.binder(owner.name, owner.place);
        let bound = P::bind(&mut binder);
        let needs_http = binder.is_for_http_alone();
        // all mistakes are noted by now
        let ((arguments, input), bound) = (arguments?, bound?);
        Some(Bound {
            input,
            needs_http,
            takes_the_call: P::vary(&bound),
            arguments,
            bound,
            handler: self.handler,
            output: PhantomData,
        })
    }
}

impl<P, M, R, H> Bound<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: Send + 'static,
    H: Run<P, R>,
{
    /// Forgets the types; gives what is published of the arguments as well.
    pub(crate) fn into_callable(
        self,
        pool: &Pool,
        run_to_completion: bool,
        finish: impl Finish<R>,
    ) -> (Published, Box<dyn Callable>) {
        let Self {
            input,
            arguments,
            bound,
            handler,
            ..
        } = self;
        let handler = Handler {
            arguments,
            bound,
            handler,
            finish,
            pool: pool.clone(),
            run_to_completion,
            output: PhantomData,
        };
        // each is compiled for those handlers alone that need it
        let callable: Box<dyn Callable> = if P::ASKS {
            Box::new(Asking(handler))
        } else {
            Box::new(handler)
        };
        (input, callable)
    }
}

/// A handler with its contract and what it was bound to.
struct Handler<P: Params<M>, M, R, H, F> {
    arguments: Arguments<P, M>,
    bound: P::Bound,
    handler: H,
    finish: F,
    pool: Pool,
    run_to_completion: bool,
    output: PhantomData<fn() -> R>,
}

impl<P, M, R, H, F> Handler<P, M, R, H, F>
where
    P: Params<M>,
    M: 'static,
    R: Send + 'static,
    H: Run<P, R>,
    F: Finish<R>,
{
    async fn params(&self, cx: &Context, arguments: &str) -> Result<P, CallError> {
        let Decoded { slots, repairs } = self.arguments.decode(arguments)?;
        if repairs > 0 {
            tracing::Span::current().record("repairs", repairs);
        }
        match P::at_once(&self.bound, slots) {
            Ok(params) => Ok(params),
            Err(slots) => P::resolve(&self.bound, slots, cx).await.map_err(Into::into),
        }
    }

    async fn run(&self, params: P, slot: &mut Slot) -> Result<R, CallError> {
        if self.run_to_completion {
            self.handler.detached(params, &self.pool, slot.take()).await
        } else {
            H::output(self.handler.run(params, &self.pool, slot).await)
        }
    }
}

impl<P, M, R, H, F> Callable for Handler<P, M, R, H, F>
where
    P: Params<M>,
    M: 'static,
    R: Send + 'static,
    H: Run<P, R>,
    F: Finish<R>,
{
    fn call<'a>(&'a self, cx: &'a Context, arguments: &'a str, mut slot: Slot) -> Calling<'a> {
        Box::pin(async move {
            let params = self.params(cx, arguments).await?;
            let output = self.run(params, &mut slot).await?;
            self.finish.finish(output, cx)
        })
    }
}

/// A handler that asks the user: a call of it ends where an answer is missing.
struct Asking<H>(H);

impl<P, M, R, H, F> Callable for Asking<Handler<P, M, R, H, F>>
where
    P: Params<M>,
    M: 'static,
    R: Send + 'static,
    H: Run<P, R>,
    F: Finish<R>,
{
    fn call<'a>(&'a self, cx: &'a Context, arguments: &'a str, mut slot: Slot) -> Calling<'a> {
        let Self(handler) = self;
        Box::pin(async move {
            let params = handler.params(cx, arguments).await?;
            match interact::until_asked(cx, handler.run(params, &mut slot)).await {
                Some(output) => handler.finish.finish(output?, cx),
                None => Ok(interact::input_required(cx)?),
            }
        })
    }
}
