//! The schemas of the bookshop, byte for byte.
//!
//! They say what the same tools say in Python, with these differences: no derived `title`s, unknown
//! arguments are refused (`additionalProperties: false`), a model that is used once stands where it is
//! used, and an optional choice is the plain choice, without `null`.

use bookshop::{Genre, steps};
use ferramenta::{IntoTool, Server, TestClient};
use serde_json::{Value, json};

/// A client every answer to which is checked against the specification.
fn client(server: Server) -> TestClient {
    TestClient::new(server).observe(|exchange| {
        spec_check::assert_answer(
            exchange.version,
            exchange.method,
            exchange.answer.as_bytes(),
        );
    })
}

/// The bytes of a tool's input schema, as `tools/list` has them.
async fn input_schema<T: IntoTool>() -> String {
    let client = client(Server::new("t").tool::<T>());
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } } });
    let answer = client
        .message(request.to_string())
        .await
        .expect("an answer");
    let (_, rest) = answer.split_once(r#""inputSchema":"#).expect("a schema");
    rest.split_once(r#","outputSchema":"#)
        .expect("an output schema")
        .0
        .to_owned()
}

#[tokio::test]
async fn two_required_arguments() {
    assert_eq!(
        input_schema::<steps::required::search_books>().await,
        concat!(
            r#"{"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer"}},"#,
            r#""required":["query","limit"],"additionalProperties":false}"#
        )
    );
}

#[tokio::test]
async fn a_default() {
    assert_eq!(
        input_schema::<steps::with_default::search_books>().await,
        concat!(
            r#"{"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer","default":10}},"#,
            r#""required":["query"],"additionalProperties":false}"#
        )
    );
}

#[tokio::test]
async fn descriptions_a_range_and_a_choice() {
    assert_eq!(
        input_schema::<steps::constrained::search_books>().await,
        concat!(
            r#"{"type":"object","properties":{"query":{"type":"string","description":"Title or author to search for."},"#,
            r#""limit":{"type":"integer","description":"Maximum number of results.","default":10,"minimum":1,"maximum":50},"#,
            r#""genre":{"type":"string","enum":["fiction","non-fiction","poetry"]}},"#,
            r#""required":["query"],"additionalProperties":false}"#
        )
    );
}

#[tokio::test]
async fn annotations_leave_the_schema_alone() {
    assert_eq!(
        input_schema::<steps::annotated::search_books>().await,
        concat!(
            r#"{"type":"object","properties":{"query":{"type":"string"}},"#,
            r#""required":["query"],"additionalProperties":false}"#
        )
    );
    let client = client(Server::new("t").tool::<steps::annotated::search_books>());
    let tool = &client.list_tools().await[0];
    assert_eq!(tool["title"], "Search the catalog");
    assert_eq!(
        tool["annotations"],
        json!({ "readOnlyHint": true, "openWorldHint": false })
    );
}

#[tokio::test]
async fn a_model_stands_where_it_is_used() {
    assert_eq!(
        input_schema::<bookshop::add_book>().await,
        concat!(
            r#"{"type":"object","properties":{"book":{"type":"object","properties":{"title":{"type":"string"},"#,
            r#""author":{"type":"string"},"year":{"type":"integer","description":"Year of first publication.","#,
            r#""minimum":1450}},"required":["title","author","year"],"additionalProperties":false}},"#,
            r#""required":["book"],"additionalProperties":false}"#
        )
    );
}

#[tokio::test]
async fn what_the_model_and_the_client_get_back() {
    let client = client(bookshop::server());
    let text = "Found 3 books matching 'dune' (showing up to 10).";
    let result = client
        .tool("search_books", json!({ "query": "dune" }))
        .await;
    result
        .assert_ok()
        .assert_text(text)
        .assert_structured(json!({ "result": text }));
    let schema = json!({ "type": "object", "properties": { "result": { "type": "string" } }, "required": ["result"] });
    assert_eq!(client.list_tools().await[0]["outputSchema"], schema);

    let poetry = client
        .tool(
            "search_books",
            json!({ "query": "sea", "limit": 1, "genre": "poetry" }),
        )
        .await;
    poetry.assert_text("Found 3 books matching 'sea' in poetry (showing up to 1).");
    let dune = json!({ "book": { "title": "Dune", "author": "Frank Herbert", "year": 1965 } });
    client
        .tool("add_book", dune)
        .await
        .assert_ok()
        .assert_text("Added 'Dune' by Frank Herbert (1965).");
    client
        .tool("check_stock", json!({ "title": "Dune" }))
        .await
        .assert_ok()
        .assert_text("'Dune' is in stock.");
}

#[tokio::test]
async fn what_a_person_chooses_to_say() {
    let client = client(bookshop::server());
    let listed = json!([{
        "name": "recommend_books",
        "title": "Recommend books",
        "description": "Ask for books like one that was liked.",
        "arguments": [
            { "name": "liked", "description": "Title of the book that was liked.", "required": true },
            { "name": "count", "description": "How many books to recommend.", "required": false },
            { "name": "genre", "required": false },
        ],
    }]);
    assert_eq!(Value::from(client.list_prompts().await), listed);
    let arguments = json!({ "liked": "Dune", "count": "2", "genre": "fiction" });
    let answer = client.prompt("recommend_books", arguments).await;
    let text = "I liked 'Dune'. Search the catalog in fiction for books like it, and recommend 2 that are in stock.";
    assert_eq!(
        answer.result()["messages"],
        json!([{ "role": "user", "content": { "type": "text", "text": text } }])
    );
    let as_function = bookshop::recommend_books("Dune".into(), 2, Some(Genre::Fiction));
    assert_eq!(as_function, text);
}

#[tokio::test]
async fn what_can_be_read() {
    let client = client(bookshop::server());
    let resources = client.request("resources/list", json!({})).await;
    let listed = json!([{
        "uri": "shop://hours",
        "name": "opening_hours",
        "title": "Opening hours",
        "description": "When the shop is open.",
        "mimeType": "text/plain",
    }]);
    assert_eq!(resources.result()["resources"], listed);
    let templates = client.request("resources/templates/list", json!({})).await;
    let listed = json!([{
        "uriTemplate": "shop://shelves/{genre}",
        "name": "shelf",
        "title": "A shelf",
        "description": "What stands on the shelf of a genre.",
        "mimeType": "text/plain",
    }]);
    assert_eq!(templates.result()["resourceTemplates"], listed);
    for (uri, text) in [
        ("shop://hours", bookshop::opening_hours().to_owned()),
        ("shop://shelves/poetry", bookshop::shelf(Genre::Poetry)),
    ] {
        let answer = client.read(uri).await;
        let contents = json!([{ "uri": uri, "mimeType": "text/plain", "text": text }]);
        assert_eq!(answer.result()["contents"], contents);
    }
}

#[test]
fn a_tool_is_still_a_function() {
    let text = bookshop::search_books("dune".into(), 5, None);
    assert_eq!(text, "Found 3 books matching 'dune' (showing up to 5).");
}

#[tokio::test]
async fn every_step_is_called_by_the_same_name() {
    let first: Vec<Value> = client(Server::new("t").tool::<steps::with_default::search_books>())
        .list_tools()
        .await;
    assert_eq!(first[0]["name"], "search_books");
    assert_eq!(
        first[0]["description"],
        "Search the catalog by title or author."
    );
}
