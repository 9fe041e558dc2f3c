//! One message in, one answer out: the only place that knows every station on its way.

mod access;
mod batch;
mod call;
mod connection;
mod refusal;

use std::sync::{Arc, atomic::AtomicBool};

use bytes::Bytes;
use ferramenta_protocol::{Meta, Method, Params, Request, Shape, Version, json, key, write};
use http::request::Parts;
use tokio::sync::Semaphore;

pub(crate) use self::{
    batch::in_batch,
    connection::Connection,
    refusal::{Answer, Refusal, Status, refused},
};
use crate::{
    Identity, Limits, Transport,
    auth::Authenticator,
    catalog::{Built, Catalog},
    context::{Cancel, Events},
    lifecycle::Lifecycle,
};

/// Answers the requests of one server, for all transports alike.
pub(crate) struct Dispatcher {
    pub(crate) catalog: Catalog,
    pub(crate) limits: Limits,
    /// A permit for each call at once.
    pub(crate) calls: Arc<Semaphore>,
    /// What is done before the first call, and after the last.
    pub(crate) lifecycle: Lifecycle,
    /// Finds out who calls over HTTP.
    pub(crate) authenticator: Option<Arc<dyn Authenticator>>,
    /// Who calls on standard input and output.
    pub(crate) stdio_identity: Option<Arc<Identity>>,
}

/// A request, and what its transport knows of it.
pub(crate) struct Incoming<'a> {
    /// The bytes that the request was read from.
    pub(crate) message: &'a Bytes,
    pub(crate) request: &'a Request<'a>,
    pub(crate) version: Version,
    pub(crate) transport: Transport,
    pub(crate) events: Events,
    pub(crate) cancel: Arc<Cancel>,
    /// The capabilities of a client that has declared them once for all, as raw JSON.
    pub(crate) capabilities: Option<Bytes>,
    /// The head of the HTTP request.
    pub(crate) http: Option<Arc<Parts>>,
    /// Who calls.
    pub(crate) identity: Option<Arc<Identity>>,
    /// Raised as soon as a call was let through, for a transport that has to know.
    pub(crate) under_way: Option<Arc<AtomicBool>>,
}

impl Dispatcher {
    pub(crate) fn new(built: Built) -> Self {
        let Built {
            catalog,
            limits,
            lifecycle,
            authenticator,
            stdio_identity,
        } = built;
        let calls = Arc::new(Semaphore::new(limits.concurrent_calls));
        let lifecycle = lifecycle.with_grace(limits.drain);
        Self {
            catalog,
            limits,
            calls,
            lifecycle,
            authenticator,
            stdio_identity: stdio_identity.map(Arc::new),
        }
    }

    /// Answers a request; a refusal is an answer as well.
    pub(crate) async fn answer(&self, incoming: Incoming<'_>) -> Answer {
        let id = incoming.request.id;
        if self.lifecycle.start().await.is_err() {
            return Refusal::not_started().answer(id);
        }
        match self.dispatch(incoming).await {
            Ok(bytes) => Answer::ok(bytes),
            Err(refusal) => refusal.answer(id),
        }
    }

    async fn dispatch(&self, incoming: Incoming<'_>) -> Result<Vec<u8>, Refusal> {
        let Request { method, params, .. } = incoming.request;
        let version = incoming.version;
        if version.is_modern() {
            describes_itself(&params.meta)?;
        }
        let not_found = || Refusal::method_not_found(method, version);
        let method = Method::find(method, version).ok_or_else(not_found)?;
        if params.shape == Shape::Other {
            return Err(Refusal::params(
                "Invalid params: `params` has to be an object",
            ));
        }
        match method {
            Method::Ping => Ok(written_ahead(&incoming, b"}}")),
            Method::Initialize => {
                let version = requested_version(params)?;
                Ok(written_ahead(
                    &incoming,
                    &self.catalog.rendered(version).introduction,
                ))
            }
            Method::Discover => Ok(written_ahead(
                &incoming,
                &self.catalog.rendered(version).introduction,
            )),
            Method::ToolsList | Method::ToolsCall if self.catalog.tools().is_empty() => {
                Err(not_found())
            }
            Method::ToolsList if self.catalog.has_rules() => {
                check_cursor(params)?;
                self.list_visible(method, incoming).await
            }
            Method::ToolsList => {
                check_cursor(params)?;
                Ok(written_ahead(
                    &incoming,
                    &self.catalog.rendered(version).tools,
                ))
            }
            Method::ToolsCall => self.call_tool(method, incoming).await,
            _ => Err(not_found()),
        }
    }
}

/// An answer whose members, up to its last brace, were written when the server was built.
fn written_ahead(incoming: &Incoming<'_>, members: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(members.len() + 128);
    if let Some(id) = incoming.request.id {
        write::begin_result(&mut out, id);
    }
    out.extend_from_slice(members);
    out
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

/// Lists have one page, so no cursor was ever handed out.
fn check_cursor(params: &Params<'_>) -> Result<(), Refusal> {
    match params.cursor {
        None | Some("null") => Ok(()),
        Some(_) => Err(Refusal::params(
            "Invalid params: `cursor` is not one that this server gave",
        )),
    }
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
