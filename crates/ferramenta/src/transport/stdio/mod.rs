//! Standard input and output: one message a line (specification: *stdio*).

mod lines;
mod pipes;
mod session;

use std::{io, sync::Arc};

pub(crate) use self::session::serve;
use crate::{BuiltServer, Result, Server};

impl Server {
    /// Builds the server and serves it on standard input and output until the input ends.
    ///
    /// What the program prints on standard output goes to standard error meanwhile, on Unix.
    ///
    /// # Errors
    /// When the server has mistakes, or the pipes can't be opened.
    pub async fn serve_stdio(self) -> Result<()> {
        self.build()?.serve_stdio().await.map_err(Into::into)
    }
}

impl BuiltServer {
    /// Serves on standard input and output until the input ends.
    ///
    /// # Errors
    /// When the pipes can't be opened.
    pub async fn serve_stdio(&self) -> io::Result<()> {
        serve(Arc::clone(&self.dispatcher), std::future::pending()).await
    }
}
