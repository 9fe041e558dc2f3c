//! What `client_log!` writes.

use serde::{Serialize, Serializer, ser::Error};
use serde_json::value::{RawValue, to_raw_value};

use crate::{ClientLog, Context, LogLevel};

/// What a log message can be given to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't log for a client",
    label = "neither a `Context` nor a `ClientLog`",
    note = "take `cx: &Context` or `log: ClientLog` as a parameter of the tool"
)]
pub trait LogTarget {
    /// The call that it belongs to, and the part of the server that it comes from.
    fn origin(&self) -> (&Context, Option<&str>);
}

impl LogTarget for ClientLog {
    fn origin(&self) -> (&Context, Option<&str>) {
        (&self.cx, self.logger.as_deref())
    }
}

impl LogTarget for Context {
    fn origin(&self) -> (&Context, Option<&str>) {
        (self, None)
    }
}

impl<T: LogTarget> LogTarget for &T {
    fn origin(&self) -> (&Context, Option<&str>) {
        (**self).origin()
    }
}

/// A message that the client wants.
#[derive(Debug)]
pub struct LogEntry<'a> {
    cx: &'a Context,
    logger: Option<&'a str>,
    level: LogLevel,
}

/// The place for a message of this level, where the client wants it.
pub fn log_entry<T: LogTarget>(log: &T, level: LogLevel) -> Option<LogEntry<'_>> {
    let (cx, logger) = log.origin();
    cx.wants_log(level)
        .then_some(LogEntry { cx, logger, level })
}

impl LogEntry<'_> {
    /// Sends it.
    pub fn send(self, data: impl Serialize) {
        self.cx.send_log(self.level, self.logger, &data);
    }
}

/// The members of a structured message, in the order in which they were written.
#[derive(Debug, Default)]
pub struct LogFields(Vec<(&'static str, serde_json::Result<Box<RawValue>>)>);

impl LogFields {
    /// Adds a member, named by an identifier.
    pub fn add(&mut self, name: &'static str, value: &impl Serialize) {
        let name = name.strip_prefix("r#").unwrap_or(name);
        self.0.push((name, to_raw_value(value)));
    }
}

impl Serialize for LogFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some((name, Err(error))) = self.0.iter().find(|(_, value)| value.is_err()) {
            return Err(S::Error::custom(format_args!("`{name}`: {error}")));
        }
        let members = self.0.iter();
        serializer
            .collect_map(members.filter_map(|(name, value)| Some((name, value.as_ref().ok()?))))
    }
}
