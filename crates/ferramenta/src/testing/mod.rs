//! A client in the same process, for tests: everything goes through the same bytes as with a real one.

mod arguments;
#[cfg(feature = "contract")]
mod contract;
mod result;
mod script;

use std::{
    fmt,
    future::poll_fn,
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context as Task, Poll, Waker},
};

use bytes::Bytes;
use ferramenta_protocol::{LogLevel, Version, key};
use http::request::Parts;
use serde_json::{Value, json};
use tokio::sync::mpsc;

pub use self::{arguments::CallArguments, result::TestResult};
use self::{
    arguments::object,
    result::Wrapping,
    script::{ROUNDS, Script, Scripted},
};
use crate::{BuiltServer, Identity, IntoTool, Server, Transport, dispatch::Connection};

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
/// assert_eq!(client.call::<add>((2, 3)).await.value::<i64>(), 5);
///
/// let result = client.tool("add", json!({ "a": 2, "b": 3 })).await;
/// result.assert_ok().assert_text("5").assert_structured(json!({ "result": 5 }));
/// # });
/// ```
pub struct TestClient {
    connection: Connection,
    version: Version,
    capabilities: Value,
    log_level: Option<LogLevel>,
    opened: tokio::sync::OnceCell<()>,
    next_id: AtomicU64,
    /// What the server sends beside answers.
    sent: Mutex<mpsc::Receiver<Bytes>>,
    /// What of it came while an answer was waited for.
    notified: Mutex<Vec<Value>>,
    script: Script,
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
        let (events, sent) = mpsc::channel(KEPT);
        Self {
            connection: Connection::new(
                Arc::clone(&server.dispatcher),
                Transport::Test,
                events,
                None,
            ),
            version: Version::MODERN,
            capabilities: json!({}),
            log_level: None,
            opened: tokio::sync::OnceCell::new(),
            next_id: AtomicU64::new(1),
            sent: Mutex::new(sent),
            notified: Mutex::default(),
            script: Script::default(),
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

    /// Wants log messages of this level and more severe ones, of a server with
    /// [`client_logging`](crate::Server::client_logging); they are among the
    /// [`notifications`](TestClient::notifications).
    #[must_use]
    pub const fn log_level(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Answers a question of this key: a form with this content, a page by opening it, and anything else with this
    /// result. A client that answers says that it can be asked for forms and pages, unless its
    /// [`capabilities`](TestClient::capabilities) speak of `elicitation`.
    ///
    /// Requests go on by themselves as long as there are answers to all that is asked. Without them, a client of
    /// 2026-07-28 gets the result with the questions, and an older one panics when it is asked.
    #[must_use]
    pub fn answer(self, key: &str, value: Value) -> Self {
        self.scripted(key, Scripted::Answer(value))
    }

    /// Says no to a question of this key.
    #[must_use]
    pub fn decline(self, key: &str) -> Self {
        self.scripted(key, Scripted::Decline)
    }

    /// Closes a question of this key without a choice.
    #[must_use]
    pub fn cancel(self, key: &str) -> Self {
        self.scripted(key, Scripted::Cancel)
    }

    fn scripted(mut self, key: &str, scripted: Scripted) -> Self {
        self.script.set(key, scripted);
        self
    }

    /// The questions that came since the last time, oldest first: each with `method` and `params`.
    pub fn asked(&self) -> Vec<Value> {
        self.script.take_asked()
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

    /// Calls a tool that is named by its type, with the arguments that its handler takes.
    ///
    /// They are a tuple in the handler's order, or the whole object as [`Args(value)`](crate::Args) or
    /// `json!({ .. })`; see [`CallArguments`]. Methods of a `#[toolset]` have no type of their own: call them
    /// by name, with [`tool`](TestClient::tool).
    ///
    /// ```
    /// use ferramenta::{Args, Context, Server, TestClient, tool};
    ///
    /// #[ferramenta::schema]
    /// struct Book {
    ///     title: String,
    /// }
    ///
    /// /// Search the catalog.
    /// #[tool(name = "search")]
    /// fn search_books(query: String, cx: &Context, limit: Option<usize>) -> Vec<Book> {
    ///     let found = ["Dune", "Dune Messiah"].into_iter().filter(|title| title.contains(&query));
    ///     found.take(limit.unwrap_or(10)).map(|title| Book { title: title.into() }).collect()
    /// }
    ///
    /// /// Add a book.
    /// #[tool]
    /// fn add_book(Args(book): Args<Book>) -> String {
    ///     format!("Added {}.", book.title)
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = TestClient::new(Server::new("Books").tools::<(search_books, add_book)>());
    /// let found: Vec<Book> = client.call::<search_books>(("Dune", 1)).await.value();
    /// assert_eq!(found[0].title, "Dune");
    /// let all: Vec<Book> = client.call::<search_books>(("Dune",)).await.value();
    /// assert_eq!(all.len(), 2);
    ///
    /// let emma = Book { title: "Emma".into() };
    /// client.call::<add_book>(Args(emma)).await.assert_text("Added Emma.");
    /// # });
    /// ```
    ///
    /// # Panics
    /// Before anything is sent, when the tuple has too many values or lacks one that is required, and when a value
    /// can't be written as JSON.
    #[track_caller]
    pub fn call<T: IntoTool>(
        &self,
        arguments: impl CallArguments,
    ) -> impl Future<Output = TestResult> {
        let tool = T::into_tool();
        let arguments = match object(&tool, arguments.given()) {
            Ok(object) => object,
            Err(problem) => panic!("{problem}"),
        };
        let name = tool.common.name;
        async move { self.tool(&name, arguments).await }
    }

    /// Calls a tool by its name.
    pub async fn tool(&self, name: &str, arguments: Value) -> TestResult {
        self.request(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        )
        .await
    }

    /// Asks for a prompt; clients send texts.
    pub async fn prompt(&self, name: &str, arguments: Value) -> TestResult {
        self.request(
            "prompts/get",
            json!({ "name": name, "arguments": arguments }),
        )
        .await
    }

    /// Asks what an argument of a prompt can be, of which this much was typed.
    pub async fn complete(&self, prompt: &str, argument: &str, value: &str) -> TestResult {
        let params = completion(prompt, argument, value);
        self.request("completion/complete", params).await
    }

    /// The same, where other arguments were chosen before: an object of texts.
    pub async fn complete_with(
        &self,
        prompt: &str,
        argument: &str,
        value: &str,
        chosen: Value,
    ) -> TestResult {
        let mut params = completion(prompt, argument, value);
        params["context"] = json!({ "arguments": chosen });
        self.request("completion/complete", params).await
    }

    /// The prompts that the server offers, as `prompts/list` has them.
    ///
    /// # Panics
    /// When the answer is an error.
    pub async fn list_prompts(&self) -> Vec<Value> {
        let listed = self.request("prompts/list", json!({})).await;
        listed.assert_ok();
        listed.result()["prompts"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// Reads a resource.
    pub async fn read(&self, uri: &str) -> TestResult {
        self.request("resources/read", json!({ "uri": uri })).await
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

    /// Sends a request, and sends it again with the answers to what it asks; `_meta` is added where the version
    /// needs it.
    pub async fn request(&self, method: &str, params: Value) -> TestResult {
        self.open().await;
        let mut sent = params.clone();
        for _ in 0..ROUNDS {
            let result = self.exchange(method, sent).await;
            let asks = result.result()["resultType"] == "input_required";
            for request in result.result()["inputRequests"]
                .as_object()
                .into_iter()
                .flatten()
            {
                self.script.note(request.1);
            }
            let replies = self.script.replies(result.result()).filter(|_| asks);
            let Some(replies) = replies else {
                return result;
            };
            sent = params.clone();
            sent["inputResponses"] = replies;
            sent["requestState"] = result.result()["requestState"].clone();
        }
        panic!("the server still asks after {ROUNDS} rounds");
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
        let earlier = std::mem::take(&mut *lock(&self.notified));
        let mut waiting = lock(&self.sent);
        let sent = std::iter::from_fn(|| waiting.try_recv().ok()).map(|message| parse(&message));
        let noticed = std::iter::from_fn(|| self.connection.poll_notice(Waker::noop()));
        earlier
            .into_iter()
            .chain(sent)
            .chain(noticed.map(|message| parse(&message)))
            .collect()
    }

    /// Sends a request, and answers what the server asks before it answers.
    async fn converse(&self, request: String) -> Option<String> {
        let mut answering = pin!(self.message(request));
        poll_fn(|task| {
            loop {
                if let Poll::Ready(answer) = answering.as_mut().poll(task) {
                    return Poll::Ready(answer);
                }
                let Poll::Ready(question) = self.poll_question(task) else {
                    return Poll::Pending;
                };
                let reply = self.reply_to(&question).to_string();
                // nothing is answered to an answer, so it needs no time
                let _ = pin!(self.connection.receive(reply.into(), None)).poll(task);
            }
        })
        .await
    }

    /// The next question of the server; notifications before it are kept.
    fn poll_question(&self, task: &mut Task<'_>) -> Poll<Value> {
        let mut sent = lock(&self.sent);
        while let Poll::Ready(Some(message)) = sent.poll_recv(task) {
            let message = parse(&message);
            if message.get("id").is_some() {
                return Poll::Ready(message);
            }
            lock(&self.notified).push(message);
        }
        Poll::Pending
    }

    fn reply_to(&self, question: &Value) -> Value {
        self.script.note(question);
        let id = question["id"].as_str().unwrap_or_default();
        let key = id.rsplit_once('#').map_or(id, |(key, _)| key);
        let Some(result) = self.script.reply(key, question) else {
            panic!("the server asks `{key}`, and the client has no answer: {question}");
        };
        json!({ "jsonrpc": "2.0", "id": id, "result": result })
    }

    async fn open(&self) {
        if self.version.is_modern() {
            return;
        }
        let open = async {
            let params = json!({
                "protocolVersion": self.version.as_str(),
                "capabilities": self.script.capabilities(&self.capabilities),
                "clientInfo": { "name": "test", "version": "0" },
            });
            self.exchange("initialize", params).await.assert_ok();
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            self.message(initialized.to_string()).await;
            if let Some(level) = self.log_level {
                // a server that logs for nobody doesn't know the method
                drop(
                    self.exchange("logging/setLevel", json!({ "level": level }))
                        .await,
                );
            }
        };
        self.opened.get_or_init(|| open).await;
    }

    async fn exchange(&self, method: &str, mut params: Value) -> TestResult {
        if self.version.is_modern() {
            let meta = &mut params["_meta"];
            meta[key::PROTOCOL_VERSION] = self.version.as_str().into();
            meta[key::CLIENT_CAPABILITIES] = self.script.capabilities(&self.capabilities);
            meta[key::CLIENT_INFO] = json!({ "name": "test", "version": "0" });
            if let Some(level) = self.log_level {
                meta[key::LOG_LEVEL] = level.as_str().into();
            }
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let request =
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        let answer = self.converse(request.clone()).await.unwrap_or_default();
        if let Some(observer) = &self.observer {
            observer(&Exchange {
                version: self.version.as_str(),
                method,
                request: &request,
                answer: &answer,
            });
        }
        TestResult {
            version: self.version,
            wrapping: self.wrapping(method, &params),
            request,
            answer: parse(answer.as_bytes()),
        }
    }

    /// How a structured value of this request's tool is sent.
    fn wrapping(&self, method: &str, params: &Value) -> Wrapping {
        let catalog = self.connection.dispatcher().catalog();
        let name = params["name"].as_str().filter(|_| method == "tools/call");
        let tool = name.and_then(|name| catalog.tool(name));
        Wrapping::of(tool.and_then(|tool| tool.shape), self.version)
    }
}

fn completion(prompt: &str, argument: &str, value: &str) -> Value {
    json!({
        "ref": { "type": "ref/prompt", "name": prompt },
        "argument": { "name": argument, "value": value },
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
