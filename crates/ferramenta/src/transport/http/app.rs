use std::{
    convert::Infallible,
    error::Error,
    fmt,
    sync::{Arc, atomic::Ordering},
    task::{Context, Poll},
};

use bytes::Buf;
use http::{Request, Response, request::Parts};
use http_body::Body;
use hyper::body::Incoming;
use tokio::net::TcpListener;

use super::{
    HttpBody, HttpFuture, HttpService,
    cors::Mark,
    serve::{Site, serve},
    service::{is_at, life, nothing_here},
};
use crate::Limits;

/// Several servers as one [`tower_service::Service`], each at its path.
#[derive(Clone)]
pub struct AppService {
    endpoints: Arc<[HttpService]>,
}

impl AppService {
    pub(crate) fn new(endpoints: Vec<HttpService>) -> Self {
        Self {
            endpoints: endpoints.into(),
        }
    }

    /// Answers on a listener until `shutdown` is done; what is under way then gets
    /// [`Limits::drain`](crate::Limits::drain).
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        serve(self, listener, shutdown).await;
    }

    fn respond<B>(&self, request: Request<B>) -> HttpFuture
    where
        B: Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (head, body) = request.into_parts();
        match self
            .endpoints
            .iter()
            .find(|endpoint| is_at(&head, endpoint.path()))
        {
            Some(endpoint) => endpoint.respond(Request::from_parts(head, body)),
            None => HttpFuture::ready(self.aside(&head), Mark::Nothing),
        }
    }

    fn aside(&self, head: &Parts) -> Response<HttpBody> {
        let stopping = self
            .endpoints
            .iter()
            .any(|endpoint| endpoint.shared.stopping.load(Ordering::Relaxed));
        life(head, stopping).unwrap_or_else(|| {
            let paths: Vec<&str> = self.endpoints.iter().map(HttpService::path).collect();
            nothing_here(&paths.join(" or "))
        })
    }
}

impl Site for AppService {
    fn answer(&self, request: Request<Incoming>) -> HttpFuture {
        self.respond(request)
    }

    fn limits(&self) -> &Limits {
        // an application has at least one server where it is served over HTTP
        self.endpoints[0].limits()
    }

    fn endpoints(&self) -> &[HttpService] {
        &self.endpoints
    }
}

impl<B> tower_service::Service<Request<B>> for AppService
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

impl fmt::Debug for AppService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.endpoints.iter()).finish()
    }
}
