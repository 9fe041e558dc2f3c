//! What a handler can know of the request it serves.

mod client_log;
mod events;
mod http_parts;
mod progress;

use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use ferramenta_protocol::{Id, Method, Version};
use http::request::Parts;
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

pub(crate) use self::client_log::{ConnectionLevel, Wanted, level};
pub(crate) use self::events::{EventQueue, Events};
pub use self::{client_log::ClientLog, http_parts::HttpParts, progress::Progress};
use crate::{
    Authentication, Binder, Failure, FromServer, Identity,
    catalog::Catalog,
    complete::{Completing, Reference},
    flag::Flag,
    identity::Caller,
    inject::Scope,
    interact::{Live, Round},
    resource::Turn,
    response::Tail,
};

/// How a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Transport {
    /// Standard input and output of this process.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// A [`TestClient`](crate::TestClient), in this process.
    Test,
}

impl Transport {
    /// The name, as it stands in logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Test => "test",
        }
    }
}

/// The request that a handler serves: a snapshot that is cheap to clone.
///
/// Take it as a parameter, by value or by reference; it never shows in the schema.
///
/// ```
/// use ferramenta::{Context, tool};
///
/// /// Tell how this request came in.
/// #[tool]
/// async fn transport(cx: &Context) -> String {
///     cx.transport().as_str().to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Call>);

/// All there is to know of one request.
pub(crate) struct Call {
    pub(crate) id: Bytes,
    pub(crate) method: Called,
    pub(crate) version: Version,
    pub(crate) transport: Transport,
    /// Raw JSON, like all that follows.
    pub(crate) params: Option<Bytes>,
    pub(crate) capabilities: Option<Bytes>,
    pub(crate) progress_token: Option<Bytes>,
    pub(crate) progress: progress::State,
    /// Which log messages the client wants.
    pub(crate) log: Wanted,
    pub(crate) events: Events,
    pub(crate) cancel: Arc<Flag>,
    /// What is made for this call.
    pub(crate) scope: Scope,
    /// What is typed, of a completion.
    pub(crate) completing: OnceLock<Box<Completing>>,
    /// What is asked and answered, of a call that asks.
    pub(crate) round: OnceLock<Arc<Round>>,
    /// The way to a client that is asked while the handler waits.
    pub(crate) live: Option<Live>,
    /// The page that a function that lists is asked for, and gives.
    pub(crate) listing: Mutex<Option<Box<Turn>>>,
    pub(crate) http: Option<Arc<Parts>>,
    pub(crate) caller: Option<Caller>,
    /// What a URI has for the variables of the template that is looked at.
    pub(crate) uri_variables: Mutex<Option<Map<String, Value>>>,
    /// What the server offers, as it was when the request came.
    pub(crate) catalog: Arc<Catalog>,
}

/// The method of a request.
pub(crate) enum Called {
    Known(Method),
    /// One that the version doesn't have.
    Unknown(Box<str>),
}

impl Context {
    pub(crate) fn new(call: Call) -> Self {
        Self(Arc::new(call))
    }

    pub(crate) fn call(&self) -> &Call {
        &self.0
    }

    /// The request's id: the JSON token of an integer or a string.
    pub fn request_id(&self) -> &str {
        text(&self.0.id)
    }

    /// How the request came in.
    pub fn transport(&self) -> Transport {
        self.0.transport
    }

    /// The request's method, such as `tools/call`.
    pub fn method(&self) -> &str {
        match &self.0.method {
            Called::Known(method) => method.name(),
            Called::Unknown(name) => name,
        }
    }

    /// What the request is about, as the client has named it: the tool of a `tools/call`, the prompt of a
    /// `prompts/get`, the URI of a `resources/read` or of a subscription to it, the prompt or the template of a
    /// `completion/complete`; `None` for other methods.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        let params = self.0.params.as_ref()?;
        let Called::Known(method) = &self.0.method else {
            return None;
        };
        match method {
            Method::ToolsCall | Method::PromptsGet => {
                members(params).map(|params: Named<'_>| params.name)
            }
            Method::ResourcesRead | Method::Subscribe | Method::Unsubscribe => {
                members(params).map(|params: Located<'_>| params.uri)
            }
            Method::Complete => {
                let params: Referring<'_> = members(params)?;
                Reference::read(params.reference.get()).map(Reference::into_name)
            }
            _ => None,
        }
    }

    /// What the URI of a `resources/read` has for the variables of its resource's template, for handlers and rules
    /// alike, or null.
    pub fn uri_variables(&self) -> Value {
        let variables = self.0.uri_variables.lock();
        let variables = variables.unwrap_or_else(PoisonError::into_inner);
        variables.clone().map_or(Value::Null, Value::Object)
    }

    /// The name of the server that was asked.
    pub fn server(&self) -> &str {
        &self.0.catalog.name
    }

    /// Who calls, where that is known.
    pub fn identity(&self) -> Option<&Identity> {
        self.0.caller.as_ref().map(|caller| &*caller.identity)
    }

    /// How it was found out who calls.
    pub fn authentication(&self) -> Authentication {
        let caller = self.0.caller.as_ref();
        caller.map_or(Authentication::Nobody, |caller| caller.by)
    }

    /// The request's parameters as they were sent, or null.
    pub fn params(&self) -> Value {
        json(self.0.params.as_ref())
    }

    /// The arguments of the call as they were sent, or null.
    pub fn arguments(&self) -> Value {
        self.params()["arguments"].take()
    }

    /// The request's `_meta`, or null.
    pub fn meta(&self) -> Value {
        self.params()["_meta"].take()
    }

    /// What the client can do: as it says with this request, or has said when it opened; an empty object
    /// where it has said nothing.
    pub fn client_capabilities(&self) -> Value {
        self.0
            .capabilities
            .as_ref()
            .map_or_else(|| Value::Object(Map::new()), |raw| json(Some(raw)))
    }

    /// The client's settings of an [`Extension`](crate::Extension) that both sides have; nothing where one of them has
    /// it not, as this request says, or the client when it opened.
    ///
    /// Clients of 2026-07-28 say it in `extensions` of their capabilities, older ones there or in `experimental`.
    pub fn extension(&self, id: &str) -> Option<Map<String, Value>> {
        if !self.0.catalog.extensions().has(id) {
            return None;
        }
        let Declared {
            mut extensions,
            mut experimental,
        } = serde_json::from_slice(self.0.capabilities.as_ref()?).ok()?;
        let older = !self.0.version.features().extensions;
        let settings = extensions.remove(id);
        let settings = settings.or_else(|| experimental.remove(id).filter(|_| older));
        match settings? {
            Value::Object(settings) => Some(settings),
            _ => None,
        }
    }

    /// Reports how far the call has come.
    pub fn progress(&self) -> Progress {
        Progress::new(self.clone())
    }

    /// True as soon as nobody waits for the answer any more.
    ///
    /// An `async` handler is dropped then; a blocking one goes on until it looks here.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancel.is_raised()
    }

    /// Runs a future to its end even when the call is cancelled or runs out of time, so that a write
    /// isn't cut in half.
    ///
    /// ```
    /// use ferramenta::{Context, ToolResult, tool};
    /// # async fn write_both() -> std::io::Result<()> { Ok(()) }
    ///
    /// /// Save the order.
    /// #[tool]
    /// async fn save(cx: Context) -> ToolResult<()> {
    ///     cx.shield(write_both()).await??; // once started, both files are written
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// When the future panics.
    pub async fn shield<F>(&self, future: F) -> Result<F::Output, Failure>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        tokio::spawn(future).await.map_err(Failure::from)
    }

    /// Closes the event stream of this call, which goes on: the client comes back after `retry` for what it hasn't
    /// got yet, the result included (specification 2025-11-25: *Streamable HTTP*). So a call that takes minutes holds
    /// no connection that some proxy would cut.
    ///
    /// Clients in a session of 2025-11-25 over HTTP can come back, for [`Limits::replay`](crate::Limits::replay)
    /// after the end of the call; to all others this does nothing, and neither does it where there is no room to
    /// keep what they would come back for ([`Limits::replay_bytes`](crate::Limits::replay_bytes)).
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferramenta::{Context, tool};
    /// # async fn built() -> &'static str { "built" }
    ///
    /// /// Build the index.
    /// #[tool(timeout = "10m")]
    /// async fn index(cx: Context) -> &'static str {
    ///     cx.close_stream(Duration::from_secs(5));
    ///     built().await
    /// }
    /// ```
    pub fn close_stream(&self, retry: Duration) {
        self.0.events.close(retry);
    }

    pub(crate) fn id(&self) -> Option<Id<'_>> {
        Id::from_token(self.request_id())
    }

    /// The end of a successful result, made when the server was built.
    pub(crate) fn tail(&self) -> &Tail {
        &self.0.catalog.rendered(self.0.version).tail
    }
}

/// What capabilities say of extensions.
#[derive(Deserialize)]
struct Declared {
    #[serde(default)]
    extensions: Map<String, Value>,
    #[serde(default)]
    experimental: Map<String, Value>,
}

/// Parameters that name something.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// Parameters that have the URI of something.
#[derive(Deserialize)]
struct Located<'a> {
    #[serde(borrow)]
    uri: Cow<'a, str>,
}

/// Parameters that refer to something.
#[derive(Deserialize)]
struct Referring<'a> {
    #[serde(borrow, rename = "ref")]
    reference: &'a RawValue,
}

/// What parameters hold of those that a method takes.
fn members<'a, T: Deserialize<'a>>(params: &'a Bytes) -> Option<T> {
    serde_json::from_slice(params).ok()
}

/// JSON that was checked when its message was read.
fn json(raw: Option<&Bytes>) -> Value {
    raw.and_then(|raw| serde_json::from_slice(raw).ok())
        .unwrap_or_default()
}

/// Text that was checked to be UTF-8 when its message was read.
fn text(bytes: &Bytes) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("request_id", &self.request_id())
            .field("transport", &self.0.transport)
            .finish_non_exhaustive()
    }
}

impl FromServer for Context {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(cx.clone()))
    }
}
