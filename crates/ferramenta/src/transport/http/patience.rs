//! A stream that gives up on a peer that doesn't read.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// A stream whose writes fail when nothing was taken for a time. No timer is set while there is room.
pub(super) struct Patient<S> {
    stream: S,
    limit: Duration,
    /// Set while a write waits.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(super) const fn new(stream: S, limit: Duration) -> Self {
        Self {
            stream,
            limit,
            timer: None,
        }
    }

    /// What a write came to, or that it has waited too long.
    fn bound<T>(
        &mut self,
        step: Poll<io::Result<T>>,
        task: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if step.is_ready() {
            self.timer = None;
            return step;
        }
        let limit = self.limit;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(timer.as_mut().poll(task));
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the client doesn't read",
        )))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(task, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let step = Pin::new(&mut self.stream).poll_write(task, bytes);
        self.bound(step, task)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let step = Pin::new(&mut self.stream).poll_write_vectored(task, parts);
        self.bound(step, task)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        let step = Pin::new(&mut self.stream).poll_flush(task);
        self.bound(step, task)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        let step = Pin::new(&mut self.stream).poll_shutdown(task);
        self.bound(step, task)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::Instant,
    };

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_given_up() {
        let (near, _far) = duplex(8);
        let begun = Instant::now();
        let outcome = Patient::new(near, LIMIT).write_all(&[0; 9]).await;
        assert_eq!(
            outcome.map_err(|error| error.kind()),
            Err(io::ErrorKind::TimedOut)
        );
        assert_eq!(begun.elapsed().as_secs(), LIMIT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_slowly_is_waited_for() {
        let (near, mut far) = duplex(8);
        let mut near = Patient::new(near, LIMIT);
        let reading = async {
            let mut read = 0;
            while read < 80 {
                sleep(LIMIT / 2).await;
                read += far.read(&mut [0; 8]).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(near.write_all(&[0; 80]), reading);
        assert!(written.is_ok(), "{written:?}");
    }
}
