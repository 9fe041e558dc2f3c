//! What a process writes to its standard output.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, ReadBuf},
    process::ChildStdout,
    runtime::Handle,
};

/// A process's standard output, which stays open until the process closes it.
///
/// A server that is told to end may have answers under way; nobody reads them, but it isn't to break on a pipe that
/// is gone.
#[derive(Debug)]
pub(crate) struct Output(Option<ChildStdout>);

impl Output {
    pub(crate) const fn new(stdout: ChildStdout) -> Self {
        Self(Some(stdout))
    }
}

impl AsyncRead for Output {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.get_mut().0 {
            Some(stdout) => Pin::new(stdout).poll_read(context, buffer),
            None => Poll::Ready(Ok(())),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // without a runtime everything ends now
        if let (Some(mut rest), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move { tokio::io::copy(&mut rest, &mut tokio::io::sink()).await });
        }
    }
}
