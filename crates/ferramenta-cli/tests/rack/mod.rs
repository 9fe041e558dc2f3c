//! HTTP servers that are broken in one way each.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
};

use serde_json::{Value, json};

/// A request, as far as these servers look at it.
pub struct Request {
    pub method: String,
    pub path: String,
    /// In lower case, one a line.
    pub headers: String,
    pub body: Value,
}

/// What to answer; none holds the connection open and says nothing.
pub type Answer = Option<String>;

/// Serves until the test ends, and returns the address of its root, without a slash at the end.
pub fn serve(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || converse(&stream.unwrap(), &*answer));
        }
    });
    format!("http://{address}")
}

fn converse(stream: &TcpStream, answer: &dyn Fn(&Request) -> Answer) {
    let mut reader = BufReader::new(stream);
    let Some(request) = read(&mut reader) else {
        return;
    };
    match answer(&request) {
        Some(text) => {
            // an error says that the client has left
            let _ = (&*stream).write_all(text.as_bytes());
        }
        None => {
            // until the client leaves
            let _ = reader.read(&mut [0]);
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut headers) = (0, String::new());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let header = header.trim().to_lowercase();
        if header.is_empty() {
            break;
        }
        headers += &format!("{header}\n");
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        method,
        path,
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    })
}

/// An answer whose connection ends with it.
pub fn status(status: &str, headers: &str, body: &str) -> Answer {
    let length = body.len();
    Some(format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    ))
}

pub fn json(body: &Value) -> Answer {
    status(
        "200 OK",
        "content-type: application/json\r\n",
        &body.to_string(),
    )
}

/// What a good server of the modern era says.
pub fn good(request: &Request) -> Answer {
    let id = &request.body["id"];
    let mut result = match request.body["method"].as_str() {
        Some("server/discover") => {
            json!({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}})
        }
        Some("tools/list") => json!({"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}),
        _ => {
            let error = json!({"code": -32601, "message": "Method not found"});
            return json(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    result["resultType"] = json!("complete");
    result["ttlMs"] = json!(0);
    result["cacheScope"] = json!("private");
    json(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
}
