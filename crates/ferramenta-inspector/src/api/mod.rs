//! The routes: the page's files, and the API that `API.md` describes.

mod body;
mod events;
pub(crate) mod settings;

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    middleware,
    response::Response,
    routing::{get, post},
};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use self::body::{Body, MAX_BODY, json_answer};
use crate::{
    access, assets,
    connection::supervisor::Control,
    hub::{Hub, lock},
    questions::{Reply, Unknown},
    refusal::Refusal,
    request::{self, Wish},
    subscription,
};

type Shared = State<Arc<Hub>>;
type Answered = Result<Response, Refusal>;

const MAX_KEY: usize = 64;

/// All routes, behind their guards.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let token = hub.token.clone();
    let api = Router::new()
        .route("/state", get(state))
        .route("/events", get(events::stream))
        .route("/request", post(request))
        .route("/cancel", post(cancel))
        .route("/answer", post(answer))
        .route("/connect", post(connect))
        .route("/subscribe", post(subscribe))
        .fallback(no_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(token, access::token_only))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(hub);
    Router::new()
        .nest("/api", api)
        .fallback(assets::file)
        .layer(middleware::from_fn(access::local_only))
}

async fn no_route() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "not_found", "there is no such route")
}

async fn wrong_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "the route has another method",
    )
}

async fn state(State(hub): Shared) -> Answered {
    json_answer(&hub.state())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestBody {
    key: String,
    method: String,
    #[serde(default)]
    params: Map<String, Value>,
}

async fn request(State(hub): Shared, Body(body): Body<RequestBody>) -> Answered {
    if body.key.is_empty() || body.key.chars().count() > MAX_KEY {
        let problem = format!("`key` has 1 to {MAX_KEY} characters");
        return Err(Refusal::invalid(problem));
    }
    let link = hub.link()?;
    let cancelled = CancellationToken::new();
    let running = Running::enter(&hub, &body.key, cancelled.clone())?;
    let wish = Wish {
        key: body.key.as_str().into(),
        method: body.method,
        params: body.params,
    };
    // a task of its own, which outlives a page that goes away and so can tell the server
    let task = {
        let cancelled = cancelled.clone();
        tokio::spawn(async move {
            let report = request::fulfil(&running.hub, &link, wish, &cancelled).await;
            drop(running);
            report
        })
    };
    let _cancel_with_the_page = cancelled.drop_guard();
    match task.await {
        Ok(report) => json_answer(&report),
        Err(error) => Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            format!("the request broke off: {error}"),
        )),
    }
}

/// The entry of a request that is under way.
struct Running {
    hub: Arc<Hub>,
    key: String,
}

impl Running {
    fn enter(hub: &Arc<Hub>, key: &str, cancelled: CancellationToken) -> Result<Self, Refusal> {
        let mut running = lock(&hub.running);
        if running.contains_key(key) {
            return Err(Refusal::new(
                StatusCode::CONFLICT,
                "key_in_use",
                format!("a request with the key `{key}` is under way"),
            ));
        }
        running.insert(key.to_owned(), cancelled);
        Ok(Self {
            hub: Arc::clone(hub),
            key: key.to_owned(),
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.hub.running).remove(&self.key);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CancelBody {
    key: String,
}

async fn cancel(State(hub): Shared, Body(body): Body<CancelBody>) -> Answered {
    let cancelled = lock(&hub.running).get(&body.key).cloned();
    let cancelled = cancelled.ok_or_else(|| {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "unknown_key",
            format!("no request with the key `{}` is under way", body.key),
        )
    })?;
    cancelled.cancel();
    json_answer(&json!({}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    id: String,
    result: Option<Value>,
    error: Option<ErrorBody>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorBody {
    code: i32,
    message: String,
}

async fn answer(State(hub): Shared, Body(body): Body<AnswerBody>) -> Answered {
    let reply = match (body.result, body.error) {
        (Some(result), None) if result.is_object() => Reply::Result(result),
        (Some(_), None) => return Err(Refusal::invalid("`result` is an object")),
        (None, Some(ErrorBody { code, message })) => Reply::Error { code, message },
        _ => return Err(Refusal::invalid("either `result` or `error` is wanted")),
    };
    hub.questions.answer(&body.id, reply).map_err(|Unknown| {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "unknown_question",
            format!("no question `{}` is open", body.id),
        )
    })?;
    json_answer(&json!({}))
}

async fn connect(State(hub): Shared, Body(body): Body<settings::Settings>) -> Answered {
    let state = hub.state();
    let wanted = body.apply(hub.wanted(), state.target.kind)?;
    hub.change(|state| {
        state.connection.asked = wanted.era;
        state.connection.headers = settings::names(&wanted);
        state.connection.bearer = wanted.bearer.is_some();
    });
    hub.want(wanted);
    hub.tell(Control::Reconnect);
    json_answer(&json!({}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubscribeBody {
    uris: Vec<String>,
}

async fn subscribe(State(hub): Shared, Body(body): Body<SubscribeBody>) -> Answered {
    let link = hub.link()?;
    hub.subscribe(body.uris.clone());
    let agreed = subscription::follow(&link, &body.uris).await;
    json_answer(&agreed)
}
