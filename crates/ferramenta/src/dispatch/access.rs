//! Lists and calls ask the same question: may this caller see that component, and use it?

use std::sync::Arc;

use ferramenta_protocol::{Id, Method, Request, write};

use super::{Dispatcher, Incoming, Refusal, Status};
use crate::{
    Context, Transport,
    access::Verdict,
    auth::{Unauthenticated, insufficient_scope},
    catalog::Tool,
    context::Call,
    inject::Scope,
};

impl Dispatcher {
    /// The request as handlers and rules see it.
    pub(super) fn context(&self, method: Method, incoming: Incoming<'_>) -> Context {
        let Incoming {
            message,
            request,
            version,
            transport,
            events,
            cancel,
            capabilities,
            http,
            identity,
        } = incoming;
        let Request { id, params, .. } = request;
        let slice = |raw: &str| message.slice_ref(raw.as_bytes());
        let token = params
            .meta
            .progress_token
            .filter(|raw| Id::from_token(raw).is_some());
        Context::new(Call {
            id: id.map(Id::token).map(slice).unwrap_or_default(),
            method,
            version,
            transport,
            server: Arc::clone(&self.catalog.name),
            params: params.raw.map(slice),
            capabilities: params.meta.client_capabilities.map(slice).or(capabilities),
            progress_token: token.map(slice),
            progress: Default::default(),
            events,
            cancel,
            scope: Scope::default(),
            http,
            identity,
            tail: Arc::clone(&self.catalog.rendered(version).tail),
        })
    }

    /// Lets the caller pass, or says why not: what is hidden is as unknown as what isn't there.
    pub(super) async fn admit(&self, tool: &Tool, cx: &Context) -> Result<(), Refusal> {
        let name = tool.definition.name.as_str();
        match tool.rules.judge(cx, name).await {
            Verdict::Allowed => Ok(()),
            Verdict::Hidden => Err(unknown(name)),
            Verdict::Denied { missing } => Err(self.denied(name, &missing, cx)),
        }
    }

    /// The tools that this caller may use, from entries that were written ahead.
    pub(super) async fn list_visible(
        &self,
        method: Method,
        incoming: Incoming<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        let version = incoming.version;
        let id = incoming.request.id;
        let cx = self.context(method, incoming);
        let rendered = self.catalog.rendered(version);
        let mut out = Vec::with_capacity(rendered.tools.len() + 128);
        if let Some(id) = id {
            write::begin_result(&mut out, id);
        }
        out.extend_from_slice(br#""tools":["#);
        let empty = out.len();
        for (tool, entry) in self.catalog.tools().iter().zip(&rendered.entries) {
            if tool.rules.is_empty()
                || tool.rules.judge(&cx, &tool.definition.name).await == Verdict::Allowed
            {
                if out.len() > empty {
                    out.push(b',');
                }
                out.extend_from_slice(entry);
            }
        }
        cx.call().scope.close();
        out.extend_from_slice(&rendered.list_end);
        Ok(out)
    }

    fn denied(&self, name: &str, missing: &[String], cx: &Context) -> Refusal {
        let (status, challenge) = match cx.transport() {
            Transport::Http if cx.identity().is_none() && self.authenticator.is_some() => {
                (Status::Unauthorized, Some(Unauthenticated::new().challenge))
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
    Refusal::params(format!("Unknown tool: {name}"))
}
