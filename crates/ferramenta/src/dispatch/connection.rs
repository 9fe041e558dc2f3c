//! A connection that remembers: what was negotiated on a pipe, and what is under way there.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    task::{Poll, Waker},
    time::{Duration, Instant},
};

use bytes::Bytes;
use ferramenta_protocol::{Message, Request, Version, read};
use http::request::Parts;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::{
    Admission, Answer, Dispatcher, Incoming, Refusal, in_batch, listen::told, modern_version,
    refused, requested_version,
};
use crate::{
    Authentication, Identity, Transport,
    catalog::Carried,
    context::{ConnectionLevel, Events},
    flag::Flag,
    identity::Caller,
    interact::{Live, Waiting},
    subscribe::{Filter, Subscriber},
};

/// Most answers to unreadable messages in one second; what echoes our answers back can't keep us busy.
const REFUSALS_PER_SECOND: u32 = 10;

/// The server's end of a pipe.
pub(crate) struct Connection {
    dispatcher: Arc<Dispatcher>,
    transport: Transport,
    events: mpsc::Sender<Bytes>,
    negotiated: Mutex<Option<Negotiated>>,
    caller: Option<Caller>,
    http: Option<Arc<Parts>>,
    /// Hears of changes, for a client that has opened with `initialize`.
    changes: OnceLock<Arc<Subscriber>>,
    /// Raised when no more requests come.
    ending: Flag,
    in_flight: Mutex<HashMap<Bytes, Arc<Flag>>>,
    /// What the client was asked, and has not answered.
    asked: Arc<Waiting>,
    refusals: Mutex<Window>,
}

/// What `initialize` has settled.
#[derive(Clone)]
struct Negotiated {
    version: Version,
    /// The client's, as raw JSON.
    capabilities: Option<Bytes>,
    /// Which log messages the client wants.
    log_level: Arc<ConnectionLevel>,
}

/// Answers given since the beginning of a second.
struct Window {
    begin: Instant,
    count: u32,
}

impl Connection {
    pub(crate) fn new(
        dispatcher: Arc<Dispatcher>,
        transport: Transport,
        events: mpsc::Sender<Bytes>,
        caller: Option<Caller>,
    ) -> Self {
        Self {
            dispatcher,
            transport,
            events,
            negotiated: Mutex::default(),
            caller,
            http: None,
            changes: OnceLock::new(),
            ending: Flag::default(),
            in_flight: Mutex::default(),
            asked: Arc::default(),
            refusals: Mutex::new(Window {
                begin: Instant::now(),
                count: 0,
            }),
        }
    }

    /// The same connection, used by somebody in particular.
    pub(crate) fn with_identity(mut self, identity: Identity) -> Self {
        self.caller = Some(Caller::new(identity, Authentication::Test));
        self
    }

    /// The same connection, whose requests come with this head of HTTP.
    pub(crate) fn with_http(mut self, head: Parts) -> Self {
        self.http = Some(Arc::new(head));
        self
    }

    pub(crate) fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// Takes one frame, a message or a batch, and gives what has to be written back. Its place among the calls
    /// under way is given back as soon as it needs none.
    pub(crate) async fn receive(
        &self,
        frame: Bytes,
        place: Option<OwnedSemaphorePermit>,
    ) -> Option<Vec<u8>> {
        if frame.trim_ascii_start().first() == Some(&b'[')
            && self.negotiated_version() == Some(Version::V2025_03_26)
        {
            let own = tokio::sync::Mutex::default();
            let answered = in_batch(&self.dispatcher, &frame, |element| {
                self.element(element, &own)
            })
            .await;
            return match answered {
                Ok(answer) => answer.map(|answer| answer.bytes),
                Err(refusal) => self.limited(refusal.answer(None)),
            };
        }
        self.message(&frame, place).await
    }

    /// A notice of a change, where the client is told without asking; without one, `waker` is woken when there is.
    pub(crate) fn poll_notice(&self, waker: &Waker) -> Option<Vec<u8>> {
        let Poll::Ready(change) = self.changes.get()?.poll_next(waker) else {
            return None;
        };
        Some(told(&change))
    }

    /// Ends what would go on for as long as the connection is open.
    pub(crate) fn end(&self) {
        self.ending.raise();
        self.asked.close();
    }

    /// Cancels everything that is under way.
    pub(crate) fn cancel_all(&self) {
        lock(&self.in_flight)
            .values()
            .for_each(|cancel| cancel.raise());
    }

    /// A message inside a batch, where neither `initialize` nor the modern era have a place.
    ///
    /// Each counts as a call: where there is no further place, they share the batch's own, one by one.
    async fn element(&self, element: Bytes, own: &tokio::sync::Mutex<()>) -> Option<Vec<u8>> {
        let place = Arc::clone(&self.dispatcher.calls).try_acquire_owned().ok();
        let _turn = if place.is_none() {
            Some(own.lock().await)
        } else {
            None
        };
        if let Ok(Message::Request(request)) = read(&element, self.dispatcher.limits.depth)
            && (request.method == "initialize" || request.params.meta.protocol_version.is_some())
        {
            let refusal =
                Refusal::invalid_request("Invalid request: this can't be part of a batch");
            return Some(refusal.answer(request.id).bytes);
        }
        self.message(&element, place).await
    }

    async fn message(&self, frame: &Bytes, place: Option<OwnedSemaphorePermit>) -> Option<Vec<u8>> {
        match read(frame, self.dispatcher.limits.depth) {
            Err(fault) => {
                let answer = refused(&fault)?;
                if fault.id.is_some() {
                    Some(answer.bytes)
                } else {
                    self.limited(answer)
                }
            }
            Ok(Message::Response { id, result, error }) => {
                self.asked.settle(None, id, result, error);
                None
            }
            Ok(Message::Request(request)) if request.id.is_none() => {
                self.notification(&request);
                None
            }
            Ok(Message::Request(request)) => self.request(frame, &request, place).await,
        }
    }

    fn notification(&self, request: &Request<'_>) {
        if request.method == "notifications/cancelled"
            && let Some(id) = request.params.request_id
            && let Some(cancel) = lock(&self.in_flight).get(id.as_bytes())
        {
            cancel.raise();
        }
    }

    async fn request(
        &self,
        frame: &Bytes,
        request: &Request<'_>,
        place: Option<OwnedSemaphorePermit>,
    ) -> Option<Vec<u8>> {
        let id = request.id?;
        let version = match self.version(frame, request) {
            Ok(version) => version,
            Err(refusal) => return Some(refusal.answer(Some(id)).bytes),
        };
        let cancel = Arc::new(Flag::default());
        let Some(_place) = InFlight::enter(self, frame.slice_ref(id.token().as_bytes()), &cancel)
        else {
            let refusal =
                Refusal::invalid_request("Invalid request: a request with this id is under way");
            return Some(refusal.answer(Some(id)).bytes);
        };
        let (capabilities, log_level) =
            lock(&self.negotiated)
                .as_ref()
                .map_or((None, None), |agreed| {
                    (
                        agreed.capabilities.clone(),
                        Some(Arc::clone(&agreed.log_level)),
                    )
                });
        let incoming = Incoming {
            message: frame,
            request,
            version,
            transport: self.transport,
            events: Events::Pipe(self.events.clone()),
            cancel: Arc::clone(&cancel),
            capabilities,
            log_level,
            live: (!version.is_modern()).then(|| Live::new(Arc::clone(&self.asked), None)),
            http: self.http.clone(),
            caller: self.caller.clone(),
            admission: Admission {
                place,
                under_way: None,
                ending: &self.ending,
                subscriber: self.changes.get().cloned(),
                carries: Carried::ALL,
            },
        };
        let answer = self.dispatcher.answer(incoming).await;
        (!answer.bytes.is_empty()).then_some(answer.bytes)
    }

    /// Which version a request speaks: what its `_meta` says, or what was negotiated before.
    fn version(&self, frame: &Bytes, request: &Request<'_>) -> Result<Version, Refusal> {
        if let Some(modern) = modern_version(&request.params.meta)? {
            return Ok(modern);
        }
        if request.method == "initialize" {
            let version = requested_version(&request.params)?;
            let capabilities = request
                .params
                .capabilities
                .map(|raw| frame.slice_ref(raw.as_bytes()));
            let changing = self.dispatcher.catalog().changing();
            if changing.any() {
                let filter = Filter::lists(changing.lists);
                let subscribe = || self.dispatcher.live.bus.subscribe(filter, None);
                self.changes.get_or_init(subscribe);
            }
            *lock(&self.negotiated) = Some(Negotiated {
                version,
                capabilities,
                log_level: Arc::default(),
            });
            return Ok(version);
        }
        match self.negotiated_version() {
            Some(version) => Ok(version),
            None if request.method == "ping" => Ok(Version::NEWEST_LEGACY),
            None => Err(Refusal::params(
                "Invalid params: open with `initialize`, or describe each request in `_meta` \
                 (io.modelcontextprotocol/protocolVersion)",
            )),
        }
    }

    fn negotiated_version(&self) -> Option<Version> {
        lock(&self.negotiated).as_ref().map(|agreed| agreed.version)
    }

    /// An answer that a flood of garbage must not multiply.
    fn limited(&self, answer: Answer) -> Option<Vec<u8>> {
        let mut window = lock(&self.refusals);
        if window.begin.elapsed() >= Duration::from_secs(1) {
            *window = Window {
                begin: Instant::now(),
                count: 0,
            };
        }
        window.count += 1;
        (window.count <= REFUSALS_PER_SECOND).then_some(answer.bytes)
    }
}

/// A request's place in the table of those under way, given back when it is dropped.
struct InFlight<'a> {
    connection: &'a Connection,
    id: Bytes,
}

impl<'a> InFlight<'a> {
    fn enter(connection: &'a Connection, id: Bytes, cancel: &Arc<Flag>) -> Option<Self> {
        let mut table = lock(&connection.in_flight);
        if table.contains_key(&id) {
            return None;
        }
        table.insert(id.clone(), Arc::clone(cancel));
        Some(Self { connection, id })
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        lock(&self.connection.in_flight).remove(&self.id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
