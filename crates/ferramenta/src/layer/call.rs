use std::{fmt, pin::Pin, sync::Arc};

use crate::{
    Answer, Context, Failure,
    dispatch::{Attempt, layer_failed},
};

/// Something done around each call of a tool that was let through: the caller may use the tool, and its
/// headers say the same as its arguments.
///
/// The call may be run several times, each time with handlers and decoding anew; all of it together has the
/// tool's time limit, and is dropped when that is over.
///
/// ```
/// use ferramenta::{Answer, Around, Context, Failure, NextCall, Outcome, Server, ToolDef, tool};
///
/// /// Tries once more what failed for no fault of the caller.
/// struct Retry;
///
/// impl Around for Retry {
///     async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
///         let answer = call.run().await;
///         match answer.outcome() {
///             Outcome::Failed => Ok(call.run().await),
///             _ => Ok(answer),
///         }
///     }
/// }
///
/// /// Tell how many books there are.
/// #[tool(read_only, idempotent)]
/// async fn count() -> u32 { 3 }
///
/// let server = Server::new("Books").tools_with::<(count,)>(|tool: ToolDef| tool.around(Retry));
/// # assert!(server.build().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be put around calls",
    label = "doesn't implement `Around`",
    note = "implement `Around` for it: `async fn around(&self, cx: &Context, call: NextCall<'_>) -> Result<Answer, Failure>`"
)]
pub trait Around: Send + Sync + 'static {
    /// Answers a call, as a rule with what `call` answers.
    ///
    /// # Errors
    /// A [`ToolError`](crate::ToolError) is what the model reads, a [`ProtocolError`](crate::ProtocolError) what the
    /// client gets, and of anything else it learns a reference.
    fn around(
        &self,
        cx: &Context,
        call: NextCall<'_>,
    ) -> impl Future<Output = Result<Answer, Failure>> + Send;
}

/// What a call comes to when an [`Around`] runs it.
#[must_use = "the handler doesn't run unless this does"]
pub struct NextCall<'a> {
    attempt: &'a Attempt<'a>,
    /// What is still around the call.
    rest: &'a [Arc<dyn ErasedAround>],
}

impl<'a> NextCall<'a> {
    pub(crate) const fn new(attempt: &'a Attempt<'a>, rest: &'a [Arc<dyn ErasedAround>]) -> Self {
        Self { attempt, rest }
    }

    /// Runs the call, and waits for its answer. What a handler panics with is answered here.
    pub async fn run(&self) -> Answer {
        match self.rest.split_first() {
            Some((next, rest)) => {
                let call = NextCall {
                    attempt: self.attempt,
                    rest,
                };
                next.answer(self.attempt.cx, call).await
            }
            None => self.attempt.conclude().await,
        }
    }
}

impl fmt::Debug for NextCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NextCall").finish_non_exhaustive()
    }
}

/// An [`Around`] whose type is forgotten.
pub(crate) trait ErasedAround: Send + Sync {
    fn answer<'a>(
        &'a self,
        cx: &'a Context,
        call: NextCall<'a>,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;
}

impl<A: Around> ErasedAround for A {
    fn answer<'a>(
        &'a self,
        cx: &'a Context,
        call: NextCall<'a>,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            match self.around(cx, call).await {
                Ok(answer) => answer,
                Err(failure) => layer_failed(failure, cx),
            }
        })
    }
}
