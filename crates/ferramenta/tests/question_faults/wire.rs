//! Clients over real pipes and sockets, which answer what they are asked, in the way of their version.

use std::collections::VecDeque;

use serde_json::{Value, json};

use crate::{
    MODERN,
    http::{Client, Request, Response, Running},
    process::Process,
};

/// A client.
pub(crate) struct Caller<'a> {
    way: Way<'a>,
    pub(crate) version: &'static str,
    capabilities: Value,
    id: u64,
    /// The status of the last answer over HTTP.
    pub(crate) status: u16,
}

enum Way<'a> {
    Stdio(Box<Process>),
    Http {
        server: &'a Running,
        session: Option<String>,
        token: Option<&'static str>,
        /// Where the answer comes.
        stream: Option<Stream>,
    },
}

pub(crate) fn forms() -> Value {
    json!({ "elicitation": {} })
}

pub(crate) fn accept(content: &Value) -> Value {
    json!({ "action": "accept", "content": content })
}

impl<'a> Caller<'a> {
    pub(crate) fn stdio(version: &'static str, capabilities: Value) -> Self {
        let mut process = Process::start();
        if version != MODERN {
            process.send(&opening(version, &capabilities).to_string());
        }
        Self::new(Way::Stdio(Box::new(process)), version, capabilities)
    }

    pub(crate) fn http(server: &'a Running, version: &'static str, capabilities: Value) -> Self {
        Self::as_somebody(server, version, capabilities, None)
    }

    /// The same as the holder of a token.
    pub(crate) fn as_somebody(
        server: &'a Running,
        version: &'static str,
        capabilities: Value,
        token: Option<&'static str>,
    ) -> Self {
        let mut session = None;
        if version != MODERN {
            let request = Request::post(opening(version, &capabilities).to_string());
            let opened = server.send(&with_token(request, token));
            session = opened.header("Mcp-Session-Id").map(str::to_owned);
            assert!(session.is_some(), "{opened:?}");
        }
        let way = Way::Http {
            server,
            session,
            token,
            stream: None,
        };
        Self::new(way, version, capabilities)
    }

    fn new(way: Way<'a>, version: &'static str, capabilities: Value) -> Self {
        Self {
            way,
            version,
            capabilities,
            id: 1,
            status: 0,
        }
    }

    /// Goes on without its session.
    pub(crate) fn forget_session(&mut self) {
        if let Way::Http { session, .. } = &mut self.way {
            *session = None;
        }
    }

    pub(crate) fn is_modern(&self) -> bool {
        self.version == MODERN
    }

    /// Calls a tool, and gives what comes first: an answer, or a question.
    pub(crate) fn call(&mut self, tool: &str, title: &str, more: &Value) -> Value {
        let mut params = json!({ "name": tool, "arguments": { "title": title } });
        add(&mut params, more);
        self.request("tools/call", params)
    }

    /// Sends a request, and gives what comes first.
    pub(crate) fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.id += 1;
        if self.is_modern() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        let message =
            json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.send(&message, method);
        self.next(method)
    }

    fn send(&mut self, message: &Value, method: &str) {
        let version = self.version;
        match &mut self.way {
            Way::Stdio(process) => process.write(&message.to_string()),
            Way::Http {
                server,
                session,
                token,
                stream,
            } => {
                let mut request =
                    Request::post(message.to_string()).header("MCP-Protocol-Version", version);
                if version == MODERN {
                    let params = &message["params"];
                    let name = params["name"].as_str().or_else(|| params["uri"].as_str());
                    request = request
                        .header("Mcp-Method", method)
                        .header("Mcp-Name", name.unwrap_or_default());
                }
                if let Some(session) = session {
                    request = request.header("Mcp-Session-Id", session);
                }
                let mut client = server.connect();
                let request = with_token(request, *token);
                client.write(request.head() + &request.body);
                *stream = Some(Stream {
                    client,
                    streams: false,
                    waiting: VecDeque::new(),
                });
            }
        }
    }

    /// What comes next, checked against the specification.
    fn next(&mut self, method: &str) -> Value {
        let message = match &mut self.way {
            Way::Stdio(process) => process.read(),
            Way::Http { stream, .. } => {
                let stream = stream.as_mut().unwrap();
                if !stream.streams {
                    let response = stream.client.receive_head();
                    self.status = response.status;
                    stream.streams = response.header("content-type") == Some("text/event-stream");
                    if !stream.streams {
                        let body = stream.client.receive_body(response).body;
                        stream.waiting.push_back(body);
                    }
                }
                stream.event()
            }
        };
        let read: Value = serde_json::from_str(&message).unwrap();
        if read.get("method").is_some() {
            spec_check::assert_sent_by_server(self.version, message.as_bytes());
        } else {
            spec_check::assert_answer(self.version, method, message.as_bytes());
        }
        read
    }

    /// Answers questions, one by one, and gives what comes at last.
    pub(crate) fn settle(&mut self, tool: &str, title: &str, replies: &[Value]) -> Value {
        let mut came = self.call(tool, title, &json!({}));
        for reply in replies {
            came = self.reply(tool, title, &came, reply);
        }
        came
    }

    /// Answers what came, and gives what comes then.
    pub(crate) fn reply(&mut self, tool: &str, title: &str, came: &Value, reply: &Value) -> Value {
        if self.is_modern() {
            let requests = came["result"]["inputRequests"].as_object();
            assert!(
                requests.is_some_and(|requests| requests.contains_key("name")),
                "{came}"
            );
            return self.call(tool, title, &retry(came, reply));
        }
        assert_eq!(came["method"], "elicitation/create", "{came}");
        let response = json!({ "jsonrpc": "2.0", "id": came["id"], "result": reply });
        self.respond(&response);
        self.next("tools/call")
    }

    /// The answer to a call whose question was answered.
    pub(crate) fn next_answer(&mut self) -> Value {
        self.next("tools/call")
    }

    /// Sends a response.
    pub(crate) fn respond(&mut self, response: &Value) {
        match &mut self.way {
            Way::Stdio(process) => process.write(&response.to_string()),
            Way::Http {
                server,
                session,
                token,
                ..
            } => {
                let request = Request::post(response.to_string())
                    .header("MCP-Protocol-Version", self.version)
                    .header("Mcp-Session-Id", session.as_deref().unwrap_or_default());
                let accepted: Response = server.send(&with_token(request, *token));
                assert_eq!((accepted.status, accepted.body.as_str()), (202, ""));
            }
        }
    }

    /// Ends its session.
    pub(crate) fn end_session(&mut self) {
        if let Way::Http {
            server, session, ..
        } = &self.way
        {
            let request = Request::post("")
                .at("DELETE /mcp")
                .without("Content-Type")
                .header("Mcp-Session-Id", session.as_deref().unwrap_or_default());
            assert_eq!(server.send(&request).status, 204);
        }
    }

    /// The stream on which the answer would come.
    pub(crate) fn into_stream(self) -> Stream {
        match self.way {
            Way::Http {
                stream: Some(stream),
                ..
            } => stream,
            _ => panic!("no stream"),
        }
    }

    /// Hangs up in the middle of a call.
    pub(crate) fn hang_up(&mut self) {
        if let Way::Http { stream, .. } = &mut self.way {
            *stream = None;
        }
    }

    /// How often an effect has happened.
    pub(crate) fn count(&mut self, title: &str) -> u64 {
        let counted = self.call("count", title, &json!({}));
        let text = counted["result"]["content"][0]["text"].as_str();
        text.and_then(|text| text.parse().ok()).unwrap()
    }
}

/// What a retry has beside the request.
pub(crate) fn retry(came: &Value, reply: &Value) -> Value {
    json!({
        "inputResponses": { "name": reply },
        "requestState": came["result"]["requestState"],
    })
}

fn add(params: &mut Value, more: &Value) {
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
}

fn with_token(request: Request, token: Option<&str>) -> Request {
    match token {
        Some(token) => request.header("Authorization", &format!("Bearer {token}")),
        None => request,
    }
}

fn opening(version: &str, capabilities: &Value) -> Value {
    let params = json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": { "name": "t", "version": "1" } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

/// A connection on which an answer comes.
pub(crate) struct Stream {
    client: Client,
    /// Whether it comes as a stream of events.
    streams: bool,
    /// Events that were read.
    waiting: VecDeque<String>,
}

impl Stream {
    /// The next event.
    pub(crate) fn event(&mut self) -> String {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return event;
            }
            let chunk = self.client.chunk().expect("an event");
            let events = chunk.lines().filter_map(|line| line.strip_prefix("data: "));
            // a stream that can be resumed begins with an event that says nothing
            let messages = events.filter(|data| !data.is_empty());
            self.waiting.extend(messages.map(str::to_owned));
        }
    }
}

/// The text of an answer that has worked out.
pub(crate) fn text(answer: &Value) -> &str {
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
}

/// Code and words of an error.
pub(crate) fn error(answer: &Value) -> (i64, &str) {
    let error = &answer["error"];
    let code = error["code"].as_i64();
    (
        code.unwrap_or_else(|| panic!("{answer}")),
        error["message"].as_str().unwrap_or_default(),
    )
}

/// The words of a result that is an error.
pub(crate) fn tool_error(answer: &Value) -> &str {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}
