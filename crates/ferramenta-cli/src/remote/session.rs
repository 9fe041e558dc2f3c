//! A connection for one command: what it asks, what is told meanwhile, how it can fail.

use std::{collections::BTreeSet, io, process::ExitCode};

use ferramenta_inspector::{Client, NotConnected, ServerEvent, Unanswered};
use serde_json::{Map, Value, json, value::RawValue};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::{arguments::ServerArguments, progress::Progress, questions::Answers, show};
use crate::signals::Signals;

/// Pages of a list that are read, at most.
const MAX_PAGES: usize = 10_000;
const METHOD_NOT_FOUND: i64 = -32_601;

/// Why a command isn't done.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The tool reports an error; this is what a model reads.
    Tool(String),
    /// The command line is wrong.
    Usage(String),
    /// The server can't be reached, or doesn't answer.
    Connection(String),
    /// The server answered with an error, which is JSON.
    Refused(Value),
    Interrupted,
}

impl Problem {
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Tool(_) => 1,
            Self::Usage(_) => 2,
            Self::Connection(_) => 3,
            Self::Refused(_) => 4,
            Self::Interrupted => 130,
        })
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::Tool(text) => text.clone(),
            Self::Usage(problem) | Self::Connection(problem) => show::clean(problem),
            Self::Refused(error) => format!("the server refuses: {}", show::refusal(error)),
            Self::Interrupted => "interrupted".into(),
        }
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::Usage(format!("{error:#}"))
    }
}

impl From<NotConnected> for Problem {
    fn from(error: NotConnected) -> Self {
        match error {
            NotConnected::Setting(problem) => Self::Usage(problem),
            NotConnected::Unreached(problem) => Self::Connection(problem),
            other => Self::Connection(format!("{other:?}")),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Connection(error.to_string())
    }
}

/// A connection, and what answers the server's questions.
pub(crate) struct Session<'a> {
    pub(crate) client: Client,
    pub(crate) arguments: &'a ServerArguments,
    answers: Answers,
    /// Listened to from the beginning, so that none is missed between two requests.
    signals: Signals,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        client: Client,
        arguments: &'a ServerArguments,
        answers: Answers,
        signals: Signals,
    ) -> Self {
        Self {
            client,
            arguments,
            answers,
            signals,
        }
    }

    /// Sends a request; the answer is JSON as it was.
    ///
    /// # Errors
    /// When there is no result in time.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Box<RawValue>, Problem> {
        let params = match params {
            Value::Object(params) => params,
            _ => Map::new(),
        };
        let limit = self.arguments.limit();
        let cancelled = CancellationToken::new();
        let mut progress = Progress::new();
        let mut events = self.client.events();
        let mut request = std::pin::pin!(self.client.request(method, params, &cancelled));
        let mut deadline = std::pin::pin!(sleep_until(Instant::now() + limit));
        let mut stopped = None;
        let answer = loop {
            tokio::select! {
                biased;
                Some(event) = events.next() => match event {
                    ServerEvent::Notification { method, params } => {
                        progress.told(&method, &params.unwrap_or_default());
                    }
                    ServerEvent::Question { id, method, params } => {
                        progress.clear();
                        let answering = self.answers.answer(method, params.unwrap_or_default());
                        tokio::select! {
                            answer = answering => self.client.answer(&id, answer),
                            () = self.signals.next() => {
                                stopped = Some(Problem::Interrupted);
                                cancelled.cancel();
                            }
                        }
                        // who thinks about an answer has time
                        deadline.as_mut().reset(Instant::now() + limit);
                    }
                    _ => {}
                },
                answer = &mut request => break answer,
                () = &mut deadline, if stopped.is_none() => {
                    let seconds = limit.as_secs();
                    let problem = format!("no answer within {seconds} s; --timeout gives it longer");
                    stopped = Some(Problem::Connection(problem));
                    cancelled.cancel();
                }
                () = self.signals.next(), if stopped.is_none() => {
                    stopped = Some(Problem::Interrupted);
                    cancelled.cancel();
                }
            }
        };
        progress.clear();
        match (answer, stopped) {
            (Ok(answer), _) => Ok(answer),
            (Err(_), Some(problem)) => Err(problem),
            (Err(Unanswered::Refused(error)), None) => Err(Problem::Refused(parsed(&error)?)),
            (Err(Unanswered::Cancelled(problem) | Unanswered::Lost(problem)), None) => {
                Err(Problem::Connection(problem))
            }
            (Err(_), None) => Err(Problem::Connection("no answer came".into())),
        }
    }

    /// All of a list, page by page; nothing where the server has no such method.
    ///
    /// # Errors
    /// When a page doesn't come, or the pages have no end.
    pub(crate) async fn all(&mut self, method: &str, member: &str) -> Result<Vec<Value>, Problem> {
        let mut items = Vec::new();
        let mut cursors = BTreeSet::new();
        let mut params = json!({});
        for _ in 0..MAX_PAGES {
            let page = match self.ask(method, params).await {
                Ok(page) => parsed(&page)?,
                Err(Problem::Refused(error)) if error["code"] == METHOD_NOT_FOUND => {
                    return Ok(items);
                }
                Err(problem) => return Err(problem),
            };
            let list = page.get(member).and_then(Value::as_array);
            items.extend(list.into_iter().flatten().cloned());
            let Some(cursor) = show::text(&page, "nextCursor") else {
                return Ok(items);
            };
            if !cursors.insert(cursor.to_owned()) {
                break;
            }
            params = json!({"cursor": cursor});
        }
        Err(Problem::Connection(format!(
            "the pages of `{method}` have no end"
        )))
    }

    /// Whether the server says that it has something.
    pub(crate) fn can(&self, capability: &str) -> bool {
        let capabilities = self.client.capabilities();
        capabilities.is_some_and(|capabilities| capabilities.get(capability).is_some())
    }
}

/// # Errors
/// When the answer isn't what the protocol says.
pub(crate) fn parsed(raw: &RawValue) -> Result<Value, Problem> {
    serde_json::from_str(raw.get())
        .map_err(|error| Problem::Connection(format!("the answer can't be understood: {error}")))
}
