//! What a tool is made from, and what a client can't supply.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use ferramenta::{BuildErrorCode, Context, Failure, Inject, Server, Structured, tool};
use greet::{
    demo,
    services::{Greetings, GuestBook, MemoryGuestBook, Visit},
    tools,
};
use serde_json::json;
use support::{ada, client, client_of, listed, mistakes};

#[tokio::test]
async fn services_come_with_the_tool_and_with_the_call() {
    let client = client(demo());
    let answer = client.tool("greet", json!({ "name": "  Ada " })).await;
    answer.assert_ok().assert_structured(json!("Hello, Ada!"));
}

#[tokio::test]
async fn a_concrete_service_needs_no_registration() {
    let client = client(Server::new("bare").tool::<tools::GreetTool>());
    let answer = client.tool("greet", json!({ "name": "Ada" })).await;
    answer.assert_ok().assert_structured(json!("Hello, Ada!"));
}

#[tokio::test]
async fn services_never_show_in_the_schema() {
    let client = client(demo());
    for (tool, argument) in [("greet", "name"), ("sign-guest-book", "message")] {
        let schema = &listed(&client, tool).await["inputSchema"];
        let properties = schema["properties"].as_object().expect("an object");
        let arguments: Vec<_> = properties.keys().collect();
        assert_eq!(arguments, [argument]);
    }
}

#[tokio::test]
async fn a_key_of_the_client_replaces_no_service() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        for key in ["names", "greetings", "self"] {
            let arguments = json!({ "name": "Ada", key: { "word": "Boo" } });
            let answer = client.tool("greet", arguments).await;
            let refused = format!("Invalid tool arguments\n{key}: is not known");
            answer.assert_text_contains(&refused);
            assert_eq!(answer.result()["isError"], true);
        }
    }
}

/// Take an argument and a service by one name.
#[tool(unknown_arguments = "allow")]
async fn lenient(name: String, greetings: Inject<Greetings>) -> Structured<String> {
    Structured(greetings.greet(&name))
}

#[tokio::test]
async fn a_key_that_is_let_pass_replaces_no_service_either() {
    let client = client(Server::new("t").tool::<lenient>());
    let arguments = json!({ "name": "Ada", "greetings": { "word": "Boo" } });
    let answer = client.tool("lenient", arguments).await;
    answer.assert_ok().assert_structured(json!("Hello, Ada!"));
}

#[test]
fn a_service_without_a_source_is_told_when_the_server_is_built_with_its_path() {
    let errors = mistakes(Server::new("t").tool::<tools::GuestCountTool>());
    let [error] = errors.errors() else {
        panic!("one mistake was expected: {errors}")
    };
    assert_eq!(error.code, BuildErrorCode::MissingService);
    assert_eq!(
        error.problem,
        "guest-count -> GuestCountTool -> dyn GuestBook: not provided"
    );
}

/// A guest book of somebody else's.
#[derive(Debug)]
struct FullBook;

impl GuestBook for FullBook {
    fn sign(&self, _: String) {}

    fn count(&self) -> usize {
        1000
    }
}

#[tokio::test]
async fn a_trait_stands_for_whatever_is_behind_it() {
    let server = Server::new("t")
        .service(FullBook)
        .bind::<dyn GuestBook, FullBook>(|book| book)
        .tool::<tools::GuestCountTool>();
    let answer = client(server).tool("guest-count", json!({})).await;
    answer.assert_ok().assert_text("1000");
}

#[tokio::test]
async fn a_service_of_the_server_is_shared_by_its_calls() {
    let client = client(demo());
    client.tool("guest-count", json!({})).await.assert_text("0");
    let line = json!({ "message": "I was here." });
    client.tool("sign-guest-book", line).await.assert_ok();
    client.tool("guest-count", json!({})).await.assert_text("1");
}

/// Counts the visits that were begun.
#[derive(Default)]
struct Begun(AtomicUsize);

async fn begin((cx, begun): (Context, Inject<Begun>)) -> Result<Visit, Failure> {
    begun.0.fetch_add(1, Ordering::Relaxed);
    Visit::begin((cx,)).await
}

/// Tell how many visits were begun.
#[tool(inline)]
fn visits(begun: Inject<Begun>) -> usize {
    begun.0.load(Ordering::Relaxed)
}

#[tokio::test]
async fn a_service_of_the_call_is_made_for_each_call_and_for_no_list() {
    let server = Server::new("t")
        .service(Begun::default())
        .service(MemoryGuestBook::default())
        .bind::<dyn GuestBook, MemoryGuestBook>(|book| book)
        .scoped(begin)
        .tools::<(tools::SignGuestBookTool, visits)>();
    let client = client(server).identity(ada());
    client.list_tools().await;
    client.tool("visits", json!({})).await.assert_text("0");
    for _ in 0..2 {
        let line = json!({ "message": "I was here." });
        let answer = client.tool("sign-guest-book", line).await;
        answer.assert_ok().assert_text("ada: I was here.");
    }
    client.tool("visits", json!({})).await.assert_text("2");
}

/// Its field has a value if nobody gives one.
#[derive(Inject)]
struct PoliteTool {
    #[inject(default = "please")]
    word: &'static str,
}

/// Ask somebody in.
#[tool]
impl PoliteTool {
    async fn handle(&self, name: String) -> String {
        format!("Come in, {name}, {}.", self.word)
    }
}

#[tokio::test]
async fn a_default_beside_the_contract_is_no_argument() {
    let client = client(Server::new("t").tool::<PoliteTool>());
    let schema = &listed(&client, "polite").await["inputSchema"];
    assert_eq!(
        schema["properties"],
        json!({ "name": { "type": "string" } })
    );
    let asked = client.tool("polite", json!({ "name": "Ada" })).await;
    asked.assert_ok().assert_text("Come in, Ada, please.");
    let other = json!({ "name": "Ada", "word": "now" });
    let refused = client.tool("polite", other).await;
    refused.assert_error("Invalid tool arguments\nword: is not known, known are name");
}

#[tokio::test]
async fn a_service_is_replaced_in_a_test() {
    let client = client(demo().replace_service(Greetings::with_word("Ahoy")));
    let answer = client.tool("greet", json!({ "name": "Ada" })).await;
    answer.assert_ok().assert_structured(json!("Ahoy, Ada!"));
}
