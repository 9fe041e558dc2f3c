use std::sync::{Mutex, MutexGuard, PoisonError};

use ferramenta_protocol::write;

use super::{Call, Context};
use crate::{Binder, Failure, FromServer};

/// Reports how far a call has come (specification: *Progress*).
///
/// A report is sent only where the client asked for progress, and only when it is larger than the one
/// before; so handlers report without asking.
///
/// ```
/// use ferramenta::{Progress, tool};
///
/// /// Copy all files.
/// #[tool]
/// async fn copy(progress: Progress) -> String {
///     for step in 1..=3 {
///         progress.report_of(step, 3);
///     }
///     "done".into()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Progress(Context);

/// What was reported so far.
#[derive(Debug, Default)]
pub(crate) struct State(Mutex<Reported>);

#[derive(Debug, Default)]
struct Reported {
    last: Option<f64>,
    /// The handler reports itself.
    by_handler: bool,
    beats: u16,
}

impl Reported {
    /// Whether a report goes beyond the one before; if so, it is the last one from now on.
    fn advance(&mut self, progress: f64) -> bool {
        let further = progress.is_finite() && self.last.is_none_or(|last| progress > last);
        if further {
            self.last = Some(progress);
        }
        further
    }
}

impl State {
    /// Nobody else reports as long as this is held, so that reports are sent in their order.
    fn lock(&self) -> MutexGuard<'_, Reported> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a report says.
struct Report<'a> {
    done: f64,
    total: Option<f64>,
    message: Option<&'a str>,
}

/// A number of steps.
pub trait Steps {
    /// As a float, as the protocol has it.
    fn steps(self) -> f64;
}

macro_rules! steps {
    ($($number:ty)*) => {$(
        impl Steps for $number {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, trivial_numeric_casts)]
            fn steps(self) -> f64 { self as f64 }
        }
    )*};
}
steps!(i32 i64 u8 u16 u32 u64 usize f32 f64);

impl Progress {
    pub(super) const fn new(context: Context) -> Self {
        Self(context)
    }

    /// Whether the client asked for progress of this call and can take it.
    pub fn is_wanted(&self) -> bool {
        let call = self.0.call();
        call.progress_token.is_some() && !call.events.are_discarded()
    }

    /// Reports that so many steps are done.
    pub fn report(&self, done: impl Steps) {
        self.send(&Report {
            done: done.steps(),
            total: None,
            message: None,
        });
    }

    /// Reports that so many steps of a known total are done.
    pub fn report_of(&self, done: impl Steps, total: impl Steps) {
        self.send(&Report {
            done: done.steps(),
            total: Some(total.steps()),
            message: None,
        });
    }

    /// Reports so many steps of a known total, and says what is going on.
    pub fn report_with(&self, done: impl Steps, total: impl Steps, message: &str) {
        self.send(&Report {
            done: done.steps(),
            total: Some(total.steps()),
            message: Some(message),
        });
    }

    fn send(&self, report: &Report<'_>) {
        if !self.is_wanted() {
            return;
        }
        let call = self.0.call();
        let mut reported = call.progress.lock();
        reported.by_handler = true;
        if reported.advance(report.done) {
            send(call, report);
        }
    }

    /// A sign of life of a handler that doesn't report itself; false as soon as it does.
    ///
    /// Beats are counted in thousandths, for reports have to increase: a handler that comes to report steps, or
    /// parts of a whole, is hardly held up by them.
    pub(crate) fn beat(&self) -> bool {
        let call = self.0.call();
        let mut reported = call.progress.lock();
        if reported.by_handler {
            return false;
        }
        reported.beats = reported.beats.saturating_add(1);
        let done = f64::from(reported.beats) / 1000.0;
        if reported.advance(done) {
            send(
                call,
                &Report {
                    done,
                    total: None,
                    message: None,
                },
            );
        }
        true
    }
}

fn send(call: &Call, report: &Report<'_>) {
    let Some(token) = &call.progress_token else {
        return;
    };
    let mut params = b"{".to_vec();
    write::raw_member(&mut params, "progressToken", token);
    write::raw_member(&mut params, "progress", number(report.done).as_bytes());
    if let Some(total) = report.total.filter(|total| total.is_finite()) {
        write::raw_member(&mut params, "total", number(total).as_bytes());
    }
    let message = report.message;
    if let Some(message) = message.filter(|_| call.version.features().progress_message) {
        write::value_member(&mut params, "message", message);
    }
    params.push(b'}');
    let mut line = Vec::with_capacity(params.len() + 64);
    write::notification(&mut line, "notifications/progress", &params);
    call.events.send(line);
}

/// A number as JSON; without a fraction where it has none.
fn number(value: f64) -> String {
    format!("{value}")
}

impl FromServer for Progress {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(cx.progress()))
    }
}
