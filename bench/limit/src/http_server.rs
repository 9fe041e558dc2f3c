//! HTTP on hyper's HTTP/1.1 connection, one service function, no router.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{ALLOW, CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};

use crate::answer::answer;
use crate::catalog::Catalog;

const MAX_BODY: usize = 16 * 1024 * 1024;

/// What `serde_json::to_vec` begins with; from there an answer grows as it needs.
const FIRST_CAPACITY: usize = 128;

/// Serves at `/mcp` until SIGTERM.
#[tokio::main]
pub(crate) async fn serve(catalog: &Arc<Catalog>, address: SocketAddr) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let mut terminate = signal(SignalKind::terminate())?;
    eprintln!(
        "bench-limit listening on http://{}/mcp",
        listener.local_addr()?
    );
    loop {
        tokio::select! {
            accepted = listener.accept() => connect(catalog, accepted?.0)?,
            _ = terminate.recv() => return Ok(()),
        }
    }
}

fn connect(catalog: &Arc<Catalog>, stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let catalog = Arc::clone(catalog);
    tokio::spawn(async move {
        let service = service_fn(|request| respond(&catalog, request));
        let closed = http1::Builder::new()
            .serve_connection(TokioIo::new(stream), service)
            .await;
        if let Err(error) = closed {
            eprintln!("bench-limit: connection: {error}");
        }
    });
    Ok(())
}

async fn respond(
    catalog: &Catalog,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if let Some(refusal) = refuse(&request) {
        return Ok(refusal);
    }
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(status) => return Ok(empty(status)),
    };
    let mut out = Vec::with_capacity(FIRST_CAPACITY);
    let status = answer(catalog, &body, Some(&head.headers), &mut out);
    Ok(json(status, out))
}

fn refuse(request: &Request<Incoming>) -> Option<Response<Full<Bytes>>> {
    if request.uri().path() != "/mcp" {
        return Some(empty(StatusCode::NOT_FOUND));
    }
    if !has_own_origin(request.headers()) {
        return Some(empty(StatusCode::FORBIDDEN));
    }
    if request.method() != Method::POST {
        let mut response = empty(StatusCode::METHOD_NOT_ALLOWED);
        response
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("POST"));
        return Some(response);
    }
    None
}

/// Whether the origin is absent, as outside of browsers, or the server's own.
fn has_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let authority = origin.as_bytes().strip_prefix(b"http://");
    authority.is_some() && authority == headers.get(HOST).map(HeaderValue::as_bytes)
}

/// The whole body, or the refusal of one that is too large or breaks off.
async fn read(body: Incoming) -> Result<Bytes, StatusCode> {
    match Limited::new(body, MAX_BODY).collect().await {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::BAD_REQUEST),
    }
}

fn json(status: StatusCode, out: Vec<u8>) -> Response<Full<Bytes>> {
    let mut response = empty(status);
    if !out.is_empty() {
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        *response.body_mut() = Full::from(out);
    }
    response
}

fn empty(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    response
}
