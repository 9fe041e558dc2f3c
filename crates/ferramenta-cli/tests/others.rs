//! Servers that others have written, in both eras.
//!
//! `EVERYTHING` is the program of the npm package `@modelcontextprotocol/server-everything`, for `node`, and
//! `PYTHON_TIME` that of the package `mcp-server-time` from `PyPI`, which is built on the SDK for Python.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::{
    env,
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

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
    env::var(name).unwrap_or_else(|_| panic!("{name} names the server's program"))
}

/// `server-everything` on Streamable HTTP, killed at the end.
struct Http(Child);

impl Http {
    fn start(everything: &str) -> (Self, String) {
        let free = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let mut command = Command::new("node");
        command
            .args([everything, "streamableHttp"])
            .env("PORT", free.port().to_string());
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let listens = lines.find(|line| line.as_ref().unwrap().contains(&free.port().to_string()));
        assert!(listens.is_some());
        std::thread::spawn(move || lines.for_each(drop));
        (Self(child), format!("http://127.0.0.1:{}/mcp", free.port()))
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        // an error says that it has ended
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "needs server-everything of npm"]
fn server_everything_answers_by_pipe_and_by_http() {
    let everything = variable("EVERYTHING");
    let (_http, url) = Http::start(&everything);
    let launch = ["--", "node", everything.as_str()];
    for era in ["auto", "legacy"] {
        let at = |words: &[&str]| {
            let (command, rest) = words.split_first().unwrap();
            let options = ["--era", era];
            let by_pipe = printed(&[words, &options, &launch].concat());
            let by_http = printed(&[&[*command, &url], rest, &options].concat());
            assert_eq!(by_pipe, by_http);
            by_pipe
        };
        assert!(at(&["list"]).contains("\n  echo  "));
        assert_eq!(at(&["call", "echo", "message=hello"]), "Echo: hello\n");
        assert_eq!(
            at(&["call", "get-sum", "a=1", "b=2"]),
            "The sum of 1 and 2 is 3.\n"
        );
        assert!(at(&["call", "get-tiny-image"]).contains("\n[image image/png, "));
        assert!(at(&["prompt", "args-prompt", "city=Rome"]).starts_with("user: "));
        let listed: Value = serde_json::from_str(&at(&["list", "--json"])).unwrap();
        let uri = listed["resources"][0]["uri"].as_str().unwrap().to_owned();
        assert!(!at(&["read", &uri]).is_empty());
    }
    assert_eq!(
        printed(&[&["doctor"], &launch[..]].concat()).lines().last(),
        Some("Nothing is wrong.")
    );
    assert_eq!(
        printed(&["doctor", &url]).lines().last(),
        Some("Nothing is wrong.")
    );
}

#[test]
#[ignore = "needs mcp-server-time of PyPI"]
fn a_server_of_the_python_sdk_answers_in_both_eras() {
    let time = variable("PYTHON_TIME");
    for era in ["auto", "legacy"] {
        let words = [
            "call",
            "get_current_time",
            "timezone=UTC",
            "--era",
            era,
            "--",
            &time,
        ];
        let now: Value = serde_json::from_str(&printed(&words)).unwrap();
        assert_eq!(now["timezone"], "UTC");
        assert!(printed(&["list", "--era", era, "--", &time]).contains("timezone: string"));
    }
    assert_eq!(
        printed(&["doctor", "--", &time]).lines().last(),
        Some("Nothing is wrong.")
    );
}
