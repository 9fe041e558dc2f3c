//! What the log is given of a call: a span that tells how it went, and nothing that a user typed.

mod support;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
};

use ferramenta::{Failure, ParamSpec, Server, ToolDef};
use serde_json::{Value, json};
use support::client;
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
    span,
};
use tracing_subscriber::{Layer, layer::Context, prelude::*, registry::LookupSpan};

type Fields = BTreeMap<String, String>;

/// Keeps the fields of each call's span, and those of events.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Fields>>>, Arc<Mutex<Vec<Fields>>>);

struct Reader<'a>(&'a mut Fields);

impl Visit for Reader<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(
            field.name().to_owned(),
            format!("{value:?}").trim_matches('"').to_owned(),
        );
    }
}

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for Kept {
    fn on_new_span(
        &self,
        attributes: &span::Attributes<'_>,
        id: &span::Id,
        context: Context<'_, S>,
    ) {
        let mut fields = Fields::new();
        attributes.record(&mut Reader(&mut fields));
        context
            .span(id)
            .expect("the span")
            .extensions_mut()
            .insert(fields);
    }

    fn on_record(&self, id: &span::Id, values: &span::Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).expect("the span");
        let mut extensions = span.extensions_mut();
        values.record(&mut Reader(extensions.get_mut().expect("the fields")));
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::new();
        event.record(&mut Reader(&mut fields));
        self.1.lock().expect("no panic").push(fields);
    }

    fn on_close(&self, id: span::Id, context: Context<'_, S>) {
        let span = context.span(&id).expect("the span");
        let fields = span.extensions().get::<Fields>().cloned();
        if span.metadata().target() == "ferramenta::call" {
            self.0.lock().expect("no panic").extend(fields);
        }
    }
}

async fn span_of(arguments: Value) -> Fields {
    told_of(arguments).await.0
}

/// The span of a call, and the events of its log.
async fn told_of(arguments: Value) -> (Fields, Vec<Fields>) {
    let tool = ToolDef::new("count").handler(
        (ParamSpec::new("n"), ParamSpec::new("word")),
        |(n, _): (i64, Option<String>)| async move {
            if n == 7 {
                Err(Failure::hidden("seven"))
            } else {
                Ok(n)
            }
        },
    );
    let kept = Kept::default();
    let subscriber = tracing_subscriber::registry().with(kept.clone());
    let guard = tracing::subscriber::set_default(subscriber);
    drop(
        client(Server::new("t").tool_value(tool))
            .tool("count", arguments)
            .await,
    );
    drop(guard);
    let spans = kept.0.lock().expect("no panic");
    assert_eq!(spans.len(), 1, "{spans:?}");
    let events = kept.1.lock().expect("no panic").clone();
    (spans[0].clone(), events)
}

#[tokio::test]
async fn a_hidden_failure_is_logged_with_its_tool() {
    let (span, events) = told_of(json!({ "n": 7 })).await;
    let event = events.iter().find(|event| event.contains_key("reference"));
    let event = event.expect("an event");
    for (field, value) in [
        ("method", "tools/call"),
        ("tool", "count"),
        ("reference", &span["reference"]),
        ("details", "seven"),
    ] {
        assert_eq!(event[field], value);
    }
}

#[tokio::test]
async fn a_span_tells_how_a_call_went() {
    let span = span_of(json!({ "n": 1 })).await;
    for (field, value) in [
        ("tool", "count"),
        ("version", "2026-07-28"),
        ("transport", "test"),
        ("outcome", "ok"),
    ] {
        assert_eq!(span[field], value);
    }
    assert!(span["duration_us"].parse::<u64>().is_ok());
    assert!(!span.contains_key("repairs") && !span.contains_key("reference"));

    assert_eq!(
        span_of(json!({ "n": "x" })).await["outcome"],
        "invalid_arguments"
    );
    let failed = span_of(json!({ "n": 7 })).await;
    assert_eq!(failed["outcome"], "failure");
    assert_eq!(failed["reference"].len(), 8);
}

#[tokio::test]
async fn repairs_are_counted() {
    assert_eq!(span_of(json!({ "n": "5" })).await["repairs"], "1");
    assert_eq!(
        span_of(json!({ "n": "5", "word": null })).await["repairs"],
        "2"
    );
}

#[tokio::test]
async fn nothing_that_a_user_typed_is_in_a_span() {
    for arguments in [
        json!({ "n": 1, "word": "s3cret" }),
        json!({ "n": "s3cret" }),
        json!({ "s3cret": 1 }),
    ] {
        let span = span_of(arguments).await;
        assert!(!format!("{span:?}").contains("s3cret"), "{span:?}");
    }
}

#[cfg(feature = "rate-limits")]
#[tokio::test]
async fn a_call_too_many_has_an_outcome_of_its_own() {
    let kept = Kept::default();
    let _guard =
        tracing::subscriber::set_default(tracing_subscriber::registry().with(kept.clone()));
    let tool = ToolDef::new("count").handler((), |()| async {});
    let limit = ferramenta::RateLimit::per_hour(1);
    let client = client(Server::new("t").rate_limit(limit).tool_value(tool));
    for outcome in ["ok", "rate_limited"] {
        drop(client.tool("count", json!({})).await);
        let spans = kept.0.lock().expect("no panic");
        assert_eq!(spans.last().expect("a span")["outcome"], outcome);
    }
}
