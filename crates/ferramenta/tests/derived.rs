//! Types that derive `Inject`: how long they live, what they share, and what they miss.

mod support;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use ferramenta::{BuildErrorCode, Context, Inject, Server, tool};
use serde_json::json;
use support::client;

struct Greetings;

trait Clock: Send + Sync {
    fn year(&self) -> u16;
}

struct Stopped(u16);

impl Clock for Stopped {
    fn year(&self) -> u16 {
        self.0
    }
}

/// Counts how often what has it is made.
struct Made;

impl Made {
    fn counted(made: &AtomicUsize) -> Self {
        made.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

static LASTING: AtomicUsize = AtomicUsize::new(0);
static FLEETING: AtomicUsize = AtomicUsize::new(0);

#[derive(Inject)]
struct Lasting(
    #[inject(default = Made::counted(&LASTING))] Made,
    Inject<dyn Clock>,
    #[inject(default = "since")] String,
);

#[tool]
impl Lasting {
    fn handle(&self) -> String {
        let Self(Made, clock, since) = self;
        format!("{since} {}", clock.year())
    }
}

#[derive(Inject)]
struct Fleeting {
    #[inject(default = Made::counted(&FLEETING))]
    _made: Made,
    cx: Context,
}

#[tool]
impl Fleeting {
    async fn handle(&self, _same: Inject<Fleeting>, _log: Inject<Log>) -> String {
        self.cx.method().to_owned()
    }

    fn visible(cx: Context, clock: Inject<dyn Clock>) -> bool {
        cx.identity().is_none() && clock.year() > 2000
    }
}

#[tokio::test]
async fn a_tool_is_made_once_or_for_each_call_by_its_fields() {
    let server = Server::new("t")
        .service_as::<dyn Clock>(Arc::new(Stopped(2026)))
        .tools::<(Lasting, Fleeting)>();
    let client = client(server);
    let made = || [&LASTING, &FLEETING].map(|made| made.load(Ordering::Relaxed));
    assert_eq!(made(), [1, 0]);
    for calls in 1..=3 {
        let answer = client.tool("lasting", json!({})).await;
        answer.assert_text("since 2026");
        let answer = client.tool("fleeting", json!({})).await;
        answer.assert_text("tools/call");
        assert_eq!(client.list_tools().await.len(), 2);
        assert_eq!(made(), [1, calls]);
    }
}

/// Embeds another derived type by value.
#[derive(Inject)]
struct Outer {
    inner: Inner,
    log: Inject<Log>,
}

#[derive(Inject)]
struct Inner(Arc<Log>);

#[derive(Inject)]
struct Log(#[inject(default)] Mutex<Vec<&'static str>>);

#[tool]
impl Outer {
    fn handle(&self) -> String {
        self.inner.0.0.lock().expect("unpoisoned").push("inner");
        let mut log = self.log.0.lock().expect("unpoisoned");
        log.push("outer");
        log.join(" ")
    }
}

#[tokio::test]
async fn services_that_are_derived_are_shared() {
    let client = client(Server::new("t").tool::<Outer>());
    client
        .tool("outer", json!({}))
        .await
        .assert_text("inner outer");
    client
        .tool("outer", json!({}))
        .await
        .assert_text("inner outer inner outer");
}

#[derive(Inject)]
struct One(Inject<Two>);

#[derive(Inject)]
struct Two(Arc<One>);

#[tool]
impl One {
    async fn handle(&self) -> bool {
        std::ptr::eq(&raw const *self.0.0, self)
    }
}

#[derive(Inject)]
struct Lacking {
    _clock: Arc<dyn Clock>,
    _greetings: Inject<Greetings>,
    _stopped: Arc<Stopped>,
}

#[tool]
impl Lacking {
    async fn handle(&self, _greetings: Inject<Greetings>) {}
}

/// Neither derived nor registered.
struct Bare;

#[tool]
impl Bare {
    async fn handle(&self) {}

    fn visible(&self) -> bool {
        true
    }
}

#[derive(Inject)]
struct PerCall(Context);

#[tool]
impl PerCall {
    async fn handle(&self) {
        let _ = &self.0;
    }

    fn authorize(&self) -> bool {
        true
    }
}

#[test]
fn wiring_mistakes_are_told_together() {
    let errors = Server::new("t")
        .tools::<(One, Lacking, Bare, PerCall)>()
        .build()
        .expect_err("mistakes");
    let told: Vec<_> = errors
        .errors()
        .iter()
        .map(|error| (error.code, error.problem.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                BuildErrorCode::CyclicService,
                "one -> One -> Two -> One: needs itself"
            ),
            (
                BuildErrorCode::MissingService,
                "lacking -> Lacking -> dyn Clock: not provided"
            ),
            (
                BuildErrorCode::MissingService,
                "lacking -> Lacking -> Greetings: not provided"
            ),
            (
                BuildErrorCode::MissingService,
                "lacking -> Lacking -> Stopped: not provided"
            ),
            (
                BuildErrorCode::MissingService,
                "lacking -> Greetings: not provided"
            ),
            (BuildErrorCode::MissingService, "bare -> Bare: not provided"),
            (
                BuildErrorCode::RuleOfCall,
                "per-call: a rule takes `&self`, and `PerCall` is made for each call"
            ),
        ]
    );
    let bare = &errors.errors()[5];
    assert!(
        bare.remedy.contains("put `#[derive(Inject)]` on `Bare`"),
        "{bare}"
    );
}

#[tokio::test]
async fn a_bare_type_is_registered_by_hand() {
    for server in [
        Server::new("t").tool_value(Bare),
        Server::new("t").service(Bare).tool::<Bare>(),
    ] {
        let client = client(server);
        client.tool("bare", json!({})).await.assert_ok();
    }
}
