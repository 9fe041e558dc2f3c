//! A call that tells how far it has come, and one that waits until it is cancelled.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use ferramenta::{ClientLog, Inject, Notices, Progress, client_log, resource, schema, tool};
use tokio::sync::Notify;

/// The most that glazes bear, in °C.
const GLAZES_BEAR: u16 = 1280;
const URI: &str = "workshop://kiln";

/// The kiln, and those who wait beside it.
#[derive(Debug, Default)]
pub struct Kiln {
    fired: Notify,
    firings: AtomicU64,
    abandoned: AtomicU64,
}

#[schema(output)]
#[derive(Debug)]
pub struct Fired {
    pub pots: usize,
    /// In °C.
    pub heat: u16,
}

/// Fire pots, one after the other.
#[tool]
pub async fn fire(
    #[arg(length(1..=20))] pots: Vec<String>,
    /// In °C.
    #[arg(default = 1240, range(900..=1400))]
    heat: u16,
    kiln: Inject<Kiln>,
    progress: Progress,
    log: ClientLog,
    notices: Notices,
) -> Fired {
    client_log!(log, Info, "heating up to {heat} °C");
    if heat > GLAZES_BEAR {
        client_log!(log, Warning, { heat, reason: "glazes run" });
    }
    for (place, pot) in pots.iter().enumerate() {
        // stands for the night that it takes
        tokio::time::sleep(Duration::from_millis(1)).await;
        progress.report_with(place + 1, pots.len(), pot);
    }
    kiln.firings.fetch_add(1, Ordering::Relaxed);
    kiln.fired.notify_waiters();
    notices.resource_updated(URI);
    Fired {
        pots: pots.len(),
        heat,
    }
}

/// Wait until pots have been fired.
#[tool(timeout = "1h")]
pub async fn watch_kiln(kiln: Inject<Kiln>, notices: Notices, progress: Progress) -> &'static str {
    let fired = kiln.fired.notified();
    let watch = Watch {
        kiln: &kiln,
        notices: &notices,
        over: false,
    };
    progress.report(1); // whoever wants to know learns that somebody is watching
    fired.await;
    watch.end();
    "The kiln can be opened."
}

/// Somebody who watches. A call that is cancelled drops its handler, and all that the handler holds.
struct Watch<'a> {
    kiln: &'a Kiln,
    notices: &'a Notices,
    over: bool,
}

impl Watch<'_> {
    fn end(mut self) {
        self.over = true;
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if !self.over {
            self.kiln.abandoned.fetch_add(1, Ordering::Relaxed);
            self.notices.resource_updated(URI);
        }
    }
}

/// How often was it fired, and how often has somebody watched in vain?
#[resource("workshop://kiln", mime = "text/plain", inline)]
pub fn kiln_log(kiln: Inject<Kiln>) -> String {
    let firings = kiln.firings.load(Ordering::Relaxed);
    let abandoned = kiln.abandoned.load(Ordering::Relaxed);
    format!("{firings} firings, {abandoned} watches abandoned")
}
