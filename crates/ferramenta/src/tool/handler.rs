//! A tool's handler, and what becomes of its result.

use super::{Output, ToolMeta};
use crate::{
    Answer, Context, IntoOutput,
    component::{CallError, Callable, Finish, Run, Surroundings, Unbound},
    contract::{Declared, Owner, Params, Published, SchemaBuilder, Taken},
    response::{OutputCheck, OutputSchema, ResultWriter, Shape},
};

/// A handler before its server is built.
pub(crate) trait Setup: Send + Sync {
    /// What the handler takes from its clients, in its own order.
    fn takes(&self) -> Vec<Taken>;

    /// Prepares the tool; `None` when something is wrong with it, which is noted.
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        meta: &ToolMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared>;
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

impl<P, M, R, H> Setup for Unbound<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: IntoOutput + 'static,
    H: Run<P, R>,
{
    fn takes(&self) -> Vec<Taken> {
        Self::takes(self)
    }

    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        meta: &ToolMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let declared = Declared {
            schema: meta.input_schema.as_ref(),
            open: meta.open_arguments,
        };
        let bound = self.bind(owner, &declared, around);
        let output = output::<R>(meta, owner, around);
        // all mistakes are noted by now
        let (bound, (output, shape, check)) = (bound?, output?);
        let needs_http = bound.needs_http;
        let finish = FinishTool {
            shape,
            check,
            max_result: meta.max_result.unwrap_or(around.max_result),
        };
        let (input, callable) = bound.into_callable(around.pool, meta.run_to_completion, finish);
        Some(Prepared {
            input,
            output,
            runs: H::PLACE,
            needs_http,
            callable,
        })
    }
}

/// What is published of the output, how it is sent, and what it is checked against.
fn output<R: IntoOutput>(
    meta: &ToolMeta,
    owner: &Owner<'_>,
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
                    .map(|mistake| owner.schema_error("output", mistake)),
            );
            None
        }
    }
}

/// Writes a tool's result, in the shape and within the bounds that it has.
struct FinishTool {
    shape: Shape,
    check: Option<OutputCheck>,
    max_result: usize,
}

impl<R: IntoOutput> Finish<R> for FinishTool {
    fn finish(&self, output: R, cx: &Context) -> Result<Answer, CallError> {
        let mut result = ResultWriter::new(cx, self.shape, self.max_result);
        output.write(&mut result)?;
        result.finish(self.check.as_ref())
    }
}
