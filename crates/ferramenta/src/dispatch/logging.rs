//! Which log messages a client wants (specification: *Logging*).

use ferramenta_protocol::{LogLevel, Meta, Params, key};

use super::{Refusal, refusal::shortened};
use crate::{Context, context::level};

/// Keeps the level that a legacy client has set, where its connection can.
pub(super) fn set_level(params: &Params<'_>, cx: &Context) -> Result<(), Refusal> {
    let wanted = params.level.and_then(level);
    let wanted = wanted.ok_or_else(|| no_level("level", params.level))?;
    cx.call().log.keep(wanted);
    Ok(())
}

/// The level that a modern request may name is one that there is.
pub(super) fn check_level(meta: &Meta<'_>) -> Result<(), Refusal> {
    match meta.log_level {
        Some(token) if level(token).is_none() => Err(no_level(key::LOG_LEVEL, meta.log_level)),
        _ => Ok(()),
    }
}

fn no_level(key: &str, given: Option<&str>) -> Refusal {
    let problem = given.map_or("is missing".into(), |given| {
        format!("is {}", shortened(given))
    });
    let levels = LogLevel::ALL.map(LogLevel::as_str).join(", ");
    Refusal::params(format!(
        "Invalid params: `{key}` {problem}, it has to be one of: {levels}"
    ))
}
