//! A listener of its own for those who have no HTTP server: hyper, one task per connection.

use std::{
    future::{pending, poll_fn},
    io,
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use http::Request;
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};

use super::{HttpFuture, HttpOptions, HttpService, patience::Patient};
use crate::{BuildErrors, BuiltServer, Limits, Result, Server};

/// Longest head of a request, in bytes.
const MAX_HEAD: usize = 64 << 10;
/// What the loop waits when the system has no more room for connections.
const PAUSE: Duration = Duration::from_millis(100);

impl Server {
    /// Builds the server and answers on a listener, at `/mcp`, until the task is dropped.
    ///
    /// # Errors
    /// When the server has mistakes, or asks questions of others than this machine without having been given keys.
    pub async fn serve_http(self, listener: TcpListener) -> Result<()> {
        self.build()?.serve_http(listener).await
    }

    /// Builds the server as a service that a router mounts; it answers at whatever path reaches it.
    ///
    /// # Errors
    /// When the server has mistakes.
    pub fn into_service(self) -> std::result::Result<HttpService, BuildErrors> {
        Ok(HttpService::new(self.build()?, HttpOptions::default()).at_any_path())
    }
}

impl BuiltServer {
    /// Answers on a listener, at `/mcp`, until the task is dropped.
    ///
    /// # Errors
    /// When it asks questions of others than this machine, and was given no [`StateKeys`](crate::StateKeys). What goes
    /// wrong with a connection ends that connection alone.
    pub async fn serve_http(self, listener: TcpListener) -> Result<()> {
        self.serve_http_until(listener, HttpOptions::default(), pending())
            .await
    }

    pub(crate) async fn serve_http_until(
        &self,
        listener: TcpListener,
        options: HttpOptions,
        shutdown: impl Future<Output = ()>,
    ) -> Result<()> {
        self.check_address(listener.local_addr()?)?;
        let started = self.start().await;
        if started.is_ok() {
            HttpService::new(self.clone(), options)
                .serve(listener, shutdown)
                .await;
        }
        // also what was started before a step failed
        self.stop().await;
        started
    }
}

impl HttpService {
    /// Answers on a listener until `shutdown` is done; what is under way then gets
    /// [`Limits::drain`](crate::Limits::drain).
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        serve(self, listener, shutdown).await;
    }
}

/// What a listener is answered by.
pub(super) trait Site: Clone + Send + Sync + 'static {
    fn answer(&self, request: Request<Incoming>) -> HttpFuture;

    fn limits(&self) -> &Limits;

    /// The endpoints, which are told when the site stops.
    fn endpoints(&self) -> &[HttpService];
}

impl Site for HttpService {
    fn answer(&self, request: Request<Incoming>) -> HttpFuture {
        self.respond(request)
    }

    fn limits(&self) -> &Limits {
        self.limits()
    }

    fn endpoints(&self) -> &[HttpService] {
        std::slice::from_ref(self)
    }
}

/// Answers on a listener until `shutdown` is done.
pub(super) async fn serve(
    site: impl Site,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) {
    let slots = Arc::new(Semaphore::new(site.limits().connections));
    let builder = builder(site.limits());
    let (stop, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    if unless(shutdown.as_mut(), start(&site)).await.is_some() {
        while let Some((stream, slot)) = {
            let accepted = meanwhile(&mut connections, accept(&listener, &slots));
            unless(shutdown.as_mut(), accepted).await
        } {
            let stopped = stopped.clone();
            connections.spawn(connection(
                builder.clone(),
                stream,
                site.clone(),
                stopped,
                slot,
            ));
        }
    }
    for endpoint in site.endpoints() {
        endpoint.begin_shutdown();
    }
    drop((listener, stop));
    let drained = tokio::time::timeout(site.limits().drain, async {
        while connections.join_next().await.is_some() {}
        for endpoint in site.endpoints() {
            endpoint.shared.orphans.ended().await;
        }
    });
    if drained.await.is_err() {
        tracing::warn!("calls were still under way when the time to drain was over");
    }
    for endpoint in site.endpoints() {
        endpoint.shared.orphans.close();
    }
    connections.shutdown().await;
    for endpoint in site.endpoints() {
        endpoint.stop().await;
    }
}

/// Starts all servers; what fails is in the log, and calls are told of it.
async fn start(site: &impl Site) {
    for endpoint in site.endpoints() {
        endpoint.start().await;
    }
}

fn builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(MAX_HEAD);
    builder
}

/// The next connection, as soon as there is room for it.
async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let slot = Arc::clone(slots).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, slot),
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::warn!("no connection could be accepted: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

async fn connection<S: Site>(
    builder: http1::Builder,
    stream: TcpStream,
    site: S,
    mut stopped: watch::Receiver<()>,
    _slot: Option<OwnedSemaphorePermit>,
) {
    // answers are small and wait for nothing
    let _ = stream.set_nodelay(true);
    let stream = Patient::new(stream, site.limits().write);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), Hyper(site)));
    let ended = unless(stopped.changed(), connection.as_mut()).await;
    let ended = match ended {
        Some(ended) => ended,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a connection ended: {error}");
    }
}

/// What `work` gives; meanwhile the memory of connections that have ended is let go.
async fn meanwhile<T>(connections: &mut JoinSet<()>, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    poll_fn(|task| {
        while let Poll::Ready(Some(_)) = connections.poll_join_next(task) {}
        work.as_mut().poll(task)
    })
    .await
}

/// What `work` gives, unless `stop` is done first.
async fn unless<T>(stop: impl Future, work: impl Future<Output = T>) -> Option<T> {
    let (mut stop, mut work) = (pin!(stop), pin!(work));
    poll_fn(|task| match stop.as_mut().poll(task) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(task).map(Some),
    })
    .await
}

/// The service as hyper takes it.
struct Hyper<S>(S);

impl<S: Site> hyper::service::Service<Request<Incoming>> for Hyper<S> {
    type Response = http::Response<super::HttpBody>;
    type Error = std::convert::Infallible;
    type Future = HttpFuture;

    fn call(&self, request: Request<Incoming>) -> HttpFuture {
        self.0.answer(request)
    }
}
