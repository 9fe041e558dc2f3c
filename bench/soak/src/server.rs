//! The server that is worn out: started, looked at from outside, and told to stop.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use tokio::process::{ChildStdin, ChildStdout};

use crate::Result;

/// Memory that the process may have, in MiB, enforced by the kernel: who asks for more is aborted.
pub(crate) const MEMORY: u64 = 768;

/// How its allocator gives back what is free.
const ALLOCATOR: &str = "background_thread:true,dirty_decay_ms:200,muzzy_decay_ms:0";

/// Time in which it names its address.
const START: Duration = Duration::from_secs(20);

/// A server in a process of its own, killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    panics: Arc<AtomicU64>,
}

/// What a process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Resident memory, in MiB.
    pub(crate) memory: u64,
    /// The most that it was since it was last asked for.
    pub(crate) peak: u64,
    /// Open file descriptors.
    pub(crate) files: usize,
    pub(crate) threads: usize,
}

impl Server {
    /// Starts it on a port of this machine.
    pub(crate) fn http(program: &Path) -> Result<(Self, SocketAddr)> {
        let mut command = Command::new(program);
        command
            .args(["http", "--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let (server, addresses) = Self::spawn(command)?;
        let address = addresses.recv_timeout(START);
        Ok((server, address.map_err(|_| "the server names no address")?))
    }

    /// Starts it on its standard input and output.
    pub(crate) fn stdio(program: &Path) -> Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut server, _) = Self::spawn(command)?;
        let (stdin, stdout) = (server.child.stdin.take(), server.child.stdout.take());
        let (stdin, stdout) = stdin.zip(stdout).ok_or("the server has no pipes")?;
        Ok((
            server,
            ChildStdin::from_std(stdin)?,
            ChildStdout::from_std(stdout)?,
        ))
    }

    fn spawn(mut command: Command) -> Result<(Self, Receiver<SocketAddr>)> {
        let mut child = command
            .env("NO_COLOR", "1")
            .env("RUST_BACKTRACE", "0")
            .env("_RJEM_MALLOC_CONF", ALLOCATOR)
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child.stderr.take();
        // owned by the guard from here on, so that no way out leaves the server running
        let server = Self {
            child,
            panics: Arc::default(),
        };
        let most = Some(MEMORY << 20);
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        prlimit(Some(Pid::from_child(&server.child)), Resource::Data, limit)?;
        let stderr = stderr.ok_or("the server's stderr is not piped")?;
        let addresses = watch(stderr, Arc::clone(&server.panics));
        Ok((server, addresses))
    }

    /// How many panics it has told of.
    pub(crate) fn panics(&self) -> u64 {
        self.panics.load(Ordering::SeqCst)
    }

    /// What the process holds now.
    pub(crate) fn held(&self) -> Result<Held> {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status"))?;
        Ok(Held {
            memory: mebibytes(&status, "VmRSS:")?,
            peak: mebibytes(&status, "VmHWM:")?,
            files: fs::read_dir(format!("{process}/fd"))?.count(),
            threads: fs::read_dir(format!("{process}/task"))?.count(),
        })
    }

    /// Has the peak begin at what is held now.
    pub(crate) fn forget_peak(&self) -> Result<()> {
        Ok(fs::write(
            format!("/proc/{}/clear_refs", self.child.id()),
            "5",
        )?)
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) -> Result<()> {
        Ok(kill_process(Pid::from_child(&self.child), Signal::TERM)?)
    }

    /// Waits for an end with 0.
    pub(crate) fn ends_well(&mut self, limit: Duration) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait()? {
                return well(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        Err(format!("the server did not end within {} s", limit.as_secs()).into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // it fails only for a server that has ended by itself
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn well(status: ExitStatus) -> Result<()> {
    match status.success() {
        true => Ok(()),
        false => Err(format!("the server ended with {status}").into()),
    }
}

fn mebibytes(status: &str, name: &str) -> Result<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let line = line.ok_or_else(|| format!("the server's status has no {name}"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024)
}

/// Counts panics on stderr, and finds addresses. It is read to its end: a server whose log nobody reads would stop at a
/// full pipe.
fn watch(stderr: ChildStderr, panics: Arc<AtomicU64>) -> Receiver<SocketAddr> {
    let (sender, addresses) = channel();
    thread::spawn(move || {
        let lines = BufReader::new(stderr).lines();
        for line in lines.map_while(std::io::Result::ok) {
            if line.contains("' panicked at ") || line.contains(") panicked at ") {
                panics.fetch_add(1, Ordering::SeqCst);
            }
            if let Some(address) = address(&line) {
                // nobody asks again once it is known
                let _ = sender.send(address);
            }
        }
    });
    addresses
}

fn address(line: &str) -> Option<SocketAddr> {
    let rest = &line[line.find("http://127.0.0.1:")? + "http://".len()..];
    rest[..rest.find('/')?].parse().ok()
}
