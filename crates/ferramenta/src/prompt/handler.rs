use super::{IntoMessages, messages::MessagesWriter};
use crate::{
    Answer, Context,
    component::{CallError, Callable, Finish, Run, Surroundings, Unbound},
    contract::{Declared, Owner, Params, Published},
};

/// A handler before its server is built.
pub(crate) trait Setup: Send + Sync {
    /// Prepares the prompt; `None` when something is wrong with it, which is noted.
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared>;
}

/// A prompt that is ready to be filled.
pub(crate) struct Prepared {
    pub(crate) input: Published,
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
    R: IntoMessages + 'static,
    H: Run<P, R>,
{
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let bound = self.bind(owner, &Declared::default(), around)?;
        let needs_http = bound.needs_http;
        let finish = FinishPrompt {
            max_result: around.max_result,
        };
        let (input, callable) = bound.into_callable(around.pool, false, finish);
        Some(Prepared {
            input,
            runs: H::PLACE,
            needs_http,
            callable,
        })
    }
}

/// Writes a prompt's messages, within their bound.
struct FinishPrompt {
    max_result: usize,
}

impl<R: IntoMessages> Finish<R> for FinishPrompt {
    fn finish(&self, output: R, cx: &Context) -> Result<Answer, CallError> {
        let mut result = MessagesWriter::new(cx, self.max_result);
        output.write(&mut result)?;
        result.finish()
    }
}
