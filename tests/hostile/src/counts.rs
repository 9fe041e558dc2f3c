use std::fmt;

use tokio::sync::watch;

/// What handlers did, for tests that ask afterwards.
pub(crate) struct Counts(watch::Sender<Snapshot>);

/// The counts at one moment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Snapshot {
    /// Handlers that began, whatever became of them.
    pub(crate) runs: u32,
    /// Handlers that came to their end.
    pub(crate) finished: u32,
    /// Handlers that were dropped, or saw that nobody waits for them.
    pub(crate) cut: u32,
    /// Most handlers that ever ran at once.
    pub(crate) most: u32,
}

impl Default for Counts {
    fn default() -> Self {
        Self(watch::Sender::new(Snapshot::default()))
    }
}

impl Counts {
    /// Notes that a handler begins; it ends with [`Running::finish`], or was cut.
    pub(crate) fn begin(&self) -> Running<'_> {
        self.0.send_modify(|counts| {
            counts.runs += 1;
            counts.most = counts.most.max(counts.runs - counts.finished - counts.cut);
        });
        Running {
            counts: self,
            finished: false,
        }
    }

    pub(crate) fn now(&self) -> Snapshot {
        *self.0.borrow()
    }

    /// Waits for counts that are large enough.
    pub(crate) async fn reach(&self, least: Snapshot) -> Snapshot {
        let enough = |now: &Snapshot| {
            now.runs >= least.runs && now.finished >= least.finished && now.cut >= least.cut
        };
        let reached = self.0.subscribe().wait_for(enough).await.map(|now| *now);
        reached.unwrap_or_default()
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            runs,
            finished,
            cut,
            most,
        } = self;
        write!(
            f,
            "{runs} runs, {finished} finished, {cut} cut, {most} at once"
        )
    }
}

/// A handler at work.
pub(crate) struct Running<'a> {
    counts: &'a Counts,
    finished: bool,
}

impl Running<'_> {
    pub(crate) fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.counts.0.send_modify(|counts| {
            if self.finished {
                counts.finished += 1;
            } else {
                counts.cut += 1;
            }
        });
    }
}
