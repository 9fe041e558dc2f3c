use std::{marker::PhantomData, sync::Arc};

use super::{
    CallError, Callable, Output, Pool, ToolMeta,
    call::{Calling, Slot},
};
use crate::{
    Binder, Context, IntoOutput, Place,
    build_error::BuildError,
    contract::{self, Arguments, Decoded, Params, Published, SchemaBuilder, Taken, taken},
    inject::{Resolved, Services},
    response::{OutputCheck, OutputSchema, ResultWriter, Shape},
};

/// A handler before its server is built.
pub(crate) trait Setup: Send + Sync {
    /// What the handler takes from its clients, in its own order.
    fn takes(&self) -> Vec<Taken>;

    /// Prepares the tool; `None` when something is wrong with it, which is noted.
    fn prepare(self: Box<Self>, meta: &ToolMeta, around: &mut Surroundings<'_>)
    -> Option<Prepared>;
}

/// What a tool finds while its server is built.
pub(crate) struct Surroundings<'a> {
    pub(crate) services: &'a Services,
    pub(crate) resolved: &'a mut Resolved,
    pub(crate) pool: &'a Pool,
    /// Largest result of a tool that says nothing else, in bytes.
    pub(crate) max_result: usize,
    pub(crate) errors: &'a mut Vec<BuildError>,
}

impl Surroundings<'_> {
    /// A binder for a component of this name.
    pub(crate) fn binder(&mut self, name: &str, place: Place) -> Binder<'_> {
        Binder::new(self.services, self.resolved, self.errors, name, place)
    }
}

/// A tool that is ready to be called.
pub(crate) struct Prepared {
    pub(crate) input: Published,
    pub(crate) output: Option<OutputSchema>,
    /// Where the handler runs, in words.
    pub(crate) runs: &'static str,
    /// Whether the handler takes what comes with HTTP alone.
    pub(crate) needs_http: bool,
    pub(crate) callable: Box<dyn Callable>,
}

/// How a handler is run.
pub(super) trait Run<P, R>: Send + Sync + 'static {
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
pub(super) struct Concurrent<F>(pub(super) F);
/// A blocking handler, for the pool.
pub(super) struct Blocking<F>(pub(super) Arc<F>);
/// A quick handler.
pub(super) struct Inline<F>(pub(super) F);

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

/// The setup of a tool with this handler.
pub(super) fn setup<P, M, R, H>(specs: P::Specs, handler: H) -> Box<dyn Setup>
where
    P: Params<M>,
    M: 'static,
    R: IntoOutput + 'static,
    H: Run<P, R>,
{
    Box::new(Unbound::<P, M, R, H> {
        specs,
        handler,
        output: PhantomData,
    })
}

/// A handler whose parameters aren't bound yet.
struct Unbound<P: Params<M>, M, R, H> {
    specs: P::Specs,
    handler: H,
    output: PhantomData<fn() -> R>,
}

impl<P, M, R, H> Setup for Unbound<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: IntoOutput + 'static,
    H: Run<P, R>,
{
    fn takes(&self) -> Vec<Taken> {
        taken::<P, M>(&self.specs)
    }

    fn prepare(
        self: Box<Self>,
        meta: &ToolMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let Self { specs, handler, .. } = *self;
        let tool = contract::Tool {
            name: &meta.name,
            place: meta.place,
        };
        let arguments = Arguments::<P, M>::new(
            specs,
            meta.input_schema.clone(),
            meta.open_arguments,
            &tool,
            around.errors,
        );
        let mut binder = around.binder(&meta.name, meta.place);
        let bound = P::bind(&mut binder);
        let needs_http = binder.is_for_http_alone();
        let output = output::<R>(meta, &tool, around);
        // all mistakes are noted by now
        let (bound, (arguments, input), (output, shape, check)) = (bound?, arguments?, output?);
        Some(Prepared {
            input,
            runs: H::PLACE,
            needs_http,
            callable: Box::new(Handler::<P, M, R, H> {
                arguments,
                bound,
                handler,
                shape,
                check,
                max_result: meta.max_result.unwrap_or(around.max_result),
                pool: around.pool.clone(),
                run_to_completion: meta.run_to_completion,
                output: PhantomData,
            }),
            output,
        })
    }
}

/// What is published of the output, how it is sent, and what it is checked against.
fn output<R: IntoOutput>(
    meta: &ToolMeta,
    tool: &contract::Tool<'_>,
    around: &mut Surroundings<'_>,
) -> Option<(Option<OutputSchema>, Shape, Option<OutputCheck>)> {
    let (schema, declared) = match &meta.output {
        Output::None => return Some((None, Shape::LEFT_OUT, None)),
        Output::Declared(schema) => (Some(OutputSchema::declared(schema.clone())), true),
        Output::Inferred => (R::schema(&mut SchemaBuilder::new()), false),
    };
    let Some(schema) = schema else {
        return Some((None, Shape::default(), None));
    };
    match schema.check(declared) {
        Ok(check) => {
            let shape = schema.shape();
            Some((Some(schema), shape, Some(check)))
        }
        Err(mistakes) => {
            around.errors.extend(
                mistakes
                    .iter()
                    .map(|mistake| tool.schema_error("output", mistake)),
            );
            None
        }
    }
}

/// A handler with its contract and what it was bound to.
struct Handler<P: Params<M>, M, R, H> {
    arguments: Arguments<P, M>,
    bound: P::Bound,
    handler: H,
    shape: Shape,
    check: Option<OutputCheck>,
    max_result: usize,
    pool: Pool,
    run_to_completion: bool,
    output: PhantomData<fn() -> R>,
}

impl<P, M, R, H> Callable for Handler<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: IntoOutput + 'static,
    H: Run<P, R>,
{
    fn call<'a>(&'a self, cx: &'a Context, arguments: &'a str, slot: Slot) -> Calling<'a> {
        Box::pin(async move {
            let Decoded { slots, repairs } = self.arguments.decode(arguments)?;
            if repairs > 0 {
                tracing::Span::current().record("repairs", repairs);
            }
            let params = P::resolve(&self.bound, slots, cx).await?;
            let output = if self.run_to_completion {
                self.handler.detached(params, &self.pool, slot).await?
            } else {
                self.handler.run(params, &self.pool, slot).await?
            };
            let mut result = ResultWriter::new(cx, self.shape);
            output.write(&mut result)?;
            let answer = result.finish(self.check.as_ref())?;
            let (size, most) = (answer.size(), self.max_result);
            if size > most {
                Err(CallError::TooLarge { size, most })
            } else {
                Ok(answer)
            }
        })
    }
}
