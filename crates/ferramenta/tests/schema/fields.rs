//! Types as a tool's arguments and result: what is published of their fields, and what holds in a call.

// what the macros emit has to be clean for the strictest of users
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::collections::BTreeMap;

use ferramenta::{IntoTool, Server, Structured, schema, tool};
use serde_json::{Value, json};

use super::support::client;

/// The published tool of this name.
async fn published<T: IntoTool>() -> Value {
    let tools = client(Server::new("t").tool::<T>()).list_tools().await;
    tools.into_iter().next().expect("one tool")
}

/// A book.
#[schema(rename_all = "camelCase")]
#[derive(Debug, Clone, PartialEq)]
struct Book {
    /// The title.
    #[arg(length(1..=80))]
    zz_title: String,
    #[arg(range(1450..), description = "Year of printing.")]
    year: Option<u16>,
    #[arg(default = 1, range(..=9))]
    copies: u32,
    #[arg(default, length(..=2))]
    authors: Vec<String>,
    #[arg(one_of("nl", "pt"), rename = "lang")]
    language: Option<String>,
    #[serde(default)]
    notes: BTreeMap<String, String>,
    shelf: Shelf,
    isbn: Option<Isbn>,
}

/// Where a book stands.
#[schema(rename_all = "kebab-case")]
#[derive(Debug, Clone, PartialEq)]
enum Shelf {
    /// Stories.
    Fiction,
    ScienceAndNature,
}

/// Ten digits.
#[schema]
#[derive(Debug, Clone, PartialEq)]
struct Isbn(#[arg(pattern = "^[0-9]{10}$")] String);

/// How to pay.
#[schema(tag = "kind", rename_all = "snake_case")]
#[derive(Debug)]
enum Payment {
    /// By card.
    Card {
        #[arg(length(4..=4))]
        number: String,
        #[arg(range(0.0..=1.0))]
        fee: Option<f64>,
        all: bool,
    },
    Cash,
    #[arg(rename = "swap", description = "A book for a book.")]
    Book(Box<Book>),
}

#[tool(inline)]
fn keep(book: Book, payment: Payment) -> Structured<(Book, String)> {
    Structured((book, format!("{payment:?}")))
}

#[tokio::test]
async fn rules_of_fields_are_published() {
    let tool = published::<keep>().await;
    let book = &tool["inputSchema"]["properties"]["book"];
    assert_eq!(book["description"], "A book.");
    assert_eq!(book["additionalProperties"], false);
    assert_eq!(book["required"], json!(["zzTitle", "shelf"]));
    let properties = &book["properties"];
    assert_eq!(
        properties["zzTitle"],
        json!({ "type": "string", "description": "The title.", "minLength": 1, "maxLength": 80 })
    );
    assert_eq!(properties["year"]["minimum"], 1450);
    assert_eq!(properties["year"]["description"], "Year of printing.");
    assert_eq!(properties["copies"]["default"], 1);
    assert_eq!(properties["authors"]["maxItems"], 2);
    assert_eq!(
        properties["lang"],
        json!({ "type": "string", "enum": ["nl", "pt"] })
    );
    let variants = &tool["inputSchema"]["properties"]["payment"]["oneOf"];
    assert_eq!(variants[0]["properties"]["kind"]["const"], "card");
    assert_eq!(variants[0]["properties"]["fee"]["maximum"], 1.0);
    assert_eq!(variants[2]["properties"]["kind"]["const"], "swap");
    assert_eq!(variants[2]["description"], "A book for a book.");
    assert!(!tool.to_string().contains("x-ferramenta"), "{tool}");
}

#[tokio::test]
async fn fields_keep_the_order_of_the_source() {
    let client = client(Server::new("t").tool::<keep>());
    let raw = client
        .message(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#)
        .await
        .expect("an answer");
    let book = [
        "zzTitle", "year", "copies", "authors", "lang", "notes", "shelf", "isbn",
    ];
    let in_order = |text: &str, names: &[&str]| {
        let found = names.iter().map(|name| {
            text.find(&format!("\"{name}\":"))
                .unwrap_or_else(|| panic!("{name} in {text}"))
        });
        assert!(found.collect::<Vec<_>>().is_sorted(), "{names:?} in {text}");
    };
    let (first, payment) = raw.split_once("\"payment\":").expect("two arguments");
    in_order(first, &book);
    in_order(payment, &["kind", "number", "fee", "all"]);
    let (_, swap) = payment
        .split_once("A book for a book.")
        .expect("the last variant");
    in_order(swap, &book);
    in_order(swap, &["kind", "zzTitle"]);
}

#[tokio::test]
async fn rules_of_fields_hold_in_a_call() {
    let client = client(Server::new("t").tool::<keep>());
    let book = json!({ "zzTitle": "a", "shelf": "science-and-nature" });
    let good = client
        .tool(
            "keep",
            json!({ "book": book, "payment": { "kind": "cash" } }),
        )
        .await;
    good.assert_ok();
    assert_eq!(good.structured()[0]["copies"], 1);
    let wrong = [
        json!({ "book": { "zzTitle": "", "shelf": "fiction" }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "year": 1449 }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "copies": 10 }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "authors": ["a", "b", "c"] }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "lang": "xx" }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "isbn": "123" }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction", "more": 1 }, "payment": { "kind": "cash" } }),
        json!({ "book": { "zzTitle": "a", "shelf": "fiction" }, "payment": { "kind": "card", "number": "1", "all": true } }),
    ];
    for arguments in wrong {
        let result = client.tool("keep", arguments.clone()).await;
        assert_eq!(result.result()["isError"], true, "{arguments}");
    }
}

#[tokio::test]
async fn null_is_understood_beside_the_rules_of_an_option_and_not_written() {
    #[tool(inline)]
    fn back(book: Book) -> Book {
        book
    }
    let tool = published::<back>().await;
    let language = &tool["outputSchema"]["properties"]["lang"];
    assert_eq!(language["enum"], json!(["nl", "pt"]));
    let result = client(Server::new("t").tool::<back>())
        .tool(
            "back",
            json!({ "book": { "zzTitle": "a", "shelf": "fiction", "lang": null } }),
        )
        .await;
    result.assert_ok();
    assert_eq!(result.structured().get("lang"), None);
}
