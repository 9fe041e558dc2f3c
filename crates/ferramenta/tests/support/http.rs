//! A server on a port of its own, and a client that sends exactly what it is told.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(
    unused_imports,
    dead_code,
    reason = "each test binary takes what it needs"
)]

#[path = "mod.rs"]
mod in_process;

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::mpsc,
    thread::JoinHandle,
    time::Duration,
};

use ferramenta::{BuiltServer, HttpOptions, HttpService, ParamSpec, Server, ToolDef};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot};

pub(crate) use in_process::{VERSIONS, client, client_of};

pub(crate) const META: &str = "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
                        \"io.modelcontextprotocol/clientCapabilities\":{}";

/// A server that runs in a thread until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(server: Server) -> Self {
        Self::start_with(server, HttpOptions::default())
    }

    pub(crate) fn start_with(server: Server, options: HttpOptions) -> Self {
        let server = server.build().expect("no mistakes");
        Self::start_as(move |listener, stop| serve(server, options, listener, stop))
    }

    /// Runs anything that listens.
    pub(crate) fn start_as<F>(
        serve: impl FnOnce(TcpListener, oneshot::Receiver<()>) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = ()>,
    {
        let (told, address) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                told.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, stopped).await;
            });
        });
        Self {
            address: address.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        stream.set_nodelay(true).unwrap();
        Client {
            stream,
            buffer: Vec::new(),
        }
    }

    /// One request on a connection of its own.
    pub(crate) fn send(&self, request: &Request) -> Response {
        self.connect().send(request)
    }

    /// Tells the server to stop, without waiting for it.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }

    pub(crate) fn wait(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(
    server: BuiltServer,
    options: HttpOptions,
    listener: TcpListener,
    stop: oneshot::Receiver<()>,
) {
    HttpService::new(server, options)
        .serve(listener, async {
            let _ = stop.await;
        })
        .await;
}

/// A request, header by header.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) start: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    /// A message of the modern era; `params` are members besides `_meta`.
    pub(crate) fn modern(method: &str, params: &str) -> Self {
        let comma = if params.is_empty() { "" } else { "," };
        let body = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\",\"params\":{{\"_meta\":{{{META}}}{comma}{params}}}}}"
        );
        Self::post(body)
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method)
    }

    /// A call of a tool in the modern era; `arguments` are members.
    pub(crate) fn call(tool: &str, arguments: &str) -> Self {
        Self::modern(
            "tools/call",
            &format!("\"name\":\"{tool}\",\"arguments\":{{{arguments}}}"),
        )
        .header("Mcp-Name", tool)
    }

    /// A message of 2025-11-25.
    pub(crate) fn legacy(method: &str, params: &str) -> Self {
        let body =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\",\"params\":{params}}}");
        Self::post(body).header("MCP-Protocol-Version", "2025-11-25")
    }

    pub(crate) fn post(body: impl Into<String>) -> Self {
        Self {
            start: "POST /mcp HTTP/1.1".into(),
            headers: Vec::new(),
            body: body.into(),
        }
        .header("Host", "localhost")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        self.without(name).header(name, value)
    }

    pub(crate) fn at(mut self, start: &str) -> Self {
        self.start = format!("{start} HTTP/1.1");
        self
    }

    pub(crate) fn body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn head(&self) -> String {
        let headers = self
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        format!(
            "{}\r\n{}content-length: {}\r\n\r\n",
            self.start,
            headers.collect::<String>(),
            self.body.len()
        )
    }
}

impl Request {
    /// Checks what answers a message whose method and version can be told.
    #[track_caller]
    fn check(&self, response: &Response) {
        let Ok(sent) = serde_json::from_str::<Value>(&self.body) else {
            return;
        };
        let messages = response.messages();
        let (Some(method), Some((answer, before))) =
            (sent["method"].as_str(), messages.split_last())
        else {
            return;
        };
        let Some(version) = self.version(&sent, answer) else {
            return;
        };
        spec_check::assert_answer(version, method, answer.as_bytes());
        for message in before {
            spec_check::assert_sent_by_server(version, message.as_bytes());
        }
    }

    /// The version that is spoken: the one agreed on, or that of the message, or that of the header.
    fn version(&self, sent: &Value, answer: &str) -> Option<&'static str> {
        let answer: Value = serde_json::from_str(answer).ok()?;
        let header = self
            .headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("MCP-Protocol-Version"));
        [
            answer["result"]["protocolVersion"].as_str(),
            sent["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str(),
            header.map(|(_, version)| version.as_str()),
        ]
        .into_iter()
        .flatten()
        .find_map(|version| {
            spec_check::VERSIONS
                .into_iter()
                .find(|known| *known == version)
        })
    }
}

/// A connection.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
    }

    /// Sends a request, and checks the answer against the specification.
    pub(crate) fn send(&mut self, request: &Request) -> Response {
        self.write(request.head() + &request.body);
        let response = self.receive();
        request.check(&response);
        response
    }

    /// Reads a response to the end of its body.
    pub(crate) fn receive(&mut self) -> Response {
        let response = self.receive_head();
        self.receive_body(response)
    }

    /// Reads the body behind a head.
    pub(crate) fn receive_body(&mut self, mut response: Response) -> Response {
        response.body = match response
            .header("content-length")
            .map(|length| length.parse().unwrap())
        {
            Some(length) => String::from_utf8(self.take(length)).unwrap(),
            None if response.header("transfer-encoding").is_some() => {
                std::iter::from_fn(|| self.chunk()).collect()
            }
            None => String::new(),
        };
        response
    }

    pub(crate) fn receive_head(&mut self) -> Response {
        let head = self.line_until("\r\n\r\n");
        let mut lines = head.lines();
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.into(), value.into()));
        Response {
            status,
            headers: headers.collect(),
            body: String::new(),
        }
    }

    /// The next chunk of a chunked body; `None` at its end.
    pub(crate) fn chunk(&mut self) -> Option<String> {
        let size = self.line_until("\r\n");
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        let chunk = self.take(size);
        self.take(2);
        (size > 0).then(|| String::from_utf8(chunk).unwrap())
    }

    /// Whether the server closed the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0]), Ok(0) | Err(_))
    }

    fn line_until(&mut self, end: &str) -> String {
        loop {
            if let Some(at) = self
                .buffer
                .windows(end.len())
                .position(|window| window == end.as_bytes())
            {
                return String::from_utf8(self.take(at + end.len())).unwrap();
            }
            self.fill();
        }
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        while self.buffer.len() < length {
            self.fill();
        }
        self.buffer.drain(..length).collect()
    }

    fn fill(&mut self) {
        let mut bytes = [0; 4096];
        let read = self.stream.read(&mut bytes).expect("an answer in time");
        assert!(
            read > 0,
            "the connection ended within an answer: {:?}",
            String::from_utf8_lossy(&self.buffer)
        );
        self.buffer.extend_from_slice(&bytes[..read]);
    }
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert!(
            !self.body.contains(['\n', '\r']),
            "more than one line: {}",
            self.body
        );
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The messages in the body: those of its events, or the one that it is.
    fn messages(&self) -> Vec<&str> {
        match self.header("content-type") {
            Some("application/json") => vec![&self.body],
            Some("text/event-stream") => self
                .body
                .lines()
                .filter_map(|line| line.strip_prefix("data: "))
                .filter(|data| !data.is_empty())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Status and code of an error.
    #[track_caller]
    pub(crate) fn error(&self) -> (u16, i64) {
        let code = self.json()["error"]["code"].as_i64();
        (
            self.status,
            code.unwrap_or_else(|| panic!("not an error: {self:?}")),
        )
    }

    /// The text of a call's result.
    #[track_caller]
    pub(crate) fn text(&self) -> String {
        let text = self.json()["result"]["content"][0]["text"]
            .as_str()
            .map(str::to_owned);
        text.unwrap_or_else(|| panic!("no text: {self:?}"))
    }
}

/// The tools that most tests call.
pub(crate) fn server() -> Server {
    let echo =
        ToolDef::new("echo").inline_handler((ParamSpec::new("text"),), |(text,): (String,)| text);
    let sleep =
        ToolDef::new("sleep").handler((ParamSpec::new("ms"),), |(ms,): (u64,)| async move {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            format!("slept {ms} ms")
        });
    Server::new("Test").tool_value(echo).tool_value(sleep)
}

pub(crate) fn initialize() -> Value {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}
