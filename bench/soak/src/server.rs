//! The server that is worn out: started, looked at from outside, and told to stop.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::Result;

/// A server in a process of its own, killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// What a process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Resident memory, in MiB.
    pub(crate) memory: u64,
    /// Open file descriptors.
    pub(crate) files: usize,
    pub(crate) threads: usize,
}

impl Server {
    pub(crate) fn start(program: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["http", "--listen", "127.0.0.1:0"])
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child
            .stderr
            .take()
            .ok_or("the server's stderr is not piped")?;
        // owned by the guard from here on, so that no way out leaves the server running
        let mut server = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
        };
        server.address = address(stderr)?;
        Ok(server)
    }

    /// What the process holds now.
    pub(crate) fn held(&self) -> Result<Held> {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status"))?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.ok_or("the server's status has no VmRSS")?;
        let kib: u64 = resident.trim().trim_end_matches("kB").trim().parse()?;
        Ok(Held {
            memory: kib / 1024,
            files: fs::read_dir(format!("{process}/fd"))?.count(),
            threads: fs::read_dir(format!("{process}/task"))?.count(),
        })
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) -> Result<()> {
        Ok(kill_process(Pid::from_child(&self.child), Signal::TERM)?)
    }

    /// Waits for the end.
    pub(crate) fn wait(&mut self, limit: Duration) -> Result<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
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

/// The address on stderr, which is read to its end: a server whose log nobody reads would stop at a full pipe.
fn address(stderr: ChildStderr) -> Result<SocketAddr> {
    let mut lines = BufReader::new(stderr).lines();
    let found = lines.by_ref().find_map(|line| {
        let line = line.ok()?;
        let rest = &line[line.find("http://127.0.0.1:")? + "http://".len()..];
        rest[..rest.find('/')?].parse().ok()
    });
    thread::spawn(move || lines.for_each(drop));
    found.ok_or_else(|| "the server names no address at its start".into())
}
