//! A client over HTTP that sends what it is told, on a connection of its own for each message.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::MODERN;

/// A port on this machine that nobody else has.
pub async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

/// A server's endpoint, and the token that is sent along.
#[derive(Clone, Copy)]
pub struct Endpoint {
    pub address: SocketAddr,
    pub path: &'static str,
    pub token: Option<&'static str>,
}

impl Endpoint {
    pub const fn new(address: SocketAddr, path: &'static str) -> Self {
        Self {
            address,
            path,
            token: None,
        }
    }

    pub const fn token(self, token: &'static str) -> Self {
        Self {
            token: Some(token),
            ..self
        }
    }

    /// Calls a tool, as a client of 2026-07-28 does.
    pub async fn call(self, tool: &str, arguments: Value) -> Answer {
        let params = json!({ "name": tool, "arguments": arguments, "_meta": modern_meta() });
        let head = format!(
            "MCP-Protocol-Version: {MODERN}\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n"
        );
        self.send(MODERN, &head, "tools/call", params).await
    }

    /// Calls a tool, as a client of 2025-11-25 does.
    pub async fn legacy_call(self, tool: &str, arguments: Value) -> Answer {
        let params = json!({ "name": tool, "arguments": arguments });
        let head = "MCP-Protocol-Version: 2025-11-25\r\n";
        self.send("2025-11-25", head, "tools/call", params).await
    }

    /// Lists the tools, as a client of 2026-07-28 does.
    pub async fn list(self) -> Answer {
        let head = format!("MCP-Protocol-Version: {MODERN}\r\nMcp-Method: tools/list\r\n");
        let params = json!({ "_meta": modern_meta() });
        self.send(MODERN, &head, "tools/list", params).await
    }

    async fn send(self, version: &str, head: &str, method: &str, params: Value) -> Answer {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = self.post(head, &message.to_string()).await;
        if answer.body["jsonrpc"] == "2.0" {
            spec_check::assert_answer(version, method, answer.body.to_string().as_bytes());
        }
        answer
    }

    async fn post(self, head: &str, body: &str) -> Answer {
        let token = self.token.map_or_else(String::new, |token| {
            format!("Authorization: Bearer {token}\r\n")
        });
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{token}{head}Content-Length: {}\r\n\r\n{body}",
            self.path,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.expect("a server");
        let sent = stream.write_all(request.as_bytes()).await;
        sent.expect("the request is taken");
        let mut response = String::new();
        let read = stream.read_to_string(&mut response).await;
        read.expect("an answer to its end");
        Answer::parse(&response)
    }
}

fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The body as JSON; null where it is none.
    pub body: Value,
}

impl Answer {
    fn parse(response: &str) -> Self {
        let (head, body) = response.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        Self {
            status: status.parse().expect("a number"),
            body: serde_json::from_str(body).unwrap_or_default(),
        }
    }

    pub fn structured(&self) -> &Value {
        &self.body["result"]["structuredContent"]
    }

    pub fn text(&self) -> &str {
        let text = self.body["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("no text: {self:?}"))
    }

    pub fn error(&self) -> &str {
        let message = self.body["error"]["message"].as_str();
        message.unwrap_or_else(|| panic!("no error: {self:?}"))
    }
}
