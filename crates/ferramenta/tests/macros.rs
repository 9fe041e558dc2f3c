//! The macros, seen from outside: what they publish and what is called.

// what the macros emit has to be clean for the strictest of users
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    missing_debug_implementations,
    clippy::all,
    clippy::pedantic
)]

mod support;

use ferramenta::{
    Args, Binder, Context, Context as C, Failure, FromServer, Inject, IntoTool, Response, Server,
    ToolError, ToolResult, schema, tool,
};
use serde_json::{Value, json};
use support::client;

/// The published tool of this name.
async fn published<T: IntoTool>() -> Value {
    let tools = client(Server::new("t").tool::<T>()).list_tools().await;
    tools.into_iter().next().expect("one tool")
}

/// The result of one call, as text.
async fn call<T: IntoTool>(arguments: Value) -> String {
    let name = published::<T>().await["name"]
        .as_str()
        .expect("a name")
        .to_owned();
    let result = client(Server::new("t").tool::<T>())
        .tool(&name, arguments)
        .await;
    result.text()
}

/// Search the catalog by title or author.
///
///   Indented.
#[tool(
    title = "Search",
    read_only,
    idempotent = false,
    closed_world,
    icon(src = "https://example.com/a.png", mime_type = "image/png", sizes("48x48", "any"), theme = "dark"),
    icons("data:image/png;base64,AA=="),
    meta(shelf = 3, "example.com/new" = true, note = "x"),
    timeout = "30s",
    max_concurrent = 4
)]
fn search_books(
    /// Title or author
    /// to search for.
    query: String,
    #[arg(default = 10, range(1..=50), description = "Maximum number of results.")] limit: u32,
    #[arg(one_of("asc", "desc"), default = "asc")] order: String,
    #[arg(length(..4))] tags: Option<Vec<String>>,
    #[arg(pattern = "^[a-z]+$", rename = "shelf-name")] shelf: Option<String>,
    #[arg(range(-1.0..=LARGEST), header = "Weight")] weight: Option<i64>,
) -> String {
    format!("{query} {limit} {order} {tags:?} {shelf:?} {weight:?}")
}

const LARGEST: i64 = 9;

#[test]
fn a_tool_stays_a_function() {
    assert_eq!(
        search_books("a".into(), 1, "b".into(), None, None, Some(2)),
        "a 1 b None None Some(2)"
    );
}

#[tokio::test]
async fn what_is_said_of_a_tool_is_published() {
    let tool = published::<search_books>().await;
    assert_eq!(tool["name"], "search_books");
    assert_eq!(tool["title"], "Search");
    assert_eq!(
        tool["description"],
        "Search the catalog by title or author.\n\n  Indented."
    );
    assert_eq!(
        tool["annotations"],
        json!({ "readOnlyHint": true, "idempotentHint": false, "openWorldHint": false })
    );
    assert_eq!(
        tool["icons"],
        json!([
            { "src": "https://example.com/a.png", "mimeType": "image/png", "sizes": ["48x48", "any"], "theme": "dark" },
            { "src": "data:image/png;base64,AA==" },
        ])
    );
    assert_eq!(
        tool["_meta"],
        json!({ "shelf": 3, "example.com/new": true, "note": "x" })
    );
    let input = &tool["inputSchema"];
    assert_eq!(input["required"], json!(["query"]));
    let properties = &input["properties"];
    assert_eq!(
        properties["query"],
        json!({ "type": "string", "description": "Title or author\nto search for." })
    );
    assert_eq!(properties["limit"]["maximum"], 50);
    assert_eq!(
        properties["limit"]["description"],
        "Maximum number of results."
    );
    assert_eq!(
        properties["order"],
        json!({ "type": "string", "default": "asc", "enum": ["asc", "desc"] })
    );
    assert_eq!(properties["tags"]["maxItems"], 3);
    assert_eq!(properties["shelf-name"]["pattern"], "^[a-z]+$");
    assert_eq!(properties["weight"]["maximum"], 9);
    assert_eq!(properties["weight"]["x-mcp-header"], "Weight");
}

#[tokio::test]
async fn defaults_and_rules_hold_in_a_call() {
    assert_eq!(
        call::<search_books>(json!({ "query": "q" })).await,
        "q 10 asc None None None"
    );
    let refused = call::<search_books>(json!({ "query": "q", "limit": 99, "order": "up" })).await;
    assert!(refused.contains("limit: 99"), "{refused}");
    assert!(refused.contains("order"), "{refused}");
}

#[tool]
async fn waits(cx: &Context, text: String) -> String {
    std::future::ready(()).await;
    format!("{text} {}", cx.transport().as_str())
}

#[tool(inline)]
fn quick(cx: C, number: f64) -> f64 {
    drop(cx);
    number * 2.0
}

#[tool(run_to_completion)]
fn nothing() {}

#[tokio::test]
async fn all_kinds_of_functions_are_called() {
    assert_eq!(call::<waits>(json!({ "text": "a" })).await, "a test");
    assert_eq!(call::<quick>(json!({ "number": 1.5 })).await, "3.0");
    assert_eq!(call::<nothing>(json!({})).await, "");
    assert_eq!(
        published::<nothing>().await["inputSchema"],
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

type Alias = Context;

/// Progress as the user means it.
#[schema]
#[derive(Debug, Clone)]
struct Progress {
    /// How far.
    done: u8,
}

#[tool(inline)]
fn aliases(a: Alias, b: &Alias, c: &C, progress: Progress) -> Progress {
    let _ = (a, b, c);
    progress
}

#[tokio::test]
async fn types_decide_and_not_names() {
    let tool = published::<aliases>().await;
    assert_eq!(tool["inputSchema"]["required"], json!(["progress"]));
    assert_eq!(
        tool["inputSchema"]["properties"]["progress"]["properties"]["done"]["description"],
        "How far."
    );
    assert_eq!(
        call::<aliases>(json!({ "progress": { "done": 3 } })).await,
        r#"{"done":3}"#
    );
}

mod uuid {
    pub(crate) const LENGTH: usize = 36;
}

/// Called like a module, a primitive and a keyword.
#[tool(type = UuidTool, name = "make.uuid-4")]
fn uuid(#[arg(default = uuid::LENGTH)] length: usize) -> usize {
    length
}

#[tool(type = LoopTool)]
fn r#loop(r#type: u32, mut r#loop: u32, _unused: Option<u32>) -> u32 {
    r#loop += r#type;
    r#loop
}

/// A parameter that is called like the function, and ones that are called like the macro's own.
#[tool]
fn same(same: String, p0: String, tool: String) -> String {
    same + &p0 + &tool
}

#[tokio::test]
async fn names_do_not_get_into_each_others_way() {
    assert_eq!(published::<UuidTool>().await["name"], "make.uuid-4");
    assert_eq!(call::<UuidTool>(json!({})).await, "36");
    assert_eq!(published::<LoopTool>().await["name"], "loop");
    assert_eq!(call::<LoopTool>(json!({ "type": 1, "loop": 2 })).await, "3");
    assert_eq!(
        call::<same>(json!({ "same": "a", "p0": "b", "tool": "c" })).await,
        "abc"
    );
}

macro_rules! made {
    ($name:ident, $doc:literal, $type:ty, $most:expr, $default:literal) => {
        #[doc = $doc]
        #[tool(inline)]
        fn $name(
            #[arg(range(1..=$most), default = $default)] x: $type,
            cx: &$crate::Alias,
        ) -> $type {
            let _ = cx;
            x
        }
    };
}
made!(made_small, "Small.", u8, 5, 3);
made!(made_large, "Large.", i64, 500, 300);

#[tokio::test]
async fn macros_can_make_tools() {
    assert_eq!(published::<made_small>().await["description"], "Small.");
    assert_eq!(
        published::<made_small>().await["inputSchema"]["properties"]["x"]["maximum"],
        5
    );
    assert_eq!(call::<made_large>(json!({})).await, "300");
}

#[tokio::test]
async fn functions_can_hold_tools() {
    #[schema]
    struct Local {
        #[arg(length(1..=3), default = "ab")]
        text: String,
    }

    /// Outer doc.
    #[doc = concat!("Con", "catenated.")]
    #[tool]
    fn local(Args(local): Args<Local>) -> Local {
        local
    }

    assert_eq!(
        published::<local>().await["description"],
        "Outer doc.\nConcatenated."
    );
    assert_eq!(call::<local>(json!({})).await, r#"{"text":"ab"}"#);
    assert!(
        call::<local>(json!({ "text": "abcd" }))
            .await
            .contains("text: ")
    );
}

#[cfg(any())]
#[tool]
fn gone(missing: Missing) {}

#[tool]
#[cfg(any())]
fn gone_as_well(missing: Missing) {}

#[cfg(not(any()))]
#[tool]
fn gone() -> &'static str {
    "here"
}

#[tool]
#[deprecated = "use another"]
fn old(number: u32) -> u32 {
    number
}

#[tokio::test]
async fn attributes_of_the_compiler_are_kept() {
    assert_eq!(call::<gone>(json!({})).await, "here");
    #[expect(
        deprecated,
        reason = "the type is deprecated together with the function"
    )]
    let text = call::<old>(json!({ "number": 1 })).await;
    assert_eq!(text, "1");
}

/// Both an argument and something that the server provides.
#[schema]
#[derive(Debug)]
struct Tenant {
    id: u32,
}

impl FromServer for Tenant {
    type Bound = ();

    fn bind(_binder: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    async fn get((): &(), _cx: &Context) -> Result<Self, Failure> {
        Ok(Self { id: 7 })
    }
}

#[tool]
async fn tenants(#[inject] own: Tenant, #[arg] other: Tenant, count: u32) -> u32 {
    own.id + other.id + count
}

#[derive(Debug)]
struct Greetings(&'static str);

#[tool]
async fn greet(name: String, greetings: Inject<Greetings>) -> ToolResult<String> {
    if name.is_empty() {
        return Err(ToolError::new("Provide a name.").into());
    }
    Ok(format!("{}, {name}!", greetings.0))
}

#[tokio::test]
async fn the_server_provides_what_is_no_argument() {
    assert_eq!(
        call::<tenants>(json!({ "other": { "id": 1 }, "count": 2 })).await,
        "10"
    );
    let client = client(Server::new("t").service(Greetings("Hello")).tool::<greet>());
    client
        .tool("greet", json!({ "name": "Ada" }))
        .await
        .assert_ok()
        .assert_text("Hello, Ada!");
    client
        .tool("greet", json!({ "name": "" }))
        .await
        .assert_error("Provide a name.");
}

mod renamed {
    pub(crate) use ferramenta::*;
}

#[schema(crate = crate::renamed)]
struct Elsewhere {
    #[arg(range(1..=3), default = 2)]
    number: i32,
}

#[tool(crate = crate::renamed, run_to_completion = false)]
async fn elsewhere(cx: &Context, Args(input): Args<Elsewhere>) -> i32 {
    let _ = cx;
    input.number
}

#[schema]
#[derive(Debug, Default)]
struct Tree {
    name: String,
    #[arg(default, length(..=2))]
    children: Vec<Tree>,
    #[cfg(any())]
    #[arg(range(1..))]
    gone: Missing,
    #[serde(rename = "note")]
    remark: Option<String>,
}

#[tool]
fn grow(tree: Tree) -> String {
    let names: Vec<&String> = tree.children.iter().map(|child| &child.name).collect();
    format!("{} {names:?} {:?}", tree.name, tree.remark)
}

#[tokio::test]
async fn attributes_of_serde_keep_working() {
    assert_eq!(call::<elsewhere>(json!({})).await, "2");
    assert_eq!(call::<elsewhere>(json!({ "number": 3 })).await, "3");
    let tool = published::<grow>().await;
    assert!(!tool.to_string().contains("x-ferramenta"), "{tool}");
    let tree = &tool["inputSchema"]["$defs"]["Tree"]["properties"];
    assert_eq!(tree["note"], json!({ "type": "string" }));
    let sent = json!({ "tree": { "name": "a", "note": "c", "children": [{ "name": "b" }] } });
    let text = call::<grow>(sent).await;
    assert_eq!(text, "a [\"b\"] Some(\"c\")");
}

#[schema(output)]
struct Counted {
    books: u32,
}

/// Count books.
#[tool(inline, output = Counted, max_result = "1KiB", unknown_arguments = "allow")]
fn count(books: Option<u32>, #[arg(default = 0)] padding: usize) -> Response {
    let response = Response::new().content("x".repeat(padding));
    match books {
        Some(books) => response.structured(&Counted { books }),
        None => response,
    }
}

#[tool(output = none, max_result = 4 * 1024)]
async fn counted() -> Counted {
    Counted { books: 3 }
}

#[tokio::test]
async fn what_is_declared_of_results_holds() {
    let client = client(Server::new("t").tools::<(count, counted)>());
    let tools = client.list_tools().await;
    assert_eq!(tools[0]["outputSchema"]["required"], json!(["books"]));
    assert_eq!(tools[0]["inputSchema"].get("additionalProperties"), None);
    assert_eq!(tools[1].get("outputSchema"), None);
    let counted = client
        .tool("count", json!({ "books": 3, "more": [1] }))
        .await;
    assert_eq!(counted.assert_ok().structured(), &json!({ "books": 3 }));
    let text = client.tool("counted", json!({})).await;
    text.assert_ok().assert_text_contains("3");
    for arguments in [json!({}), json!({ "books": 3, "padding": 2000 })] {
        let refused = client.tool("count", arguments).await;
        assert_eq!(refused.result()["isError"], true);
    }
}

#[tool]
fn whole(Args(book): Args<Elsewhere>) -> i32 {
    book.number
}

#[test]
fn a_whole_argument_object_decides_itself_what_is_unknown() {
    let open = whole::into_tool().allow_unknown_arguments();
    let errors = Server::new("t")
        .tool_value(open)
        .build()
        .expect_err("a mistake");
    assert!(
        errors.to_string().contains("decides that by itself"),
        "{errors}"
    );
}
