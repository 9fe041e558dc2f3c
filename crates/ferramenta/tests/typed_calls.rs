//! Calls in tests whose tool is named by its type, and results that are read as what the handler returned.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "public, to have private parts"
)]

mod support;

use std::{
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::{Arc, Mutex},
};

use ferramenta::{
    Args, CallArguments, Context, Inject, IntoTool, Maybe, ParamSpec, Progress, Response, Server,
    Structured, TestClient, Tool, ToolDef, ToolError, tool, toolset,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

/// The versions whose results have a structured value.
const STRUCTURED: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

#[ferramenta::schema]
#[derive(Debug, PartialEq)]
struct Book {
    title: String,
    year: u16,
}

fn dune() -> Book {
    Book {
        title: "Dune".into(),
        year: 1965,
    }
}

struct Shelf(&'static str);

/// Arguments between what comes from the server, the last two optional.
#[tool]
async fn search_books(
    cx: &Context,
    query: String,
    shelf: Inject<Shelf>,
    #[arg(default = 10, range(1..=50))] limit: u32,
    progress: Progress,
    author: Option<String>,
) -> String {
    drop(progress);
    let author = author.as_deref().unwrap_or("anybody");
    let (method, shelf) = (cx.method().to_owned(), shelf.0);
    format!("{method}: {query}, {limit} by {author} on {shelf}")
}

/// A name of its own, arguments with other names, and a list among them.
#[tool(inline, name = "sum-up", type = SumTool)]
fn sum(#[arg(rename = "values")] numbers: Vec<i64>, r#type: Maybe<String>) -> String {
    format!("{} {:?}", numbers.iter().sum::<i64>(), r#type)
}

#[tool(inline)]
fn hello() -> String {
    "hello".into()
}

#[tool(inline)]
fn one_book(Args(book): Args<Book>, shelf: Inject<Shelf>) -> Book {
    let Book { title, year } = book;
    Book {
        title: format!("{title} on {}", shelf.0),
        year,
    }
}

#[tool(inline)]
fn ratio(part: f64, whole: f64) -> Result<f64, ToolError> {
    if whole == 0.0 {
        return Err(ToolError::new("The whole is nothing."));
    }
    Ok(part / whole)
}

#[derive(Inject)]
pub struct Greet {
    shelf: Inject<Shelf>,
}

/// A public tool whose types are private.
#[tool]
impl Greet {
    async fn handle(&self, book: Book, times: Option<usize>) -> Vec<Book> {
        let greeted = || Book {
            title: format!("{} on {}", book.title, self.shelf.0),
            year: book.year,
        };
        (0..times.unwrap_or(1)).map(|_| greeted()).collect()
    }
}

struct ByHand;

impl Tool for ByHand {
    const NAME: &'static str = "by-hand";
    type Params = (Inject<Shelf>, Args<Book>);
    type Output = Structured<u16>;

    async fn handle(&self, (_, Args(book)): Self::Params) -> Structured<u16> {
        Structured(book.year)
    }
}

/// A tool as a value, under a type.
struct Made;

impl IntoTool for Made {
    fn into_tool() -> ToolDef {
        let specs = (ParamSpec::new("a"), ParamSpec::new("b").default(|| 2));
        ToolDef::new("made").handler(specs, |(a, b): (i64, i64)| async move { a * b })
    }
}

fn server() -> Server {
    Server::new("t")
        .service(Shelf("poetry"))
        .tools::<(search_books, SumTool, hello, one_book, ratio, Greet, Made)>()
        .tool_value(ByHand)
}

/// What a call panics with before anything is sent.
#[track_caller]
fn refusal<T: IntoTool>(arguments: impl CallArguments) -> String {
    let client = TestClient::new(server());
    let call = || drop(client.call::<T>(arguments));
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("the call panics");
    *panic.downcast::<String>().expect("a message")
}

#[tokio::test]
async fn a_tuple_is_in_the_order_of_the_arguments() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let all = client.call::<search_books>(("dune", 5, "Herbert")).await;
        all.assert_text("tools/call: dune, 5 by Herbert on poetry");
        let two = client.call::<search_books>(("dune", 5)).await;
        two.assert_text("tools/call: dune, 5 by anybody on poetry");
        let one = client.call::<search_books>(("dune".to_owned(),)).await;
        one.assert_text("tools/call: dune, 10 by anybody on poetry");
        client.call::<hello>(()).await.assert_text("hello");
        client.call::<Made>((21,)).await.assert_text("42");
    }
}

#[tokio::test]
async fn none_leaves_out_an_argument() {
    let client = client(server()).observe(|exchange| {
        let request: Value = serde_json::from_str(exchange.request).expect("JSON");
        assert!(request["params"]["arguments"].get("limit").is_none());
    });
    let arguments = ("dune", None::<u32>, Some("Herbert"));
    let found = client.call::<search_books>(arguments).await;
    found.assert_text("tools/call: dune, 10 by Herbert on poetry");
    for (kind, told) in [
        (Maybe::Absent, "Absent"),
        (Maybe::Null, "Null"),
        (Maybe::Value("x"), "Value(\"x\")"),
    ] {
        let summed = client.call::<SumTool>(([1, 2], kind)).await;
        summed.assert_text(&format!("3 {told}"));
    }
}

#[tokio::test]
async fn the_tool_is_called_by_its_published_name() {
    let client = client(server()).observe(|exchange| {
        assert!(exchange.request.contains(r#""name":"sum-up""#));
    });
    let summed = client.call::<SumTool>((vec![1, 2, 3],)).await;
    summed.assert_text("6 Absent");
}

#[tokio::test]
async fn the_whole_object_goes_without_a_tuple() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let typed = client.call::<one_book>(Args(dune())).await;
        typed.assert_text_contains("Dune on poetry");
        let borrowed = client.call::<one_book>(Args(&dune())).await;
        borrowed.assert_text_contains("Dune on poetry");
        let json = json!({ "title": "Emma", "year": 1815 });
        client
            .call::<one_book>(json)
            .await
            .assert_text_contains("Emma on poetry");
        client
            .call::<ByHand>(Args(dune()))
            .await
            .assert_text("1965");
        let by_name = json!({ "limit": 3, "query": "dune" });
        let found = client.call::<search_books>(Args(by_name)).await;
        found.assert_text("tools/call: dune, 3 by anybody on poetry");
    }
}

#[tokio::test]
async fn arguments_go_through_the_contract() {
    let client = client(server());
    let far = client.call::<search_books>(("dune", 51)).await;
    far.assert_error("Invalid tool arguments\nlimit: 51 is more than the maximum of 50");
    let lacking = client.call::<search_books>(json!({ "limit": 5 })).await;
    assert_eq!(lacking.result()["isError"], true);
    let other = TestClient::new(Server::new("t").tool::<only_text>());
    let answer = other.call::<hello>(()).await;
    answer.assert_protocol_error(-32602, "Unknown tool: hello");
}

#[test]
fn a_wrong_tuple_is_refused_before_it_is_sent() {
    assert_eq!(
        refusal::<search_books>(("dune", 5, "Herbert", true)),
        "the arguments of `search_books`: it takes (query, limit?, author?), and the tuple's length is 4"
    );
    assert_eq!(
        refusal::<search_books>((None::<String>, 5)),
        "the arguments of `search_books`: it takes (query, limit?, author?), and the tuple has no `query`; \
         what it should refuse is sent as `json!({ .. })`"
    );
    assert_eq!(
        refusal::<SumTool>(()),
        "the arguments of `sum-up`: it takes (values, type?), and the tuple has no `values`; \
         what it should refuse is sent as `json!({ .. })`"
    );
    assert_eq!(
        refusal::<hello>((1,)),
        "the arguments of `hello`: it takes (), and the tuple's length is 1"
    );
    assert_eq!(
        refusal::<one_book>(("Dune", 1965)),
        "the arguments of `one_book`: its handler takes one object: \
         pass `Args(value)` or `json!({ .. })` in place of a tuple"
    );
    assert_eq!(
        refusal::<hello>(Args(5)),
        "the arguments of `hello`: `Args(..)` is an object, and this one is 5"
    );
    assert_eq!(
        refusal::<ratio>((1.0, f64::NAN)),
        "the arguments of `ratio`: value 2 can't be written as JSON: it is not a finite number"
    );
}

#[test]
fn the_panic_is_at_the_caller() {
    let (place, before) = (Arc::new(Mutex::new(None)), take_hook());
    let (noted, this) = (Arc::clone(&place), std::thread::current().id());
    set_hook(Box::new(move |info| {
        if std::thread::current().id() == this {
            let file = info.location().map(|place| place.file().to_owned());
            *noted.lock().expect("unpoisoned") = file;
        } else {
            before(info);
        }
    }));
    drop(refusal::<hello>((1,)));
    let place = place.lock().expect("unpoisoned").take();
    assert_eq!(place.as_deref(), Some(file!()));
}

#[tokio::test]
async fn a_value_is_read_as_what_was_returned() {
    for version in STRUCTURED {
        let client = client_of(version, server());
        let greeted = client.call::<Greet>((dune(), 2)).await;
        let books: Vec<Book> = greeted.value();
        assert_eq!(books.len(), 2);
        assert_eq!(books[0].title, "Dune on poetry");
        let book: Book = client.call::<one_book>(Args(dune())).await.value();
        assert_eq!(book.title, "Dune on poetry");
        let half = client.call::<ratio>((1, 2)).await;
        assert!((half.value::<f64>() - 0.5).abs() < f64::EPSILON);
        assert_eq!(
            client.call::<ByHand>(Args(dune())).await.value::<u16>(),
            1965
        );
        let by_name = client.tool("made", json!({ "a": 3 })).await;
        assert_eq!(by_name.value::<i64>(), 6);
        assert_eq!(by_name.value::<Value>(), json!(6));
    }
}

#[ferramenta::schema]
#[derive(Debug, PartialEq)]
struct Total {
    result: u32,
}

/// Looks like what is put around other values.
#[tool(inline)]
fn total() -> Total {
    Total { result: 5 }
}

#[tool(inline)]
fn exact_total() -> Structured<Total> {
    Structured(Total { result: 5 })
}

#[tool(inline)]
fn list_of_totals() -> Structured<Vec<Total>> {
    Structured(vec![Total { result: 5 }])
}

#[tool(inline)]
fn nothing_yet() -> Structured<Option<u32>> {
    Structured(None)
}

#[tool(inline)]
fn made_by_hand() -> Response {
    Response::new().structured(&[1, 2])
}

#[tool(inline, output = Vec<u32>)]
fn made_and_declared() -> Response {
    Response::new().structured(&[1, 2])
}

#[tool(inline, output = String)]
fn declared_text() -> String {
    "text".into()
}

#[tool(inline, output = none)]
fn only_text() -> u32 {
    5
}

#[tokio::test]
async fn only_what_was_put_around_a_value_is_taken_off() {
    for version in STRUCTURED {
        let server = Server::new("t")
            .tools::<(total, exact_total, list_of_totals, nothing_yet)>()
            .tools::<(made_by_hand, made_and_declared, declared_text)>();
        let client = client_of(version, server);
        let expected = Total { result: 5 };
        assert_eq!(client.call::<total>(()).await.value::<Total>(), expected);
        let exact = client.call::<exact_total>(()).await;
        assert_eq!(exact.value::<Total>(), expected);
        let list = client.call::<list_of_totals>(()).await;
        assert_eq!(list.value::<Vec<Total>>(), [expected]);
        let nothing = client.call::<nothing_yet>(()).await;
        assert_eq!(nothing.value::<Option<u32>>(), None);
        let made = client.call::<made_by_hand>(()).await;
        assert_eq!(made.value::<Vec<u32>>(), [1, 2]);
        let declared = client.call::<made_and_declared>(()).await;
        assert_eq!(declared.value::<Vec<u32>>(), [1, 2]);
        let text = client.call::<declared_text>(()).await;
        assert_eq!(text.value::<String>(), "text");
    }
}

/// What reading a result panics with.
fn unreadable<T: serde::de::DeserializeOwned>(result: &ferramenta::TestResult) -> String {
    let read = || drop(result.value::<T>());
    let panic = catch_unwind(AssertUnwindSafe(read)).expect_err("there is no such value");
    *panic.downcast::<String>().expect("a message")
}

#[tokio::test]
async fn a_value_that_does_not_fit_shows_the_whole_exchange() {
    let client = client(server().tool::<only_text>());
    let half = client.call::<ratio>((1, 2)).await;
    let message = unreadable::<Book>(&half);
    assert!(
        message.starts_with("a `typed_calls::Book` was expected: "),
        "{message}"
    );
    assert!(message.contains("\"name\":\"ratio\""), "{message}");
    assert!(message.contains("\"structuredContent\""), "{message}");
    let failed = client.call::<ratio>((1, 0)).await;
    assert!(unreadable::<f64>(&failed).starts_with("a success was expected"));
    let text = client.call::<only_text>(()).await;
    assert!(unreadable::<u32>(&text).starts_with("a structured value was expected\n"));
    let older = TestClient::new(server()).legacy("2025-03-26");
    let half = older.call::<ratio>((1, 2)).await;
    let message = unreadable::<f64>(&half);
    let reason = "a structured value was expected, and 2025-03-26 has none: read the text\n";
    assert!(message.starts_with(reason), "{message}");
}

struct Counter;

#[toolset(prefix = "counter_")]
impl Counter {
    /// Count.
    #[tool]
    #[allow(clippy::unused_self, reason = "a method")]
    fn count(&self, by: u32) -> u32 {
        by
    }
}

#[tokio::test]
async fn methods_of_a_set_are_called_by_name() {
    let client = client(Server::new("t").service(Counter).tools::<Counter>());
    let counted = client.tool("counter_count", json!({ "by": 3 })).await;
    assert_eq!(counted.value::<u32>(), 3);
}

#[tokio::test]
async fn calls_can_be_spawned() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let client = client(server());
    let (one, two) = tokio::join!(
        is_send(client.call::<hello>(())),
        is_send(client.call::<Made>((std::rc::Rc::new(1), 2)))
    );
    one.assert_text("hello");
    two.assert_text("2");
}
