//! A bus that several servers share, such as the replicas of one, so that each tells its clients what another has
//! changed.

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Weak},
    time::Duration,
};

use super::message::{Message, Origin};
use crate::{Failure, catalog::Handle, unwind, within::within};

/// Longest time for one message to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How long is waited after the first failure, and at most, as they follow each other.
const WAITS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(30));

/// Carries what has changed to all servers that share it, such as the replicas of one: over Redis, NATS, or what one has.
///
/// It carries short texts, of which it need not know what they say; every server that uses it has to have the same
/// things to change. Telling never waits for it: what couldn't be sent yet is kept once, however often it has changed,
/// and sent when that is possible again. A server that can't reach it goes on serving, and says so in its log.
///
/// ```
/// use ferramenta::{Bus, Failure, Heard, Server};
/// use tokio::sync::broadcast::{self, error::RecvError};
///
/// /// A bus of servers in one process.
/// #[derive(Clone)]
/// struct Hall(broadcast::Sender<String>);
///
/// impl Bus for Hall {
///     async fn publish(&self, message: &str) -> Result<(), Failure> {
///         // an error says that nobody hears it
///         let _ = self.0.send(message.to_owned());
///         Ok(())
///     }
///
///     async fn subscribe(&self, heard: &Heard) -> Result<(), Failure> {
///         let mut messages = self.0.subscribe();
///         heard.missed();
///         loop {
///             match messages.recv().await {
///                 Ok(message) => heard.message(&message),
///                 Err(RecvError::Lagged(_)) => heard.missed(),
///                 Err(RecvError::Closed) => return Ok(()),
///             }
///         }
///     }
/// }
///
/// let hall = Hall(broadcast::channel(64).0);
/// let server = || Server::new("Shop").resource_updates().bus(hall.clone());
/// # assert!(server().build().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bus",
    label = "doesn't implement `Bus`",
    note = "implement `publish`, which sends a text to all servers, and `subscribe`, which hands over what others have sent"
)]
pub trait Bus: Send + Sync + 'static {
    /// Sends a message to all servers that share the bus; whether this one hears it as well doesn't matter.
    ///
    /// # Errors
    /// When it couldn't be sent: it is sent again, after a while.
    fn publish(&self, message: &str) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Hands over what others send, for as long as that goes. When it ends or fails, it is called again, after a while.
    ///
    /// It says [`missed`](Heard::missed) as soon as it hears, and whenever messages may have been lost.
    ///
    /// # Errors
    /// When nothing can be heard any more.
    fn subscribe(&self, heard: &Heard) -> impl Future<Output = Result<(), Failure>> + Send;
}

type Doing<'a> = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send + 'a>>;

/// A bus whose type is forgotten.
pub(crate) trait ErasedBus: Send + Sync {
    fn publish<'a>(&'a self, message: &'a str) -> Doing<'a>;
    fn subscribe<'a>(&'a self, heard: &'a Heard) -> Doing<'a>;
}

impl<B: Bus> ErasedBus for B {
    fn publish<'a>(&'a self, message: &'a str) -> Doing<'a> {
        Box::pin(Bus::publish(self, message))
    }

    fn subscribe<'a>(&'a self, heard: &'a Heard) -> Doing<'a> {
        Box::pin(Bus::subscribe(self, heard))
    }
}

/// Takes what a [`Bus`] hears.
pub struct Heard {
    server: Handle,
    origin: Origin,
}

impl Heard {
    /// Takes a message, as it was given to [`Bus::publish`]. A server leaves out its own, and what it doesn't know.
    pub fn message(&self, message: &str) {
        match Message::read(message) {
            Some(message) if message.origin == self.origin => {}
            Some(message) => self.tell(|live| live.bus.hear(&message)),
            None => tracing::debug!("a message on the bus is not known"),
        }
    }

    /// Says that messages may have been missed: before hearing began, or because they came too fast. All who listen are
    /// told that what they listen to has changed.
    pub fn missed(&self) {
        self.tell(|live| live.bus.hear(&Message::everything(self.origin)));
    }

    fn tell(&self, tell: impl FnOnce(&crate::catalog::Live)) {
        // nobody listens to a server that is gone
        if let Some(live) = self.server.get().and_then(Weak::upgrade) {
            tell(&live);
        }
    }
}

impl fmt::Debug for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heard").finish_non_exhaustive()
    }
}

/// Hears what other servers say, for ever.
pub(super) async fn hear(bus: Arc<dyn ErasedBus>, server: Handle, origin: Origin) {
    let heard = Heard { server, origin };
    let mut wait = WAITS.0;
    loop {
        let problem = match unwind::catch(bus.subscribe(&heard)).await {
            Ok(Ok(())) => "it ended".to_owned(),
            Ok(Err(failure)) => format!("{failure:?}"),
            Err(panic) => format!("panic: {}", unwind::text(&*panic)),
        };
        tracing::error!(
            problem,
            "the bus is not heard: it is tried again in {wait:?}"
        );
        pause(&mut wait).await;
    }
}

/// Sends a message, however often it takes.
pub(super) async fn send(bus: &dyn ErasedBus, message: &str) {
    let mut wait = WAITS.0;
    loop {
        let problem = match within(SENDING, unwind::catch(bus.publish(message))).await {
            Some(Ok(Ok(()))) => return,
            Some(Ok(Err(failure))) => format!("{failure:?}"),
            Some(Err(panic)) => format!("panic: {}", unwind::text(&*panic)),
            None => format!("it took longer than {SENDING:?}"),
        };
        tracing::error!(
            problem,
            "nothing can be sent on the bus: it is tried again in {wait:?}"
        );
        pause(&mut wait).await;
    }
}

/// Waits, the next time twice as long.
async fn pause(wait: &mut Duration) {
    tokio::time::sleep(*wait).await;
    *wait = (*wait * 2).min(WAITS.1);
}
