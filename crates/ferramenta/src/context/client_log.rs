use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use ferramenta_protocol::{LogLevel, Meta, Version, json, write};
use serde::Serialize;

use super::Context;
use crate::{Binder, Failure, FromServer};

/// Tells the client what goes on within a call (specification: *Logging*).
///
/// A message is sent where the server has [`client_logging`](crate::Server::client_logging) and the client
/// wants messages of this level; so handlers log without asking. Nothing else gets there: what a program
/// logs by `tracing` stays in the process.
///
/// ```
/// use ferramenta::{ClientLog, Server, client_log, tool};
///
/// /// Import titles.
/// #[tool]
/// async fn import(titles: Vec<String>, log: ClientLog) -> usize {
///     let log = log.named("import");
///     client_log!(log, Info, "importing {} titles", titles.len());
///     for (place, title) in titles.iter().enumerate().filter(|(_, title)| title.is_empty()) {
///         client_log!(log, Warning, { skipped: title, place });
///     }
///     titles.len()
/// }
///
/// let server = Server::new("Shop").client_logging().tool::<import>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct ClientLog {
    pub(crate) cx: Context,
    pub(crate) logger: Option<Arc<str>>,
}

impl ClientLog {
    /// The same log, whose messages name the part of the server that they come from.
    #[must_use]
    pub fn named(&self, logger: impl Into<Arc<str>>) -> Self {
        Self {
            cx: self.cx.clone(),
            logger: Some(logger.into()),
        }
    }

    /// Whether the client wants messages of this level, of this call, and can take them.
    pub fn is_wanted(&self, level: LogLevel) -> bool {
        self.cx.wants_log(level)
    }

    /// Sends a message: text, or whatever can be written as JSON.
    ///
    /// [`client_log!`](crate::client_log) doesn't even make the message where nobody wants it.
    pub fn send(&self, level: LogLevel, data: impl Serialize) {
        self.cx.send_log(level, self.logger.as_deref(), &data);
    }
}

impl Context {
    /// Tells the client what goes on.
    pub fn client_log(&self) -> ClientLog {
        ClientLog {
            cx: self.clone(),
            logger: None,
        }
    }

    /// Tells the client this: text, or whatever can be written as JSON.
    ///
    /// Sent where the server has [`client_logging`](crate::Server::client_logging) and the client wants messages of
    /// this level; see [`ClientLog`] and [`client_log!`](crate::client_log).
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        self.send_log(level, None, &data);
    }

    pub(crate) fn wants_log(&self, level: LogLevel) -> bool {
        let call = self.call();
        call.log.includes(level) && !call.events.are_discarded() && !call.cancel.is_raised()
    }

    pub(crate) fn send_log(&self, level: LogLevel, logger: Option<&str>, data: &impl Serialize) {
        if !self.wants_log(level) {
            return;
        }
        match message(level, logger, data) {
            Ok(message) => self.call().events.send(message),
            Err(error) => {
                tracing::warn!("a log message for the client is dropped, it is no JSON: {error}");
            }
        }
    }
}

/// Which log messages of a request its client wants.
pub(crate) enum Wanted {
    Nothing,
    /// Those of this level, and more severe ones.
    From(LogLevel),
    /// Those that it wants of all requests of its connection.
    OfConnection(Arc<ConnectionLevel>),
}

impl Wanted {
    /// What is wanted of a server that logs for clients: a modern request says it itself, a legacy connection
    /// for all its requests, where it can keep that.
    pub(crate) fn of(
        version: Version,
        meta: &Meta<'_>,
        connection: Option<Arc<ConnectionLevel>>,
    ) -> Self {
        if version.is_modern() {
            return meta
                .log_level
                .and_then(level)
                .map_or(Self::Nothing, Self::From);
        }
        connection.map_or(Self::From(ConnectionLevel::FIRST), Self::OfConnection)
    }

    /// Keeps a level for the connection, if it can.
    pub(crate) fn keep(&self, level: LogLevel) {
        if let Self::OfConnection(connection) = self {
            connection.0.store(level.index(), Ordering::Relaxed);
        }
    }

    fn includes(&self, level: LogLevel) -> bool {
        match self {
            Self::Nothing => false,
            Self::From(least) => level >= *least,
            Self::OfConnection(connection) => level.index() >= connection.0.load(Ordering::Relaxed),
        }
    }
}

/// The least severe messages that a connection of the legacy era wants, by `logging/setLevel`.
pub(crate) struct ConnectionLevel(AtomicU8);

impl ConnectionLevel {
    /// What is sent to a client that has said nothing.
    const FIRST: LogLevel = LogLevel::Info;
}

impl Default for ConnectionLevel {
    fn default() -> Self {
        Self(AtomicU8::new(Self::FIRST.index()))
    }
}

/// The level that a token of JSON names.
pub(crate) fn level(token: &str) -> Option<LogLevel> {
    LogLevel::parse(&json::string(token)?)
}

fn message(
    level: LogLevel,
    logger: Option<&str>,
    data: &impl Serialize,
) -> serde_json::Result<Vec<u8>> {
    let mut params = b"{".to_vec();
    write::value_member(&mut params, "level", level.as_str());
    write::optional_member(&mut params, "logger", logger.as_ref());
    write::member(&mut params, "data");
    serde_json::to_writer(&mut params, data)?;
    params.push(b'}');
    let mut line = Vec::with_capacity(params.len() + 64);
    write::notification(&mut line, "notifications/message", &params);
    Ok(on_one_line(line))
}

/// JSON that was made elsewhere may have line breaks between its tokens, which would end the message.
fn on_one_line(mut message: Vec<u8>) -> Vec<u8> {
    for byte in &mut message {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    message
}

impl FromServer for ClientLog {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(cx.client_log()))
    }
}
