//! What a client reads when something is wrong, word for word: `messages.txt` beside this file.

use std::{fmt::Write as _, path::Path};

use ferramenta::{ErrorCode, ProtocolError, TestClient, ToolError, ToolResult, tool};
use serde_json::{Value, json};

/// Fail for the model's eyes.
#[tool(inline)]
fn refuse() -> Result<(), ToolError> {
    Err(ToolError::new("The shop is closed."))
}

/// Fail for nobody's eyes.
#[tool(inline)]
fn crash() -> ToolResult<u8> {
    Ok("five".parse()?)
}

/// Panic.
#[tool(inline)]
fn panic() {
    panic!("the secret of the shop");
}

/// Fail as a protocol does.
#[tool(inline)]
fn protest() -> ToolResult<()> {
    Err(ProtocolError::new(ErrorCode::Other(-31001), "There is no such shelf.").into())
}

fn calls() -> Vec<(&'static str, &'static str, Value)> {
    let many = json!({ "limit": "many", "genre": "crime", "qurey": "dune", "page": 2 });
    let book =
        json!({ "book": { "title": "Dune", "author": 1, "year": 1449, "publisher": "Chilton" } });
    vec![
        ("missing argument", "search_books", json!({ "limit": 5 })),
        (
            "wrong type",
            "search_books",
            json!({ "query": "dune", "limit": "five" }),
        ),
        (
            "not a whole number",
            "search_books",
            json!({ "query": "dune", "limit": 5.5 }),
        ),
        (
            "out of range",
            "search_books",
            json!({ "query": "dune", "limit": 999 }),
        ),
        (
            "not one of the choices",
            "search_books",
            json!({ "query": "dune", "genre": "poem" }),
        ),
        (
            "nested field",
            "add_book",
            json!({ "book": { "title": "Dune", "author": "Frank Herbert" } }),
        ),
        ("not an object", "add_book", json!({ "book": "Dune" })),
        (
            "unknown argument",
            "search_books",
            json!({ "query": "dune", "max": 5 }),
        ),
        ("several problems", "search_books", many),
        ("several problems in a nested object", "add_book", book),
        (
            "a long value",
            "search_books",
            json!({ "query": "dune", "genre": "x".repeat(500) }),
        ),
        ("a list for the arguments", "search_books", json!(["dune"])),
        ("unknown tool", "no_such_tool", json!({})),
        ("a tool that refuses", "refuse", json!({})),
        ("a tool that fails", "crash", json!({})),
        ("a tool that panics", "panic", json!({})),
        (
            "a tool that answers with a protocol error",
            "protest",
            json!({}),
        ),
    ]
}

/// What isn't a call of a tool.
fn messages() -> Vec<(&'static str, String)> {
    let message = |method: &str, mut params: Value| {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
    };
    vec![
        (
            "a call without a name",
            message("tools/call", json!({ "arguments": {} })),
        ),
        (
            "a name that is none",
            message("tools/call", json!({ "name": 5 })),
        ),
        (
            "a prompt with wrong arguments",
            message(
                "prompts/get",
                json!({ "name": "recommend_books", "arguments": { "count": "11", "genre": "poem" } }),
            ),
        ),
        (
            "unknown prompt",
            message("prompts/get", json!({ "name": "recommend" })),
        ),
        (
            "unknown resource",
            message("resources/read", json!({ "uri": "shop://cellar" })),
        ),
        (
            "a variable that is none of the choices",
            message("resources/read", json!({ "uri": "shop://shelves/crime" })),
        ),
        ("unknown method", message("tools/cal", json!({}))),
        ("no JSON", r#"{"jsonrpc":"2.0","id":1,"method":"#.into()),
        ("no message", r#"{"id":1}"#.into()),
    ]
}

#[tokio::test]
async fn every_message_is_the_one_that_is_written_down() {
    let server = bookshop::server().tools::<(refuse, crash, panic, protest)>();
    let client = TestClient::new(server).observe(|exchange| {
        spec_check::assert_answer(
            exchange.version,
            exchange.method,
            exchange.answer.as_bytes(),
        );
    });
    let mut seen = String::new();
    for (case, name, arguments) in calls() {
        let answer = client.tool(name, arguments.clone()).await;
        let arguments = arguments.to_string();
        let sent = match arguments.len() {
            0..=100 => arguments,
            _ => format!("{}…", &arguments[..100]),
        };
        record(&mut seen, case, &format!("{name} {sent}"), answer.message());
    }
    for (case, message) in messages() {
        let answer = client.message(message.clone()).await.expect("an answer");
        let answer = serde_json::from_str(&answer).expect("JSON");
        record(&mut seen, case, &message, &answer);
    }
    compare(&seen);
}

fn record(seen: &mut String, case: &str, sent: &str, answer: &Value) {
    let read = match answer.get("error") {
        Some(error) => format!(
            "error {}: {}",
            error["code"],
            error["message"].as_str().unwrap_or_default()
        ),
        None => answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    };
    writeln!(seen, "# {case}\n> {sent}\n{}\n", without_reference(&read))
        .expect("a String takes it");
}

/// References differ from call to call.
fn without_reference(text: &str) -> String {
    match text.split_once("(reference ") {
        Some((before, after)) => {
            let (reference, after) = after.split_once(')').expect("the end of a reference");
            assert!(reference.len() == 8 && reference.bytes().all(|byte| byte.is_ascii_hexdigit()));
            format!("{before}(reference ########){after}")
        }
        None => text.to_owned(),
    }
}

fn compare(seen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, seen).expect("the file is written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        seen, written,
        "where this is meant, write messages.txt anew with UPDATE=1"
    );
}
