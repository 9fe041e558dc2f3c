//! Running a program to its end: quiet, without input, within a time limit.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::Result;

const DEFAULT_LIMIT: Duration = Duration::from_secs(20 * 60);
const SHOWN_LINES: usize = 250;

/// A program that is about to run.
pub(crate) struct Run {
    command: Command,
    limit: Duration,
}

/// What a program left behind.
pub(crate) struct Ended {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Prepares a program that is found on the search path.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).env("NO_COLOR", "1");
        Self {
            command,
            limit: DEFAULT_LIMIT,
        }
    }

    /// Prepares the cargo that runs this program.
    pub(crate) fn cargo(arguments: &[&str]) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Self::new(cargo)
            .args(arguments)
            .env("CARGO_TERM_COLOR", "never")
    }

    /// Adds arguments.
    pub(crate) fn args(mut self, arguments: &[impl AsRef<OsStr>]) -> Self {
        self.command.args(arguments);
        self
    }

    /// Adds an option whose value is a path.
    pub(crate) fn arg_path(mut self, option: &str, path: &Path) -> Self {
        self.command.arg(option).arg(path);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Sets the folder to run in.
    pub(crate) fn dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Sets how long the program may take.
    pub(crate) fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs the program; anything but success is an error that holds what it printed.
    pub(crate) fn succeed(self) -> Result<String> {
        let line = self.line();
        let ended = self.end()?;
        if ended.success {
            return Ok(ended.stdout);
        }
        let output = format!("{}\n{}", ended.stderr, ended.stdout);
        Err(format!("{line}\n{}", tail(&output)).into())
    }

    /// Runs the program and reports how it ended; the error is for one that didn't start or end.
    pub(crate) fn end(mut self) -> Result<Ended> {
        let line = self.line();
        let scratch = Scratch::new()?;
        self.command.stdout(scratch.create("stdout")?);
        self.command.stderr(scratch.create("stderr")?);
        let child = self.command.spawn();
        let mut child = child.map_err(|error| format!("{line}: {error}"))?;
        let status = wait(&mut child, self.limit)?;
        let (stdout, stderr) = (scratch.read("stdout")?, scratch.read("stderr")?);
        let Some(status) = status else {
            let seconds = self.limit.as_secs();
            let output = tail(&format!("{stderr}\n{stdout}"));
            return Err(format!("{line}: no end after {seconds} s\n{output}").into());
        };
        Ok(Ended {
            success: status.success(),
            stdout,
            stderr,
        })
    }

    fn line(&self) -> String {
        let program = Path::new(self.command.get_program());
        let program = program.file_name().unwrap_or(self.command.get_program());
        let words = std::iter::once(program).chain(self.command.get_args());
        let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
        words.join(" ")
    }
}

/// Waits for a child; when the time is over it is killed and there is no status.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(Duration::from_millis(20));
    }
}

/// The last lines of a long output.
pub(crate) fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.trim_end().lines().collect();
    let left_out = lines.len().saturating_sub(SHOWN_LINES);
    let shown = lines[left_out..].join("\n");
    if left_out == 0 {
        shown
    } else {
        format!("[{left_out} lines left out]\n{shown}")
    }
}

/// A folder of its own for the output of one program: files can't fill up and block it as pipes do.
struct Scratch {
    folder: std::path::PathBuf,
}

impl Scratch {
    fn new() -> Result<Self> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("xtask-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    fn create(&self, name: &str) -> Result<File> {
        Ok(File::create(self.folder.join(name))?)
    }

    fn read(&self, name: &str) -> Result<String> {
        let bytes = std::fs::read(self.folder.join(name))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_output_is_cut_at_its_beginning() {
        let output: Vec<String> = (0..SHOWN_LINES + 2).map(|n| n.to_string()).collect();
        let shown = tail(&output.join("\n"));
        assert!(shown.starts_with("[2 lines left out]\n2\n"), "{shown}");
    }
}
