//! What the server asks, until the page answers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use serde_json::{Value, value::RawValue};
use tokio::sync::oneshot;

use crate::{
    hub::lock,
    journal::{Closed, Event, Journal, Line, Source, now},
};

/// A question, as the server put it.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    pub(crate) key: Option<&'a str>,
    pub(crate) source: Source,
    pub(crate) name: Option<&'a str>,
    pub(crate) method: &'a str,
    pub(crate) params: Option<&'a RawValue>,
}

/// What the page says to it.
#[derive(Debug, PartialEq)]
pub(crate) enum Reply {
    Result(Value),
    Error { code: i32, message: String },
}

#[derive(Debug)]
pub(crate) struct Questions {
    journal: Arc<Journal>,
    open: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    next: u64,
    questions: BTreeMap<u64, Open>,
}

#[derive(Debug)]
struct Open {
    line: Line,
    answer: oneshot::Sender<Reply>,
}

/// No question of that name is open.
#[derive(Debug)]
pub(crate) struct Unknown;

impl Questions {
    pub(crate) fn new(journal: Arc<Journal>) -> Self {
        Self {
            journal,
            open: Mutex::default(),
        }
    }

    /// Puts a question to the page; dropping what is returned withdraws it.
    ///
    /// The reply is none when the question is withdrawn by [`clear`](Self::clear).
    pub(crate) fn ask(
        self: &Arc<Self>,
        question: &Question<'_>,
    ) -> impl Future<Output = Option<Reply>> + Send + use<> {
        let (answer, reply) = oneshot::channel();
        let mut table = self.lock();
        table.next += 1;
        let number = table.next;
        let line = self.journal.tell(&Event::Question {
            id: &id_of(number),
            time: now(),
            key: question.key,
            source: question.source,
            name: question.name,
            method: question.method,
            params: question.params,
        });
        table.questions.insert(number, Open { line, answer });
        let asked = Asked {
            questions: Arc::clone(self),
            number,
        };
        async move {
            let reply = reply.await.ok();
            drop(asked);
            reply
        }
    }

    /// # Errors
    /// When no such question is open.
    pub(crate) fn answer(&self, id: &str, reply: Reply) -> Result<(), Unknown> {
        let open = number_of(id).and_then(|number| self.lock().questions.remove(&number));
        let open = open.ok_or(Unknown)?;
        self.tell_closed(id, Closed::Answered);
        // an error says that whoever asked is gone, and so is the question
        let _ = open.answer.send(reply);
        Ok(())
    }

    /// The events of the questions that are open.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let table = self.lock();
        let open = table.questions.values();
        open.map(|open| Arc::clone(&open.line)).collect()
    }

    /// Withdraws all questions, for the connection is gone.
    pub(crate) fn clear(&self) {
        let withdrawn = std::mem::take(&mut self.lock().questions);
        for number in withdrawn.into_keys() {
            self.tell_closed(&id_of(number), Closed::Cancelled);
        }
    }

    fn withdraw(&self, number: u64) {
        let withdrawn = self.lock().questions.remove(&number);
        if withdrawn.is_some() {
            self.tell_closed(&id_of(number), Closed::Cancelled);
        }
    }

    fn tell_closed(&self, id: &str, reason: Closed) {
        self.journal.tell(&Event::Answered { id, reason });
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        lock(&self.open)
    }
}

/// Withdraws its question when it is dropped before the answer.
struct Asked {
    questions: Arc<Questions>,
    number: u64,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.questions.withdraw(self.number);
    }
}

fn id_of(number: u64) -> String {
    format!("q{number}")
}

fn number_of(id: &str) -> Option<u64> {
    id.strip_prefix('q')?.parse().ok()
}
