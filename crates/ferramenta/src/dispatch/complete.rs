//! What an argument can be, while it is typed. It is asked of what has the argument, so the same rules hold as for a call.

use ferramenta_protocol::Params;

use super::{Admission, Answer, Attempt, Dispatcher, Refusal, call::span, refusal::shortened};
#[cfg(feature = "rate-limits")]
use super::{Outcome, failed::told};
use crate::{
    Completing, Completions, Context, access::Verdict, complete::Reference, component::Component,
};

impl Dispatcher {
    pub(super) async fn complete(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let reference = params.reference.and_then(Reference::read);
        match reference.ok_or_else(bad_reference)? {
            Reference::Prompt(name) => {
                let unknown = || Refusal::params(format!("Unknown prompt: {}", shortened(&name)));
                let prompt = cx.call().catalog.prompt(&name).ok_or_else(unknown)?;
                self.complete_argument(&prompt.component, unknown, params, cx, admission)
                    .await
            }
            Reference::Resource(uri) => {
                let unknown = || Refusal::params(format!("Unknown resource: {}", shortened(&uri)));
                let resource = cx.call().catalog.template(&uri).ok_or_else(unknown)?;
                self.complete_argument(&resource.component, unknown, params, cx, admission)
                    .await
            }
        }
    }

    /// Completes an argument of a component, for a caller who may use that.
    async fn complete_argument(
        &self,
        component: &Component,
        unknown: impl Fn() -> Refusal,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let span = span(cx, &component.name);
        let verdict = self.verdict(component, cx).await;
        if cx.is_cancelled() {
            return Ok(Answer::cancelled());
        }
        match verdict {
            Verdict::Allowed => {}
            Verdict::Hidden => return Err(unknown()),
            Verdict::Denied { missing } => return Err(self.denied(&component.name, &missing, cx)),
        }
        let completing = Completing::read(params, cx.call().version).map_err(Refusal::params)?;
        let completer = component
            .completers
            .of(completing.name())
            .ok_or_else(|| unknown_argument(completing.name(), component))?;
        let Some(callable) = completer.callable.as_deref() else {
            return Ok(Completions::default().answer(cx));
        };
        #[cfg(feature = "rate-limits")]
        if let Some(text) = crate::rate::too_often_at_all(self.rate.as_ref(), cx) {
            let answer = told(cx, Outcome::RateLimited, &text);
            span.record("outcome", answer.outcome.as_str());
            return Ok(answer);
        }
        // a request completes one argument, so there is none yet
        let _ = cx.call().completing.set(Box::new(completing));
        let attempt = Attempt::alone(callable, cx, &span);
        Ok(self.attempt(&attempt, component, admission).await)
    }
}

fn bad_reference() -> Refusal {
    Refusal::params(
        "Invalid params: `ref` has to be an object with the `type` \"ref/prompt\" and a `name`, or with \
         \"ref/resource\" and a `uri`",
    )
}

fn unknown_argument(name: &str, component: &Component) -> Refusal {
    let name = shortened(name);
    Refusal::params(match component.completers.names() {
        known if known.is_empty() => format!("Unknown argument: {name}; there are none"),
        known => format!("Unknown argument: {name}; known are {known}"),
    })
}
