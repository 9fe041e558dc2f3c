use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{ExitStatus, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
};

use serde_json::Value;

use super::{
    answer,
    child::{PATIENCE, Signal, Victim, assert_only_tools_panic},
    counts::Counts,
    era::Era,
    message,
};

/// A raw client of a victim on standard input and output.
pub(crate) struct Pipe {
    victim: Victim,
    era: Era,
    input: Option<Sender<Vec<u8>>>,
    lines: Option<Receiver<Vec<u8>>>,
    /// Whoever holds it keeps the output from being read.
    gate: Arc<Mutex<()>>,
    errors: Receiver<String>,
    heard: Vec<String>,
}

/// How a victim ended.
pub(crate) struct Ended {
    /// Lines that nobody had read yet.
    pub(crate) lines: Vec<Vec<u8>>,
    pub(crate) status: ExitStatus,
    /// What it wrote on standard error.
    pub(crate) errors: String,
}

impl Pipe {
    /// Starts a victim and, for a legacy era, shakes hands.
    pub(crate) fn open(era: Era) -> Self {
        Self::open_with(era, &[])
    }

    /// The same, with variables of the environment.
    pub(crate) fn open_with(era: Era, environment: &[(&str, &str)]) -> Self {
        let mut victim = Victim::start(&[], Stdio::piped(), environment);
        let input = victim.0.stdin.take().expect("piped");
        let output = victim.0.stdout.take().expect("piped");
        let errors = victim.errors();
        let gate = Arc::default();
        let (input, lines) = (
            Some(write_to(input)),
            Some(read_from(output, Arc::clone(&gate))),
        );
        let mut pipe = Self {
            victim,
            era,
            input,
            lines,
            gate,
            errors,
            heard: Vec::new(),
        };
        if let Era::Legacy(version) = era {
            pipe.send(message::initialize("\"open\"", version));
            let answer = pipe.line();
            spec_check::assert_answer(version, "initialize", &answer);
            pipe.send(message::notification("notifications/initialized", "{}"));
        }
        pipe
    }

    /// Sends bytes as a line.
    pub(crate) fn send(&mut self, bytes: impl Into<Vec<u8>>) {
        let mut bytes = bytes.into();
        bytes.push(b'\n');
        self.send_raw(bytes);
    }

    /// Sends bytes as they are. Never blocks.
    pub(crate) fn send_raw(&mut self, bytes: impl Into<Vec<u8>>) {
        let input = self.input.as_ref().expect("the input is open");
        // the writer has ended when the victim has
        let _ = input.send(bytes.into());
    }

    /// The next line, which has to be a message.
    #[track_caller]
    pub(crate) fn line(&mut self) -> Vec<u8> {
        let lines = self.lines.as_ref().expect("the output is open");
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => checked(line),
            Err(error) => panic!("no line: {error}"),
        }
    }

    /// Asks what handlers did so far; the answer has to be the next line.
    #[track_caller]
    pub(crate) fn counts(&mut self) -> Counts {
        self.ask("count", "{}")
    }

    /// Waits until handlers did so much.
    #[track_caller]
    pub(crate) fn reach(&mut self, counts: Counts) -> Counts {
        self.ask("reach", &counts.arguments())
    }

    #[track_caller]
    fn ask(&mut self, tool: &str, arguments: &str) -> Counts {
        self.send(self.era.call("\"asked\"", tool, arguments));
        let line = self.line();
        spec_check::assert_answer(self.era.call_version(), "tools/call", &line);
        let value: Value = serde_json::from_slice(&line).expect("an answer is JSON");
        assert_eq!(
            value["id"], "asked",
            "an answer that nobody expects: {value}"
        );
        Counts::read(
            value["result"]["content"][0]["text"]
                .as_str()
                .unwrap_or_default(),
        )
    }

    /// Waits for a line on standard error that holds this text.
    #[track_caller]
    pub(crate) fn hear(&mut self, text: &str) {
        loop {
            let line = self
                .errors
                .recv_timeout(PATIENCE)
                .expect("the victim says so");
            let found = line.contains(text);
            self.heard.push(line);
            if found {
                return;
            }
        }
    }

    /// Nothing is read as long as this is locked.
    pub(crate) fn gate(&self) -> Arc<Mutex<()>> {
        Arc::clone(&self.gate)
    }

    /// Waits until the process has ended, whether or not its output is read.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.victim.wait()
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.victim.is_alive()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.victim.signal(signal);
    }

    /// Closes the victim's input when everything was written.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the victim's output: from now on nobody reads what it writes.
    pub(crate) fn close_output(&mut self) {
        self.lines = None;
    }

    /// Waits until the output has ended and the process with it.
    pub(crate) fn ended(mut self) -> Ended {
        let mut rest = Vec::new();
        while let Some(lines) = &self.lines {
            match lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(checked(line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the output doesn't end"),
            }
        }
        let status = self.victim.wait();
        self.heard.extend(self.errors.iter());
        Ended {
            lines: rest,
            status,
            errors: self.heard.join("\n"),
        }
    }

    /// Closes the input; nothing may follow, and the process ends well.
    #[track_caller]
    pub(crate) fn close(mut self) {
        self.close_input();
        let Ended {
            lines,
            status,
            errors,
        } = self.ended();
        let lines: Vec<_> = lines
            .iter()
            .map(|line| String::from_utf8_lossy(line))
            .collect();
        assert!(lines.is_empty(), "lines that nobody expects: {lines:?}");
        assert_eq!(status.code(), Some(0), "{status}");
        assert_only_tools_panic(errors.lines().map(str::to_owned));
    }
}

/// Every line on standard output is a message, or a batch of them.
#[track_caller]
fn checked(line: Vec<u8>) -> Vec<u8> {
    for message in answer::answers(&line) {
        let value: Value = serde_json::from_slice(&message)
            .unwrap_or_else(|_| panic!("not a message: {}", String::from_utf8_lossy(&line)));
        assert_eq!(value["jsonrpc"], "2.0", "not a message: {value}");
    }
    line
}

fn write_to(mut input: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        receiver
            .iter()
            .try_for_each(|bytes| input.write_all(&bytes))
    });
    sender
}

fn read_from(output: impl Read + Send + 'static, gate: Arc<Mutex<()>>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            drop(gate.lock());
            let ended = !matches!(output.read_until(b'\n', &mut line), Ok(count) if count > 0);
            if line.pop_if(|byte| *byte == b'\n').is_none() && !line.is_empty() {
                line.extend_from_slice(b" <- a line without its end");
            }
            if ended || sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
