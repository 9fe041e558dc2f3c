#![doc = include_str!("../README.md")]

mod access;
mod api;
mod assets;
mod client;
mod connection;
mod hub;
mod journal;
mod questions;
mod refusal;
mod request;
mod state;
mod subscription;
mod target;
mod terminal;
mod wire;

use std::{io, net::SocketAddr, sync::Arc};

use axum::Router;
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
};

pub use crate::{
    client::{Client, NotConnected, Reach, ServerEvent, ServerEvents, Unanswered},
    state::Era,
    target::Target,
    wire::{group::ProcessGroup, process::Launch},
};

use crate::{
    access::Token,
    connection::{
        Route,
        supervisor::{Control, Supervisor},
    },
    hub::{Hub, Wanted},
    state::{Build, BuildStatus, Connection, State, Status},
};

/// A connection to a server, and the page that shows it.
///
/// It can be cloned; all clones are the same inspector.
#[derive(Clone, Debug)]
pub struct Inspector {
    hub: Arc<Hub>,
}

impl Inspector {
    /// Begins to connect, and to try again where that fails; within a runtime.
    ///
    /// # Errors
    /// When the system has no random numbers for the token.
    pub fn start(target: Target) -> io::Result<Self> {
        let token = Token::random()?;
        let (control, controlled) = mpsc::unbounded_channel();
        let state = State {
            session: Token::random()?.as_str().to_owned(),
            target: target.shown,
            build: Build::default(),
            connection: Connection {
                status: match target.route {
                    Some(_) => Status::Connecting,
                    None => Status::Closed,
                },
                reason: target
                    .route
                    .is_none()
                    .then(|| "nothing is built yet".into()),
                ..Connection::default()
            },
        };
        let hub = Arc::new(Hub::new(token, state, Wanted::default(), control));
        let supervisor = Supervisor::new(Arc::clone(&hub), controlled, target.route);
        tokio::spawn(supervisor.run());
        Ok(Self { hub })
    }

    /// The address to open: what follows `#` lets the page in, and isn't sent to anybody.
    pub fn address(&self, listens: SocketAddr) -> String {
        format!("http://{listens}/#token={}", self.hub.token.as_str())
    }

    /// Serves the page and its API until the task is dropped.
    ///
    /// # Errors
    /// When the listener isn't on the loopback interface, or breaks.
    pub async fn serve(&self, listener: TcpListener) -> io::Result<()> {
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            let problem = format!("{address} can be reached from outside; listen on 127.0.0.1");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        axum::serve(listener, self.router()).await
    }

    /// The page and its API, for a router of your own, which has to mount them at its root.
    pub fn router(&self) -> Router {
        api::router(Arc::clone(&self.hub))
    }

    /// Shows that a build is under way.
    pub fn building(&self) {
        self.hub
            .change(|state| state.build.status = BuildStatus::Building);
    }

    /// Shows that a build has ended well, and connects to what was built.
    ///
    /// `seconds` is how long it took.
    pub fn built(&self, launch: Launch, seconds: f64) {
        self.hub.change(|state| {
            state.build = Build {
                status: BuildStatus::Ok,
                output: String::new(),
                seconds: Some(seconds),
            };
            state.target.command = Some(launch.words());
        });
        self.hub.tell(Control::Route(Route::Process(launch)));
    }

    /// Shows that a build has changed nothing; the server stays connected, or is connected to again.
    pub fn unchanged(&self, seconds: f64) {
        self.hub.change(|state| {
            state.build = Build {
                status: BuildStatus::Ok,
                output: String::new(),
                seconds: Some(seconds),
            };
        });
        if self.hub.state().connection.status != Status::Connected {
            self.hub.tell(Control::Reconnect);
        }
    }

    /// Shows the compiler's errors as plain text; a server that was built before stays connected.
    pub fn build_failed(&self, output: String, seconds: f64) {
        self.hub.change(|state| {
            state.build = Build {
                status: BuildStatus::Failed,
                output,
                seconds: Some(seconds),
            };
        });
    }

    /// Ends the connection for good, with the server's process and what it has started.
    pub async fn end(&self) {
        let (ended, has_ended) = oneshot::channel();
        self.hub.tell(Control::End(ended));
        // an error says that the supervisor has ended before
        let _ = has_ended.await;
    }
}
