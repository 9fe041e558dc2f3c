use std::{borrow::Cow, fmt, sync::Arc};

use ferramenta_protocol::ErrorCode;
use serde::Deserializer;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    Asking, Form, Question, QuestionSet, Reply, Visit,
    live::{Heard, Live},
    offers::{Need, can, required},
    round::Round,
    wire,
};
use crate::{
    Binder, Context, Failure, ProtocolError, ToolError,
    contract::{Kind, Param, SchemaBuilder, marker},
};

/// Asks the user, while a call is under way.
///
/// A handler of a tool, a prompt or a resource takes it as a parameter; rules and services can't. It works with
/// clients of all versions that can be asked, on all transports.
///
/// ```
/// use ferramenta::{Questions, Reply, Server, TestClient, ToolResult, tool};
/// use serde_json::json;
///
/// #[ferramenta::schema]
/// struct Confirm {
///     /// Delete it for good
///     sure: bool,
/// }
///
/// /// Delete a book.
/// #[tool(destructive)]
/// async fn delete(title: String, questions: Questions) -> ToolResult<String> {
///     let reply = questions.ask::<Confirm>("confirm", format!("Delete '{title}'?")).await?;
///     Ok(match reply {
///         Reply::Accepted(Confirm { sure: true }) => format!("'{title}' is gone."),
///         _ => "Nothing was deleted.".into(),
///     })
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = TestClient::new(Server::new("Books").tool::<delete>())
///     .answer("confirm", json!({ "sure": true }));
/// client.call::<delete>(("Emma",)).await.assert_text("'Emma' is gone.");
/// # });
/// ```
///
/// # How it runs
///
/// **A handler runs once for each round of questions** with clients of 2026-07-28: where an answer is missing it is
/// dropped, the client gets the questions and a sealed state, and sends its request again with the answers. Then the
/// handler begins anew, and what was answered before is told at once. So everything before a question happens again:
/// read there, and change things behind the last question, or inside of [`once`](Questions::once).
///
/// With clients of 2025-06-18 and 2025-11-25 the handler waits where it asks, and runs once; the time for which it
/// waits doesn't count as its own.
///
/// A key names one question of a request, and stays the same from one round to the next. Questions that are asked at
/// once, by [`ask_all`](Questions::ask_all) or by futures that are joined, go out in one round.
///
/// # Errors
///
/// A client that can't be asked is told so: one of 2026-07-28 by the error -32021, over HTTP with the status 400; an
/// older one by a result with `isError`, or, where it isn't a tool that asks, by the error -32603. An answer that isn't
/// what was asked for is asked for again, with the reason, three times; then the request ends with -32602. So does a
/// request whose state is none that was given for it: changed, too old, or of another caller, tool, arguments or server.
#[derive(Clone)]
pub struct Questions {
    cx: Context,
    round: Arc<Round>,
}

impl Questions {
    /// Asks the user to fill a form.
    ///
    /// The message says why; the form is a struct with `#[schema]`, see [`Form`]. `key` names the question.
    ///
    /// # Errors
    /// When the client can't be asked or doesn't answer, as it says [above](Questions#errors).
    pub async fn ask<T: Form + Send + 'static>(
        &self,
        key: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Result<Reply<T>, Failure> {
        self.put(Question::form::<T>(key, message)).await
    }

    /// Asks several questions in one round: a tuple of up to eight, or a list.
    ///
    /// # Errors
    /// When the client can't be asked one of them, or doesn't answer.
    pub async fn ask_all<Q: QuestionSet>(&self, questions: Q) -> Result<Q::Replies, Failure> {
        self.check(&questions.needs().0)?;
        questions.ask(self).await
    }

    /// Asks the user to open a page, for what a client or a model must not see: secrets, payments, another party's
    /// consent (specification: *Elicitation, URL Mode*).
    ///
    /// An accepted question says that the user has agreed to open the page, not that anything was done there: that the
    /// server learns from the page itself. When it has, [`Visit::completed`] tells the client.
    ///
    /// # Errors
    /// When the client can't be asked or doesn't answer, or the URL isn't one of http or https.
    pub async fn visit(
        &self,
        key: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<Reply<Visit>, Failure> {
        let question = Question::visit(&self.cx, key, message, url);
        self.put(question).await
    }

    /// Does something once for all rounds of a request: what comes of it is kept in the state that the client sends
    /// along, and told at once when the handler runs again.
    ///
    /// ```
    /// use ferramenta::{Questions, Reply, ToolResult, tool};
    /// # async fn reserve(_: &str) -> std::io::Result<u64> { Ok(7) }
    ///
    /// #[ferramenta::schema]
    /// struct Address {
    ///     street: String,
    /// }
    ///
    /// /// Order a book.
    /// #[tool]
    /// async fn order(title: String, questions: Questions) -> ToolResult<String> {
    ///     let number = questions.once("reserve", async { Ok(reserve(&title).await?) }).await?;
    ///     let message = format!("Where shall order {number} go?");
    ///     let Reply::Accepted(address) = questions.ask::<Address>("address", message).await? else {
    ///         return Ok("Nothing was ordered.".into());
    ///     };
    ///     Ok(format!("Order {number} goes to {}.", address.street))
    /// }
    /// ```
    ///
    /// # What is guaranteed
    ///
    /// A client that sends the newest state along, as clients do, has the effect once: no later round repeats it.
    ///
    /// **The effect can happen twice** when the client doesn't: when it sends a request anew because the answer that
    /// held the state was lost on its way, or when it sends a state a second time that was sealed before the effect. No
    /// server that remembers nothing can tell such a request from the first one. Where twice is too often, give the
    /// effect a key of its own that whoever carries it out knows again, such as an order number that is an argument of
    /// the tool.
    ///
    /// Await it before the next question: an effect that is under way when the handler can't go on is dropped like the
    /// rest of it. A failed effect is not kept. What is kept can't be read by the client, and counts towards the size of
    /// its request.
    ///
    /// # Errors
    /// When the effect fails, or what comes of it can't be written as JSON.
    #[cfg(feature = "sealing")]
    pub async fn once<R, F>(&self, key: impl AsRef<str> + Send, effect: F) -> Result<R, Failure>
    where
        R: serde::Serialize + serde::de::DeserializeOwned + Send,
        F: Future<Output = Result<R, Failure>> + Send,
    {
        let key = key.as_ref();
        if let Some(done) = self.round.done(key)
            && let Ok(done) = R::deserialize(done)
        {
            return Ok(done);
        }
        self.round.act();
        let done = effect.await?;
        self.round.keep_done(key, serde_json::to_value(&done)?);
        Ok(done)
    }

    /// Whether the client can show forms.
    pub fn can_ask(&self) -> bool {
        self.can(Need::Form)
    }

    /// Whether the client can have the user open a page.
    pub fn can_visit(&self) -> bool {
        self.can(Need::Url)
    }

    /// Whether the client of this request can be asked what needs this.
    pub(super) fn can(&self, need: Need) -> bool {
        let call = self.cx.call();
        (call.version.is_modern() || call.live.is_some()) && can(&self.cx, need)
    }

    pub(super) async fn put<R>(&self, question: Question<R>) -> Result<R, Failure> {
        self.check(&[question.need])?;
        self.one(&question).await
    }

    /// Whether a client can be asked all that needs these.
    fn check(&self, needs: &[Need]) -> Result<(), Failure> {
        let missing = needs.iter().copied().filter(|need| !self.can(*need));
        let missing: Vec<Need> = missing.collect();
        if missing.is_empty() {
            return Ok(());
        }
        let call = self.cx.call();
        let names: Vec<String> = missing.iter().map(|need| need.name()).collect();
        let names = names.join(", ");
        if call.version.is_modern() {
            let message = format!("Missing client capability: {names}");
            let error = ProtocolError::new(ErrorCode::MissingClientCapability, message);
            let data = json!({ "requiredCapabilities": required(&missing) });
            return Err(error.data(&data).into());
        }
        Err(ToolError::new(if call.live.is_none() {
            "The user can't be asked over this connection: open a session with `initialize`, and accept `text/event-stream`."
                .to_owned()
        } else {
            format!("The user can't be asked: the client has no capability `{names}`.")
        })
        .into())
    }

    /// Asks one question, of a client that can be asked.
    pub(super) async fn one<R>(&self, question: &Question<R>) -> Result<R, Failure> {
        let key = &*question.key;
        if let Some(answer) = self.round.answer(key) {
            if let Ok(reply) = question.kind.read(&answer) {
                return Ok(reply);
            }
            // the program that has asked was another one
            self.round.forget(key);
        }
        let mut again = None;
        loop {
            let answer = match &self.cx.call().live {
                Some(live) => self.heard(live, question, again.as_deref()).await?,
                None => self.sent(question, again.as_deref()).await?,
            };
            match question.kind.read(&answer) {
                Ok(reply) => {
                    self.round.keep(key, answer);
                    return Ok(reply);
                }
                Err(reason) => {
                    self.round.count_mistake(key, &reason)?;
                    again = Some(reason);
                }
            }
        }
    }

    /// What the client has sent along; without it the handler doesn't go on.
    async fn sent<R>(&self, question: &Question<R>, again: Option<&str>) -> Result<Value, Failure> {
        let key = &*question.key;
        if let Some(answer) = self.round.take_response(key) {
            return Ok(answer);
        }
        let params = question.kind.params(self.cx.call().version, again)?;
        let request = wire::input_request(question.kind.method(), &params);
        self.round.open(key, request)?;
        // the handler is dropped here, unless something of it runs elsewhere, which ends with the request
        self.cx.call().cancel.raised().await;
        Err(Failure::hidden("the request was answered with questions"))
    }

    /// What the client answers while the handler waits.
    async fn heard<R>(
        &self,
        live: &Live,
        question: &Question<R>,
        again: Option<&str>,
    ) -> Result<Value, Failure> {
        let Question { key, kind, .. } = question;
        let params = kind.params(self.cx.call().version, again)?;
        let patience = self.round.asking.patience;
        let waiting = self.round.wait();
        let heard = timeout(patience, live.ask(&self.cx, key, kind.method(), &params)).await;
        drop(waiting);
        match heard {
            Ok(Some(Heard::Result(answer))) => Ok(serde_json::from_str(&answer)?),
            Ok(Some(Heard::Error(error))) => {
                Err(ToolError::new("The client could not ask the user.")
                    .caused_by(format!("the question `{key}`: {error}"))
                    .into())
            }
            Ok(None) => Err(ToolError::new("The user can't be asked any more.").into()),
            Err(_) => {
                let seconds = patience.as_secs();
                Err(ToolError::new(format!("The user gave no answer within {seconds} s.")).into())
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl Param<marker::Asking> for Questions {
    type Bound = Asking;
    const KIND: Kind = Kind::Injected;
    const ASKS: bool = true;

    fn bind(binder: &mut Binder<'_>) -> Option<Asking> {
        Some(binder.asking())
    }

    fn schema(_: &mut SchemaBuilder) -> Option<Value> {
        None
    }

    fn decode<'de, D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("not an argument"))
    }

    fn absent() -> Option<Self> {
        None
    }

    fn at_once(_: &Asking, _: Option<Self>) -> Option<Self> {
        None
    }

    fn get<'a>(
        asking: &'a Asking,
        cx: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a {
        let round = Round::of(asking, cx);
        let cx = cx.clone();
        std::future::ready(round.map(|round| Self { cx, round }))
    }
}

impl fmt::Debug for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Questions").finish_non_exhaustive()
    }
}
