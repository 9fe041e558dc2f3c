use super::era::Era;

/// An HTTP request as bytes, made from a good one by spoiling it.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// A good POST to the endpoint, in an era; the modern one needs [`Request::names`] as well.
pub(crate) fn post(era: Era, body: impl Into<Vec<u8>>) -> Request {
    let request = get()
        .line("POST /mcp HTTP/1.1")
        .with("Accept", "application/json, text/event-stream")
        .with("Content-Type", "application/json")
        .body(body);
    match era {
        Era::Unopened => request,
        Era::Legacy(version) => request.with("MCP-Protocol-Version", version),
        Era::Modern => request.with("MCP-Protocol-Version", "2026-07-28"),
    }
}

/// A GET of the endpoint.
pub(crate) fn get() -> Request {
    let request = Request {
        line: "GET /mcp HTTP/1.1".into(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    request.with("Host", "localhost")
}

impl Request {
    /// A good modern POST.
    pub(crate) fn modern(method: &str, name: Option<&str>, body: impl Into<Vec<u8>>) -> Self {
        let request = post(Era::Modern, body).with("Mcp-Method", method);
        match name {
            Some(name) => request.with("Mcp-Name", name),
            None => request,
        }
    }

    /// A good call of a tool.
    pub(crate) fn call(era: Era, tool: &str, arguments: &str) -> Self {
        let era = if let Era::Unopened = era {
            Era::Legacy("2025-03-26")
        } else {
            era
        };
        let body = era.call("1", tool, arguments);
        match era {
            Era::Modern => Self::modern("tools/call", Some(tool), body),
            _ => post(era, body),
        }
    }

    /// Replaces the request line.
    pub(crate) fn line(mut self, line: &str) -> Self {
        self.line = line.into();
        self
    }

    /// Replaces the body.
    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets a header, in place of those of its name.
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        self.without(name).and(name, value)
    }

    /// Adds a header, beside those of its name.
    pub(crate) fn and(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Leaves a header out.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// The head alone, as it is.
    pub(crate) fn head(&self) -> Vec<u8> {
        let headers = self
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        format!("{}\r\n{}\r\n", self.line, headers.collect::<String>()).into_bytes()
    }

    /// The whole request; its length is told unless a header tells of the body already.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let told = ["content-length", "transfer-encoding"];
        let knows = |name: &str| told.iter().any(|known| known.eq_ignore_ascii_case(name));
        let length = self.body.len().to_string();
        let silent = self.body.is_empty() && self.line.starts_with("GET");
        let request = if silent || self.headers.iter().any(|(name, _)| knows(name)) {
            self
        } else {
            self.with("Content-Length", &length)
        };
        let mut bytes = request.head();
        bytes.extend_from_slice(&request.body);
        bytes
    }
}
