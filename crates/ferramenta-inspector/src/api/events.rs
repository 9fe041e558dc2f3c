//! The stream of events, one a line.

use std::{collections::VecDeque, convert::Infallible, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::State,
    response::{IntoResponse, Response},
};
use futures_util::stream::unfold;
use http::header;
use tokio::{sync::broadcast::Receiver, time::timeout};

use super::Shared;
use crate::journal::Line;

/// How long the stream may be silent.
const SILENCE: Duration = Duration::from_secs(15);

pub(super) async fn stream(State(hub): Shared) -> Response {
    let (kept, live) = hub.listen();
    let told = Told {
        kept: kept.into(),
        live,
    };
    let lines = unfold(told, |mut told| async move {
        let line = told.next().await?;
        Some((Ok::<_, Infallible>(line), told))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Body::from_stream(lines)).into_response()
}

struct Told {
    kept: VecDeque<Line>,
    live: Receiver<Line>,
}

impl Told {
    /// The next line; none when the page is too slow, or the inspector ends.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(line) = self.kept.pop_front() {
            return Some(with_end(&line));
        }
        match timeout(SILENCE, self.live.recv()).await {
            Ok(line) => line.ok().map(|line| with_end(&line)),
            Err(_) => Some(Bytes::from_static(b"\n")),
        }
    }
}

fn with_end(line: &str) -> Bytes {
    let mut bytes = Vec::with_capacity(line.len() + 1);
    bytes.extend_from_slice(line.as_bytes());
    bytes.push(b'\n');
    bytes.into()
}
