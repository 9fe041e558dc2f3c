//! Servers that others have written, by pipe and over HTTP, in both eras.
//!
//! `NODE` and `PYTHON` are programs; `EVERYTHING` is the main script of the npm package `@modelcontextprotocol/server-everything`,
//! and `BOOKSHOP` a bookshop by the official SDK for Python. `cargo xtask command` installs all of them.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::{
    env,
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

const ERAS: [&str; 2] = ["auto", "legacy"];

/// What a command prints, which has to succeed.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    let output = command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

/// A server that is launched for each command, and serves over HTTP beside that.
struct Server {
    launch: [String; 2],
    url: String,
    process: Child,
}

impl Server {
    /// Starts it over HTTP, told by these arguments or by `PORT`.
    fn start(program: &str, script: &str, http: impl FnOnce(u16) -> String) -> Self {
        let launch = [variable(program), variable(script)];
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let process = Command::new(&launch[0])
            .args([&launch[1], &http(address.port())])
            .env("PORT", address.port().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < patience, "{launch:?} doesn't listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        let url = format!("http://{address}/mcp");
        Self {
            launch,
            url,
            process,
        }
    }

    /// What is printed, which is the same by pipe and over HTTP.
    fn printed(&self, era: &str, words: &[&str]) -> String {
        let (command, rest) = words.split_first().unwrap();
        let launch = ["--", &self.launch[0], &self.launch[1]];
        let era = ["--era", era];
        let by_pipe = printed(&[words, &era, &launch].concat());
        let over_http = printed(&[&[*command, &self.url], rest, &era].concat());
        assert_eq!(by_pipe, over_http);
        by_pipe
    }

    fn json(&self, era: &str, words: &[&str]) -> Value {
        let words = [words, &["--json"]].concat();
        serde_json::from_str(&self.printed(era, &words)).unwrap()
    }

    fn assert_nothing_is_wrong(&self) {
        let by_pipe = printed(&["doctor", "--", &self.launch[0], &self.launch[1]]);
        for found in [by_pipe, printed(&["doctor", &self.url])] {
            assert_eq!(found.lines().last(), Some("Nothing is wrong."), "{found}");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // an error says that it has ended
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "needs a server of npm"]
fn server_everything_answers() {
    let server = Server::start("NODE", "EVERYTHING", |_| "streamableHttp".to_owned());
    for era in ERAS {
        let at = |words: &[&str]| server.printed(era, words);
        assert!(at(&["list"]).contains("\n  echo  "));
        assert_eq!(at(&["call", "echo", "message=hello"]), "Echo: hello\n");
        let sum = at(&["call", "get-sum", "a=1", "b=2"]);
        assert_eq!(sum, "The sum of 1 and 2 is 3.\n");
        assert!(at(&["call", "get-tiny-image"]).contains("\n[image image/png, "));
        assert!(at(&["prompt", "args-prompt", "city=Rome"]).starts_with("user: "));
        let listed = server.json(era, &["list"]);
        let uri = listed["resources"][0]["uri"].as_str().unwrap();
        assert!(!at(&["read", uri]).is_empty());
    }
    server.assert_nothing_is_wrong();
}

#[test]
#[ignore = "needs the SDK for Python"]
fn a_bookshop_by_the_python_sdk_answers() {
    let server = Server::start("PYTHON", "BOOKSHOP", |port| port.to_string());
    for era in ERAS {
        let at = |words: &[&str]| server.printed(era, words);
        assert!(at(&["list"]).contains("\n  search_books  "));
        assert_eq!(
            at(&["call", "search_books", "query=dune", "limit=3"]),
            "Found 3 books matching 'dune' (showing up to 3).\n"
        );
        let book = r#"book:={"title":"Dune","author":"Herbert","year":1965}"#;
        let added = server.json(era, &["call", "add_book", book]);
        assert_eq!(added["structuredContent"]["title"], "Dune", "{added}");
        assert_eq!(at(&["read", "shop://shelves/poetry"]), "3 books of poetry");
        assert_eq!(
            at(&["prompt", "recommend_books", "liked=Dune"]),
            "user: I liked 'Dune'.\n"
        );
    }
    server.assert_nothing_is_wrong();
}
