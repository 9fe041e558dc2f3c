//! Streamable HTTP under rmcp's transport: the same requests as its own client makes, with a tap on what comes back.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use futures_util::{
    StreamExt, TryStreamExt,
    stream::{BoxStream, try_unfold},
};
use http::{
    HeaderName, HeaderValue, StatusCode,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE},
};
use reqwest::{Client, RequestBuilder, Response};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, ErrorData, JsonRpcMessage, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        AuthRequiredError, InsufficientScopeError, SseError, StreamableHttpClient,
        StreamableHttpError, StreamableHttpPostResponse,
    },
};
use serde_json::{Map, Value};
use sse_stream::{Sse, SseStream};

use super::tap::{Tap, key_of};
use crate::journal::Http;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
/// Longest body, and longest event, in bytes.
const MAX_BODY: usize = 16 << 20;
/// Longest part of a body that isn't a message, in bytes.
const MAX_REFUSAL: usize = 64 << 10;

type Failure = StreamableHttpError<Broken>;

/// An exchange over HTTP that failed, with its causes.
#[derive(Debug)]
pub(crate) struct Broken(String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl From<reqwest::Error> for Broken {
    fn from(error: reqwest::Error) -> Self {
        // the address is known, and can hold secrets
        let error = error.without_url();
        let mut text = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        Self(text)
    }
}

/// What an error of this transport says, without rmcp's own words around it.
pub(crate) fn words(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    match error.downcast_ref::<Failure>()? {
        StreamableHttpError::Client(broken) => Some(broken.to_string()),
        StreamableHttpError::UnexpectedServerResponse(text) => Some(text.to_string()),
        StreamableHttpError::TransportChannelClosed => {
            Some("the connection was closed; the log shows why".into())
        }
        _ => None,
    }
}

fn broken(error: reqwest::Error) -> Failure {
    StreamableHttpError::Client(error.into())
}

fn unexpected(text: String) -> Failure {
    StreamableHttpError::UnexpectedServerResponse(Cow::Owned(text))
}

/// A client of one server, whose connections are shared.
#[derive(Clone, Debug)]
pub(crate) struct TappedHttp {
    client: Client,
    tap: Arc<Tap>,
    /// Names of the headers that the user gave, whose values are nobody's business.
    private: Arc<[HeaderName]>,
}

impl TappedHttp {
    /// # Errors
    /// When TLS can't be set up.
    pub(crate) fn new(tap: Arc<Tap>, private: Arc<[HeaderName]>) -> Result<Self, String> {
        // an error says that there is one already, which is as good
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| Broken::from(error).to_string())?;
        Ok(Self {
            client,
            tap,
            private,
        })
    }

    /// The headers of a request that a log may show.
    fn shown(&self, request: &reqwest::Request) -> Http {
        let headers = request.headers().iter().map(|(name, value)| {
            let hidden = *name == AUTHORIZATION || self.private.contains(name);
            let value = if hidden {
                "…".into()
            } else {
                String::from_utf8_lossy(value.as_bytes()).into_owned()
            };
            (name.as_str().to_owned(), Value::String(value))
        });
        Http::Headers(headers.collect::<Map<_, _>>())
    }

    async fn post(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        bearer: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let had_session = session.is_some();
        let request = self
            .client
            .post(uri.as_ref())
            .header(ACCEPT, format!("{EVENTS}, {JSON}"))
            .header(CONTENT_TYPE, JSON)
            .body(serde_json::to_vec(&message)?);
        let request = with_headers(request, session, bearer, headers)
            .build()
            .map_err(broken)?;
        self.tap.sent(&message, Some(self.shown(&request)))?;
        let response = self.client.execute(request).await.map_err(broken)?;
        let exchange = Exchange {
            tap: &self.tap,
            key: key_of(&message),
            status: response.status(),
        };
        exchange.answer(&message, response, had_session).await
    }

    async fn open(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        bearer: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        let mut request = self.client.get(uri.as_ref()).header(ACCEPT, EVENTS);
        if let Some(event) = last_event {
            request = request.header(LAST_EVENT, event);
        }
        let response = with_headers(request, session, bearer, headers)
            .send()
            .await
            .map_err(broken)?;
        let status = response.status();
        if status == StatusCode::METHOD_NOT_ALLOWED {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        check_access(&response)?;
        if !status.is_success() || !is(&response, EVENTS) {
            return Err(unexpected(format!("HTTP {status} instead of a stream")));
        }
        Ok(events(response, Arc::clone(&self.tap), None))
    }
}

impl StreamableHttpClient for TappedHttp {
    type Error = Broken;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        self.post(uri, message, session_id, auth_header, custom_headers)
            .await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failure> {
        let request = self.client.delete(uri.as_ref());
        let request = with_headers(request, Some(session_id), auth_header, custom_headers);
        let status = request.send().await.map_err(broken)?.status();
        if status.is_success() || status == StatusCode::METHOD_NOT_ALLOWED {
            Ok(())
        } else {
            Err(unexpected(format!(
                "HTTP {status} to the end of the session"
            )))
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        self.open(uri, session_id, last_event_id, auth_header, custom_headers)
            .await
    }
}

/// What came back for one message.
struct Exchange<'a> {
    tap: &'a Arc<Tap>,
    key: Option<Arc<str>>,
    status: StatusCode,
}

impl Exchange<'_> {
    async fn answer(
        self,
        message: &ClientJsonRpcMessage,
        response: Response,
        had_session: bool,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        if let Err(refused) = check_access(&response) {
            let body = body(response, MAX_REFUSAL).await?;
            self.tap
                .received(&body, self.key.clone(), Some(self.http()));
            return Err(refused);
        }
        if self.status == StatusCode::NOT_FOUND && had_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let is_request = matches!(message, ClientJsonRpcMessage::Request(_));
        if self.status.is_success() && !is_request {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let session = text_of(&response, &SESSION);
        if self.status.is_success() && is(&response, EVENTS) {
            let stream = events(response, Arc::clone(self.tap), self.key.clone());
            return Ok(StreamableHttpPostResponse::Sse(stream, session));
        }
        if self.status == StatusCode::ACCEPTED {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let limit = if is(&response, JSON) {
            MAX_BODY
        } else {
            MAX_REFUSAL
        };
        let body = body(response, limit).await?;
        let parsed = self.parse(message, &body)?;
        Ok(StreamableHttpPostResponse::Json(parsed, session))
    }

    /// Reads a body as the answer to a message.
    fn parse(
        &self,
        message: &ClientJsonRpcMessage,
        body: &[u8],
    ) -> Result<ServerJsonRpcMessage, Failure> {
        let id = match message {
            ClientJsonRpcMessage::Request(request) => Some(&request.id),
            _ => None,
        };
        let text = String::from_utf8_lossy(body);
        match serde_json::from_str(&text) {
            Ok(parsed) => {
                self.tap.received(body, self.key.clone(), Some(self.http()));
                Ok(match parsed {
                    // what couldn't read our id, or didn't look for it, has still answered this request
                    JsonRpcMessage::Error(error) if error.id.as_ref() != id => {
                        ServerJsonRpcMessage::error(error.error, id.cloned())
                    }
                    parsed => parsed,
                })
            }
            Err(_) => {
                self.tap
                    .received_text(&text, self.key.as_deref(), self.http());
                self.not_a_message(message, &text)
            }
        }
    }

    /// A server of the legacy era may refuse `server/discover` in any way; that is no failure, but an answer.
    fn not_a_message(
        &self,
        message: &ClientJsonRpcMessage,
        text: &str,
    ) -> Result<ServerJsonRpcMessage, Failure> {
        let start: String = text.chars().take(200).collect();
        let problem = format!("HTTP {}: {}", self.status, start.trim());
        match message {
            ClientJsonRpcMessage::Request(request)
                if matches!(request.request, ClientRequest::DiscoverRequest(_))
                    && self.status.is_client_error() =>
            {
                let error = ErrorData::invalid_request(problem, None);
                Ok(ServerJsonRpcMessage::error(error, Some(request.id.clone())))
            }
            _ if self.status.is_success() => {
                Err(unexpected(format!("{problem} (this isn't JSON-RPC)")))
            }
            _ => Err(unexpected(problem)),
        }
    }

    fn http(&self) -> Http {
        Http::Status(Some(self.status.as_u16()))
    }
}

fn with_headers(
    mut request: RequestBuilder,
    session: Option<Arc<str>>,
    bearer: Option<String>,
    headers: HashMap<HeaderName, HeaderValue>,
) -> RequestBuilder {
    if let Some(session) = session {
        request = request.header(SESSION, session.as_ref());
    }
    if let Some(bearer) = bearer {
        request = request.bearer_auth(bearer);
    }
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request
}

fn check_access(response: &Response) -> Result<(), Failure> {
    let challenge = text_of(response, &WWW_AUTHENTICATE);
    match (response.status(), challenge) {
        (StatusCode::UNAUTHORIZED, challenge) => {
            let challenge = challenge.unwrap_or_else(|| "the server asks for a login".into());
            Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(
                challenge,
            )))
        }
        (StatusCode::FORBIDDEN, Some(challenge)) => Err(StreamableHttpError::InsufficientScope(
            InsufficientScopeError::new(challenge, None),
        )),
        _ => Ok(()),
    }
}

fn text_of(response: &Response, name: &HeaderName) -> Option<String> {
    let value = response.headers().get(name)?;
    value.to_str().ok().map(str::to_owned)
}

/// Whether the body has that media type.
fn is(response: &Response, media_type: &str) -> bool {
    text_of(response, &CONTENT_TYPE).is_some_and(|given| {
        let essence = given.split(';').next().unwrap_or_default();
        essence.trim().eq_ignore_ascii_case(media_type)
    })
}

async fn body(mut response: Response, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > limit {
            return Err(StreamableHttpError::ResponseBodyTooLarge { max_size: limit });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The events of a body, each given to the tap as it comes.
fn events(
    response: Response,
    tap: Arc<Tap>,
    key: Option<Arc<str>>,
) -> BoxStream<'static, Result<Sse, SseError>> {
    let status = response.status().as_u16();
    let bytes = response
        .bytes_stream()
        .map_err(|error| std::io::Error::other(Broken::from(error)));
    let mut first = Some(status);
    SseStream::from_bytes_stream(bounded(bytes))
        .inspect_ok(move |event| {
            if let Some(data) = event.data.as_ref().filter(|data| !data.trim().is_empty()) {
                let http = Http::Status(first.take());
                tap.received(data.as_bytes(), key.clone(), Some(http));
            }
        })
        .boxed()
}

/// Ends a stream with an error when one event grows beyond what is read.
fn bounded<S, B>(bytes: S) -> impl futures_util::Stream<Item = std::io::Result<B>> + Send + 'static
where
    S: futures_util::Stream<Item = std::io::Result<B>> + Send + Unpin + 'static,
    B: AsRef<[u8]> + Send + 'static,
{
    try_unfold(
        (bytes, 0_usize, false),
        |(mut bytes, mut event, mut blank)| async move {
            let Some(chunk) = bytes.try_next().await? else {
                return Ok(None);
            };
            for byte in chunk.as_ref() {
                event += 1;
                match byte {
                    b'\n' if blank => event = 0,
                    b'\n' => blank = true,
                    b'\r' => {}
                    _ => blank = false,
                }
            }
            if event > MAX_BODY {
                let problem = format!("an event of more than {MAX_BODY} bytes");
                return Err(std::io::Error::other(problem));
            }
            Ok(Some((chunk, (bytes, event, blank))))
        },
    )
}
