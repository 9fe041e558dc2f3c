//! Clients that listen for changes (specification 2026-07-28: *Subscriptions*).

use std::{future::poll_fn, pin::pin, task::Poll};

use ferramenta_protocol::{Params, json, key, write};
use serde_json::{Map, Value};
use tokio::sync::SemaphorePermit;

use super::{Admission, Answer, Dispatcher, Refusal, written_ahead};
use crate::{
    Context, Transport,
    context::Events,
    flag::Flag,
    subscribe::{Change, Filter, Listed, Subscriber, Wanted},
};

/// Why a subscription ends.
enum End {
    /// The client doesn't want it any more.
    Cancelled,
    /// The server stops.
    Stopped,
}

impl Dispatcher {
    /// Tells a client of changes until one of them ends it.
    pub(super) async fn listen(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let wanted = params.notifications.and_then(Wanted::read);
        let wanted = wanted.ok_or_else(|| {
            Refusal::params("Invalid params: `notifications` is missing or not what it has to be")
        })?;
        if wanted.resources.len() > self.limits.subscriptions {
            return Err(self.too_many_subscriptions());
        }
        if cx.call().events.are_discarded() {
            return Err(Refusal::not_acceptable());
        }
        let _seat = self.take_seat()?;
        admission.let_through();
        let Admission { place, ending, .. } = admission;
        // whoever listens is no call under way
        drop(place);
        let granted = self.granted(wanted, cx).await;
        let subscriber = self.live.bus.subscribe(Filter::from(&granted), None);
        let mut telling = pin!(tell(&subscriber, &granted, cx));
        let mut stopped = pin!(ending.raised());
        let mut cancelled = pin!(cx.call().cancel.raised());
        let end = poll_fn(|task| {
            if cancelled.as_mut().poll(task).is_ready() {
                return Poll::Ready(End::Cancelled);
            }
            if telling.as_mut().poll(task).is_ready() {
                return Poll::Ready(End::Cancelled);
            }
            stopped.as_mut().poll(task).map(|()| End::Stopped)
        });
        Ok(match end.await {
            End::Cancelled => Answer::cancelled(),
            End::Stopped => stop(cx),
        })
    }

    /// What of it the client is going to be told: what changes here, and what it may read.
    async fn granted(&self, wanted: Wanted, cx: &Context) -> Wanted {
        let changing = cx.call().catalog.changing();
        let mut resources = Vec::new();
        for uri in wanted.resources {
            if changing.updates && self.can_read(&uri, cx).await {
                resources.push(uri);
            }
        }
        Wanted {
            tools: wanted.tools && changing.lists.has(Listed::Tools),
            prompts: wanted.prompts && changing.lists.has(Listed::Prompts),
            resource_list: wanted.resource_list && changing.lists.has(Listed::Resources),
            resources,
        }
    }

    /// Adds a client's subscription to a resource, or takes it away (specification 2025-11-25: *Resources,
    /// Subscriptions*).
    pub(super) async fn subscribe(
        &self,
        params: &Params<'_>,
        wants: bool,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let Some(subscriber) = &admission.subscriber else {
            return Err(Refusal::method_not_found(cx.method(), cx.call().version));
        };
        let uri = params.uri.and_then(json::string);
        let uri =
            uri.ok_or_else(|| Refusal::params("Invalid params: `uri` is missing or not a string"))?;
        if !wants {
            subscriber.remove(&uri);
        } else if !self.can_read(&uri, cx).await {
            return Err(Refusal::resource_not_found(&uri, cx.call().version, None));
        } else if !subscriber.add(&uri, self.limits.subscriptions) {
            return Err(self.too_many_subscriptions());
        }
        Ok(written_ahead(cx, b"}}"))
    }

    fn too_many_subscriptions(&self) -> Refusal {
        let most = self.limits.subscriptions;
        Refusal::params(format!("Invalid params: at most {most} subscriptions"))
    }

    /// A place among those who listen.
    ///
    /// # Errors
    /// When all are taken.
    pub(crate) fn take_seat(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.listeners.try_acquire().map_err(|_| Refusal::busy())
    }

    /// Tells a client of the legacy era of changes, as fast as it reads, until the server stops or `ended` is
    /// raised.
    pub(crate) async fn push(
        &self,
        _seat: SemaphorePermit<'_>,
        events: &Events,
        admission: &Admission<'_>,
        ended: &Flag,
    ) {
        admission.let_through();
        let Some(subscriber) = &admission.subscriber else {
            return;
        };
        let telling = async { while events.deliver(told(&subscriber.next().await)).await {} };
        let mut telling = pin!(telling);
        let mut ended = pin!(ended.raised());
        let mut stopped = pin!(admission.ending.raised());
        poll_fn(|task| {
            let over = ended.as_mut().poll(task).is_ready()
                || stopped.as_mut().poll(task).is_ready()
                || telling.as_mut().poll(task).is_ready();
            if over { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

/// Says what the client is going to be told of, and then tells it, as fast as it reads; ends when nobody reads.
async fn tell(subscriber: &Subscriber, granted: &Wanted, cx: &Context) {
    let mut change = None;
    loop {
        let message = match change {
            None => acknowledgement(granted, cx),
            Some(change) => notice(&change, cx),
        };
        if !cx.call().events.deliver(message).await {
            return;
        }
        change = Some(subscriber.next().await);
    }
}

fn acknowledgement(granted: &Wanted, cx: &Context) -> Vec<u8> {
    let mut params = vec![b'{'];
    write::member(&mut params, "notifications");
    granted.write(&mut params);
    about(&mut params, cx);
    message("notifications/subscriptions/acknowledged", &params)
}

/// A notice for clients of the legacy era.
pub(super) fn told(change: &Change) -> Vec<u8> {
    let mut params = vec![b'{'];
    change.write(&mut params);
    params.push(b'}');
    message(change.method(), &params)
}

fn notice(change: &Change, cx: &Context) -> Vec<u8> {
    let mut params = vec![b'{'];
    change.write(&mut params);
    about(&mut params, cx);
    message(change.method(), &params)
}

/// Closes parameters by saying to which subscription they belong.
fn about(params: &mut Vec<u8>, cx: &Context) {
    write::member(params, "_meta");
    params.push(b'{');
    write::raw_member(params, key::SUBSCRIPTION_ID, cx.request_id().as_bytes());
    params.extend_from_slice(b"}}");
}

fn message(method: &str, params: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(params.len() + 96);
    write::notification(&mut out, method, params);
    out
}

/// The end of a subscription that the server ends; on a pipe it is said twice, for the specification's pages
/// ask for one or the other (*Subscriptions*, *Cancellation*).
fn stop(cx: &Context) -> Answer {
    if cx.transport() != Transport::Http {
        let mut params = vec![b'{'];
        write::raw_member(&mut params, "requestId", cx.request_id().as_bytes());
        params.push(b'}');
        cx.call()
            .events
            .send(message("notifications/cancelled", &params));
    }
    let id = serde_json::from_str(cx.request_id()).unwrap_or(Value::Null);
    let meta = Map::from_iter([(key::SUBSCRIPTION_ID.to_owned(), id)]);
    let mut out = Vec::with_capacity(256);
    if let Some(id) = cx.id() {
        write::begin_result(&mut out, id);
    }
    cx.tail().close(&mut out, &meta);
    Answer::ok(out)
}
