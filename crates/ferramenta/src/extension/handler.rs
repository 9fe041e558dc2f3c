use crate::{
    Answer, Context,
    build_error::BuildErrorCode,
    component::{CallError, Callable, Finish, Run, Surroundings, Unbound},
    contract::{Declared, Owner, Params, SchemaBuilder},
    response::{IntoReply, OutputCheck, RESERVED, ReplyWriter},
};

/// A handler before its server is built.
pub(crate) trait Setup: Send + Sync {
    /// Prepares the method; `None` when something is wrong with it, which is noted.
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared>;
}

/// A method that is ready to be called.
pub(crate) struct Prepared {
    /// Whether the handler takes what comes with HTTP alone.
    pub(crate) needs_http: bool,
    pub(crate) callable: Box<dyn Callable>,
}

impl<P, M, R, H> Setup for Unbound<P, M, R, H>
where
    P: Params<M>,
    M: 'static,
    R: IntoReply + 'static,
    H: Run<P, R>,
{
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let bound = self.bind(owner, &Declared::default(), around);
        let finish = finish::<R>(owner, around);
        // all mistakes are noted by now
        let (bound, finish) = (bound?, finish?);
        let needs_http = bound.needs_http;
        let (_, callable) = bound.into_callable(around.pool, false, finish);
        Some(Prepared {
            needs_http,
            callable,
        })
    }
}

/// How results are written; `None` when they can't be, which is noted.
fn finish<R: IntoReply>(owner: &Owner<'_>, around: &mut Surroundings<'_>) -> Option<FinishMethod> {
    let mut finish = FinishMethod {
        check: None,
        max_result: around.max_result,
    };
    let Some(schema) = R::schema(&mut SchemaBuilder::new()) else {
        return Some(finish);
    };
    let published = schema.any();
    let is_object = published.get("type").is_some_and(|kind| kind == "object");
    let has = |name: &&&str| published["properties"].get(**name).is_some();
    let problem = if !is_object {
        Some("its result is no object, and that of a method is".to_owned())
    } else {
        let reserved = RESERVED.iter().find(has);
        reserved.map(|name| format!("its result has a member `{name}`, which the protocol has"))
    };
    if let Some(problem) = problem {
        around.errors.push(owner.error(
            BuildErrorCode::InvalidExtension,
            &problem,
            "return a struct with members of your own, or `()`",
        ));
        return None;
    }
    match schema.check(false) {
        Ok(check) => {
            finish.check = Some(check);
            Some(finish)
        }
        Err(mistakes) => {
            let mistakes = mistakes.iter();
            around
                .errors
                .extend(mistakes.map(|mistake| owner.schema_error("output", mistake)));
            None
        }
    }
}

/// Writes a method's result, within its bound.
struct FinishMethod {
    /// What results are checked against, where they have members.
    check: Option<OutputCheck>,
    max_result: usize,
}

impl<R: IntoReply> Finish<R> for FinishMethod {
    fn finish(&self, output: R, cx: &Context) -> Result<Answer, CallError> {
        let mut reply = ReplyWriter::new(self.max_result);
        output.write(&mut reply)?;
        reply.finish(self.check.as_ref(), cx)
    }
}
