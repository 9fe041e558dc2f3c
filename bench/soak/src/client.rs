//! A client of HTTP that does exactly what it is told, and checks that answers are its own.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::Result;

/// Longer than the server takes for anything, however busy the machine is: then a request was neither answered nor was
/// its connection closed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The versions that are spoken: without sessions, and with them.
const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";

/// A connection.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    buffer: Vec<u8>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The session that it opened.
    pub(crate) session: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self> {
        Self::of(timeout(PATIENCE, TcpStream::connect(server)).await??)
    }

    /// A connection for which the kernel keeps little of what nobody reads.
    pub(crate) async fn open_narrow(server: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(64 << 10)?;
        Self::of(timeout(PATIENCE, socket.connect(server)).await??)
    }

    fn of(stream: TcpStream) -> Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::new(),
        })
    }

    /// Sends a request and waits for what comes of it; `None` when the connection was closed instead.
    pub(crate) async fn call(&mut self, request: &[u8]) -> Result<Option<Response>> {
        if self.stream.write_all(request).await.is_err() {
            return self.receive().await;
        }
        self.receive().await
    }

    /// Waits for a response; `None` when the connection is closed before it is whole.
    pub(crate) async fn receive(&mut self) -> Result<Option<Response>> {
        let response = timeout(PATIENCE, self.read());
        response.await.map_err(|_| "neither an answer nor an end")?
    }

    /// Whether the server closes the connection and sends nothing more before it does.
    pub(crate) async fn ends_in_silence(mut self) -> Result<bool> {
        self.stream.shutdown().await?;
        timeout(PATIENCE, self.fill())
            .await
            .map_err(|_| "a connection stays open")?;
        Ok(self.buffer.is_empty())
    }

    async fn read(&mut self) -> Result<Option<Response>> {
        let end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at + 4;
            }
            if !self.fill().await {
                return Ok(None);
            }
        };
        let head = std::str::from_utf8(&self.buffer[..end])?.to_owned();
        let status = head.get(9..12).ok_or("no status")?.parse()?;
        let length: usize = header(&head, "content-length").map_or(Ok(0), str::parse)?;
        let session = header(&head, "mcp-session-id").map(str::to_owned);
        while self.buffer.len() < end + length {
            if !self.fill().await {
                return Ok(None);
            }
        }
        let body = self.buffer[end..end + length].to_vec();
        self.buffer.drain(..end + length);
        Ok(Some(Response {
            status,
            session,
            body,
        }))
    }

    /// Reads what is there; false at the end, or where the connection was cut.
    async fn fill(&mut self) -> bool {
        matches!(self.stream.read_buf(&mut self.buffer).await, Ok(count) if count > 0)
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    let mut values = headers.filter(|(key, _)| key.eq_ignore_ascii_case(name));
    values.next().map(|(_, value)| value)
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// A request of one method, as it goes over the wire; `name` for those that have one.
pub(crate) fn request(id: &str, method: &str, name: Option<&str>, mut params: Value) -> Vec<u8> {
    params["_meta"] = meta();
    let name = name
        .map(|name| format!("Mcp-Name: {name}\r\n"))
        .unwrap_or_default();
    let headers = format!("MCP-Protocol-Version: {MODERN}\r\nMcp-Method: {method}\r\n{name}");
    post(&headers, &message(id, method, &params))
}

/// What each request of the modern era says of its client.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A request of the legacy era, in a session or in none.
pub(crate) fn legacy_request(
    id: &str,
    method: &str,
    params: &Value,
    session: Option<&str>,
) -> Vec<u8> {
    let session = session
        .map(|id| format!("Mcp-Session-Id: {id}\r\n"))
        .unwrap_or_default();
    let headers = format!("MCP-Protocol-Version: {LEGACY}\r\n{session}");
    post(&headers, &message(id, method, params))
}

/// What a legacy client opens with.
pub(crate) fn opening() -> Value {
    json!({
        "protocolVersion": LEGACY,
        "capabilities": {},
        "clientInfo": { "name": "soak", "version": "1" },
    })
}

/// A request as JSON.
pub(crate) fn message(id: &str, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// A body, with these headers behind those that all requests have; each ends its line.
pub(crate) fn post(headers: &str, body: &str) -> Vec<u8> {
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{headers}Content-Length: {}\r\n\r\n",
        body.len()
    );
    (head + body).into_bytes()
}

/// A call of a tool.
pub(crate) fn call(id: &str, tool: &str, arguments: &Value) -> Vec<u8> {
    let params = json!({ "name": tool, "arguments": arguments });
    request(id, "tools/call", Some(tool), params)
}

/// The result of a call, whose answer has this id.
///
/// # Errors
/// When it belongs to somebody else, or is none.
pub(crate) fn result(response: &Response, id: &str) -> Result<Value> {
    result_of(serde_json::from_slice(&response.body)?, id)
}

/// The result in an answer that has this id.
///
/// # Errors
/// When it belongs to somebody else, or is none.
pub(crate) fn result_of(mut answer: Value, id: &str) -> Result<Value> {
    if answer["id"] != id {
        return Err(format!("asked as {id}, and answered {answer}").into());
    }
    let result = answer
        .as_object_mut()
        .and_then(|answer| answer.remove("result"));
    result.ok_or_else(|| format!("{id} was refused: {answer}").into())
}

/// The text of a result.
pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}
