//! A request of the page: sent, repeated with the answers that the server asks for, cancelled.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::future::join_all;
use rmcp::{
    model::{ClientRequest, CustomRequest, MetaObject, RequestMetaObject, ServerResult},
    service::{PeerRequestOptions, RequestHandle, ServiceError},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json, value::RawValue};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{
    connection::{Link, failure},
    hub::Hub,
    journal::Source,
    questions::{Question, Reply},
    wire::tap::{Answer, Outcome, Pending},
};

/// How often a request is sent again without a question having been answered.
const MAX_ROUNDS: u32 = 100;
const PAUSE: Duration = Duration::from_secs(1);

/// A request as the page puts it.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) key: Arc<str>,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
}

/// What became of it.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(crate) end: End,
    milliseconds: f64,
    bytes: usize,
    rounds: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
    Failure { code: Code, message: String },
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Code {
    Cancelled,
    Closed,
    Transport,
}

/// A result that asks for more.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired<'a> {
    #[serde(borrow, default)]
    input_requests: BTreeMap<String, InputRequest<'a>>,
    #[serde(default)]
    request_state: Option<Value>,
}

#[derive(Deserialize)]
struct InputRequest<'a> {
    method: String,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kind {
    #[serde(default)]
    result_type: Option<String>,
}

/// Sends a request until it is answered; the token cancels it.
pub(crate) async fn fulfil(
    hub: &Hub,
    link: &Link,
    wish: Wish,
    cancelled: &CancellationToken,
) -> Report {
    let mut round = Round {
        hub,
        link,
        wish: &wish,
        cancelled,
        params: wish.params.clone(),
    };
    let mut report = Report {
        end: End::cancelled(),
        milliseconds: 0.0,
        bytes: 0,
        rounds: 0,
    };
    loop {
        report.rounds += 1;
        let sent = Instant::now();
        let answer = round.send().await;
        report.milliseconds += sent.elapsed().as_secs_f64() * 1_000.0;
        let answer = match answer {
            Ok(answer) => answer,
            Err(end) => {
                report.end = end;
                return report;
            }
        };
        report.bytes = answer.bytes;
        let result = match answer.outcome {
            Outcome::Result(result) => result,
            Outcome::Error(error) => {
                report.end = End::Error(error);
                return report;
            }
        };
        if !asks_for_more(&result) || report.rounds >= MAX_ROUNDS {
            report.end = End::Result(result);
            return report;
        }
        if let Err(end) = round.fill_in(&result).await {
            report.end = end;
            return report;
        }
    }
}

impl End {
    fn cancelled() -> Self {
        Self::failure(Code::Cancelled, "the request was cancelled")
    }

    fn failure(code: Code, message: impl Into<String>) -> Self {
        Self::Failure {
            code,
            message: message.into(),
        }
    }
}

struct Round<'a> {
    hub: &'a Hub,
    link: &'a Link,
    wish: &'a Wish,
    cancelled: &'a CancellationToken,
    /// The parameters, with what the server asked for.
    params: Map<String, Value>,
}

impl Round<'_> {
    async fn send(&self) -> Result<Answer, End> {
        let (pending, mut answered) = Pending::new(Some(Arc::clone(&self.wish.key)));
        let mut handle = self.start(&pending).await?;
        let outcome = tokio::select! {
            biased;
            Ok(answer) = &mut answered => Ok(answer),
            ended = &mut handle.rx => match ended {
                Ok(ended) => self.understood(ended),
                Err(_) => Err(self.closed()),
            },
            () = self.cancelled.cancelled() => {
                self.tell_cancelled(handle).await;
                Err(End::cancelled())
            }
        };
        self.link.tap.forget(&pending);
        outcome
    }

    async fn start(&self, pending: &Pending) -> Result<RequestHandle<rmcp::RoleClient>, End> {
        let mut params = self.params.clone();
        let meta = params.remove("_meta");
        let mut options = PeerRequestOptions::no_options();
        if let Some(Value::Object(meta)) = meta {
            options = options.with_meta(RequestMetaObject(MetaObject(meta)));
        }
        let params = (!params.is_empty()).then_some(Value::Object(params));
        let mut request = CustomRequest::new(self.wish.method.clone(), params);
        request.extensions.insert(pending.clone());
        let request = ClientRequest::CustomRequest(request);
        let sending = self.link.peer.send_cancellable_request(request, options);
        sending.await.map_err(|error| self.failed(&error))
    }

    /// What rmcp made of an answer that the tap couldn't assign, because its id isn't ours.
    fn understood(&self, ended: Result<ServerResult, ServiceError>) -> Result<Answer, End> {
        let outcome = match ended {
            Ok(result) => serde_json::value::to_raw_value(&result).map(Outcome::Result),
            Err(ServiceError::McpError(error)) => {
                serde_json::value::to_raw_value(&error).map(Outcome::Error)
            }
            Err(error) => return Err(self.failed(&error)),
        };
        let outcome = outcome.map_err(|error| End::failure(Code::Transport, error.to_string()))?;
        let bytes = match &outcome {
            Outcome::Result(raw) | Outcome::Error(raw) => raw.get().len(),
        };
        Ok(Answer { outcome, bytes })
    }

    fn failed(&self, error: &ServiceError) -> End {
        match error {
            ServiceError::TransportClosed => self.closed(),
            ServiceError::TransportSend(_) => {
                self.link.lost.notify_one();
                End::failure(Code::Transport, failure(error))
            }
            error => End::failure(Code::Transport, failure(error)),
        }
    }

    fn closed(&self) -> End {
        self.link.lost.notify_one();
        End::failure(
            Code::Closed,
            "the connection was closed before the answer came",
        )
    }

    async fn tell_cancelled(&self, handle: RequestHandle<rmcp::RoleClient>) {
        let reason = Some("cancelled in the inspector".to_owned());
        if let Err(error) = handle.cancel(reason).await {
            crate::terminal::tell(&format!(
                "the server can't be told of the cancellation: {}",
                failure(&error)
            ));
        }
    }

    /// Puts the server's questions to the page, and the answers into the parameters.
    async fn fill_in(&mut self, result: &RawValue) -> Result<(), End> {
        let asked: InputRequired<'_> = serde_json::from_str(result.get()).map_err(|error| {
            let problem = format!("an `input_required` that can't be understood: {error}");
            End::failure(Code::Transport, problem)
        })?;
        if asked.input_requests.is_empty() {
            tokio::select! {
                () = sleep(PAUSE) => {}
                () = self.cancelled.cancelled() => return Err(End::cancelled()),
            }
        }
        let replies = tokio::select! {
            replies = self.ask_all(&asked.input_requests) => replies?,
            () = self.cancelled.cancelled() => return Err(End::cancelled()),
        };
        self.params.remove("inputResponses");
        self.params.remove("requestState");
        if !replies.is_empty() {
            self.params.insert("inputResponses".into(), json!(replies));
        }
        if let Some(state) = asked.request_state {
            self.params.insert("requestState".into(), state);
        }
        Ok(())
    }

    async fn ask_all(
        &self,
        asked: &BTreeMap<String, InputRequest<'_>>,
    ) -> Result<BTreeMap<String, Value>, End> {
        let replies = asked.iter().map(|(name, request)| {
            let reply = self.hub.questions.ask(&Question {
                key: Some(&self.wish.key),
                source: Source::InputRequired,
                name: Some(name),
                method: &request.method,
                params: request.params,
            });
            async move { (name.clone(), reply.await) }
        });
        let replies = join_all(replies).await.into_iter();
        replies
            .map(|(name, reply)| match reply {
                Some(Reply::Result(result)) => Ok((name, result)),
                Some(Reply::Error { message, .. }) => {
                    let problem = format!("the question `{name}` was refused: {message}");
                    Err(End::failure(Code::Cancelled, problem))
                }
                None => Err(self.closed()),
            })
            .collect()
    }
}

fn asks_for_more(result: &RawValue) -> bool {
    let kind = serde_json::from_str::<Kind>(result.get());
    kind.is_ok_and(|kind| kind.result_type.as_deref() == Some("input_required"))
}
