//! What comes with HTTP alone: a server whose tools take it isn't served on standard input and output.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use ferramenta::{
    Binder, BuildErrorCode, Context, Error, Failure, FromServer, HttpParts, Inject, ParamSpec,
    Server, ToolDef, tool,
};
use http::request::Parts;
use serde_json::json;
use support::{Request, Running, client};

fn agent_of(head: &Parts) -> String {
    let agent = head.headers.get("user-agent");
    agent
        .map_or("none", |agent| agent.to_str().unwrap())
        .to_owned()
}

/// Tell the client's program.
#[tool]
async fn agent(request: HttpParts) -> String {
    agent_of(&request)
}

/// Tell the client's program, as a service of the call has it.
#[tool]
async fn by_service(agent: Inject<Agent>) -> String {
    agent.0.clone()
}

/// Tell the client's program, as a service of a service of the call has it.
#[tool]
async fn by_services(upper: Inject<Upper>) -> String {
    upper.0.clone()
}

/// Tell the client's program, as a type of one's own has it.
#[tool]
async fn by_own_type(own: Own) -> String {
    own.0
}

/// Say hello.
#[tool]
async fn plain(_cx: &Context) -> String {
    "hello".into()
}

struct Agent(String);
struct Upper(String);

/// Made from the head, by a type of one's own.
struct Own(String);

impl FromServer for Own {
    type Bound = <HttpParts as FromServer>::Bound;

    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound> {
        HttpParts::bind(binder)
    }

    async fn get(bound: &Self::Bound, cx: &Context) -> Result<Self, Failure> {
        let request = HttpParts::get(bound, cx).await?;
        Ok(Self(agent_of(&request)))
    }
}

fn with_services() -> Server {
    Server::new("Agents")
        .scoped(|(request,): (HttpParts,)| async move { Ok(Agent(agent_of(&request))) })
        .transient(|(agent,): (Inject<Agent>,)| async move { Ok(Upper(agent.0.to_uppercase())) })
}

fn all() -> Server {
    with_services().tools::<(plain, agent, by_service, by_services, by_own_type)>()
}

/// What keeps a server from standard input and output.
async fn refused(server: Server) -> Vec<String> {
    let built = server.build().expect("no mistakes");
    let Err(Error::Build(errors)) = built.serve_stdio().await else {
        panic!("it was served");
    };
    let errors = errors.errors().iter();
    errors
        .map(|error| {
            assert_eq!(error.code, BuildErrorCode::NeedsHttp);
            assert!(
                error.place.to_string().contains("mount_parts.rs:"),
                "{error}"
            );
            let name = error.problem.split('`').nth(1);
            name.unwrap_or_default().to_owned()
        })
        .collect()
}

#[tokio::test]
async fn standard_input_and_output_are_refused_with_all_names() {
    let needing = ["agent", "by_service", "by_services", "by_own_type"];
    assert_eq!(refused(all()).await, needing);
    let reversed = with_services().tools::<(by_services, by_service)>();
    assert_eq!(refused(reversed).await, ["by_services", "by_service"]);
    let Err(error) = all().serve_stdio().await else {
        panic!("it was served");
    };
    let report = error.to_string();
    assert!(
        report.starts_with("Agents can't start: 4 mistakes"),
        "{report}"
    );
    assert!(report.contains("[FM0016] "), "{report}");
    assert!(
        report.contains("tool `agent`: it takes the HTTP request"),
        "{report}"
    );
}

/// A service that needs nothing, which the first tool takes beside the request.
#[tokio::test]
async fn what_stands_beside_the_request_does_not_need_it() {
    struct Shelf(u8);
    let specs = (ParamSpec::new("request"), ParamSpec::new("shelf"));
    let both = ToolDef::new("both")
        .handler(specs, |(_, shelf): (HttpParts, Inject<Shelf>)| async move {
            shelf.0
        });
    let one = ToolDef::new("one").handler(
        (ParamSpec::new("shelf"),),
        |(shelf,): (Inject<Shelf>,)| async move { shelf.0 },
    );
    let server = Server::new("Shelves").service(Shelf(1));
    let server = server.tool_value(both).tool_value(one);
    assert_eq!(refused(server).await, ["both"]);
}

#[tokio::test]
async fn rules_that_look_at_the_request_need_it_as_well() {
    let hello = |name: &str| ToolDef::new(name).handler((), |()| async { "hello" });
    let asks = |(request,): (HttpParts,)| async move { request.headers.contains_key("x-key") };
    let server = || Server::new("Rules").tool_value(hello("free"));
    let visible = server().tool_value(hello("visible").visible(asks));
    assert_eq!(refused(visible).await, ["visible"]);
    let authorize = server().tool_value(hello("authorize").authorize(asks));
    assert_eq!(refused(authorize).await, ["authorize"]);
    assert_eq!(refused(server().guard(asks)).await, ["free"]);
}

#[test]
fn over_http_it_is_there() {
    let server = Running::start(all());
    for (tool, expected) in [
        ("plain", "hello"),
        ("agent", "test/1"),
        ("by_service", "test/1"),
        ("by_services", "TEST/1"),
        ("by_own_type", "test/1"),
    ] {
        let request = Request::call(tool, "").header("User-Agent", "test/1");
        assert_eq!(server.send(&request).text(), expected);
    }
}

#[tokio::test]
async fn a_test_client_says_what_its_requests_come_with() {
    let bare = client(all());
    bare.tool("plain", json!({})).await.assert_ok();
    for tool in ["agent", "by_service", "by_own_type"] {
        let failed = bare.tool(tool, json!({})).await;
        failed.assert_text_contains("Tool execution failed (reference ");
        assert!(!failed.text().contains("HTTP"), "{failed:?}");
    }
    let head = http::Request::post("/mcp").header("user-agent", "test/2");
    let (head, ()) = head.body(()).unwrap().into_parts();
    let modern = client(all()).http(head.clone());
    for (tool, expected) in [("agent", "test/2"), ("by_services", "TEST/2")] {
        modern
            .tool(tool, json!({}))
            .await
            .assert_ok()
            .assert_text(expected);
    }
    let legacy = client(all()).legacy("2025-06-18").http(head);
    legacy
        .tool("agent", json!({}))
        .await
        .assert_ok()
        .assert_text("test/2");
}

#[tokio::test]
async fn headers_that_repeat_arguments_are_for_http_alone() {
    let region = ToolDef::new("region").handler(
        (
            ParamSpec::new("region").header("Region"),
            ParamSpec::new("request"),
        ),
        |(region, _): (String, HttpParts)| async move { region },
    );
    let (head, ()) = http::Request::post("/mcp").body(()).unwrap().into_parts();
    let client = client(Server::new("t").tool_value(region)).http(head);
    let result = client.tool("region", json!({ "region": "north" })).await;
    result.assert_ok().assert_text("north");
}

#[tokio::test]
async fn a_request_shows_nothing_secret() {
    let shown = ToolDef::new("shown").handler(
        (ParamSpec::new("request"),),
        |(request,): (HttpParts,)| async move { format!("{request:?}") },
    );
    let head = http::Request::post("/mcp?token=s3cret").header("authorization", "Bearer s3cret");
    let (head, ()) = head.body(()).unwrap().into_parts();
    let client = client(Server::new("t").tool_value(shown)).http(head);
    let shown = client.tool("shown", json!({})).await.text();
    assert!(shown.contains("POST") && shown.contains("/mcp"), "{shown}");
    assert!(!shown.contains("s3cret"), "{shown}");
}
