//! stub until the transport's folder is filled
use crate::BuiltServer;
/// x
#[derive(Clone, Debug, Default)] pub struct HttpOptions {}
impl HttpOptions {
    pub(crate) fn path(self, _: &str) -> Self { self }
    pub(crate) fn host(self, _: &str) -> Self { self }
    pub(crate) fn origin(self, _: &str) -> Self { self }
    pub(crate) fn any_host(self) -> Self { self }
    pub(crate) fn protections(&self) -> String { String::new() }
    pub(crate) fn endpoint(&self) -> &str { "" }
}
impl BuiltServer {
    pub(crate) async fn serve_http_until(&self, _: tokio::net::TcpListener, _: HttpOptions, _: impl Future<Output = ()>) -> crate::Result<()> { Ok(()) }
}
/// x
#[derive(Debug)] pub struct HttpBody;
/// x
#[derive(Debug)] pub struct HttpFuture;
/// x
#[derive(Debug)] pub struct HttpService;
