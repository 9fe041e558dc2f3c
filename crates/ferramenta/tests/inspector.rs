//! A server that shows itself on a page.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]
#![cfg(feature = "inspector")]

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use ferramenta::{Server, tool};

/// Set in the process that is the server.
const IS_SERVER: &str = "FERRAMENTA_TEST_INSPECTED";

/// Say hello.
#[tool]
fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

/// The server itself, when the test below has started this program again.
#[tokio::test]
async fn inspected_server() {
    if env::var_os(IS_SERVER).is_some() {
        let server = Server::new("Inspected").tool::<greet>().inspector();
        server.serve_stdio().await.unwrap();
    }
}

fn start() -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "inspected_server", "--nocapture"])
        .env(IS_SERVER, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn post(host: &str, token: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_server_shows_itself_while_it_runs() {
    let mut server = start();
    let stderr = BufReader::new(server.stderr.take().unwrap());
    let mut lines = stderr.lines().map(Result::unwrap);
    let said = lines.find_map(|line| {
        let address = line.strip_prefix("Inspected is inspected at http://")?;
        let (host, token) = address.split_once("/#token=")?;
        Some((host.to_owned(), token.to_owned()))
    });
    let (host, token) = said.unwrap();
    let body = r#"{"key": "1", "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}}}"#;
    let answer = loop {
        let answer = post(&host, &token, "/api/request", body);
        if !answer.contains("not_connected") {
            break answer;
        }
    };
    assert!(answer.contains("Hello, Ada!"), "{answer}");
    assert!(post(&host, "wrong", "/api/request", body).starts_with("HTTP/1.1 401 "));

    // the host that has started the server goes away
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success());
    assert!(TcpStream::connect(&host).is_err());
}
