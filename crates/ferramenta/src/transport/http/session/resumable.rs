use std::sync::{Arc, OnceLock};

use super::{Key, Reading, Recorder, Session, Sessions, recording::Recordings};

/// Who can resume the stream of a request, as soon as its session is known.
#[derive(Default)]
pub(in super::super) struct Resumable(OnceLock<(Arc<Recordings>, Key)>);

impl Sessions {
    /// Lets a session resume the stream of a request, where its version can; gives whether it can.
    pub(in super::super) fn let_resume(&self, session: &Session, stream: &Resumable) -> bool {
        let can = session.version().features().resumption;
        if can {
            let by = (Arc::clone(&self.recordings), session.0.key);
            // a request has one session
            let _ = stream.0.set(by);
        }
        can
    }

    /// What a stream of the session has behind an event that its client has received; nothing, where there is no
    /// such stream, or none any more.
    pub(in super::super) fn resume(&self, session: &Session, last: &str) -> Option<Reading> {
        self.recordings.resume(session.0.key, last)
    }
}

impl Resumable {
    /// Begins to record the stream, where its client can resume it and there is room.
    pub(in super::super) fn record(&self) -> Option<(Recorder, Reading)> {
        let (recordings, session) = self.0.get()?;
        recordings.open(*session)
    }
}
