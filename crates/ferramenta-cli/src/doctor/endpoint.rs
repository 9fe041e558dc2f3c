//! A server on Streamable HTTP, tried as a client does.

use std::error::Error as _;

use reqwest::{
    Client, Method, RequestBuilder, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, ORIGIN},
    redirect::Policy,
};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::{
    cors,
    finding::{Finding, Report},
    messages::{Era, Said, agreed, fact, initialized, listen},
    process::{Limits, no_era},
    reply::{EVENTS, Reply, exchange},
};

const BOTH: &str = "application/json, text/event-stream";
const SESSION: &str = "mcp-session-id";
/// Where servers have their endpoint, by habit.
const PLACES: [&str; 4] = ["/mcp", "/", "/sse", "/api/mcp"];

/// An endpoint, and how it is reached.
pub(super) struct Endpoint {
    pub(super) client: Client,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) origin: Option<String>,
    pub(super) limits: Limits,
}

/// A conversation that began well.
struct Begun {
    era: Era,
    version: String,
    session: Option<String>,
}

impl Begun {
    /// Before the server has said anything.
    fn with(era: Era) -> Self {
        Self {
            era,
            version: era.version().to_owned(),
            session: None,
        }
    }

    /// Says with a request what was agreed on.
    fn mark(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header("mcp-protocol-version", &self.version);
        match &self.session {
            Some(session) => request.header(SESSION, session),
            None => request,
        }
    }
}

impl Endpoint {
    /// # Errors
    /// When TLS can't be set up.
    pub(super) fn new(
        url: Url,
        headers: HeaderMap,
        origin: Option<String>,
        limits: Limits,
    ) -> anyhow::Result<Self> {
        // an error says that there is one already, which is as good
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().redirect(Policy::none()).build()?;
        Ok(Self {
            client,
            url,
            headers,
            origin,
            limits,
        })
    }

    /// Tries it.
    pub(super) async fn examine(&self) -> Report {
        let mut report = Report::default();
        let started = Instant::now();
        let Some(begun) = report.keep(self.begin().await) else {
            return report;
        };
        let took = started.elapsed();
        if took > self.limits.slow {
            let took = took.as_secs_f32();
            report.findings.push(Finding::new(
                "slow",
                format!("it took {took:.1} s until it said hello"),
                "look what the server, or what is before it, does at the first request",
            ));
        }
        if let Some(tools) = report.keep(self.tools(&begun).await) {
            report.facts.push(fact(&begun.version, &tools));
            report.keep(self.streams(&begun).await);
        }
        if let Some(origin) = &self.origin {
            report.keep(cors::check(self, origin).await);
        }
        report
    }

    async fn begin(&self) -> Result<Begun, Finding> {
        let hello = Era::Modern.hello();
        let reply = self.post(&hello, &Begun::with(Era::Modern)).await?;
        let modern = match reply.answer(&hello) {
            Some(Said::Result(_)) => {
                return Ok(Begun::with(Era::Modern));
            }
            Some(Said::Error(error)) => error,
            // a server of the legacy era may refuse what has no session, without words of the protocol
            None if matches!(reply.status.as_u16(), 400 | 422) => Value::Null,
            None => return Err(self.refused(&reply).await),
        };
        let hello = Era::Legacy.hello();
        let reply = self.post(&hello, &Begun::with(Era::Legacy)).await?;
        let version = match reply.answer(&hello) {
            Some(Said::Result(result)) => agreed(&result),
            Some(Said::Error(legacy)) => return Err(no_era(&modern, &legacy)),
            None => return Err(self.refused(&reply).await),
        };
        let begun = Begun {
            era: Era::Legacy,
            version,
            session: reply.header(SESSION).map(str::to_owned),
        };
        self.post(&initialized(), &begun).await?;
        Ok(begun)
    }

    async fn tools(&self, begun: &Begun) -> Result<Said, Finding> {
        let request = begun.era.tools();
        let reply = self.post(&request, begun).await?;
        match reply.answer(&request) {
            Some(said) => Ok(said),
            None => Err(self.refused(&reply).await),
        }
    }

    /// Whether a stream begins when the server begins it, and not when it ends.
    async fn streams(&self, begun: &Begun) -> Result<(), Finding> {
        let request = match begun.era {
            Era::Modern => self.message(&listen(), begun),
            Era::Legacy => begun.mark(
                self.request(Method::GET, self.url.clone())
                    .header(ACCEPT, EVENTS),
            ),
        };
        match timeout(self.limits.slow, request.send()).await {
            Ok(_) => Ok(()),
            Err(_) => Err(Finding::new(
                "buffered",
                "a stream doesn't begin: something between holds it back until it ends",
                "turn buffering off in the proxy for this path (nginx: `proxy_buffering off;` and `proxy_read_timeout`; \
                 others: don't compress or cache text/event-stream)",
            )),
        }
    }

    pub(super) fn request(&self, method: Method, url: Url) -> RequestBuilder {
        self.client
            .request(method, url)
            .headers(self.headers.clone())
    }

    fn message(&self, message: &Value, begun: &Begun) -> RequestBuilder {
        self.message_to(self.url.clone(), message, begun)
    }

    fn message_to(&self, url: Url, message: &Value, begun: &Begun) -> RequestBuilder {
        let request = self
            .request(Method::POST, url)
            .header(ACCEPT, BOTH)
            .header(CONTENT_TYPE, "application/json")
            .body(message.to_string());
        let method = message
            .get("method")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let request = match (begun.era, method) {
            (Era::Modern, method) => begun.mark(request).header("mcp-method", method),
            // it agrees on the version first
            (Era::Legacy, "initialize") => request,
            (Era::Legacy, _) => begun.mark(request),
        };
        match &self.origin {
            Some(origin) => request.header(ORIGIN, origin),
            None => request,
        }
    }

    async fn post(&self, message: &Value, begun: &Begun) -> Result<Reply, Finding> {
        self.send(self.message(message, begun)).await
    }

    pub(super) async fn send(&self, request: RequestBuilder) -> Result<Reply, Finding> {
        let patience = self.limits.patience;
        match timeout(patience, exchange(request)).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) => Err(self.unreached(&error)),
            Err(_) => Err(Finding::new(
                "silent",
                format!(
                    "it takes the request and doesn't answer within {} s",
                    patience.as_secs()
                ),
                "look into the server's log; a proxy may hold the answer back",
            )),
        }
    }

    fn unreached(&self, error: &reqwest::Error) -> Finding {
        let words = causes(error);
        let host = self.url.host_str().unwrap_or_default();
        let port = self.url.port_or_known_default().unwrap_or_default();
        let lower = words.to_lowercase();
        if lower.contains("dns") || lower.contains("lookup") {
            return Finding::new(
                "unknown-host",
                format!("no machine is known as {host} ({words})"),
                "correct the name in the URL, or wait until it is known everywhere",
            );
        }
        if lower.contains("certificate") || lower.contains("tls") || lower.contains("invalid http")
        {
            return Finding::new(
                "tls",
                format!(
                    "{} isn't what is spoken at port {port}, or its certificate isn't trusted ({words})",
                    self.url.scheme()
                ),
                "take http:// where the server has no certificate, https:// where it has one, and renew what has run out",
            );
        }
        if error.is_connect() {
            return Finding::new(
                "refused",
                format!("nobody listens at {host}, port {port} ({words})"),
                "start the server, correct the port; from a container or another machine, let it listen on more than 127.0.0.1",
            );
        }
        Finding::new(
            "broken",
            format!("the connection breaks ({words})"),
            "look into the server's log",
        )
    }

    /// Why a reply has no answer.
    async fn refused(&self, reply: &Reply) -> Finding {
        match reply.status.as_u16() {
            404 => self.wrong_path().await,
            405 => match self.is_old().await {
                true => Finding::new(
                    "old-transport",
                    "it has the transport of 2024-11-05 (HTTP with SSE), which was replaced",
                    "update the server's library; clients that still know it are given this URL as `sse`",
                ),
                false => self.wrong_path().await,
            },
            403 => self.forbidden(reply),
            _ => reply.finding(&self.url),
        }
    }

    async fn wrong_path(&self) -> Finding {
        let path = self.url.path();
        let what = format!("nothing answers at the path {path}");
        for place in PLACES.iter().filter(|place| **place != path) {
            let mut url = self.url.clone();
            url.set_path(place);
            if self.speaks(url.clone()).await {
                return Finding::new("wrong-path", what, format!("the server is at {url}"));
            }
        }
        Finding::new(
            "wrong-path",
            what,
            "look what path the server prints at its start; most have /mcp",
        )
    }

    async fn speaks(&self, url: Url) -> bool {
        for era in [Era::Modern, Era::Legacy] {
            let hello = era.hello();
            let reply = self
                .send(self.message_to(url.clone(), &hello, &Begun::with(era)))
                .await;
            if reply.is_ok_and(|reply| reply.answer(&hello).is_some()) {
                return true;
            }
        }
        false
    }

    /// Whether a GET has the first event of the transport that was replaced.
    async fn is_old(&self) -> bool {
        let request = self
            .request(Method::GET, self.url.clone())
            .header(ACCEPT, EVENTS);
        let first = async {
            let mut response = request.send().await.ok()?;
            response.chunk().await.ok()?
        };
        let first = timeout(self.limits.slow, first).await.ok().flatten();
        first.is_some_and(|bytes| String::from_utf8_lossy(&bytes).contains("event: endpoint"))
    }

    fn forbidden(&self, reply: &Reply) -> Finding {
        let said = reply.said();
        match &self.origin {
            Some(origin) => Finding::new(
                "origin",
                format!("it refuses pages of {origin}: 403{said}"),
                format!(
                    "allow the origin at the server (`--origin {origin}` of one made with Ferramenta)"
                ),
            ),
            None => Finding::new(
                "forbidden",
                format!("it refuses: 403{said}"),
                "use a token with the rights that are needed; or allow this host name at the server, which some refuse with 403",
            ),
        }
    }
}

fn causes(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = error.to_string();
        cause = error.source();
    }
    if text.is_empty() {
        "no cause is known".into()
    } else {
        text
    }
}
