use std::{sync::Arc, time::Duration};

use bytes::Bytes;

use super::{Recordings, reading::Recording};

/// The call's end of a stream that is recorded. Dropping it ends the stream; without an answer there is nothing to
/// come back for.
pub(in super::super::super) struct Recorder {
    recordings: Arc<Recordings>,
    recording: Arc<Recording>,
    is_answered: bool,
}

impl Recorder {
    pub(super) const fn new(recordings: Arc<Recordings>, recording: Arc<Recording>) -> Self {
        Self {
            recordings,
            recording,
            is_answered: false,
        }
    }

    /// Records a notification; one that there is no room for is dropped.
    pub(in super::super::super) fn notify(&self, message: Bytes) {
        let has_place = self.recording.has_place(self.recordings.events);
        if !has_place || !self.recording.record(message, &self.recordings) {
            tracing::debug!("a notification was dropped: there is no room to keep it");
        }
    }

    /// Closes the connection, and asks the client to come back after `retry`.
    pub(in super::super::super) fn close(&self, retry: Duration) {
        self.recording.close(retry);
    }

    /// Records the answer. Where it finds no room, and nobody reads, the stream can't be resumed any more.
    pub(in super::super::super) fn answer(mut self, message: Bytes) {
        self.is_answered = self.recording.record(message, &self.recordings);
        if !self.is_answered {
            tracing::debug!(
                "an answer was dropped: its client is gone, and there is no room to keep it"
            );
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let name = self.recording.name();
        if self.is_answered {
            self.recordings.keep(name);
        } else {
            self.recordings.forget(&name);
        }
        self.recording.end();
    }
}
