//! What the parts of an inspector share.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use http::{HeaderName, HeaderValue};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    access::Token,
    connection::{Link, supervisor::Control},
    journal::{Event, Journal, Line, one_line},
    questions::Questions,
    refusal::Refusal,
    state::{Era, State},
};

#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) token: Token,
    pub(crate) journal: Arc<Journal>,
    pub(crate) questions: Arc<Questions>,
    /// Requests of the page that are under way, by their keys.
    pub(crate) running: Mutex<HashMap<String, CancellationToken>>,
    control: mpsc::UnboundedSender<Control>,
    /// The resources whose updates the page wants.
    subscribed: Mutex<Vec<String>>,
    state: Mutex<State>,
    wanted: Mutex<Wanted>,
    link: Mutex<Option<Arc<Link>>>,
}

/// How the page wants the server to be reached.
#[derive(Clone, Default)]
pub(crate) struct Wanted {
    pub(crate) era: Era,
    pub(crate) headers: HashMap<HeaderName, HeaderValue>,
    pub(crate) bearer: Option<String>,
}

impl std::fmt::Debug for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&HeaderName> = self.headers.keys().collect();
        f.debug_struct("Wanted")
            .field("era", &self.era)
            .field("headers", &names)
            .field("bearer", &self.bearer.is_some())
            .finish()
    }
}

impl Hub {
    pub(crate) fn new(
        token: Token,
        state: State,
        wanted: Wanted,
        control: mpsc::UnboundedSender<Control>,
    ) -> Self {
        let journal = Arc::new(Journal::default());
        Self {
            token,
            questions: Arc::new(Questions::new(Arc::clone(&journal))),
            journal,
            running: Mutex::default(),
            control,
            subscribed: Mutex::default(),
            state: Mutex::new(state),
            wanted: Mutex::new(wanted),
            link: Mutex::default(),
        }
    }

    /// Changes the state, and tells the pages when that made a difference.
    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.state);
        let before = state.clone();
        change(&mut state);
        if *state != before {
            self.journal.tell(&Event::State(&state));
        }
    }

    pub(crate) fn state(&self) -> State {
        lock(&self.state).clone()
    }

    pub(crate) fn wanted(&self) -> Wanted {
        lock(&self.wanted).clone()
    }

    pub(crate) fn want(&self, wanted: Wanted) {
        *lock(&self.wanted) = wanted;
    }

    /// The connection, where there is one.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn link(&self) -> Result<Arc<Link>, Refusal> {
        let link = lock(&self.link).clone();
        link.ok_or_else(|| Refusal::not_connected(self.state().connection.reason.as_deref()))
    }

    pub(crate) fn set_link(&self, link: Option<Arc<Link>>) {
        *lock(&self.link) = link;
    }

    pub(crate) fn subscribe(&self, uris: Vec<String>) {
        *lock(&self.subscribed) = uris;
    }

    pub(crate) fn subscribed(&self) -> Vec<String> {
        lock(&self.subscribed).clone()
    }

    /// Tells the supervisor what to do; it hears nothing any longer once it has ended.
    pub(crate) fn tell(&self, control: Control) {
        let _ = self.control.send(control);
    }

    /// What a page is told first, and where it hears the rest.
    pub(crate) fn listen(&self) -> (Vec<Line>, tokio::sync::broadcast::Receiver<Line>) {
        let (kept, live) = self.journal.listen();
        let mut lines = vec![one_line(&Event::State(&self.state()))];
        lines.extend(kept);
        lines.extend(self.questions.lines());
        lines.push(one_line(&Event::Live));
        (lines, live)
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
