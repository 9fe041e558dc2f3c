//! A page without a browser, and a server that says what the test wants.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(
    clippy::needless_pass_by_value,
    reason = "values are written where they are passed"
)]

use std::time::Duration;

use axum::{
    Router,
    body::{Body, BodyDataStream},
    response::Response,
};
use ferramenta_inspector::{Inspector, Target};
use futures_util::StreamExt;
use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::timeout,
};
use tower_service::Service;

/// Nothing here takes long; this keeps a fault from hanging the tests.
const LIMIT: Duration = Duration::from_secs(30);

pub const HOST: &str = "127.0.0.1:4321";

/// The API as the page calls it.
pub struct Page {
    pub inspector: Inspector,
    pub token: String,
}

impl Page {
    pub fn open(target: Target) -> Self {
        let inspector = Inspector::start(target).unwrap();
        let address = inspector.address(HOST.parse().unwrap());
        let token = address.split_once("#token=").unwrap().1.to_owned();
        Self { inspector, token }
    }

    pub fn router(&self) -> Router {
        self.inspector.router()
    }

    pub fn request(&self, method: Method, path: &str, body: &str) -> Request<Body> {
        Request::builder()
            .method(method)
            .uri(path)
            .header("host", HOST)
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> Response {
        within(self.router().call(request)).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = self.request(Method::POST, path, &body.to_string());
        read(self.send(request).await).await
    }

    /// A call that goes well.
    pub async fn done(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    pub async fn call(&self, key: &str, method: &str, params: Value) -> Value {
        let body = json!({"key": key, "method": method, "params": params});
        self.done("/api/request", body).await
    }

    pub async fn state(&self) -> Value {
        let request = self.request(Method::GET, "/api/state", "");
        read(self.send(request).await).await.1
    }

    pub async fn events(&self) -> Events {
        let request = self.request(Method::GET, "/api/events", "");
        let response = self.send(request).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Events {
            body: response.into_body().into_data_stream(),
            rest: Vec::new(),
        }
    }

    /// The connection, once it is as wanted.
    pub async fn connection(&self, status: &str) -> Value {
        let mut events = self.events().await;
        let is = |event: &Value| event["connection"]["status"] == status;
        let mut event = events.find("state", is).await;
        event["connection"].take()
    }
}

pub async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let body = within(axum::body::to_bytes(response.into_body(), usize::MAX)).await;
    let body = body.unwrap();
    let value = serde_json::from_slice(&body);
    let text = String::from_utf8_lossy(&body).into_owned();
    (status, value.unwrap_or(Value::String(text)))
}

/// The stream of events, as it comes.
pub struct Events {
    body: BodyDataStream,
    rest: Vec<u8>,
}

impl Events {
    /// The next line, as it was written.
    pub async fn line(&mut self) -> String {
        loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return String::from_utf8(line).unwrap().trim().to_owned();
            }
            let chunk = within(self.body.next()).await.expect("the stream goes on");
            self.rest.extend_from_slice(&chunk.unwrap());
        }
    }

    pub async fn next(&mut self) -> Value {
        loop {
            let line = self.line().await;
            if !line.is_empty() {
                return serde_json::from_str(&line).unwrap();
            }
        }
    }

    /// The next event of that type for which something holds.
    pub async fn find(&mut self, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
        within(async {
            loop {
                let event = self.next().await;
                if event["type"] == kind && holds(&event) {
                    return event;
                }
            }
        })
        .await
    }

    pub async fn of(&mut self, kind: &str) -> Value {
        self.find(kind, |_| true).await
    }
}

/// A server in this process, whose part the test plays.
pub struct Fake {
    connections: UnboundedReceiver<DuplexStream>,
}

pub fn fake() -> (Target, Fake) {
    let (sender, connections) = unbounded_channel();
    let target = Target::server("fake", move || {
        let (client, server) = tokio::io::duplex(1 << 16);
        sender.send(server).unwrap();
        client
    });
    (target, Fake { connections })
}

impl Fake {
    pub async fn connected(&mut self) -> Talk {
        let stream = within(self.connections.recv()).await.unwrap();
        let (read, write) = tokio::io::split(stream);
        Talk {
            lines: BufReader::new(read).lines(),
            write,
        }
    }

    /// A connection of the modern era.
    pub async fn modern(&mut self, capabilities: Value) -> Talk {
        let mut talk = self.connected().await;
        let hello = talk.hears("server/discover").await;
        let result = json!({
            "supportedVersions": ["2026-07-28"], "capabilities": capabilities, "resultType": "complete",
            "ttlMs": 0, "cacheScope": "private", "instructions": "Be kind.",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "Fake", "version": "1", "extra": true}},
        });
        talk.answers(&hello, result).await;
        talk
    }

    /// A connection of the legacy era, to a client that tries the modern one first.
    pub async fn legacy(&mut self, capabilities: Value) -> Talk {
        let mut talk = self.connected().await;
        let hello = talk.hears("server/discover").await;
        let refusal = json!({"code": -32601, "message": "Method not found"});
        talk.says(json!({"jsonrpc": "2.0", "id": hello["id"], "error": refusal}))
            .await;
        let hello = talk.hears("initialize").await;
        assert_eq!(hello["params"]["protocolVersion"], "2025-11-25");
        let result = json!({
            "protocolVersion": "2025-06-18", "capabilities": capabilities,
            "serverInfo": {"name": "Old", "version": "1"},
        });
        talk.answers(&hello, result).await;
        talk.hears("notifications/initialized").await;
        talk
    }
}

/// One conversation, from the server's side.
pub struct Talk {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
}

impl Talk {
    /// The next message of the client, which has to have that method.
    pub async fn hears(&mut self, method: &str) -> Value {
        let message = self.next().await;
        assert_eq!(message["method"], method, "{message}");
        message
    }

    pub async fn next(&mut self) -> Value {
        let line = within(self.lines.next_line()).await.unwrap();
        serde_json::from_str(&line.expect("the client stays")).unwrap()
    }

    pub async fn says(&mut self, message: Value) {
        self.writes(&message.to_string()).await;
    }

    pub async fn writes(&mut self, line: &str) {
        let line = format!("{line}\n");
        within(self.write.write_all(line.as_bytes())).await.unwrap();
    }

    pub async fn answers(&mut self, request: &Value, result: Value) {
        self.says(json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
            .await;
    }
}

pub async fn within<T>(future: impl Future<Output = T>) -> T {
    timeout(LIMIT, future).await.expect("it ends in time")
}
