use std::{fs::OpenOptions, io, sync::Mutex};

use tracing_subscriber::{filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use super::command::Log;
use crate::Error;

/// What is logged if nothing is said.
const DEFAULT: &str = "warn,ferramenta=info";

/// Starts logging to standard error or to a file; a subscriber that the program has installed stays.
///
/// # Errors
/// When the filter can't be read, or the file can't be opened.
pub(super) fn start(log: &Log) -> Result<(), Error> {
    let filter = log.filter.as_deref().unwrap_or(DEFAULT);
    let targets: Targets = filter.parse().map_err(|error| {
        Error::Usage(format!(
            "--log {filter}: {error}; write a level, or levels per target: warn,ferramenta=debug"
        ))
    })?;
    let layer = fmt::layer().with_ansi(false);
    let registry = tracing_subscriber::registry().with(targets);
    let started = match &log.file {
        None => registry.with(layer.with_writer(io::stderr)).try_init(),
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file
                .map_err(|error| Error::Usage(format!("--log-file {}: {error}", path.display())))?;
            registry
                .with(layer.with_writer(Mutex::new(file)))
                .try_init()
        }
    };
    if started.is_err() {
        tracing::debug!("the program has a subscriber of its own, which stays");
    }
    Ok(())
}
