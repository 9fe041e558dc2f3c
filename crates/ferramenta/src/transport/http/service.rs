use std::{
    convert::Infallible,
    error::Error,
    fmt,
    sync::{Arc, atomic::AtomicBool},
    task::{Context, Poll},
};

use bytes::Buf;
use http::{Method, Request, Response, StatusCode, request::Parts};
use http_body::Body;

use super::{
    HttpBody, HttpFuture, HttpOptions,
    budget::Budget,
    collect::{is_larger, too_large},
    cors::{Mark, allow, is_preflight},
    exchange::Exchange,
    front::{Front, Said},
    future::Streaming,
    guard,
    negotiate::{Accepts, accepts, accepts_events, check_content},
    options::endpoint,
    reply::{Refused, health},
    session::{LAST_EVENT_ID, Sessions},
    work::{Legacy, Orphans, Work},
};
use crate::{BuiltServer, Limits, context::EventQueue, dispatch::Dispatcher, flag::Flag};

/// A server as a [`tower_service::Service`], to be mounted wherever requests of HTTP are answered.
///
/// ```no_run
/// use axum::{Router, routing::get};
/// use ferramenta::{Server, tool};
///
/// /// Add two numbers.
/// #[tool(inline)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mcp = Server::new("Calculator").tool::<add>().into_service()?;
/// let app: Router = Router::new().route("/", get("Hello")).nest_service("/mcp", mcp);
/// # drop(app);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct HttpService {
    pub(super) shared: Arc<Shared>,
    any_path: bool,
}

/// What all clones of a service have in common.
pub(super) struct Shared {
    dispatcher: Arc<Dispatcher>,
    options: HttpOptions,
    /// None where they are switched off, or can't be sealed.
    sessions: Option<Arc<Sessions>>,
    bodies: Arc<Budget>,
    pub(super) orphans: Arc<Orphans>,
    pub(super) stopping: Arc<Flag>,
}

impl HttpService {
    /// The service of a server, at the path that the options name.
    ///
    /// # Panics
    /// When no request can come to that path, as it says at [`HttpOptions::path`].
    #[track_caller]
    pub fn new(server: BuiltServer, mut options: HttpOptions) -> Self {
        let dispatcher = server.dispatcher;
        options.path = match endpoint(&options.path) {
            Ok(path) => path.to_owned(),
            Err(problem) => panic!("{problem}"),
        };
        let authenticator = dispatcher.authenticator.as_ref();
        if let Some(warning) = authenticator.and_then(|authenticator| authenticator.warning()) {
            tracing::warn!(server = %dispatcher.catalog().name, "{warning}");
        }
        if dispatcher.asking.ends_with_the_process() {
            tracing::warn!(
                server = %dispatcher.catalog().name,
                "what clients keep while users are asked is sealed under a key that ends with this process: \
                 set FERRAMENTA_STATE_KEYS, the same for all replicas"
            );
        }
        let bodies = Budget::new(dispatcher.limits.bodies);
        let keys = dispatcher.state_keys.clone();
        let sessions = keys.filter(|_| options.sessions).map(|keys| {
            let name = &dispatcher.catalog().name;
            Arc::new(Sessions::new(keys, name, &dispatcher.limits))
        });
        let shared = Shared {
            dispatcher,
            options,
            sessions,
            bodies: Arc::new(bodies),
            orphans: Arc::default(),
            stopping: Arc::default(),
        };
        Self {
            shared: Arc::new(shared),
            any_path: false,
        }
    }

    /// Answers at any path, for a service that is mounted by a router: what arrives is meant for it.
    #[must_use]
    pub const fn at_any_path(mut self) -> Self {
        self.any_path = true;
        self
    }

    pub(super) fn path(&self) -> &str {
        &self.shared.options.path
    }

    /// Runs the server's steps of starting; the log has what fails.
    pub(super) async fn start(&self) {
        let _ = self.shared.dispatcher.lifecycle.start().await;
    }

    /// Runs the server's steps of stopping.
    pub(super) async fn stop(&self) {
        self.shared.dispatcher.lifecycle.stop().await;
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.shared.dispatcher.limits
    }

    /// Climbs the rungs that a request's head decides, and leaves the rest to its exchange.
    pub(super) fn respond<B>(&self, request: Request<B>) -> HttpFuture
    where
        B: Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (head, body) = request.into_parts();
        if !self.any_path
            && let Some(response) = self.shared.aside(&head)
        {
            return HttpFuture::ready(response, Mark::Nothing);
        }
        let front = Front::read(&head.headers);
        let said = front.said();
        if let Err(refused) = guard::check(&self.shared.options, &head.uri, &front) {
            return HttpFuture::ready(refused.into_response(), Mark::Nothing);
        }
        let Shared {
            options,
            dispatcher,
            ..
        } = &*self.shared;
        let mark = Mark::of(options, &head.headers);
        if is_preflight(options, &head) {
            let methods = self.shared.methods(said);
            return HttpFuture::ready(allow(&dispatcher.catalog(), methods), mark);
        }
        if let Err(refused) = self.shared.check_method(&head, said) {
            return HttpFuture::ready(refused.into_response(), mark);
        }
        match admit(&head, &front, &body, self.limits()) {
            Ok(accepts) => self.begin(head, said, body, Ok(accepts), mark),
            // whoever has to say who they are, is asked before anything else is told
            Err(refused) if self.shared.dispatcher.authenticator.is_some() => {
                self.begin(head, said, body, Err(refused), mark)
            }
            Err(refused) => HttpFuture::ready(refused.into_response(), mark),
        }
    }

    fn begin<B>(
        &self,
        head: Parts,
        said: Said,
        body: B,
        admitted: Result<Accepts, Refused>,
        mark: Mark,
    ) -> HttpFuture
    where
        B: Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let Shared {
            dispatcher,
            sessions,
            orphans,
            bodies,
            stopping,
            ..
        } = &*self.shared;
        let (accepts, refused) = match admitted {
            Ok(accepts) => (accepts, None),
            Err(refused) => (Accepts::JSON, Some(refused)),
        };
        // without a modern header nothing modern comes to run
        let legacy = head.method == Method::POST && !said.modern;
        let under_way = (legacy || !accepts.json).then(Arc::<AtomicBool>::default);
        let events = accepts
            .events
            .then(|| Arc::new(EventQueue::new(dispatcher.limits.events)));
        let resumable = (legacy && accepts.events && sessions.is_some()).then(Arc::default);
        let streaming = events.clone().map(|queue| Streaming {
            queue,
            keep_alive: dispatcher.limits.keep_alive,
            only: under_way.clone().filter(|_| !accepts.json),
            resumable: resumable.clone(),
        });
        let legacy = under_way
            .clone()
            .filter(|_| legacy)
            .map(|under_way| Legacy {
                orphans: Arc::clone(orphans),
                under_way,
            });
        let exchange = Exchange {
            dispatcher: Arc::clone(dispatcher),
            head: Arc::new(head),
            sessions: sessions.clone(),
            bodies: Arc::clone(bodies),
            ending: Arc::clone(stopping),
            refused,
            listens: said.listens,
            events,
            under_way,
            resumable,
        };
        HttpFuture::under_way(
            Work::new(Box::pin(exchange.run(body)), legacy),
            streaming,
            mark,
        )
    }
}

impl Shared {
    /// Ends what would go on for as long as the server does: streams, and waiting for answers.
    pub(super) fn stop(&self) {
        self.stopping.raise();
        if let Some(sessions) = &self.sessions {
            sessions.stop();
        }
    }

    /// The methods that a request like this one may have; all but POST belong to sessions.
    fn methods(&self, said: Said) -> &'static str {
        match &self.sessions {
            None => "POST",
            Some(_) if said.modern => "POST",
            Some(_) => "GET, POST, DELETE",
        }
    }

    /// Whether a stream would never tell anything, and only keep a connection.
    fn is_mute(&self, head: &Parts) -> bool {
        let resumes = head.headers.contains_key(LAST_EVENT_ID);
        head.method == Method::GET && !resumes && !self.dispatcher.catalog().changing().any()
    }

    fn check_method(&self, head: &Parts, said: Said) -> Result<(), Refused> {
        if head.method == Method::POST {
            return Ok(());
        }
        let allowed = self.methods(said);
        let mut methods = allowed.split(", ");
        if !methods.any(|method| method == head.method.as_str()) {
            return Err(Refused::method(allowed));
        }
        if self.is_mute(head) {
            return Err(Refused::method("POST, DELETE"));
        }
        Ok(())
    }

    /// What is answered beside the endpoint: signs of life, and where the endpoint is.
    fn aside(&self, head: &Parts) -> Option<Response<HttpBody>> {
        let endpoint = self.options.path.as_str();
        if is_at(head, endpoint) {
            return None;
        }
        let stopping = self.stopping.is_raised();
        Some(life(head, stopping).unwrap_or_else(|| nothing_here(endpoint)))
    }
}

/// Whether a request is for this endpoint, with or without a slash behind it.
pub(super) fn is_at(head: &Parts, endpoint: &str) -> bool {
    let path = head.uri.path();
    path == endpoint || path.strip_suffix('/') == Some(endpoint)
}

/// A sign of life, where one is asked for.
pub(super) fn life(head: &Parts, stopping: bool) -> Option<Response<HttpBody>> {
    let is_look = matches!(head.method, Method::GET | Method::HEAD);
    match head.uri.path() {
        "/healthz" if is_look => Some(health(true)),
        "/readyz" if is_look => Some(health(!stopping)),
        _ => None,
    }
}

/// Where to go instead.
pub(super) fn nothing_here(endpoint: &str) -> Response<HttpBody> {
    Refused::new(
        StatusCode::NOT_FOUND,
        format!("Not found: the endpoint is {endpoint}"),
    )
    .into_response()
}

/// The rungs from the content to its size, where the head tells it.
fn admit(
    head: &Parts,
    front: &Front<'_>,
    body: &impl Body,
    limits: &Limits,
) -> Result<Accepts, Refused> {
    match head.method {
        Method::GET => return accepts_events(front.accept, &head.headers),
        Method::DELETE => return Ok(Accepts::JSON),
        _ => {}
    }
    check_content(front)?;
    let accepts = accepts(front.accept, &head.headers)?;
    if is_larger(body, limits.message) {
        return Err(too_large(limits.message));
    }
    Ok(accepts)
}

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Buf + Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = HttpFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> HttpFuture {
        self.respond(request)
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("name", &self.shared.dispatcher.catalog().name)
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;
    use crate::Server;

    #[test]
    fn a_server_that_stops_is_alive_but_not_ready() {
        let server = Server::new("Test").build().unwrap();
        let service = HttpService::new(server, HttpOptions::default());
        let status = |path: &str| {
            let answer = service.respond(Request::get(path).body(HttpBody::default()).unwrap());
            match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(Ok(response)) => response.status().as_u16(),
                Poll::Pending => panic!("health needs no time"),
            }
        };
        assert_eq!((status("/healthz"), status("/readyz")), (200, 200));
        service.shared.stop();
        assert_eq!((status("/healthz"), status("/readyz")), (200, 503));
    }
}
