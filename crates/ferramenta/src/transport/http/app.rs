use std::{
    convert::Infallible,
    error::Error,
    fmt,
    sync::Arc,
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
    limits: Arc<Limits>,
}

impl AppService {
    pub(crate) fn new(endpoints: Vec<HttpService>) -> Self {
        let mut of_each = endpoints.iter().map(HttpService::limits);
        let mut limits = of_each.next().cloned().unwrap_or_default();
        of_each.for_each(|other| widen(&mut limits, other));
        Self {
            endpoints: endpoints.into(),
            limits: Arc::new(limits),
        }
    }

    /// Answers on a listener until `shutdown` is done; what is under way then gets
    /// [`Limits::drain`](crate::Limits::drain). Where the servers differ in what they say of connections
    /// (`connections`, `head`, `write`, `drain`), the largest holds.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        serve(self, listener, shutdown).await;
    }

    pub(super) fn endpoints(&self) -> &[HttpService] {
        &self.endpoints
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
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
            .any(|endpoint| endpoint.shared.stopping.is_raised());
        life(head, stopping).unwrap_or_else(|| {
            let paths: Vec<&str> = self.endpoints.iter().map(HttpService::path).collect();
            nothing_here(&paths.join(" or "))
        })
    }
}

/// Makes bounds of connections large enough for others.
fn widen(limits: &mut Limits, other: &Limits) {
    limits.connections = limits.connections.max(other.connections);
    limits.head = limits.head.max(other.head);
    limits.write = limits.write.max(other.write);
    limits.drain = limits.drain.max(other.drain);
}

impl Site for AppService {
    fn answer(&self, request: Request<Incoming>) -> HttpFuture {
        self.respond(request)
    }

    fn limits(&self) -> &Limits {
        self.limits()
    }

    fn endpoints(&self) -> &[HttpService] {
        self.endpoints()
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{App, HttpOptions, Server};

    #[test]
    fn the_largest_bounds_of_connections_hold() {
        let limits = |connections, seconds| {
            let time = Duration::from_secs(seconds);
            let limits = Limits::default().connections(connections).head(time);
            limits.write(time).drain(time)
        };
        let server = |limits| Server::new("Test").limits(limits);
        let app = App::new()
            .web("/one", server(limits(1, 9)))
            .web("/two", server(limits(2, 8)));
        let service = app.into_service(&HttpOptions::default()).unwrap();
        assert_eq!(*Site::limits(&service), limits(2, 9));
    }
}
