//! Lists and calls ask the same question: may this caller see that component, and use it?

use ferramenta_protocol::Method;

use super::{Dispatcher, Refusal, Status, refusal::shortened};
use crate::{
    Context, Transport,
    access::{Rules, Verdict},
    auth::{insufficient_scope, login},
    component::Component,
    context::Called,
};

impl Dispatcher {
    /// Lets the caller pass, or says why not: what is hidden is as unknown as what isn't there.
    pub(super) async fn admit(&self, component: &Component, cx: &Context) -> Result<(), Refusal> {
        let name = component.name.as_str();
        match self.verdict(component, cx).await {
            Verdict::Allowed => Ok(()),
            Verdict::Hidden => Err(unknown(name, cx)),
            Verdict::Denied { missing } => Err(self.denied(name, &missing, cx)),
        }
    }

    /// May this caller see a component, and use it?
    pub(super) async fn verdict(&self, component: &Component, cx: &Context) -> Verdict {
        let name = component.name.as_str();
        match self.judge(&cx.call().catalog.guards, name, cx).await {
            // a guard of the whole server doesn't say what there is
            Verdict::Allowed => self.judge(&component.rules, name, cx).await,
            denied => match self.judge(&component.rules, name, cx).await {
                Verdict::Hidden => Verdict::Hidden,
                _ => denied,
            },
        }
    }

    /// Asks rules, none longer than a call may take.
    pub(super) async fn judge(&self, rules: &Rules, component: &str, cx: &Context) -> Verdict {
        if rules.is_empty() {
            return Verdict::Allowed;
        }
        rules.judge(cx, component, self.limits.call).await
    }

    pub(super) fn denied(&self, name: &str, missing: &[String], cx: &Context) -> Refusal {
        let (status, challenge) = match cx.transport() {
            Transport::Http if cx.identity().is_none() && self.authenticator.is_some() => {
                (Status::Unauthorized, Some(login(missing)))
            }
            Transport::Http if !missing.is_empty() => {
                (Status::Forbidden, Some(insufficient_scope(missing)))
            }
            _ => (Status::Ok, None),
        };
        Refusal::denied(name, status, challenge)
    }
}

/// There is no such thing, for this caller at least.
pub(super) fn unknown(name: &str, cx: &Context) -> Refusal {
    let kind = match cx.call().method {
        Called::Known(Method::PromptsGet) => "prompt",
        _ => "tool",
    };
    Refusal::params(format!("Unknown {kind}: {}", shortened(name)))
}
