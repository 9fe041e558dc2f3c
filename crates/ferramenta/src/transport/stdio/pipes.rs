//! The process's own pipes, taken away from everything else that runs in it.

use std::{fs::File, io};

/// The pipes that carry the protocol.
pub(super) struct Pipes {
    pub(super) input: Input,
    pub(super) output: Output,
}

#[cfg(unix)]
pub(super) type Input = File;
#[cfg(unix)]
pub(super) type Output = File;

/// Keeps private copies of standard input and output, and points the originals elsewhere: whatever
/// handlers print goes to standard error, and nothing they start can read the client's messages.
#[cfg(unix)]
pub(super) fn take() -> io::Result<Pipes> {
    use std::os::fd::AsFd;

    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(Pipes {
        input: input.into(),
        output: output.into(),
    })
}

#[cfg(not(unix))]
pub(super) type Input = io::Stdin;
#[cfg(not(unix))]
pub(super) type Output = io::Stdout;

/// There is no safe way to point standard output elsewhere on this platform: handlers must not print.
#[cfg(not(unix))]
pub(super) fn take() -> io::Result<Pipes> {
    Ok(Pipes {
        input: io::stdin(),
        output: io::stdout(),
    })
}
