//! The binary's own command line: standard input and output for a host that launches it, HTTP, and a
//! list of what it offers.

mod command;
#[cfg(feature = "contract")]
mod contract;
#[cfg(not(feature = "contract"))]
#[path = "no_contract.rs"]
mod contract;
mod help;
mod list;
mod log;
mod signals;

use std::{
    ffi::OsString,
    io::{IsTerminal, Write},
    net::SocketAddr,
};

use ferramenta_protocol::Implementation;
use tokio::{
    net::{TcpListener, TcpSocket},
    runtime::Runtime,
};

use self::command::{Action, Command, Http};
use crate::{App, BuiltServer, Error, HttpOptions, Result, Server, app::BuiltApp};

/// Connections that wait to be accepted, as many as Linux allows. With the 128 that is the default of the standard
/// library and of tokio, clients that come at once wait for a second until their system tries again.
const BACKLOG: u32 = 4096;

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
        Program::One(Box::new(self)).run()
    }

    /// Does what [`run`](Server::run) does, for a `main` that has a runtime already.
    ///
    /// # Errors
    /// When the server has mistakes, the arguments are wrong, or the system refuses something.
    pub async fn run_async(self) -> Result<()> {
        Program::One(Box::new(self))
            .run_with(std::env::args_os().skip(1))
            .await
    }
}

impl App {
    /// Runs the application as the program's arguments say: `http` serves all its servers of HTTP, `stdio`
    /// or `stdio NAME` one of the others, `list` and `--help` tell the rest.
    ///
    /// # Errors
    /// When a server has mistakes, the arguments are wrong, or the system refuses something. Inside a
    /// runtime it refuses as well: use [`run_async`](App::run_async) there.
    pub fn run(self) -> Result<()> {
        Program::Many(self).run()
    }

    /// Does what [`run`](App::run) does, for a `main` that has a runtime already.
    ///
    /// # Errors
    /// When a server has mistakes, the arguments are wrong, or the system refuses something.
    pub async fn run_async(self) -> Result<()> {
        Program::Many(self)
            .run_with(std::env::args_os().skip(1))
            .await
    }
}

/// What a command line is about.
enum Program {
    /// One server, which is served whichever way is asked for.
    One(Box<Server>),
    Many(App),
}

impl Program {
    fn run(self) -> Result<()> {
        if tokio::runtime::Handle::try_current().is_ok() {
            return Err(Error::Usage(
                "`run()` starts a runtime of its own, and this is one already: write `run_async().await`".into(),
            ));
        }
        let runtime = Runtime::new()?;
        let outcome = runtime.block_on(self.run_with(std::env::args_os().skip(1)));
        // a blocking tool that never ends must not keep the process
        runtime.shutdown_background();
        outcome
    }

    async fn run_with(self, arguments: impl IntoIterator<Item = OsString>) -> Result<()> {
        let Command { action, log } = Command::parse(arguments, &|name| std::env::var(name).ok())?;
        match action {
            Action::Help => {
                print(&help::help(&self.introductions()));
                Ok(())
            }
            Action::Version => {
                print(&help::versions(&self.introductions()));
                Ok(())
            }
            Action::List { verbose } => {
                print(&list::tables(&self.build(None)?, verbose));
                Ok(())
            }
            #[cfg(feature = "contract")]
            Action::Contract(task) => {
                let app = self.build(None)?;
                let server = list::named(&app, task.server.as_deref())?;
                task.run(server, print)
            }
            Action::Stdio(name) => {
                log::start(&log)?;
                let server = choose(self.build(None)?.local, name.as_deref())?;
                if std::io::stdin().is_terminal() {
                    tell(&help::waiting(&server.dispatcher.catalog().name));
                }
                server.serve_stdio_until(signals::shutdown()).await
            }
            Action::Http(http) => {
                log::start(&log)?;
                let app = self.build(http.path.clone())?;
                let served = serve_http(&app, http).await;
                // whatever became of it, and of the others
                for (_, server) in &app.web {
                    server.stop().await;
                }
                served
            }
        }
    }

    /// What the servers say of themselves, mistakes or not; each once.
    fn introductions(&self) -> Vec<&Implementation> {
        let servers: Vec<&Server> = match self {
            Self::One(server) => vec![server],
            Self::Many(app) => app.servers().collect(),
        };
        let mut introductions = Vec::new();
        for introduction in servers.into_iter().map(Server::info) {
            if !introductions.contains(&introduction) {
                introductions.push(introduction);
            }
        }
        introductions
    }

    fn build(self, path: Option<String>) -> Result<BuiltApp> {
        match self {
            Self::One(server) => {
                let server = server.build()?;
                let path = path.unwrap_or_else(|| HttpOptions::default().path);
                let name = server.dispatcher.catalog().name.to_string();
                Ok(BuiltApp {
                    web: vec![(path, server.clone())],
                    local: vec![(name, server)],
                })
            }
            Self::Many(_) if path.is_some() => Err(Error::Usage(
                "--path: the servers of this application have paths of their own".into(),
            )),
            Self::Many(app) => Ok(app.build()?),
        }
    }
}

/// The server that standard input and output are for.
fn choose(mut local: Vec<(String, BuiltServer)>, name: Option<&str>) -> Result<BuiltServer> {
    let names: Vec<&str> = local.iter().map(|(name, _)| name.as_str()).collect();
    let found = match name {
        Some(name) => names.iter().position(|known| *known == name),
        None => (names.len() == 1).then_some(0),
    };
    let message = match (names.as_slice(), name) {
        ([], _) => {
            "no server of this application is served on standard input and output".to_owned()
        }
        (names, Some(name)) => format!(
            "there is no server `{name}`; there are {}",
            names.join(", ")
        ),
        (names, None) => format!(
            "say which server: `stdio NAME`, with one of {}",
            names.join(", ")
        ),
    };
    found
        .map(|index| local.swap_remove(index).1)
        .ok_or(Error::Usage(message))
}

async fn serve_http(app: &BuiltApp, http: Http) -> Result<()> {
    let Http {
        listen, options, ..
    } = http;
    if app.web.is_empty() {
        return Err(Error::Usage(
            "no server of this application is served over HTTP".into(),
        ));
    }
    let listener = bind(listen).map_err(|error| {
        Error::Usage(format!(
            "can't listen on {listen}: {error}; choose another address with --listen"
        ))
    })?;
    let address = listener.local_addr()?;
    for (_, server) in &app.web {
        server.check_address(address)?;
    }
    for (_, server) in &app.web {
        server.start().await?;
    }
    for (path, server) in &app.web {
        let (name, size) = (
            &server.dispatcher.catalog().name,
            server.dispatcher.limits.message,
        );
        let protections = options.protections();
        tell(&format!(
            "{name} listens on http://{address}{path} ({protections}; bodies: up to {size} bytes)\n"
        ));
    }
    app.service(&options)
        .serve(listener, signals::shutdown())
        .await;
    Ok(())
}

/// Listens as [`TcpListener::bind`] does, with a longer queue.
fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // elsewhere it would let others listen there as well
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Prints to standard output; a reader that went away is no reason to panic.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Tells on standard error what isn't for the log; nobody has to read it.
fn tell(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::{
        future::{Ready, ready},
        net::TcpListener as StdListener,
        sync::{Arc, Mutex},
    };

    use super::*;
    use crate::Failure;

    type Log = Arc<Mutex<Vec<&'static str>>>;

    /// A server that tells when it starts and stops.
    fn server(log: &Log, start: &'static str, stop: &'static str) -> Server {
        let step = |what: &'static str| {
            let log = Arc::clone(log);
            move |()| {
                log.lock().unwrap().push(what);
                ready(Ok(()))
            }
        };
        Server::new("Test")
            .on_start(step(start))
            .on_stop(step(stop))
    }

    async fn serve(app: App, address: &str) -> String {
        let arguments = ["http", "--listen", address].map(OsString::from);
        let outcome = Program::Many(app).run_with(arguments).await;
        outcome.expect_err("it can't be served").to_string()
    }

    #[tokio::test]
    async fn a_port_in_use_is_found_before_anything_starts() {
        let log = Log::default();
        let taken = StdListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let app = App::new().web("/one", server(&log, "start", "stop"));
        let problem = serve(app, &address).await;
        assert!(problem.starts_with("can't listen on"), "{problem}");
        assert!(log.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn what_has_started_is_stopped_when_another_server_does_not_start() {
        let log = Log::default();
        let broken = Server::new("Broken")
            .on_start(|()| ready(Err(Failure::hidden("no database"))))
            .on_stop(|()| -> Ready<std::result::Result<(), Failure>> { panic!("never started") });
        let app = App::new()
            .web("/one", server(&log, "start one", "stop one"))
            .web("/two", broken)
            .web("/three", server(&log, "start three", "stop three"));
        let problem = serve(app, "127.0.0.1:0").await;
        assert!(problem.contains("no database"), "{problem}");
        assert_eq!(*log.lock().unwrap(), ["start one", "stop one"]);
    }
}
