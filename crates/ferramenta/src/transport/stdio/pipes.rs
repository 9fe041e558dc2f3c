//! The process's own pipes, taken away from everything else that runs in it.

pub(super) use self::system::{Direct, Input, Output, take};

/// The pipes that carry the protocol.
pub(super) struct Pipes {
    pub(super) input: Input,
    pub(super) output: Output,
    /// The output once more, where it tells how much it takes.
    pub(super) direct: Option<Direct>,
}

#[cfg(unix)]
mod system {
    use std::{
        fs::File,
        io::{self, Write},
        os::{fd::AsFd, unix::fs::FileTypeExt},
        sync::Arc,
    };

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        pipe::PIPE_BUF,
    };

    use super::Pipes;

    pub(in super::super) type Input = File;
    pub(in super::super) type Output = Arc<File>;

    /// A pipe or socket, which takes little without letting wait when it says that it can be written to.
    pub(in super::super) struct Direct(Output);

    impl Direct {
        pub(in super::super) fn new(output: &Output) -> Option<Self> {
            let kind = output.metadata().ok()?.file_type();
            (kind.is_fifo() || kind.is_socket()).then(|| Self(Arc::clone(output)))
        }

        /// Whether so much can be written at once.
        pub(in super::super) fn has_room(&self, length: usize) -> bool {
            const AT_ONCE: Timespec = Timespec {
                tv_sec: 0,
                tv_nsec: 0,
            };
            let mut output = [PollFd::new(&*self.0, PollFlags::OUT)];
            length <= PIPE_BUF
                && poll(&mut output, Some(&AT_ONCE)).is_ok()
                && output[0].revents() == PollFlags::OUT
        }

        pub(in super::super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
            (&*self.0).write_all(bytes)
        }
    }

    /// Keeps private copies of standard input and output, and points the originals elsewhere: whatever
    /// handlers print goes to standard error, and nothing they start can read the client's messages.
    pub(in super::super) fn take() -> io::Result<Pipes> {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        let output = io::stdout().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        let output = Arc::new(output.into());
        Ok(Pipes {
            input: input.into(),
            direct: Direct::new(&output),
            output,
        })
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    use super::Pipes;

    pub(in super::super) type Input = io::Stdin;
    pub(in super::super) type Output = io::Stdout;

    /// Nothing tells how much a pipe takes on this platform.
    pub(in super::super) enum Direct {}

    impl Direct {
        pub(in super::super) fn has_room(&self, _: usize) -> bool {
            match *self {}
        }

        pub(in super::super) fn write(&self, _: &[u8]) -> io::Result<()> {
            match *self {}
        }
    }

    /// There is no safe way to point standard output elsewhere on this platform: handlers must not print.
    pub(in super::super) fn take() -> io::Result<Pipes> {
        Ok(Pipes {
            input: io::stdin(),
            output: io::stdout(),
            direct: None,
        })
    }
}
