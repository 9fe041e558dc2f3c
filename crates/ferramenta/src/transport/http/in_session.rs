//! What an exchange does with the session that it belongs to.

use std::sync::Arc;

use bytes::Bytes;
use ferramenta_protocol::{Id, Request};
use http::Method;
use tokio::time::timeout;

use super::{
    agreement::version_header,
    exchange::{Asking, Exchange},
    header::single,
    reply::Reply,
    session::{LAST_EVENT_ID, Listener, SESSION_ID, Session, Stream, UnderWay},
};
use crate::{
    Answer,
    catalog::Carried,
    context::{ConnectionLevel, Events},
    dispatch::{Admission, Refusal},
    flag::Flag,
    identity::Caller,
    interact::Live,
    subscribe::Filter,
};

impl Exchange {
    /// The session that the head names; none where it names none, or there are no sessions.
    ///
    /// # Errors
    /// When it isn't one of the caller's, or it speaks another version than the head says.
    pub(super) fn session(&self, caller: Option<&Caller>) -> Result<Option<Session>, Refusal> {
        let Some(sessions) = &self.sessions else {
            return Ok(None);
        };
        let id = single(&self.head.headers, SESSION_ID).map_err(|()| Refusal::no_session())?;
        let Some(id) = id else {
            return Ok(None);
        };
        let session = sessions.find(id, caller)?;
        match version_header(&self.head.headers)? {
            Some(version) if version != session.version().as_str() => {
                Err(Refusal::invalid_request(
                    "Invalid request: MCP-Protocol-Version differs from the version of the session",
                ))
            }
            _ => Ok(Some(session)),
        }
    }

    /// Answers a request that is about a session as such: to listen, or to end it.
    pub(super) async fn about_session(&self, caller: Option<&Caller>) -> Reply {
        let required =
            || Refusal::invalid_request("Invalid request: the header `Mcp-Session-Id` is missing");
        let session = self
            .session(caller)
            .and_then(|session| session.ok_or_else(required));
        let outcome = match session {
            Ok(session) if self.resumes() => self.resume(&session),
            Ok(session) if self.head.method == Method::GET => self.listen(&session).await,
            Ok(session) => {
                if let Some(sessions) = &self.sessions {
                    sessions.end(&session);
                }
                Ok(Reply::Over)
            }
            Err(refusal) => Err(refusal),
        };
        outcome.unwrap_or_else(|refusal| Reply::Answer(refusal.answer(None)))
    }

    fn resumes(&self) -> bool {
        self.head.method == Method::GET && self.head.headers.contains_key(LAST_EVENT_ID)
    }

    /// Goes on with a stream that the client has lost.
    fn resume(&self, session: &Session) -> Result<Reply, Refusal> {
        let last = single(&self.head.headers, LAST_EVENT_ID).ok().flatten();
        let sessions = self.sessions.as_ref();
        let rest = last.and_then(|last| sessions?.resume(session, last));
        rest.map(Reply::Resumed).ok_or_else(Refusal::not_resumable)
    }

    /// Lets the client resume the stream that the answer may become.
    pub(super) fn let_resume(&self, session: Option<&Session>) {
        if let (Some(sessions), Some(session)) = (&self.sessions, session)
            && let (Some(resumable), Some(queue)) = (&self.resumable, &self.events)
            && sessions.let_resume(session, resumable)
        {
            queue.set_resumable();
        }
    }

    /// Tells of changes until the stream has to end.
    async fn listen(&self, session: &Session) -> Result<Reply, Refusal> {
        let (Some(sessions), Some(queue)) = (&self.sessions, &self.events) else {
            return Err(Refusal::not_acceptable());
        };
        let seat = self.dispatcher.take_seat()?;
        let stream: Stream<'_> = sessions.listen(session);
        let listener = self.listener(Some(session));
        let admission = Admission {
            place: None,
            under_way: self.under_way.clone(),
            ending: &self.ending,
            subscriber: listener.as_ref().map(Listener::subscriber),
            carries: Carried::ALL,
        };
        let events = Events::Queue(Arc::clone(queue));
        let push = self
            .dispatcher
            .push(seat, &events, &admission, stream.ended());
        // the end of the session's time is that of its stream
        let _ = timeout(sessions.left(session), push).await;
        Ok(Reply::Over)
    }

    /// Hears of changes for a session.
    pub(super) fn listener(&self, session: Option<&Session>) -> Option<Listener<'_>> {
        let changing = self.dispatcher.catalog().changing();
        if !changing.any() {
            return None;
        }
        let filter = Filter::lists(changing.lists);
        let bus = &self.dispatcher.live.bus;
        let sessions = self.sessions.as_ref()?;
        Some(sessions.listener(session?, |since| bus.subscribe(filter, since)))
    }

    /// Which log messages the client wants of all requests of its session, where it has said so or says it now.
    pub(super) fn log_level(
        &self,
        request: &Request<'_>,
        session: Option<&Session>,
    ) -> Option<Arc<ConnectionLevel>> {
        let (sessions, session) = (self.sessions.as_ref()?, session?);
        if !self.dispatcher.catalog().client_logging() {
            None
        } else if request.method == "logging/setLevel" {
            Some(sessions.kept_log_level(session))
        } else {
            sessions.log_level(session)
        }
    }

    /// The way to a client that can be asked while a handler waits: what it is asked goes into the stream of its
    /// request, and its answers come with its session.
    pub(super) fn live(&self, asking: &Asking) -> Option<Live> {
        let (sessions, session) = (self.sessions.as_ref()?, asking.session.as_ref()?);
        self.events.is_some().then(|| sessions.live(session))
    }

    /// Hands an answer of a session's client to whoever waits for it.
    pub(super) fn settle(
        &self,
        session: Option<&Session>,
        id: Id<'_>,
        result: Option<&str>,
        error: Option<&str>,
    ) {
        if let (Some(sessions), Some(session)) = (&self.sessions, session) {
            sessions.settle(session, id, result, error);
        }
    }

    /// Enters a request where its session can cancel it.
    pub(super) fn enter(
        &self,
        frame: &Bytes,
        request: &Request<'_>,
        asking: &Asking,
        cancel: &Arc<Flag>,
    ) -> Option<UnderWay<'_>> {
        let id = frame.slice_ref(request.id?.token().as_bytes());
        let sessions = self.sessions.as_ref()?;
        Some(sessions.enter(asking.session.as_ref()?, id, cancel))
    }

    /// Takes note of a notification, which may cancel what is under way in the same session.
    pub(super) fn note(&self, request: &Request<'_>, asking: &Asking) {
        if request.method == "notifications/cancelled"
            && let (Some(sessions), Some(session)) = (&self.sessions, &asking.session)
            && let Some(id) = request.params.request_id
        {
            sessions.cancel(session, id);
        }
    }

    /// The reply that an answer makes: the one to `initialize` opens a session, and there is none to what a
    /// session has cancelled.
    pub(super) fn reply(&self, request: &Request<'_>, answer: Answer, asking: &Asking) -> Reply {
        if asking.session.is_some() && answer.bytes.is_empty() {
            return Reply::Over;
        }
        let opens = request.method == "initialize" && answer.is_ok();
        let sessions = self.sessions.as_ref().filter(|_| opens);
        match sessions.and_then(|sessions| sessions.issue(request, asking.caller.as_ref())) {
            Some(id) => Reply::Opened(answer, id),
            None => Reply::Answer(answer),
        }
    }
}
