use std::{pin::Pin, task::Context as Task, time::Duration};

use tokio::time::sleep;

use crate::Context;

/// Tells a client that asked for progress that its call goes on, as long as the handler reports none itself.
pub(super) struct Pulse(Option<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Pulse {
    pub(super) fn of(cx: &Context, interval: Duration) -> Self {
        let progress = cx.progress();
        Self(progress.is_wanted().then(|| {
            Box::pin(async move {
                sleep(interval).await;
                while progress.beat() {
                    sleep(interval).await;
                }
            }) as _
        }))
    }

    pub(super) fn poll(&mut self, task: &mut Task<'_>) {
        if let Some(beating) = &mut self.0
            && beating.as_mut().poll(task).is_ready()
        {
            self.0 = None;
        }
    }
}
