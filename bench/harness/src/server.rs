//! A server under test: started, watched, stopped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::Result;
use crate::options::ServerCommand;
use crate::pinning::Cores;

/// Long, because a server starts slowly under valgrind.
const START: Duration = Duration::from_secs(60);
const STOP: Duration = Duration::from_secs(20);

/// Where an HTTP server listens.
#[derive(Clone)]
pub(crate) struct Url {
    pub(crate) authority: String,
    pub(crate) path: String,
}

/// A running server, killed when it is dropped before it was stopped.
pub(crate) struct Server {
    child: Child,
}

impl Server {
    /// Starts an HTTP server and waits for the URL on its stderr.
    pub(crate) fn start_http(command: &ServerCommand, cores: Cores) -> Result<(Self, Url)> {
        let mut process = process(command);
        process
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut server = Self {
            child: spawn(process, cores)?,
        };
        let stderr = server
            .child
            .stderr
            .take()
            .ok_or("the server has no stderr")?;
        let url = watch_stderr(stderr).recv_timeout(START);
        let url = url.map_err(|_| format!("{} printed no URL on stderr", command.words[0]))?;
        Ok((server, url))
    }

    /// Starts a stdio server.
    pub(crate) fn start_stdio(
        command: &ServerCommand,
        cores: Cores,
    ) -> Result<(Self, ChildStdin, ChildStdout)> {
        let mut process = process(command);
        process
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        let mut server = Self {
            child: spawn(process, cores)?,
        };
        let stdin = server.child.stdin.take().ok_or("the server has no stdin")?;
        let stdout = server
            .child
            .stdout
            .take()
            .ok_or("the server has no stdout")?;
        Ok((server, stdin, stdout))
    }

    /// The CPU time that all threads have used so far.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let mut total = Duration::ZERO;
        for task in fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            total += thread_cpu(&fs::read_to_string(task?.path().join("schedstat"))?)?;
        }
        Ok(total)
    }

    /// The resident memory, in KiB.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.ok_or("the server's status has no VmRSS")?;
        Ok(resident.trim().trim_end_matches(" kB").trim().parse()?)
    }

    /// Ends the server with SIGTERM.
    pub(crate) fn terminate(self) -> Result<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        self.wait()
    }

    /// Waits for a server whose input has ended.
    pub(crate) fn wait(mut self) -> Result<()> {
        let deadline = Instant::now() + STOP;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return ended(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err(format!("the server did not end within {} s", STOP.as_secs()).into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            // Nothing is left to do about a process that can neither be killed nor waited for.
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
    }
}

fn process(command: &ServerCommand) -> Command {
    let mut process = Command::new(&command.words[0]);
    process.args(&command.words[1..]);
    process.envs(command.variables.iter().cloned());
    process
}

fn spawn(mut command: Command, cores: Cores) -> Result<Child> {
    let spawned = cores.on_server_core(|| command.spawn())?;
    spawned.map_err(|error| format!("{}: {error}", command.get_program().display()).into())
}

fn ended(status: ExitStatus) -> Result<()> {
    if status.success() {
        Ok(())
    } else {
        Err(format!("the server ended with {status}").into())
    }
}

/// Reads stderr to its end, so that the server never waits for room in the pipe, and sends the first URL.
fn watch_stderr(stderr: ChildStderr) -> Receiver<Url> {
    let (sender, receiver) = channel();
    thread::spawn(move || forward(stderr, sender));
    receiver
}

fn forward(stderr: ChildStderr, sender: Sender<Url>) {
    let mut sender = Some(sender);
    for line in BufReader::new(stderr)
        .lines()
        .map_while(std::result::Result::ok)
    {
        match (find_url(&line), sender.as_ref()) {
            (Some(url), Some(waiting)) => {
                // The measurement may have given up waiting.
                let _ = waiting.send(url);
                sender = None;
            }
            (None, Some(_)) => eprintln!("{line}"),
            (_, None) => {}
        }
    }
}

fn find_url(line: &str) -> Option<Url> {
    let rest = &line[line.find("http://127.0.0.1:")? + "http://".len()..];
    let end = rest
        .find(|c: char| c.is_whitespace() || c.is_control() || c == '"')
        .unwrap_or(rest.len());
    let (authority, path) = rest[..end].split_once('/').unwrap_or((&rest[..end], "mcp"));
    Some(Url {
        authority: authority.to_owned(),
        path: format!("/{path}"),
    })
}

/// The first field of a thread's `schedstat`: nanoseconds on a core.
fn thread_cpu(schedstat: &str) -> Result<Duration> {
    let nanos = schedstat
        .split_whitespace()
        .next()
        .ok_or("an empty schedstat")?;
    Ok(Duration::from_nanos(nanos.parse()?))
}
