//! A server under test that listens on a free port of this machine until it is dropped.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;

const START_LIMIT: Duration = Duration::from_secs(20);

/// A running HTTP server.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
}

impl Server {
    /// Starts a binary with the command line of our servers and waits until it names its URL.
    pub(crate) fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["http", "--listen", "127.0.0.1:0"]);
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Result<Self> {
        command.env("NO_COLOR", "1");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let name = command.get_program().display().to_string();
        let mut child = command
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let stderr = child
            .stderr
            .take()
            .ok_or("the server's stderr is not piped")?;
        // Owned by the guard from here on, so that no way out leaves the server running.
        let mut server = Self {
            child,
            url: String::new(),
        };
        server.url = await_url(&lines(stderr)).map_err(|seen| {
            let name = Path::new(&name).file_name().unwrap_or(OsStr::new(&name));
            format!("{} names no URL at its start:\n{seen}", name.display())
        })?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It fails only for a server that has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads to the end in a thread, since a server whose log nobody reads would stop at a full pipe.
fn lines(stderr: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stderr)
            .lines()
            .map_while(std::io::Result::ok)
        {
            // Nobody listens any more once the URL is known.
            let _ = sender.send(line);
        }
    });
    receiver
}

fn await_url(lines: &Receiver<String>) -> Result<String, String> {
    let start = Instant::now();
    let mut seen = String::new();
    while let Some(left) = START_LIMIT.checked_sub(start.elapsed()) {
        let Ok(line) = lines.recv_timeout(left) else {
            break;
        };
        if let Some(url) = find_url(&line) {
            return Ok(url.to_owned());
        }
        seen.push_str(&line);
        seen.push('\n');
    }
    Err(seen)
}

fn find_url(line: &str) -> Option<&str> {
    let start = line.find("http://127.0.0.1:")?;
    let rest = &line[start..];
    let end = rest.find("/mcp")? + "/mcp".len();
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_is_found_in_a_sentence() {
        let line = "Bookshop listens on http://127.0.0.1:4000/mcp (stop with Ctrl-C).";
        assert_eq!(find_url(line), Some("http://127.0.0.1:4000/mcp"));
    }
}
