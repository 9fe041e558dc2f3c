//! A client on the other end of a server's standard input and output, which finds for every answer who has asked.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{Mutex as Gate, oneshot};
use tokio::time::timeout;

use crate::Result;
use crate::client::{PATIENCE, message, meta, opening};

/// Both pipes.
#[derive(Clone)]
pub(crate) struct Pipe {
    /// Nothing once it is closed.
    stdin: Arc<Gate<Option<ChildStdin>>>,
    /// Who holds it keeps answers from being read.
    pub(crate) reading: Arc<Gate<()>>,
    open: Arc<Mutex<Open>>,
    is_legacy: bool,
}

/// Who waits for what.
#[derive(Default)]
struct Open {
    waiting: HashMap<String, oneshot::Sender<Value>>,
    /// Whose answer may come or not.
    cancelled: HashSet<String>,
    /// What came that nobody waits for, or not any more.
    strays: Vec<String>,
    has_ended: bool,
}

impl Open {
    fn wait(&mut self, id: &str, sender: oneshot::Sender<Value>) {
        if !self.has_ended {
            self.waiting.insert(id.to_owned(), sender);
        }
    }

    fn give_up(&mut self, id: &str) {
        if self.waiting.remove(id).is_some() {
            self.cancelled.insert(id.to_owned());
        }
    }
}

impl Pipe {
    /// Takes the pipes, and opens with a handshake where the era has one.
    pub(crate) async fn open(
        stdin: ChildStdin,
        stdout: ChildStdout,
        is_legacy: bool,
    ) -> Result<Self> {
        let pipe = Self {
            stdin: Arc::new(Gate::new(Some(stdin))),
            reading: Arc::default(),
            open: Arc::default(),
            is_legacy,
        };
        tokio::spawn(read(
            stdout,
            Arc::clone(&pipe.reading),
            Arc::clone(&pipe.open),
        ));
        if is_legacy {
            let opened = pipe.request("opening", "initialize", opening()).await?;
            opened.ok_or("the handshake wasn't answered")?;
            pipe.notify("notifications/initialized", json!({})).await?;
        }
        Ok(pipe)
    }

    /// Calls a tool; `None` where the server ended instead.
    pub(crate) async fn call(
        &self,
        id: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<Option<Value>> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request(id, "tools/call", params).await
    }

    async fn request(&self, id: &str, method: &str, params: Value) -> Result<Option<Value>> {
        let answer = self.send(id, method, params).await?;
        match timeout(PATIENCE, answer).await {
            Ok(answer) => Ok(answer.ok()),
            Err(_) => Err(format!("{id} was not answered").into()),
        }
    }

    /// Calls a tool, without waiting for its answer.
    pub(crate) async fn begin(&self, id: &str, tool: &str, arguments: Value) -> Result<()> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.send(id, "tools/call", params).await?;
        Ok(())
    }

    /// Cancels a call; its answer may be under way already.
    pub(crate) async fn cancel(&self, id: &str) -> Result<()> {
        lock(&self.open).give_up(id);
        self.notify("notifications/cancelled", json!({ "requestId": id }))
            .await
    }

    /// Ends what the server reads.
    pub(crate) async fn close(&self) {
        self.stdin.lock().await.take();
    }

    /// What came that nobody had asked for, or twice.
    pub(crate) fn strays(&self) -> Vec<String> {
        lock(&self.open).strays.clone()
    }

    async fn send(
        &self,
        id: &str,
        method: &str,
        mut params: Value,
    ) -> Result<oneshot::Receiver<Value>> {
        let (sender, answer) = oneshot::channel();
        lock(&self.open).wait(id, sender);
        if !self.is_legacy {
            params["_meta"] = meta();
        }
        self.write(message(id, method, &params)).await;
        Ok(answer)
    }

    async fn notify(&self, method: &str, params: Value) -> Result<()> {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.write(message.to_string()).await;
        Ok(())
    }

    /// What can't be written any more is not answered either: whoever waits learns of the end from the other pipe.
    async fn write(&self, mut line: String) {
        line.push('\n');
        if let Some(stdin) = self.stdin.lock().await.as_mut() {
            let _ = stdin.write_all(line.as_bytes()).await;
        }
    }
}

async fn read(stdout: ChildStdout, reading: Arc<Gate<()>>, open: Arc<Mutex<Open>>) {
    let mut lines = BufReader::new(stdout).lines();
    loop {
        drop(reading.lock().await);
        let Ok(Some(line)) = lines.next_line().await else {
            break;
        };
        take(&line, &mut lock(&open));
    }
    let mut open = lock(&open);
    open.has_ended = true;
    // whoever waits is told by that
    open.waiting.clear();
}

fn take(line: &str, open: &mut Open) {
    let answer: Value = serde_json::from_str(line).unwrap_or(Value::Null);
    let id = answer["id"].as_str().unwrap_or_default().to_owned();
    let is_notification = answer.get("id").is_none() && answer["method"].is_string();
    if let Some(waiting) = open.waiting.remove(&id) {
        // who doesn't wait any more has said so, or has begun without
        let _ = waiting.send(answer);
    } else if !is_notification && !open.cancelled.remove(&id) {
        open.strays.push(line.chars().take(200).collect());
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
