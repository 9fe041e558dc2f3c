use std::sync::{Arc, Mutex};

use bytes::Bytes;
use ferramenta_protocol::{Id, Method, Request, Version};
use http::request::Parts;

use super::Admission;
use crate::{
    Context, Transport,
    catalog::Catalog,
    context::{Call, Called, ConnectionLevel, Events, Wanted},
    flag::Flag,
    identity::Caller,
    inject::Scope,
    interact::Live,
};

/// A request, and what its transport knows of it.
pub(crate) struct Incoming<'a> {
    /// The bytes that the request was read from.
    pub(crate) message: &'a Bytes,
    pub(crate) request: &'a Request<'a>,
    pub(crate) version: Version,
    pub(crate) transport: Transport,
    pub(crate) events: Events,
    pub(crate) cancel: Arc<Flag>,
    /// The capabilities of a client that has declared them once for all, as raw JSON.
    pub(crate) capabilities: Option<Bytes>,
    /// Which log messages the client wants of all its requests, where the connection keeps that.
    pub(crate) log_level: Option<Arc<ConnectionLevel>>,
    /// The way to a client that is asked while a handler waits.
    pub(crate) live: Option<Live>,
    /// The head of the HTTP request.
    pub(crate) http: Option<Arc<Parts>>,
    /// Who calls.
    pub(crate) caller: Option<Caller>,
    pub(crate) admission: Admission<'a>,
}

impl<'a> Incoming<'a> {
    /// The request as layers, rules and handlers see it, and what it is lent.
    pub(super) fn into_context(self, catalog: Arc<Catalog>) -> (Context, Admission<'a>) {
        let Self {
            message,
            request,
            version,
            transport,
            events,
            cancel,
            capabilities,
            log_level,
            live,
            http,
            caller,
            admission,
        } = self;
        let Request { id, params, .. } = request;
        let slice = |raw: &str| message.slice_ref(raw.as_bytes());
        let token = params
            .meta
            .progress_token
            .filter(|raw| Id::from_token(raw).is_some());
        let method = match Method::find(&request.method, version) {
            Some(method) => Called::Known(method),
            None => Called::Unknown(request.method.as_ref().into()),
        };
        let log = if catalog.client_logging() {
            Wanted::of(version, &params.meta, log_level)
        } else {
            Wanted::Nothing
        };
        let cx = Context::new(Call {
            id: id.map(Id::token).map(slice).unwrap_or_default(),
            method,
            version,
            transport,
            params: params.raw.map(slice),
            capabilities: params.meta.client_capabilities.map(slice).or(capabilities),
            progress_token: token.map(slice),
            progress: Default::default(),
            log,
            events,
            cancel,
            scope: Scope::default(),
            completing: Default::default(),
            round: Default::default(),
            live,
            listing: Default::default(),
            http,
            caller,
            uri_variables: Mutex::default(),
            catalog,
        });
        (cx, admission)
    }
}
