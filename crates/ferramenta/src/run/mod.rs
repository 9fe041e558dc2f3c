//! The binary's own command line: standard input and output for a host that launches it, HTTP, and a
//! list of what it offers.

mod command;
mod list;
mod log;
mod signals;

use std::{ffi::OsString, net::SocketAddr, sync::Arc};

use tokio::{net::TcpListener, runtime::Runtime};

use self::command::{Action, Command, Http};
use crate::{BuiltServer, Error, HttpOptions, Result, Server, transport};

impl Server {
    /// Runs the server as the program's arguments say; the last thing that `main` does.
    ///
    /// Without arguments it serves standard input and output, as hosts launch it; `http` serves
    /// Streamable HTTP; `list` tells what it offers; `--help` tells the rest.
    ///
    /// ```no_run
    /// use ferramenta::Server;
    ///
    /// fn main() -> ferramenta::Result<()> {
    ///     Server::new("Nothing yet").run()
    /// }
    /// ```
    ///
    /// # Errors
    /// When the server has mistakes, the arguments are wrong, or the system refuses something. Inside a
    /// runtime it refuses as well: use [`run_async`](Server::run_async) there.
    pub fn run(self) -> Result<()> {
        if tokio::runtime::Handle::try_current().is_ok() {
            return Err(Error::Usage(
                "`run()` starts a runtime of its own, and this is one already: write `run_async().await`".into(),
            ));
        }
        let runtime = Runtime::new()?;
        let outcome = runtime.block_on(self.run_async());
        // a blocking tool that never ends must not keep the process
        runtime.shutdown_background();
        outcome
    }

    /// Does what [`run`](Server::run) does, for a `main` that has a runtime already.
    ///
    /// # Errors
    /// When the server has mistakes, the arguments are wrong, or the system refuses something.
    pub async fn run_async(self) -> Result<()> {
        self.run_with(std::env::args_os().skip(1)).await
    }

    async fn run_with(self, arguments: impl IntoIterator<Item = OsString>) -> Result<()> {
        let Command { action, log } = Command::parse(arguments, &|name| std::env::var(name).ok())?;
        match action {
            Action::Help => {
                print(&command::help(self.name()));
                Ok(())
            }
            Action::List { verbose } => {
                print(&list::table(&self.build()?, verbose));
                Ok(())
            }
            Action::Stdio => {
                log::start(&log)?;
                let server = self.build()?;
                transport::stdio::serve(Arc::clone(&server.dispatcher), signals::shutdown())
                    .await?;
                Ok(())
            }
            Action::Http(http) => {
                log::start(&log)?;
                serve_http(self.build()?, http).await
            }
        }
    }
}

async fn serve_http(server: BuiltServer, http: Http) -> Result<()> {
    let Http { listen, options } = http;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        Error::Usage(format!(
            "can't listen on {listen}: {error}; choose another address with --listen"
        ))
    })?;
    let address = listener.local_addr()?;
    announce(&server, address, &options);
    server
        .serve_http_until(listener, options, signals::shutdown())
        .await
}

/// The line that says where the server is and what protects it.
fn announce(server: &BuiltServer, address: SocketAddr, options: &HttpOptions) {
    let (name, size) = (
        &server.dispatcher.catalog.name,
        server.dispatcher.limits.message,
    );
    let (path, protections) = (options.endpoint(), options.protections());
    eprintln!(
        "{name} listens on http://{address}{path} ({protections}; bodies: up to {size} bytes)"
    );
}

/// Prints to standard output; a reader that went away is no reason to panic.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}
