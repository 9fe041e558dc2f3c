//! One request of HTTP, from its body to its reply.

use std::{
    error::Error,
    sync::{Arc, atomic::AtomicBool},
};

use bytes::Bytes;
use ferramenta_protocol::{Id, Message, Refused as Unreadable, Request, Shape, Version, read};
use http::{Method, request::Parts};
use http_body::Body;

use super::{
    agreement::{allows_batches, check, header_version},
    apart::apart,
    budget::Budget,
    collect::collect,
    reply::{Refused, Reply},
    session::{Listener, Resumable, Session, Sessions},
};
use crate::{
    Answer, Authentication, Identity, Transport, Unauthenticated,
    catalog::Carried,
    context::{EventQueue, Events},
    dispatch::{Admission, Dispatcher, Incoming, Refusal, in_batch, refused},
    flag::Flag,
    identity::Caller,
    unwind,
    within::within,
};

/// What an exchange works with.
pub(super) struct Exchange {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) head: Arc<Parts>,
    pub(super) sessions: Option<Arc<Sessions>>,
    /// The room for bodies.
    pub(super) bodies: Arc<Budget>,
    /// What the head alone has to be refused with, once it is known who asks.
    pub(super) refused: Option<Refused>,
    /// Whether it is going to last for as long as its client listens, as the head says.
    pub(super) listens: bool,
    /// Raised when the server stops.
    pub(super) ending: Arc<Flag>,
    /// Where notifications go, when the client can take them.
    pub(super) events: Option<Arc<EventQueue>>,
    /// Raised as soon as a call is under way, for those who have to know.
    pub(super) under_way: Option<Arc<AtomicBool>>,
    /// Told who can resume the stream that the answer may become.
    pub(super) resumable: Option<Arc<Resumable>>,
}

/// Who asks.
pub(super) struct Asking {
    pub(super) caller: Option<Caller>,
    pub(super) session: Option<Session>,
}

impl Exchange {
    /// Finds out who asks, reads the body and answers it.
    pub(super) async fn run<B>(mut self, body: B) -> Reply
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let caller = match self.identify().await {
            Ok(caller) => caller,
            Err(unauthenticated) => return Reply::Unauthenticated(unauthenticated),
        };
        if let Some(refused) = self.refused.take() {
            return refused.into();
        }
        if self.head.method != Method::POST {
            self.head = Arc::new(apart(&self.head));
            return self.about_session(caller.as_ref()).await;
        }
        // given back when the request has its answer
        let mut share = self.bodies.share();
        match collect(body, &self.dispatcher.limits, &mut share).await {
            Ok(mut frame) => {
                if self.listens {
                    self.head = Arc::new(apart(&self.head));
                    frame = Bytes::copy_from_slice(&frame);
                }
                self.answer(&frame, caller).await
            }
            Err(reply) => reply,
        }
    }

    /// Who asks: what a layer before the server has found out, or what the authenticator says.
    async fn identify(&self) -> Result<Option<Caller>, Unauthenticated> {
        if let Some(identity) = self.head.extensions.get::<Identity>() {
            return Ok(Some(Caller::new(
                identity.clone(),
                Authentication::OuterLayer,
            )));
        }
        let Some(authenticator) = &self.dispatcher.authenticator else {
            return Ok(None);
        };
        // its first step counts as well: it may panic before there is anything to wait for
        let asked = unwind::catch(async { authenticator.ask(&self.head).await });
        match within(self.dispatcher.limits.call, asked).await {
            Some(Ok(answer)) => {
                let by_server = |identity| Caller::new(identity, Authentication::Authenticator);
                answer.map(|identity| identity.map(by_server))
            }
            Some(Err(panic)) => {
                tracing::error!(
                    panic = unwind::text(&*panic),
                    "the authenticator panicked: the caller is refused"
                );
                Err(Unauthenticated::new())
            }
            None => {
                tracing::error!("the authenticator took too long: the caller is refused");
                Err(Unauthenticated::new())
            }
        }
    }

    async fn answer(&self, frame: &Bytes, caller: Option<Caller>) -> Reply {
        if is_array(frame) && allows_batches(&self.head.headers) {
            match self.session(caller.as_ref()) {
                Err(refusal) => return Reply::Answer(refusal.answer(None)),
                Ok(Some(session)) if !session.version().features().batches => {}
                Ok(session) => {
                    // in a box, as each request would have room for it
                    let asking = Asking { caller, session };
                    return Box::pin(self.batch(frame, &asking)).await;
                }
            }
        }
        match read(frame, self.dispatcher.limits.depth) {
            Err(fault) => unreadable(fault),
            Ok(Message::Response { id, result, error }) => {
                self.response(caller.as_ref(), id, result, error)
            }
            Ok(Message::Request(request)) => match self.agree(&request, caller) {
                Err(refusal) => Reply::Answer(refusal.answer(request.id)),
                Ok((_, asking)) if request.id.is_none() => self.notification(&request, &asking),
                Ok((version, _)) if version.is_modern() && request.method == "initialize" => {
                    Reply::Answer(
                        Refusal::method_not_found(&request.method, version).answer(request.id),
                    )
                }
                Ok((version, asking)) => {
                    let answer = self.request(frame, &request, version, &asking).await;
                    self.reply(&request, answer, &asking)
                }
            },
        }
    }

    /// The version of a message, and the session that it belongs to. The modern era has none, and `initialize`
    /// opens another.
    fn agree(
        &self,
        request: &Request<'_>,
        caller: Option<Caller>,
    ) -> Result<(Version, Asking), Refusal> {
        let version = check(&self.head.headers, request)?;
        if version.is_modern() || request.method == "initialize" {
            let session = None;
            return Ok((version, Asking { caller, session }));
        }
        let session = self.session(caller.as_ref())?;
        let version = session.as_ref().map_or(version, Session::version);
        Ok((version, Asking { caller, session }))
    }

    async fn request(
        &self,
        frame: &Bytes,
        request: &Request<'_>,
        version: Version,
        asking: &Asking,
    ) -> Answer {
        let Ok(place) = Arc::clone(&self.dispatcher.calls).try_acquire_owned() else {
            return Refusal::busy().answer(request.id);
        };
        let cancel = Arc::default();
        let _under_way = self.enter(frame, request, asking, &cancel);
        // the answer to it has the session's id in its head, which a stream has sent by then
        let events = self
            .events
            .clone()
            .filter(|_| request.method != "initialize");
        self.let_resume(asking.session.as_ref());
        // nothing is remembered of a session that subscribes to nothing
        let listener = match &*request.method {
            "resources/subscribe" | "resources/unsubscribe" => {
                self.listener(asking.session.as_ref())
            }
            _ => None,
        };
        let incoming = Incoming {
            message: frame,
            request,
            version,
            transport: Transport::Http,
            events: events.map_or(Events::Discarded, Events::Queue),
            cancel,
            capabilities: asking.session.as_ref().map(Session::capabilities),
            log_level: self.log_level(request, asking.session.as_ref()),
            live: self.live(asking),
            http: Some(Arc::clone(&self.head)),
            caller: asking.caller.clone(),
            admission: Admission {
                place: Some(place),
                under_way: self.under_way.clone(),
                ending: &self.ending,
                subscriber: listener.as_ref().map(Listener::subscriber),
                carries: Carried {
                    notices: self.sessions.is_some(),
                    logs: self.events.is_some(),
                },
            },
        };
        self.dispatcher.answer(incoming).await
    }

    fn notification(&self, request: &Request<'_>, asking: &Asking) -> Reply {
        if request.params.shape == Shape::Other {
            let refusal = Refusal::invalid_request("Invalid request: `params` has to be an object");
            return Reply::Answer(refusal.answer(None));
        }
        self.note(request, asking);
        Reply::Accepted
    }

    /// An answer of the client's: to nothing in the modern era, where servers don't ask that way.
    fn response(
        &self,
        caller: Option<&Caller>,
        id: Id<'_>,
        result: Option<&str>,
        error: Option<&str>,
    ) -> Reply {
        match header_version(&self.head.headers) {
            Ok(version) if !version.is_modern() => match self.session(caller) {
                Ok(session) => {
                    self.settle(session.as_ref(), id, result, error);
                    Reply::Accepted
                }
                Err(refusal) => Reply::Answer(refusal.answer(None)),
            },
            Ok(_) => Reply::Answer(
                Refusal::invalid_request("Invalid request: a response answers nothing here")
                    .answer(None),
            ),
            Err(refusal) => Reply::Answer(refusal.answer(None)),
        }
    }

    async fn batch(&self, frame: &Bytes, asking: &Asking) -> Reply {
        match in_batch(&self.dispatcher, frame, |element| {
            self.element(element, asking)
        })
        .await
        {
            Ok(Some(answer)) => Reply::Answer(answer),
            Ok(None) => Reply::Accepted,
            Err(refusal) => Reply::Answer(refusal.answer(None)),
        }
    }

    /// A message inside a batch, where neither `initialize` nor the modern era have a place.
    async fn element(&self, element: Bytes, asking: &Asking) -> Option<Vec<u8>> {
        let answer = match read(&element, self.dispatcher.limits.depth) {
            Err(fault) => refused(&fault)?,
            Ok(Message::Response { id, result, error }) => {
                self.settle(asking.session.as_ref(), id, result, error);
                return None;
            }
            Ok(Message::Request(request)) if request.id.is_none() => {
                self.note(&request, asking);
                return None;
            }
            Ok(Message::Request(request))
                if request.method == "initialize"
                    || request.params.meta.protocol_version.is_some() =>
            {
                Refusal::invalid_request("Invalid request: this can't be part of a batch")
                    .answer(request.id)
            }
            Ok(Message::Request(request)) => {
                self.request(&element, &request, Version::V2025_03_26, asking)
                    .await
            }
        };
        (!answer.bytes.is_empty()).then_some(answer.bytes)
    }
}

fn is_array(frame: &[u8]) -> bool {
    frame.trim_ascii_start().first() == Some(&b'[')
}

/// Over HTTP even a broken notification is told what is wrong with it.
fn unreadable(fault: Unreadable<'_>) -> Reply {
    let fault = Unreadable {
        notification: false,
        ..fault
    };
    refused(&fault).map_or(Reply::Accepted, Reply::Answer)
}
