//! A test program as a server in a process of its own.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

/// Set for a process that has to serve.
const SERVE: &str = "FERRAMENTA_TEST_SERVES";

/// Whether this process has to serve.
pub(crate) fn is_asked() -> bool {
    std::env::var_os(SERVE).is_some()
}

/// The process that runs the ignored test `serves` of this program.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--quiet", "--nocapture", "--ignored", "--exact", "serves"])
            .env(SERVE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            child,
            input,
            output,
        }
    }

    pub(crate) fn write(&self, message: &str) {
        writeln!(self.input.as_ref().unwrap(), "{message}").unwrap();
    }

    /// The next line; what the test harness prints before the first isn't one.
    pub(crate) fn read(&mut self) -> String {
        let mut lines = self.output.by_ref().map(Result::unwrap);
        lines.find(|line| line.starts_with('{')).unwrap()
    }

    pub(crate) fn read_json(&mut self) -> Value {
        serde_json::from_str(&self.read()).unwrap()
    }

    /// The answer to a message.
    pub(crate) fn send(&mut self, message: &str) -> String {
        self.write(message);
        self.read()
    }

    /// Opens with `initialize`.
    pub(crate) fn open(&mut self, version: &str) -> Value {
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let opening =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
        let answer = self.send(&opening.to_string());
        assert!(answer.contains(version), "{answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// Closes its input, and gives what it still writes.
    pub(crate) fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.output.by_ref().map(Result::unwrap);
        let rest = rest.filter(|line| line.starts_with('{')).collect();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}
