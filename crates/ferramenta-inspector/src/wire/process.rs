//! A server that is a process of ours, from its start to its end.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    path::PathBuf,
    process::{ExitStatus, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, ChildStderr, ChildStdin, Command},
    task::JoinHandle,
    time::timeout,
};

use super::{group::ProcessGroup, output::Output};
use crate::{
    hub::lock,
    journal::{Journal, Kept, now},
    terminal::tell,
};

/// What a process gets to end by itself once its input has ended, and once more when it is told to.
const PATIENCE: Duration = Duration::from_secs(2);
/// Longest piece of standard error that counts as one line, in bytes.
const MAX_PIECE: u64 = 16 << 10;

/// How a server is launched: a program that speaks MCP on its standard input and output.
///
/// What it writes to standard error goes to ours, and to the page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Launch {
    /// The program, as a path or a name that is looked up.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it runs; here when none is given.
    pub directory: Option<PathBuf>,
    /// Variables of its environment, beside those of this process.
    pub environment: BTreeMap<OsString, OsString>,
}

impl Launch {
    /// A program without arguments, in this directory.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            environment: BTreeMap::new(),
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Runs it in a directory.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Sets a variable of its environment.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// Program and arguments, for people.
    pub(crate) fn words(&self) -> Vec<String> {
        std::iter::once(&self.program)
            .chain(&self.arguments)
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }
}

/// A process that runs; dropping it kills it, and what it has started.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: ProcessGroup,
    stderr: JoinHandle<()>,
    last_words: Arc<Mutex<String>>,
}

impl Process {
    /// # Errors
    /// When the system refuses.
    pub(crate) fn start(
        launch: &Launch,
        journal: Arc<Journal>,
    ) -> io::Result<(Self, Output, ChildStdin)> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .envs(&launch.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        let (mut child, group) = ProcessGroup::start(&mut command)?;
        let missing = || io::Error::other("the process has no pipes");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let last_words = Arc::default();
        let copying = copy_stderr(stderr, journal, Arc::clone(&last_words));
        let process = Self {
            child,
            group,
            stderr: tokio::spawn(copying),
            last_words,
        };
        Ok((process, Output::new(stdout), stdin))
    }

    /// Ends the process and all that it has started; its input must be closed already.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) async fn end(mut self) -> io::Result<Ended> {
        let mut status = self.exited().await?;
        if status.is_none() {
            self.group.terminate()?;
            status = self.exited().await?;
        }
        drop(self.group);
        let status = match status {
            Some(status) => status,
            None => {
                self.child.kill().await?;
                self.child.wait().await?
            }
        };
        // the last lines; who got away from the group may hold the pipe open
        let _ = timeout(PATIENCE, &mut self.stderr).await;
        self.stderr.abort();
        let last_words = lock(&self.last_words).clone();
        Ok(Ended { status, last_words })
    }

    async fn exited(&mut self) -> io::Result<Option<ExitStatus>> {
        timeout(PATIENCE, self.child.wait()).await.ok().transpose()
    }
}

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Ended {
    status: ExitStatus,
    last_words: String,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the server has ended ({})", self.status)?;
        if self.last_words.is_empty() {
            Ok(())
        } else {
            write!(f, "; its last words: {}", self.last_words)
        }
    }
}

/// Is it a line to end with? What stands below the message of a panic isn't.
fn is_telling(line: &str) -> bool {
    let is_below = ["stack backtrace:", "note: "]
        .iter()
        .any(|start| line.starts_with(start));
    !line.is_empty() && !line.starts_with([' ', '\t']) && !is_below
}

async fn copy_stderr(stderr: ChildStderr, journal: Arc<Journal>, last_words: Arc<Mutex<String>>) {
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    // until the pipe closes, or breaks, which is the same to us
    while let Ok(1..) = (&mut lines)
        .take(MAX_PIECE)
        .read_until(b'\n', &mut line)
        .await
    {
        let text = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        tell(&text);
        journal.keep(&Kept::Stderr {
            time: now(),
            text: &text,
        });
        if is_telling(&text) {
            *lock(&last_words) = text;
        }
        line.clear();
    }
}
