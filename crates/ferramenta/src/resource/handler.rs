use super::{Caching, IntoContents, ResourceMeta, contents::ContentsWriter};
use crate::{
    Answer, Context,
    component::{CallError, Callable, Finish, Run, Surroundings, Unbound},
    contract::{Declared, Owner, Params, Published},
};

/// A handler before its server is built.
pub(crate) trait Setup: Send + Sync {
    /// Prepares the resource; `None` when something is wrong with it, which is noted.
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        meta: &ResourceMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared>;
}

/// A resource that is ready to be read.
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
    R: IntoContents + 'static,
    H: Run<P, R>,
{
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        meta: &ResourceMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let bound = self.bind(owner, &Declared::default(), around)?;
        let needs_http = bound.needs_http;
        let caching = Caching {
            said: meta.cache,
            varies: around.callers_differ && bound.takes_the_call || needs_http,
        };
        caching.check(owner, around.errors);
        let finish = FinishResource {
            mime_type: meta.mime_type.clone(),
            caching,
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

/// Writes a resource's contents, within their bound.
struct FinishResource {
    mime_type: Option<String>,
    caching: Caching,
    max_result: usize,
}

impl<R: IntoContents> Finish<R> for FinishResource {
    fn finish(&self, output: R, cx: &Context) -> Result<Answer, CallError> {
        let mut result = ContentsWriter::new(cx, self.mime_type.as_deref(), self.max_result);
        if output.write(&mut result)? {
            result.finish(self.caching)
        } else {
            Err(CallError::NotFound)
        }
    }
}
