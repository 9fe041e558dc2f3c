use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Something that happens once, and can be waited for: a call is cancelled, a server stops.
#[derive(Debug, Default)]
pub(crate) struct Flag {
    raised: AtomicBool,
    notify: Notify,
}

impl Flag {
    pub(crate) fn raise(&self) {
        self.raised.store(true, Ordering::Release);
        self.notify.notify_waiters();
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Waits until it is raised.
    pub(crate) async fn raised(&self) {
        let notified = self.notify.notified();
        let mut notified = std::pin::pin!(notified);
        notified.as_mut().enable();
        if !self.is_raised() {
            notified.await;
        }
    }
}
