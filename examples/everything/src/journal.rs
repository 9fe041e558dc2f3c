//! What is put around every request.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ferramenta::{Answer, Context, Failure, Inject, Layer, Next, resource};

/// Most lines that are kept.
const LINES: usize = 20;

/// The last requests, and how they ended.
#[derive(Debug, Default)]
pub struct Journal(Mutex<VecDeque<String>>);

impl Journal {
    fn lock(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, line: String) {
        let mut lines = self.lock();
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

/// Writes the journal.
#[derive(Debug, Inject)]
pub(crate) struct Write {
    journal: Arc<Journal>,
}

impl Layer for Write {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        let answer = next.run().await;
        let what = cx.name().unwrap_or_default();
        let end = answer.outcome().as_str();
        self.journal.write(format!("{} {what}: {end}", cx.method()));
        Ok(answer)
    }
}

/// The last requests, one a line, and how they ended.
#[resource("workshop://journal", mime = "text/plain", inline)]
pub fn last_requests(journal: Inject<Journal>) -> String {
    Vec::from(journal.lock().clone()).join("\n")
}
