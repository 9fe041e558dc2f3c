//! Messages as lines: standard input and output of a process, or a stream within this one.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use rmcp::{
    RoleClient,
    model::{ClientJsonRpcMessage, ServerJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::tap::Tap;

/// Longest line, in bytes.
const MAX_LINE: usize = 16 << 20;

/// rmcp's transport over a pair of pipes, with a tap on both.
pub(crate) struct Pipe<R: AsyncRead + Unpin, W: AsyncWrite> {
    tap: Arc<Tap>,
    transport: AsyncRwTransport<RoleClient, Lines<R>, W>,
}

impl<R, W> Pipe<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(read: R, write: W, tap: Arc<Tap>) -> Self {
        let lines = Lines {
            read,
            tap: Arc::clone(&tap),
            line: Vec::new(),
            too_long: false,
        };
        Self {
            tap,
            transport: AsyncRwTransport::new(lines, write).with_max_line_length(MAX_LINE),
        }
    }
}

impl<R, W> Transport<RoleClient> for Pipe<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let recorded = self.tap.sent(&message, None);
        let sending = self.transport.send(message);
        async move {
            recorded?;
            sending.await
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        self.transport.receive().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.transport.close().await
    }
}

/// Reads, and gives the tap every line before the reader sees its end.
struct Lines<R> {
    read: R,
    tap: Arc<Tap>,
    line: Vec<u8>,
    too_long: bool,
}

impl<R> Lines<R> {
    fn see(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.grow(&bytes[..end]);
            self.end_line();
            bytes = &bytes[end + 1..];
        }
        self.grow(bytes);
    }

    fn grow(&mut self, part: &[u8]) {
        if self.line.len() + part.len() > MAX_LINE {
            self.too_long = true;
            self.line.clear();
        }
        if !self.too_long {
            self.line.extend_from_slice(part);
        }
    }

    fn end_line(&mut self) {
        if self.too_long {
            let refused = format!("a line of more than {MAX_LINE} bytes, which isn't read");
            self.tap.received(refused.as_bytes(), None, None);
        } else if !self.line.trim_ascii().is_empty() {
            self.tap.received(&self.line, None, None);
        }
        self.line.clear();
        self.too_long = false;
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.read).poll_read(context, buffer))?;
        this.see(&buffer.filled()[before..]);
        Poll::Ready(Ok(()))
    }
}
