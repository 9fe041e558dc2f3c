//! Lists and calls ask the same question: may this caller see that component, and use it?

use ferramenta_protocol::write;

use super::{Answer, Dispatcher, Refusal, Status, refusal::shortened};
use crate::{
    Context, Transport,
    access::{Rules, Verdict},
    auth::{insufficient_scope, login},
    component::Component,
};

impl Dispatcher {
    /// Lets the caller pass, or says why not: what is hidden is as unknown as what isn't there.
    pub(super) async fn admit(&self, component: &Component, cx: &Context) -> Result<(), Refusal> {
        let name = component.name.as_str();
        let verdict = match self.judge(&cx.call().catalog.guards, name, cx).await {
            // a guard of the whole server doesn't say which tools there are
            Verdict::Allowed => self.judge(&component.rules, name, cx).await,
            denied => match self.judge(&component.rules, name, cx).await {
                Verdict::Hidden => Verdict::Hidden,
                _ => denied,
            },
        };
        match verdict {
            Verdict::Allowed => Ok(()),
            Verdict::Hidden => Err(unknown(name)),
            Verdict::Denied { missing } => Err(self.denied(name, &missing, cx)),
        }
    }

    /// Asks rules, none longer than a call may take.
    async fn judge(&self, rules: &Rules, component: &str, cx: &Context) -> Verdict {
        if rules.is_empty() {
            return Verdict::Allowed;
        }
        rules.judge(cx, component, self.limits.call).await
    }

    /// The tools that this caller may use, from entries that were written ahead.
    pub(super) async fn list_visible(&self, cx: &Context) -> Answer {
        let catalog = &cx.call().catalog;
        let rendered = catalog.rendered(cx.call().version);
        let mut out = Vec::with_capacity(rendered.tools.len() + 128);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        out.extend_from_slice(br#""tools":["#);
        let empty = out.len();
        if self.judge(&catalog.guards, cx.server(), cx).await == Verdict::Allowed {
            for (tool, entry) in catalog.tools().iter().zip(&rendered.entries) {
                if self
                    .judge(&tool.component.rules, &tool.component.name, cx)
                    .await
                    == Verdict::Allowed
                {
                    if out.len() > empty {
                        out.push(b',');
                    }
                    out.extend_from_slice(entry);
                }
            }
        }
        out.extend_from_slice(&rendered.list_end);
        Answer::ok(out)
    }

    fn denied(&self, name: &str, missing: &[String], cx: &Context) -> Refusal {
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

/// There is no such tool, for this caller at least.
pub(super) fn unknown(name: &str) -> Refusal {
    Refusal::params(format!("Unknown tool: {}", shortened(name)))
}
