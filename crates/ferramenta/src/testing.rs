//! A client in the same process, for tests: everything goes through the same bytes as with a real one.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::Waker,
};

use bytes::Bytes;
use ferramenta_protocol::{Version, key};
use http::request::Parts;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{BuiltServer, Identity, Server, Transport, dispatch::Connection};

/// Most notifications that are kept for [`TestClient::notifications`].
const KEPT: usize = 10_000;

/// A client that talks to a server in the same process, through the bytes a real client would send.
///
/// It speaks 2026-07-28; [`legacy`](TestClient::legacy) makes it speak an older version.
///
/// ```
/// use ferramenta::{Server, TestClient, tool};
/// use serde_json::json;
///
/// /// Add two numbers.
/// #[tool(inline)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = TestClient::new(Server::new("Calculator").tool::<add>());
/// let result = client.tool("add", json!({ "a": 2, "b": 3 })).await;
/// result.assert_ok().assert_text("5").assert_structured(json!({ "result": 5 }));
/// # });
/// ```
pub struct TestClient {
    connection: Connection,
    version: Version,
    capabilities: Value,
    opened: tokio::sync::OnceCell<()>,
    next_id: AtomicU64,
    notifications: Mutex<mpsc::Receiver<Bytes>>,
    observer: Option<Observer>,
}

type Observer = Box<dyn Fn(&Exchange<'_>) + Send + Sync>;

/// One request and its answer, as an observer sees them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exchange<'a> {
    /// The version spoken, such as `2026-07-28`.
    pub version: &'a str,
    /// The method of the request.
    pub method: &'a str,
    /// The request's bytes.
    pub request: &'a str,
    /// The answer's bytes.
    pub answer: &'a str,
}

impl TestClient {
    /// A client of this server.
    ///
    /// # Panics
    /// When the server has mistakes; the message is the start-up report.
    #[track_caller]
    pub fn new(server: Server) -> Self {
        match server.build() {
            Ok(built) => Self::of(&built),
            Err(errors) => panic!("{errors}"),
        }
    }

    /// A client of a server that was built before.
    pub fn of(server: &BuiltServer) -> Self {
        let (events, notifications) = mpsc::channel(KEPT);
        Self {
            connection: Connection::new(
                Arc::clone(&server.dispatcher),
                Transport::Test,
                events,
                None,
            ),
            version: Version::MODERN,
            capabilities: json!({}),
            opened: tokio::sync::OnceCell::new(),
            next_id: AtomicU64::new(1),
            notifications: Mutex::new(notifications),
            observer: None,
        }
    }

    /// Speaks this version; one with a handshake is opened with `initialize` before the first request.
    ///
    /// # Panics
    /// When there is no such version.
    #[must_use]
    #[track_caller]
    pub fn legacy(mut self, version: &str) -> Self {
        let known = Version::parse(version);
        self.version =
            known.unwrap_or_else(|| panic!("there is no version `{version}` of the protocol"));
        self
    }

    /// Declares these capabilities, `{}` if not given.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Calls as this identity; as nobody in particular if not given.
    #[must_use]
    pub fn identity(mut self, identity: Identity) -> Self {
        self.connection = self.connection.with_identity(identity);
        self
    }

    /// Calls as if each request had come with this head of HTTP, for tools that take
    /// [`HttpParts`](crate::HttpParts); without it their calls fail.
    #[must_use]
    pub fn http(mut self, head: Parts) -> Self {
        self.connection = self.connection.with_http(head);
        self
    }

    /// Shows every exchange to a function, which may panic to fail the test.
    #[must_use]
    pub fn observe(mut self, observer: impl Fn(&Exchange<'_>) + Send + Sync + 'static) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// The version that the client speaks.
    pub fn version(&self) -> &'static str {
        self.version.as_str()
    }

    /// Calls a tool.
    pub async fn tool(&self, name: &str, arguments: Value) -> TestResult {
        self.request(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        )
        .await
    }

    /// The tools that the server offers, as `tools/list` has them.
    ///
    /// # Panics
    /// When the answer is an error.
    pub async fn list_tools(&self) -> Vec<Value> {
        let listed = self.request("tools/list", json!({})).await;
        listed.assert_ok();
        listed.result()["tools"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// Sends a request; `_meta` is added where the version needs it.
    pub async fn request(&self, method: &str, params: Value) -> TestResult {
        self.open().await;
        self.exchange(method, params).await
    }

    /// Sends a message as it is, and gives the raw answer, if there is one.
    pub async fn message(&self, message: impl Into<Bytes>) -> Option<String> {
        self.connection
            .receive(message.into(), None)
            .await
            .map(text)
    }

    /// The notifications that came since the last time, oldest first.
    pub fn notifications(&self) -> Vec<Value> {
        let mut waiting = self
            .notifications
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let sent = std::iter::from_fn(|| waiting.try_recv().ok()).map(|message| parse(&message));
        let noticed = std::iter::from_fn(|| self.connection.poll_notice(Waker::noop()));
        sent.chain(noticed.map(|message| parse(&message))).collect()
    }

    async fn open(&self) {
        if self.version.is_modern() {
            return;
        }
        let open = async {
            let params = json!({
                "protocolVersion": self.version.as_str(),
                "capabilities": self.capabilities,
                "clientInfo": { "name": "test", "version": "0" },
            });
            self.exchange("initialize", params).await.assert_ok();
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            self.message(initialized.to_string()).await;
        };
        self.opened.get_or_init(|| open).await;
    }

    async fn exchange(&self, method: &str, mut params: Value) -> TestResult {
        if self.version.is_modern() {
            let meta = &mut params["_meta"];
            meta[key::PROTOCOL_VERSION] = self.version.as_str().into();
            meta[key::CLIENT_CAPABILITIES] = self.capabilities.clone();
            meta[key::CLIENT_INFO] = json!({ "name": "test", "version": "0" });
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let request =
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        let answer = self.message(request.clone()).await.unwrap_or_default();
        if let Some(observer) = &self.observer {
            observer(&Exchange {
                version: self.version.as_str(),
                method,
                request: &request,
                answer: &answer,
            });
        }
        TestResult {
            request,
            answer: parse(answer.as_bytes()),
        }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| panic!("the server wrote bytes that are not UTF-8: {error}"))
}

fn parse(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or(Value::Null)
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// What a server answered, and what can be asserted of it. Every assertion fails with the whole exchange.
#[derive(Clone, Debug)]
#[must_use = "assert something of it"]
pub struct TestResult {
    request: String,
    answer: Value,
}

impl TestResult {
    /// The whole answer.
    pub fn message(&self) -> &Value {
        &self.answer
    }

    /// The answer's `result`, null for an error.
    pub fn result(&self) -> &Value {
        &self.answer["result"]
    }

    /// All text blocks of the result, joined by line ends.
    pub fn text(&self) -> String {
        let blocks = self.result()["content"].as_array().into_iter().flatten();
        blocks
            .filter_map(|block| block["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The result's structured value, null without one.
    pub fn structured(&self) -> &Value {
        &self.result()["structuredContent"]
    }

    /// Fails unless the answer is a result without `isError`.
    #[track_caller]
    pub fn assert_ok(&self) -> &Self {
        self.check(self.result().is_object(), "a result was expected");
        self.check(
            self.result()["isError"] != json!(true),
            "a success was expected",
        );
        self
    }

    /// Fails unless the answer is a result with `isError` and this text.
    #[track_caller]
    pub fn assert_error(&self, text: &str) -> &Self {
        self.check(
            self.result()["isError"] == json!(true),
            "a result with `isError` was expected",
        );
        self.assert_text(text)
    }

    /// Fails unless the answer is an error of the protocol with this code and message.
    #[track_caller]
    pub fn assert_protocol_error(&self, code: i32, message: &str) -> &Self {
        let error = &self.answer["error"];
        let same = error["code"] == json!(code) && error["message"] == json!(message);
        self.check(same, &format!("the error {code} `{message}` was expected"));
        self
    }

    /// Fails unless the result's text is this one.
    #[track_caller]
    pub fn assert_text(&self, expected: &str) -> &Self {
        self.check(
            self.text() == expected,
            &format!("this text was expected:\n{expected}"),
        );
        self
    }

    /// Fails unless the result's text holds this one.
    #[track_caller]
    pub fn assert_text_contains(&self, part: &str) -> &Self {
        self.check(
            self.text().contains(part),
            &format!("a text that holds `{part}` was expected"),
        );
        self
    }

    /// Fails unless the result's structured value is this one.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "`json!` makes values")]
    pub fn assert_structured(&self, expected: Value) -> &Self {
        self.check(
            *self.structured() == expected,
            &format!("this structured value was expected: {expected}"),
        );
        self
    }

    #[track_caller]
    fn check(&self, holds: bool, expectation: &str) {
        let (request, answer) = (&self.request, &self.answer);
        assert!(
            holds,
            "{expectation}\n  sent:     {request}\n  answered: {answer:#}"
        );
    }
}
