//! A stdio client that keeps a window of calls in flight.

use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::Instant;

use memchr::memchr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;

use crate::Result;
use crate::case::{Case, Checker, Template, answered_id, shortened};
use crate::era::Era;
use crate::load::{Latencies, Until};

/// A server's two pipes, over which one case is sent again and again.
pub(crate) struct Pipes {
    input: pipe::Sender,
    output: pipe::Receiver,
    request: Template,
    checker: Checker,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
    /// How much of `incoming` holds no line end.
    scanned: usize,
    started: HashMap<u64, Instant>,
}

impl Pipes {
    /// Opens the conversation, where the era wants that.
    pub(crate) async fn open(
        stdin: ChildStdin,
        stdout: ChildStdout,
        case: Case,
        era: Era,
    ) -> Result<Self> {
        let mut pipes = Self::new(stdin, stdout, case, era)?;
        if let Some(handshake) = era.handshake() {
            pipes.outgoing.extend_from_slice(handshake.as_bytes());
            while memchr(b'\n', &pipes.incoming).is_none() {
                pipes.transfer().await?;
            }
            pipes.incoming.clear();
        }
        Ok(pipes)
    }

    fn new(stdin: ChildStdin, stdout: ChildStdout, case: Case, era: Era) -> io::Result<Self> {
        Ok(Self {
            input: pipe::Sender::from_owned_fd(OwnedFd::from(stdin))?,
            output: pipe::Receiver::from_owned_fd(OwnedFd::from(stdout))?,
            request: case.request(era).framed(b"", b"\n"),
            checker: Checker::new(case, era),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            scanned: 0,
            started: HashMap::new(),
        })
    }

    /// Keeps `window` calls in flight, then waits for the last of them.
    pub(crate) async fn drive(&mut self, window: usize, until: Until) -> Result<Latencies> {
        let mut latencies = Latencies::default();
        let mut sent = 0;
        loop {
            let now = Instant::now();
            while self.started.len() < window && until.allows(sent, now) {
                self.enqueue(now);
                sent += 1;
            }
            if self.started.is_empty() {
                return Ok(latencies);
            }
            self.transfer().await?;
            self.take_answers(&mut latencies)?;
        }
    }

    fn enqueue(&mut self, now: Instant) {
        let (id, line) = self.request.next();
        self.outgoing.extend_from_slice(line);
        self.started.insert(id, now);
    }

    /// Writes or reads once, whichever is possible.
    async fn transfer(&mut self) -> Result<()> {
        self.incoming.reserve(64 * 1024);
        tokio::select! {
            biased;
            written = self.input.write(&self.outgoing), if !self.outgoing.is_empty() => {
                self.outgoing.drain(..written?);
            }
            read = self.output.read_buf(&mut self.incoming) => {
                if read? == 0 {
                    return Err("the server closed its output".into());
                }
            }
        }
        Ok(())
    }

    fn take_answers(&mut self, latencies: &mut Latencies) -> Result<()> {
        let now = Instant::now();
        let mut start = 0;
        while let Some(length) = memchr(b'\n', &self.incoming[self.scanned..]) {
            let end = self.scanned + length;
            let line = &self.incoming[start..end];
            let (id, started) = answered_id(line)
                .and_then(|id| self.started.remove_entry(&id))
                .ok_or_else(|| format!("an answer to no request: {}", shortened(line)))?;
            self.checker.check(id, line)?;
            latencies.push(now - started);
            start = end + 1;
            self.scanned = start;
        }
        self.incoming.drain(..start);
        self.scanned = self.incoming.len();
        Ok(())
    }
}
