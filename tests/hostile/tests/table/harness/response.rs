use std::io::BufRead;

/// An HTTP response, read to its end.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Reads a response with its body; `None` when the connection ends before it.
    pub(crate) fn read(source: &mut impl BufRead) -> Option<Self> {
        let mut response = Self::read_head(source)?;
        while response.status < 200 {
            response = Self::read_head(source)?;
        }
        response.body = response.read_body(source);
        Some(response)
    }

    /// Reads a response up to its body.
    pub(crate) fn read_head(source: &mut impl BufRead) -> Option<Self> {
        let status = line(source)?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut headers = Vec::new();
        while let Some(header) = line(source).filter(|header| !header.is_empty()) {
            let (name, value) = header.split_once(':').expect("a header has a colon");
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Some(Self {
            status: status.expect("a status line"),
            headers,
            body: Vec::new(),
        })
    }

    fn read_body(&self, source: &mut impl BufRead) -> Vec<u8> {
        let mut body = Vec::new();
        if self.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = Self::read_chunk(source) {
                body.extend_from_slice(&chunk);
            }
        } else if let Some(length) = self.header("content-length") {
            body.resize(length.parse().expect("a length is a number"), 0);
            source.read_exact(&mut body).expect("the whole body");
        }
        body
    }

    /// The next chunk of a body; `None` at its end, or when the connection is cut.
    pub(crate) fn read_chunk(source: &mut impl BufRead) -> Option<Vec<u8>> {
        let size = line(source)?;
        let size = usize::from_str_radix(&size, 16).expect("the size of a chunk");
        let mut chunk = vec![0; size + 2];
        source.read_exact(&mut chunk).ok()?;
        chunk.truncate(size);
        (size > 0).then_some(chunk)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The messages of the body: JSON, or events; each is one line.
    pub(crate) fn messages(&self) -> Vec<Vec<u8>> {
        let body = std::str::from_utf8(&self.body).expect("bodies are UTF-8");
        if self
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/event-stream"))
        {
            let lines = body.lines().filter_map(|line| line.strip_prefix("data:"));
            return lines.map(|data| data.trim().as_bytes().to_vec()).collect();
        }
        assert!(
            !body.trim_end().contains('\n'),
            "a body is one line: {body}"
        );
        if body.is_empty() {
            Vec::new()
        } else {
            super::answers(body.as_bytes())
        }
    }
}

fn line(source: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    // a reset is an end like any other
    source
        .read_until(b'\n', &mut line)
        .ok()
        .filter(|count| *count > 0)?;
    Some(String::from_utf8_lossy(&line).trim_end().to_owned())
}
