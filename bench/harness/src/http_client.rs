//! An HTTP client that costs little: one keep-alive connection, one call at a time.

use std::time::Instant;

use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Result;
use crate::case::{Case, Checker, Template, shortened};
use crate::era::Era;
use crate::load::{Latencies, Until};
use crate::server::Url;

/// A connection that sends one case again and again.
pub(crate) struct Connection {
    stream: TcpStream,
    request: Template,
    checker: Checker,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(url: &Url, case: Case, era: Era) -> Result<Self> {
        let stream = TcpStream::connect(&url.authority).await?;
        stream.set_nodelay(true)?;
        let body = case.request(era);
        let head = request_head(url, case, era, body.len());
        let request = body.framed(head.as_bytes(), b"");
        Ok(Self {
            stream,
            request,
            checker: Checker::new(case, era),
            buffer: Vec::new(),
        })
    }

    /// Calls, one after the other.
    pub(crate) async fn drive(&mut self, until: Until) -> Result<Latencies> {
        let mut latencies = Latencies::default();
        let mut started = Instant::now();
        while until.allows(latencies.calls() as u64, started) {
            self.call().await?;
            let now = Instant::now();
            latencies.push(now - started);
            started = now;
        }
        Ok(latencies)
    }

    async fn call(&mut self) -> Result<()> {
        let (id, bytes) = self.request.next();
        self.stream.write_all(bytes).await?;
        self.buffer.clear();
        let head = loop {
            self.fill().await?;
            if let Some(head) = Head::parse(&self.buffer)? {
                break head;
            }
        };
        let whole;
        let body = match head.body_length {
            Some(length) => {
                while self.buffer.len() < head.body_at + length {
                    self.fill().await?;
                }
                &self.buffer[head.body_at..]
            }
            None => {
                whole = self.chunks(head.body_at).await?;
                &whole
            }
        };
        if head.status != 200 {
            return Err(format!("status {}: {}", head.status, shortened(body)).into());
        }
        self.checker.check(id, body)
    }

    /// Reads a body that comes in chunks.
    async fn chunks(&mut self, mut at: usize) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let rest = &self.buffer[at..];
            let Some(line) = memmem::find(rest, b"\r\n") else {
                self.fill().await?;
                continue;
            };
            let size = usize::from_str_radix(std::str::from_utf8(&rest[..line])?.trim(), 16)?;
            let start = at + line + 2;
            while self.buffer.len() < start + size + 2 {
                self.fill().await?;
            }
            if size == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&self.buffer[start..start + size]);
            at = start + size + 2;
        }
    }

    async fn fill(&mut self) -> Result<()> {
        self.buffer.reserve(4096);
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err("the server closed the connection".into()),
            _ => Ok(()),
        }
    }
}

fn request_head(url: &Url, case: Case, era: Era, length: usize) -> String {
    let Url { authority, path } = url;
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {}\r\n",
        era.version()
    );
    if era == Era::Modern {
        head += &format!("Mcp-Method: {}\r\n", case.method());
        if let Some(tool) = case.tool() {
            head += &format!("Mcp-Name: {tool}\r\n");
        }
    }
    head + &format!("Content-Length: {length}\r\n\r\n")
}

/// What the client has to know of a response's head.
struct Head {
    status: u16,
    body_at: usize,
    /// None for one that comes in chunks.
    body_length: Option<usize>,
}

impl Head {
    /// `None` as long as the head isn't whole.
    fn parse(bytes: &[u8]) -> Result<Option<Self>> {
        let Some(end) = memmem::find(bytes, b"\r\n\r\n") else {
            return Ok(None);
        };
        let head = std::str::from_utf8(&bytes[..end])?;
        let status = head
            .get(9..12)
            .ok_or("a status line without a status")?
            .parse()?;
        let field = |name| {
            head.split("\r\n")
                .skip(1)
                .find_map(|line| value(line, name))
        };
        let body_length = match field("content-length") {
            Some(length) => Some(length.parse()?),
            None if field("transfer-encoding") == Some("chunked") => None,
            None => return Err("a response without content-length, and not in chunks".into()),
        };
        Ok(Some(Self {
            status,
            body_at: end + 4,
            body_length,
        }))
    }
}

/// The value of a header's line, if it has this name.
fn value<'a>(line: &'a str, wanted: &str) -> Option<&'a str> {
    let (name, value) = line.split_once(':')?;
    name.eq_ignore_ascii_case(wanted).then(|| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_head_only_when_it_is_whole() {
        let response = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}";
        assert!(Head::parse(&response[..30]).expect("no error").is_none());
        let head = Head::parse(response)
            .expect("no error")
            .expect("a whole head");
        assert_eq!((head.status, head.body_length), (400, Some(2)));
        assert_eq!(&response[head.body_at..], b"{}");
    }

    #[test]
    fn refuses_a_response_of_unknown_length() {
        assert!(Head::parse(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n").is_err());
        let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        let head = Head::parse(chunked)
            .expect("no error")
            .expect("a whole head");
        assert_eq!(head.body_length, None);
    }
}
