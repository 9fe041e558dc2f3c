//! What no client library does: both ways to open a conversation, on one and the same pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::table::Cell;
use crate::Result;

const ANSWER_LIMIT: Duration = Duration::from_secs(10);
const MODERN: &str = "2026-07-28";
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Probes, falls back, and then uses both ways in turn on one process.
pub(super) fn check(program: &Path) -> Cell {
    let mut cell = Cell::default();
    if let Err(error) = converse(program, &mut cell) {
        cell.note("the conversation goes on to its end", false, &error);
    }
    cell
}

fn converse(program: &Path, cell: &mut Cell) -> Result<()> {
    let mut pipe = Pipe::open(program)?;
    let found = pipe.ask("server/discover", &modern(json!({})))?;
    let offered = &found["result"]["supportedVersions"];
    cell.note(
        "discover names the versions",
        *offered == json!([MODERN]),
        &found,
    );
    for version in LEGACY {
        let opened = pipe.ask("initialize", &initialize(version))?;
        let granted = &opened["result"]["protocolVersion"];
        cell.note(
            &format!("initialize grants {version}"),
            granted == version,
            &opened,
        );
    }
    pipe.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
    let call = json!({"name": "search_books", "arguments": {"query": "dune"}});
    let old = pipe.ask("tools/call", &call)?;
    let plain = has_text(&old) && old["result"].get("resultType").is_none();
    cell.note("a call without version gets the legacy answer", plain, &old);
    let new = pipe.ask("tools/call", &modern(call))?;
    let marked = has_text(&new) && new["result"]["resultType"] == "complete";
    cell.note(
        "a call with its version gets the modern answer",
        marked,
        &new,
    );
    check_missing(&mut pipe, cell)?;
    let ended = pipe.close()?;
    cell.note(
        "the server ends with its input",
        ended,
        &"it is still running or failed",
    );
    Ok(())
}

/// Both codes for a resource that isn't there; a client library may report them as one.
fn check_missing(pipe: &mut Pipe, cell: &mut Cell) -> Result<()> {
    let read = json!({"uri": "shop://cellar"});
    let old = pipe.ask("resources/read", &read)?;
    let good = old["error"]["code"] == -32002;
    cell.note("a read without version is error -32002", good, &old);
    let new = pipe.ask("resources/read", &modern(read))?;
    let good = new["error"]["code"] == -32602;
    cell.note("a read with its version is error -32602", good, &new);
    Ok(())
}

fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

fn initialize(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "bare lines", "version": "1"},
    })
}

fn has_text(answer: &Value) -> bool {
    let text = &answer["result"]["content"][0]["text"];
    text.as_str().is_some_and(|text| text.contains("'dune'"))
}

/// A server that is talked to line by line.
struct Pipe {
    child: Child,
    /// Absent once it was closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
}

impl Pipe {
    fn open(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        let stdout = child
            .stdout
            .take()
            .ok_or("the server's stdout is not piped")?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout)
                .lines()
                .map_while(std::io::Result::ok)
            {
                // The receiver is gone when the check has ended.
                let _ = sender.send(line);
            }
        });
        Ok(Self {
            stdin: child.stdin.take(),
            child,
            lines,
            next_id: 1,
        })
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let stdin = self.stdin.as_mut().ok_or("the pipe is closed")?;
        writeln!(stdin, "{message}")?;
        Ok(stdin.flush()?)
    }

    /// Sends a request and gives the next line, which has to be its answer.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let line = self.lines.recv_timeout(ANSWER_LIMIT);
        let line = line.map_err(|error| format!("no answer to {method}: {error}"))?;
        let answer: Value = serde_json::from_str(&line)?;
        if answer["id"] != id {
            return Err(format!("{method} with id {id} got {line}").into());
        }
        Ok(answer)
    }

    /// Closes the server's input; true when it ends well.
    fn close(mut self) -> Result<bool> {
        self.stdin = None;
        let start = Instant::now();
        while start.elapsed() < ANSWER_LIMIT {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.success());
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(false)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It fails only for a server that has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
