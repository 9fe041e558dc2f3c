//! Standard input and output: one message a line (specification: *stdio*).

mod lines;
mod pipes;
mod session;
mod writer;

use std::sync::Arc;

use crate::{BuiltServer, Result, Server};

/// Starts a conversation as on standard input and output, within the process; the client's end.
#[cfg(feature = "inspector")]
pub(crate) fn converse(dispatcher: Arc<crate::dispatch::Dispatcher>) -> tokio::io::DuplexStream {
    use tokio_util::io::SyncIoBridge;

    /// Bytes that wait for the other side.
    const ROOM: usize = 64 << 10;

    let (client, server) = tokio::io::duplex(ROOM);
    let (read, write) = tokio::io::split(server);
    let (input, output) = (SyncIoBridge::new(read), SyncIoBridge::new(write));
    tokio::spawn(async move {
        let served =
            session::serve_over(dispatcher, input, (output, None), std::future::pending()).await;
        if let Err(error) = served {
            tracing::warn!(%error, "the inspector can't be answered");
        }
    });
    client
}

impl Server {
    /// Builds the server and serves it on standard input and output until the input ends.
    ///
    /// What the program prints on standard output goes to standard error meanwhile, on Unix.
    ///
    /// # Errors
    /// When the server has mistakes, a tool takes what comes with HTTP alone, or the pipes can't be opened.
    pub async fn serve_stdio(self) -> Result<()> {
        self.build()?.serve_stdio().await
    }
}

impl BuiltServer {
    /// Serves on standard input and output until the input ends.
    ///
    /// # Errors
    /// When a tool takes what comes with HTTP alone, or the pipes can't be opened.
    pub async fn serve_stdio(&self) -> Result<()> {
        self.serve_stdio_until(std::future::pending()).await
    }

    pub(crate) async fn serve_stdio_until(&self, shutdown: impl Future<Output = ()>) -> Result<()> {
        self.dispatcher.live.check_stdio()?;
        let served = match self.start().await {
            Ok(()) => session::serve(Arc::clone(&self.dispatcher), shutdown)
                .await
                .map_err(Into::into),
            Err(error) => Err(error),
        };
        // also what was started before a step failed
        self.stop().await;
        served
    }
}
