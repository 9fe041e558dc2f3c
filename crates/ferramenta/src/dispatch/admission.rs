use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::OwnedSemaphorePermit;

use crate::{catalog::Carried, flag::Flag, subscribe::Subscriber};

/// What a transport lends a request.
pub(crate) struct Admission<'a> {
    /// Its place among the calls under way, held until it is answered.
    pub(crate) place: Option<OwnedSemaphorePermit>,
    /// Raised as soon as a call was let through, for a transport that has to know.
    pub(crate) under_way: Option<Arc<AtomicBool>>,
    /// Raised when the transport ends: what would wait for ever ends then.
    pub(crate) ending: &'a Flag,
    /// Hears of changes for a client of the legacy era, whose subscriptions are kept.
    pub(crate) subscriber: Option<Arc<Subscriber>>,
    /// What a client that opens with `initialize` can be sent beside answers.
    pub(crate) carries: Carried,
}

impl Admission<'_> {
    /// Notes that the call was let through.
    pub(super) fn let_through(&self) {
        if let Some(under_way) = &self.under_way {
            under_way.store(true, Ordering::Relaxed);
        }
    }
}
