//! A server on standard input and output, tried as a host does.

use std::{
    ffi::OsString,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ferramenta_inspector::ProcessGroup;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::{Instant, timeout, timeout_at},
};

use super::{
    finding::{Finding, Report},
    messages::{Era, MODERN, Said, agreed, answer, fact, initialized, is_message, words},
    program,
};

/// What a server gets to end once its input has.
const GOODBYE: Duration = Duration::from_secs(3);
/// Longest line, in bytes.
const MAX_LINE: u64 = 16 << 20;
/// What is shown of a line.
const SHOWN: usize = 120;

/// How long a server may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Until it answers at all.
    pub(super) patience: Duration,
    /// Until its start counts as slow.
    pub(super) slow: Duration,
}

/// Tries a command.
pub(super) async fn examine(program: &OsString, rest: &[OsString], limits: Limits) -> Report {
    let mut report = Report::default();
    if report.keep(program::check(program)).is_none() {
        return report;
    }
    let mut command = Command::new(program);
    command.args(rest);
    if let Err(finding) = talk(&mut command, limits, &mut report).await {
        report.findings.push(finding);
    }
    report
}

async fn talk(command: &mut Command, limits: Limits, report: &mut Report) -> Result<(), Finding> {
    let started = Instant::now();
    let mut server = Talk::start(command)?;
    let (era, version) = match greet(&mut server, Era::Modern, limits).await {
        Ok(Said::Result(_)) => (Era::Modern, MODERN.to_owned()),
        Ok(Said::Error(modern)) => legacy(&mut server, &modern, limits).await?,
        // servers of the legacy era may end at what they don't know
        Err(finding) if finding.code == "ended" => {
            server = Talk::start(command)?;
            legacy(&mut server, &Value::Null, limits).await?
        }
        Err(finding) => return Err(finding),
    };
    let took = started.elapsed();
    if took > limits.slow {
        let (took, seconds) = (took.as_secs_f32(), limits.slow.as_secs());
        report.findings.push(Finding::new(
            "slow-start",
            format!("it took {took:.1} s until it answered, more than {seconds} s"),
            "do slow work after the start, when a tool needs it; install it beforehand, where the command downloads it first",
        ));
    }
    if era == Era::Legacy {
        server.send(&initialized()).await?;
    }
    let tools = server.ask(&era.tools(), limits).await?;
    report.facts.push(fact(&version, &tools));
    server.goodbye().await
}

async fn greet(server: &mut Talk, era: Era, limits: Limits) -> Result<Said, Finding> {
    server.ask(&era.hello(), limits).await
}

async fn legacy(
    server: &mut Talk,
    modern: &Value,
    limits: Limits,
) -> Result<(Era, String), Finding> {
    match greet(server, Era::Legacy, limits).await? {
        Said::Result(result) => Ok((Era::Legacy, agreed(&result))),
        Said::Error(legacy) => Err(no_era(modern, &legacy)),
    }
}

/// A server that refuses both hellos.
pub(super) fn no_era(modern: &Value, legacy: &Value) -> Finding {
    let mut said = format!("to `initialize` it says: {}", words(legacy));
    if !modern.is_null() {
        said = format!("to `server/discover` it says: {}; {said}", words(modern));
    }
    Finding::new(
        "no-common-version",
        format!("it speaks neither 2026-07-28 nor a version with `initialize`; {said}"),
        "update the server's library of the protocol",
    )
}

/// A process that is talked to, line by line.
struct Talk {
    child: Child,
    group: ProcessGroup,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    last_words: Arc<Mutex<String>>,
}

impl Talk {
    fn start(command: &mut Command) -> Result<Self, Finding> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let refused = |problem: String| {
            Finding::new(
                "not-started",
                problem,
                "run the command in a shell, and mend what it says",
            )
        };
        let started = ProcessGroup::start(command);
        let (mut child, group) =
            started.map_err(|error| refused(format!("it can't be started: {error}")))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(refused("it has no pipes".into()));
        };
        let last_words = Arc::default();
        tokio::spawn(listen(stderr, Arc::clone(&last_words)));
        Ok(Self {
            child,
            group,
            stdin: Some(stdin),
            stdout: BufReader::new(stdout),
            line: Vec::new(),
            last_words,
        })
    }

    async fn send(&mut self, message: &Value) -> Result<(), Finding> {
        let text = format!("{message}\n");
        let Some(stdin) = &mut self.stdin else {
            return Ok(());
        };
        let written = match stdin.write_all(text.as_bytes()).await {
            Ok(()) => stdin.flush().await,
            Err(error) => Err(error),
        };
        match written {
            Ok(()) => Ok(()),
            // it says why by how it ends, and it may have said something before
            Err(_) => Err(self.ended().await),
        }
    }

    /// Sends a request, and reads lines until its answer.
    async fn ask(&mut self, request: &Value, limits: Limits) -> Result<Said, Finding> {
        let deadline = Instant::now() + limits.patience;
        let sent = self.send(request).await;
        if let Err(finding) = sent {
            // what it printed before it ended tells more
            return Err(self.printed().await.unwrap_or(finding));
        }
        loop {
            self.line.clear();
            let mut stdout = (&mut self.stdout).take(MAX_LINE);
            let reading = stdout.read_until(b'\n', &mut self.line);
            match timeout_at(deadline, reading).await {
                Ok(Ok(1..)) => {}
                Ok(Ok(0) | Err(_)) => return Err(self.ended().await),
                Err(_) => return Err(self.silent(limits)),
            }
            if let Some(said) = answer(&self.message()?, request) {
                return Ok(said);
            }
        }
    }

    fn message(&self) -> Result<Value, Finding> {
        let text = String::from_utf8_lossy(&self.line);
        match serde_json::from_str::<Value>(&text) {
            Ok(value) if is_message(&value) => Ok(value),
            _ if matches!(text.trim(), "{" | "[") => Err(Finding::new(
                "several-lines",
                "it prints JSON over several lines, and a message is one line",
                "print messages without line breaks",
            )),
            _ => Err(noise(&text)),
        }
    }

    /// What it has printed that is no message, without waiting for more than is there.
    async fn printed(&mut self) -> Option<Finding> {
        self.line.clear();
        let mut stdout = (&mut self.stdout).take(MAX_LINE);
        let reading = stdout.read_until(b'\n', &mut self.line);
        match timeout(GOODBYE, reading).await {
            Ok(Ok(1..)) => self.message().err(),
            _ => None,
        }
    }

    fn silent(&self, limits: Limits) -> Finding {
        let seconds = limits.patience.as_secs();
        if self.line.is_empty() {
            let said = self.said();
            return Finding::new(
                "silent",
                format!("it doesn't answer within {seconds} s{said}"),
                "start it in the mode for hosts (stdio), and let it read standard input; its output may be held back in a buffer: flush it after every message",
            );
        }
        let text = String::from_utf8_lossy(&self.line);
        match serde_json::from_str::<Value>(&text) {
            Ok(_) => Finding::new(
                "no-newline",
                "its messages don't end in a line break, so nobody knows that they are whole",
                "end every message with \\n",
            ),
            Err(_) => noise(&text),
        }
    }

    async fn ended(&mut self) -> Finding {
        let status = match timeout(GOODBYE, self.child.wait()).await {
            Ok(Ok(status)) => status.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "its output is closed, and it still runs".into(),
        };
        Finding::new(
            "ended",
            format!("it ends before it answers ({status}){}", self.said()),
            "run the command in a shell, and mend what it says; hosts don't have the variables of your shell, so give it those it needs",
        )
    }

    fn said(&self) -> String {
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match words.as_str() {
            "" => String::new(),
            words => format!("; its last words: {}", shortened(words)),
        }
    }

    /// Ends its input, at which it has to end.
    async fn goodbye(mut self) -> Result<(), Finding> {
        drop(self.stdin.take());
        let ended = timeout(GOODBYE, self.child.wait()).await.is_ok();
        drop(self.group);
        if ended {
            return Ok(());
        }
        Err(Finding::new(
            "lingers",
            format!(
                "it doesn't end within {} s after its input has",
                GOODBYE.as_secs()
            ),
            "end the program when standard input ends, or every start of a host leaves one behind",
        ))
    }
}

fn noise(text: &str) -> Finding {
    Finding::new(
        "stdout",
        format!(
            "it prints what isn't a message: `{}`",
            shortened(text.trim())
        ),
        "write to standard error (`eprintln!`, `console.error`, `print(.., file=sys.stderr)`); standard output is for messages alone",
    )
}

pub(super) fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

async fn listen(stderr: ChildStderr, last_words: Arc<Mutex<String>>) {
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    // until the pipe closes, or breaks, which is the same to us
    while let Ok(1..) = (&mut lines)
        .take(MAX_LINE)
        .read_until(b'\n', &mut line)
        .await
    {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() {
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
        line.clear();
    }
}
