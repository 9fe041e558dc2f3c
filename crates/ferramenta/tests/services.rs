//! What the server provides, and how long it lives.

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ferramenta::{
    Args, BuildErrorCode, Context, Failure, Inject, ParamSpec, Server, Tool, ToolDef,
};
use serde_json::json;
use support::client;

trait Clock: Send + Sync {
    fn year(&self) -> u16;
}

struct Fixed(u16);

impl Clock for Fixed {
    fn year(&self) -> u16 {
        self.0
    }
}

struct Calendar(u16);

fn year_of<T: Send + Sync + 'static>(year: fn(&T) -> u16) -> ToolDef {
    ToolDef::new("year").handler(
        (ParamSpec::new("service"),),
        move |(service,): (Inject<T>,)| async move { year(&service) },
    )
}

#[tokio::test]
async fn singletons_are_made_from_each_other_and_stand_for_traits() {
    let server = Server::new("t")
        .service(Fixed(2026))
        .bind::<dyn Clock, Fixed>(|clock| clock)
        .singleton(|(clock,): (Inject<dyn Clock>,)| Calendar(clock.year() + 1))
        .tool_value(year_of(|calendar: &Calendar| calendar.0));
    client(server)
        .tool("year", json!({}))
        .await
        .assert_text("2027");
}

/// Counts how often it is made and dropped.
#[derive(Clone, Default)]
struct Counts {
    made: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

struct Transaction(Counts);

impl Transaction {
    fn begin(counts: &Counts) -> Self {
        counts.made.fetch_add(1, Ordering::Relaxed);
        Self(counts.clone())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// A rule may need what belongs to a call, and a list is one.
#[tokio::test]
async fn the_rules_of_a_list_share_what_is_made_for_it() {
    let counts = Counts::default();
    let own = counts.clone();
    let tool = |name: &str| {
        let rule = |(_transaction,): (Inject<Transaction>,)| async { true };
        ToolDef::new(name)
            .visible(rule)
            .authorize(rule)
            .handler((), |()| async {})
    };
    let server = Server::new("t")
        .scoped(move |()| {
            let counts = own.clone();
            async move { Ok(Transaction::begin(&counts)) }
        })
        .tool_value(tool("one"))
        .tool_value(tool("two"));
    let client = client(server);
    for lists in 1..=3 {
        assert_eq!(client.list_tools().await.len(), 2);
        let counted = [&counts.made, &counts.dropped].map(|count| count.load(Ordering::Relaxed));
        assert_eq!(counted, [lists, lists]);
    }
}

#[tokio::test]
async fn transients_are_made_for_each_that_asks() {
    let counts = Counts::default();
    let own = counts.clone();
    let server = Server::new("t")
        .transient(move |()| {
            let counts = own.clone();
            async move { Ok(Transaction::begin(&counts)) }
        })
        .tool_value(ToolDef::new("two").handler(
            (ParamSpec::new("a"), ParamSpec::new("b")),
            |(_a, _b): (Inject<Transaction>, Inject<Transaction>)| async {},
        ));
    client(server).tool("two", json!({})).await.assert_ok();
    let counted = [counts.made, counts.dropped].map(|count| count.load(Ordering::Relaxed));
    assert_eq!(counted, [2, 2]);
}

#[tokio::test]
async fn an_error_while_making_a_service_is_a_redacted_failure() {
    let server = Server::new("t")
        .scoped(|()| async { Err::<Calendar, _>(Failure::hidden("secret")) })
        .tool_value(year_of(|calendar: &Calendar| calendar.0));
    let result = client(server).tool("year", json!({})).await;
    result.assert_text_contains("Tool execution failed (reference ");
    assert!(!result.text().contains("secret"));
}

struct A;
struct B;
struct Missing;
struct Orders;

#[test]
fn wiring_mistakes_are_told_with_their_path() {
    let tool = |name: &str| ToolDef::new(name);
    let server = Server::new("t")
        .singleton(|(_,): (Inject<B>,)| A)
        .singleton(|(_,): (Inject<A>,)| B)
        .scoped(|()| async { Ok(Orders) })
        .singleton(|(_,): (Inject<Orders>,)| Calendar(1))
        .singleton(|(_,): (Inject<Missing>,)| Fixed(1))
        .bind::<dyn Clock, Fixed>(|clock| clock)
        .tool_value(tool("circle").handler((ParamSpec::new("a"),), |(_,): (Inject<A>,)| async {}))
        .tool_value(
            tool("captured").handler((ParamSpec::new("a"),), |(_,): (Inject<Calendar>,)| async {}),
        )
        .tool_value(
            tool("greet").handler((ParamSpec::new("a"),), |(_,): (Inject<dyn Clock>,)| async {
            }),
        );
    let errors = server.build().expect_err("mistakes");
    let told: Vec<_> = errors
        .errors()
        .iter()
        .map(|error| (error.code, error.problem.as_str()))
        .collect();
    for expected in [
        (
            BuildErrorCode::CyclicService,
            "circle -> A -> B -> A: needs itself",
        ),
        (
            BuildErrorCode::CapturedScope,
            "captured -> Calendar: lives as long as the server, and needs what belongs to a call",
        ),
        (
            BuildErrorCode::MissingService,
            "greet -> dyn Clock -> Fixed -> Missing: not provided",
        ),
    ] {
        assert!(told.contains(&expected), "{expected:?} in {told:?}");
    }
}

#[ferramenta::schema]
struct GreetInput {
    name: String,
}

struct Greet {
    greeting: &'static str,
}

impl Tool for Greet {
    const NAME: &'static str = "greet";
    const DESCRIPTION: &'static str = "Return a friendly greeting.";
    type Params = (Args<GreetInput>, Inject<Fixed>);
    type Output = String;

    fn describe(tool: ToolDef) -> ToolDef {
        tool.title("Greet a user").read_only(true)
    }

    async fn handle(&self, (Args(input), clock): Self::Params) -> String {
        format!("{}, {}, in {}!", self.greeting, input.name, clock.year())
    }
}

#[tokio::test]
async fn a_tool_is_a_type() {
    let server = Server::new("t")
        .service(Fixed(2026))
        .tool_value(Greet { greeting: "Hello" });
    let client = client(server);
    client
        .tool("greet", json!({ "name": "Ada" }))
        .await
        .assert_ok()
        .assert_text("Hello, Ada, in 2026!");
    let refused = client
        .tool("greet", json!({ "name": "Ada", "Fixed": 1 }))
        .await;
    refused.assert_error("Invalid tool arguments\nFixed: is not known, known are name");
    assert_eq!(client.list_tools().await[0]["title"], "Greet a user");
}

fn tell() -> ToolDef {
    ToolDef::new("tell").handler(
        (ParamSpec::new("cx"), ParamSpec::new("text")),
        |(cx, _): (Context, String)| async move {
            let (method, server, transport) = (cx.method(), cx.server(), cx.transport().as_str());
            json!([
                method,
                server,
                transport,
                cx.arguments(),
                cx.client_capabilities(),
                cx.meta()["k"]
            ])
            .to_string()
        },
    )
}

#[tokio::test]
async fn a_context_tells_the_request() {
    for version in support::VERSIONS {
        let server = Server::new("srv").tool_value(tell());
        let client = support::client_of(version, server).capabilities(json!({ "roots": {} }));
        let params = json!({ "name": "tell", "arguments": { "text": "x" }, "_meta": { "k": 7 } });
        let answer = client.request("tools/call", params).await;
        answer.assert_text(r#"["tools/call","srv","test",{"text":"x"},{"roots":{}},7]"#);
    }
}
