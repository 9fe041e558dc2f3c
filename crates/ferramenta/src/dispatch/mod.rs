//! One message in, one answer out: the only place that knows every station on its way.

mod access;
mod admission;
mod answer;
mod batch;
mod call;
mod complete;
mod connection;
mod extension;
mod failed;
mod incoming;
mod list;
mod listen;
mod listing;
mod logging;
mod pulse;
mod read;
mod refusal;

use std::{pin::pin, sync::Arc};

use ferramenta_protocol::{Meta, Method, Params, Request, Shape, Version, json, key, write};
use tokio::sync::Semaphore;

pub use self::answer::{Answer, Outcome};
pub(crate) use self::{
    admission::Admission,
    answer::Status,
    batch::in_batch,
    call::Attempt,
    connection::Connection,
    failed::{layer_failed, layer_panicked},
    incoming::Incoming,
    refusal::{Refusal, refused},
};
#[cfg(feature = "rate-limits")]
use crate::rate::Limiter;
use crate::{
    Authentication, Context, Limits,
    auth::Authenticator,
    catalog::{Built, Carried, Catalog, Live},
    context::Called,
    identity::Caller,
    interact::Asking,
    layer::{ErasedLayer, answered, layered},
    lifecycle::Lifecycle,
    seal::StateKeys,
};

/// Answers the requests of one server, for all transports alike.
pub(crate) struct Dispatcher {
    pub(crate) live: Arc<Live>,
    pub(crate) limits: Limits,
    /// A permit for each call at once.
    pub(crate) calls: Arc<Semaphore>,
    /// A permit for each client that listens at once.
    listeners: Semaphore,
    /// What is done before the first call, and after the last.
    pub(crate) lifecycle: Lifecycle,
    /// What is done around each request, the outermost first.
    layers: Vec<Arc<dyn ErasedLayer>>,
    /// How often each caller may call, all tools together.
    #[cfg(feature = "rate-limits")]
    rate: Option<Limiter>,
    /// What is sealed under, where anything is.
    pub(crate) state_keys: Option<StateKeys>,
    /// What handlers ask with.
    pub(crate) asking: Asking,
    /// Finds out who calls over HTTP.
    pub(crate) authenticator: Option<Arc<dyn Authenticator>>,
    /// Who calls on standard input and output.
    pub(crate) stdio_caller: Option<Caller>,
}

impl Dispatcher {
    pub(crate) fn new(built: Built) -> Self {
        let Built {
            live,
            limits,
            lifecycle,
            layers,
            #[cfg(feature = "rate-limits")]
            rate,
            state_keys,
            asking,
            authenticator,
            stdio_identity,
        } = built;
        let calls = Arc::new(Semaphore::new(limits.concurrent_calls));
        let lifecycle = lifecycle.with_grace(limits.drain);
        Self {
            live,
            listeners: Semaphore::new(limits.listeners),
            limits,
            calls,
            lifecycle,
            layers,
            #[cfg(feature = "rate-limits")]
            rate,
            state_keys,
            asking,
            authenticator,
            stdio_caller: stdio_identity
                .map(|identity| Caller::new(identity, Authentication::Process)),
        }
    }

    /// What is offered now.
    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        self.live.current()
    }

    /// Answers a request; a refusal is an answer as well.
    pub(crate) async fn answer(&self, incoming: Incoming<'_>) -> Answer {
        let request = incoming.request;
        if self.lifecycle.start().await.is_err() {
            return Refusal::not_started().answer(request.id);
        }
        let (cx, admission) = incoming.into_context(self.catalog());
        let _end = EndWhenDropped(&cx);
        let answering = pin!(self.answer_in(request, &cx, admission));
        let Some((outermost, inner)) = self.layers.split_first() else {
            return answering.await;
        };
        let handling = pin!(layered(outermost, inner, &cx, answering));
        answered(handling, &cx).await
    }

    async fn answer_in(
        &self,
        request: &Request<'_>,
        cx: &Context,
        admission: Admission<'_>,
    ) -> Answer {
        match self.dispatch(request, cx, admission).await {
            Ok(answer) => answer,
            Err(refusal) => refusal.answer(request.id),
        }
    }

    async fn dispatch(
        &self,
        request: &Request<'_>,
        cx: &Context,
        admission: Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let params = &request.params;
        let (version, catalog) = (cx.call().version, &cx.call().catalog);
        if version.is_modern() {
            describes_itself(&params.meta)?;
            logging::check_level(&params.meta)?;
        }
        let not_found = || Refusal::method_not_found(&request.method, version);
        let Called::Known(method) = cx.call().method else {
            let extended = catalog.extensions().method(&request.method);
            let extended = extended.ok_or_else(not_found)?;
            return Box::pin(self.call_method(extended, params, cx, &admission)).await;
        };
        if params.shape == Shape::Other {
            return Err(Refusal::params(
                "Invalid params: `params` has to be an object",
            ));
        }
        let rendered = catalog.rendered(version);
        match method {
            Method::Ping => Ok(written_ahead(cx, b"}}")),
            Method::Initialize => {
                let version = requested_version(params)?;
                let introduction = &catalog.rendered(version).introduction;
                Ok(written_ahead(cx, introduction.over(admission.carries)))
            }
            Method::Discover => {
                let introduction = rendered.introduction.over(Carried::ALL);
                Ok(written_ahead(cx, introduction))
            }
            Method::SetLevel if catalog.client_logging() => {
                logging::set_level(params, cx)?;
                Ok(written_ahead(cx, b"}}"))
            }
            Method::Subscribe | Method::Unsubscribe if catalog.changing().updates => {
                let wants = method == Method::Subscribe;
                self.subscribe(params, wants, cx, &admission).await
            }
            Method::Listen if catalog.changing().any() => {
                Box::pin(self.listen(params, cx, admission)).await
            }
            Method::ToolsList | Method::ToolsCall if !catalog.offers_tools() => Err(not_found()),
            Method::PromptsList | Method::PromptsGet if !catalog.offers_prompts() => {
                Err(not_found())
            }
            Method::Complete if catalog.completes() => {
                Box::pin(self.complete(params, cx, &admission)).await
            }
            Method::ToolsList => {
                let tools = catalog.tools();
                self.list(tools, &rendered.tools, params, cx).await
            }
            Method::PromptsList => {
                let prompts = catalog.prompts();
                self.list(prompts, &rendered.prompts, params, cx).await
            }
            Method::PromptsGet => self.get_prompt(params, cx, &admission).await,
            Method::ResourcesList | Method::TemplatesList | Method::ResourcesRead
                if !catalog.offers_resources() =>
            {
                Err(not_found())
            }
            Method::ResourcesList if catalog.lists_on_demand() => {
                Box::pin(self.list_resources(params, cx, &admission)).await
            }
            Method::ResourcesList => {
                let resources = catalog.resources();
                self.list(resources, &rendered.resources, params, cx).await
            }
            Method::TemplatesList => {
                let templates = catalog.templates();
                self.list(templates, &rendered.templates, params, cx).await
            }
            Method::ResourcesRead => self.read_resource(params, cx, &admission).await,
            Method::ToolsCall => self.call_tool(params, cx, &admission).await,
            _ => Err(not_found()),
        }
    }
}

/// Ends a request, however it ends: raises the flag that blocking handlers look at, and lets go of what was
/// made for it.
struct EndWhenDropped<'a>(&'a Context);

impl Drop for EndWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.call().cancel.raise();
        self.0.call().scope.close();
    }
}

/// An answer whose members, up to its last brace, were written when the server was built.
fn written_ahead(cx: &Context, members: &[u8]) -> Answer {
    let mut out = Vec::with_capacity(members.len() + 128);
    if let Some(id) = cx.id() {
        write::begin_result(&mut out, id);
    }
    out.extend_from_slice(members);
    Answer::ok(out)
}

/// A modern request names its version and the client's capabilities (specification 2026-07-28: *Base
/// Protocol, `_meta`*).
fn describes_itself(meta: &Meta<'_>) -> Result<(), Refusal> {
    match (meta.protocol_version, meta.client_capabilities) {
        (None, _) => Err(Refusal::meta(key::PROTOCOL_VERSION)),
        (_, Some(capabilities)) if json::is_object(capabilities) => Ok(()),
        _ => Err(Refusal::meta(key::CLIENT_CAPABILITIES)),
    }
}

/// The version that `initialize` grants: the one asked for, or the newest with a handshake.
pub(crate) fn requested_version(params: &Params<'_>) -> Result<Version, Refusal> {
    let missing = |what| {
        Refusal::params(format!(
            "Invalid params: `{what}` is missing or not what it has to be"
        ))
    };
    let asked = params
        .protocol_version
        .and_then(json::string)
        .ok_or_else(|| missing("protocolVersion"))?;
    params
        .capabilities
        .filter(|raw| json::is_object(raw))
        .ok_or_else(|| missing("capabilities"))?;
    params
        .client_info
        .filter(|raw| json::is_object(raw))
        .ok_or_else(|| missing("clientInfo"))?;
    Ok(Version::parse(&asked)
        .filter(|version| !version.is_modern())
        .unwrap_or(Version::NEWEST_LEGACY))
}

/// The version that a request's `_meta` asks for, where it is the way this server speaks.
pub(crate) fn modern_version(meta: &Meta<'_>) -> Result<Option<Version>, Refusal> {
    let Some(raw) = meta.protocol_version else {
        return Ok(None);
    };
    let asked = json::string(raw).ok_or_else(|| Refusal::meta(key::PROTOCOL_VERSION))?;
    match Version::parse(&asked) {
        Some(version) if version.is_modern() => Ok(Some(version)),
        _ => Err(Refusal::unsupported_version(&asked)),
    }
}
