//! Resources that functions list on demand, in pages of their own.

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ferramenta::{
    Context, Failure, HttpParts, Identity, Inject, Listed, Page, Paging, ParamSpec, ResourceDef,
    Server, TestClient, ToolError, ToolResult, resource,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

struct Shelf(Vec<u32>);

/// A book.
#[resource("shelf://books/{isbn}", mime = "text/plain", list = books)]
async fn book(isbn: u32) -> String {
    format!("Book {isbn}")
}

async fn books(paging: Paging, shelf: Inject<Shelf>) -> ToolResult<Page<Listed>> {
    let after: u32 = match paging.after() {
        None => 0,
        Some(key) => key.parse().map_err(|_| ToolError::new("No such page."))?,
    };
    let rest = shelf.0.iter().filter(|isbn| **isbn > after);
    let rest = rest.map(|isbn| {
        let listed = Listed::of([("isbn", isbn.to_string())])
            .name(format!("book {isbn}"))
            .title("A book")
            .size(7);
        (isbn.to_string(), listed)
    });
    Ok(Page::of_rest(rest, &paging))
}

/// A note.
#[resource("note://{+path}", list = Self::all)]
impl Notes {
    async fn handle(&self, path: String) -> String {
        path
    }

    fn all(notes: Inject<Notes>) -> Vec<Listed> {
        notes
            .into_inner()
            .0
            .iter()
            .map(|path| Listed::of([("path", *path)]))
            .collect()
    }
}

struct Notes(&'static [&'static str]);

/// The opening hours.
#[resource("shelf://hours")]
async fn hours() -> &'static str {
    "9 to 5"
}

fn server(books: u32) -> Server {
    Server::new("Shelf")
        .service(Shelf((1..=books).collect()))
        .service(Notes(&["a b/c", "d"]))
        .resources::<(hours, book, Notes)>()
}

/// The URIs on all pages, page by page.
async fn pages(client: &TestClient) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut params = json!({});
    loop {
        let answer = client.request("resources/list", params).await;
        answer.assert_ok();
        let entries = answer.result()["resources"].as_array().expect("a list");
        pages.push(entries.iter().map(uri).collect());
        match answer.result().get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return pages,
        }
        assert!(pages.len() < 1_000, "the list has no end");
    }
}

fn uri(entry: &Value) -> String {
    entry["uri"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn entries_come_behind_those_with_a_uri_of_their_own() {
    for version in VERSIONS {
        let client = client_of(version, server(2));
        let listed = client.request("resources/list", json!({})).await;
        listed.assert_ok();
        let mut book = json!({
            "uri": "shelf://books/1", "name": "book 1", "title": "A book", "mimeType": "text/plain", "size": 7,
        });
        if matches!(version, "2024-11-05" | "2025-03-26") {
            book.as_object_mut().unwrap().remove("title");
        }
        let resources = listed.result()["resources"].as_array().unwrap();
        assert_eq!(
            resources.iter().map(uri).collect::<Vec<_>>(),
            [
                "shelf://hours",
                "shelf://books/1",
                "shelf://books/2",
                "note://a%20b/c",
                "note://d"
            ]
        );
        assert_eq!(resources[1], book, "{version}");
        assert_eq!(resources[3]["name"], "note://a%20b/c");
        for entry in resources {
            client.read(&uri(entry)).await.assert_ok();
        }
    }
}

#[tokio::test]
async fn all_entries_are_on_some_page_once() {
    for page_size in 1..=5 {
        let client = client(server(7).page_size(page_size));
        let pages = pages(&client).await;
        let all = pages.concat();
        assert_eq!(all.len(), 10);
        let mut unique = all.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), 10, "{pages:?}");
        let last = pages.len() - 1;
        let sized = |page: &Vec<String>| page.len() == page_size;
        // the notes' function gives two however few are asked for
        assert!(
            page_size == 1 || pages[..last].iter().all(sized),
            "{pages:?}"
        );
    }
    let many = pages(&client(server(250))).await;
    assert_eq!(
        many.iter().map(Vec::len).collect::<Vec<_>>(),
        [101, 100, 52]
    );
}

#[tokio::test]
async fn a_cursor_is_good_on_every_replica() {
    let (one, other) = (
        client(server(9).page_size(3)),
        client(server(9).page_size(3)),
    );
    let first = one.request("resources/list", json!({})).await;
    let cursor = &first.result()["nextCursor"];
    let second = other
        .request("resources/list", json!({ "cursor": cursor }))
        .await;
    assert_eq!(uri(&second.result()["resources"][0]), "shelf://books/3");
}

#[tokio::test]
async fn a_foreign_cursor_is_refused() {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let client = client(server(9));
    let refused = "Invalid params: `cursor` is not one that this server gave";
    let made = |text: &str| json!(URL_SAFE_NO_PAD.encode(format!("\"resources\":[{text}")));
    for cursor in [
        json!(""),
        json!("x"),
        json!(7),
        made("shelf://hours"),
        made("shelf://films/{id}\n"),
        made("shelf://hours\n"),
        made("\n"),
    ] {
        let answer = client
            .request("resources/list", json!({ "cursor": cursor }))
            .await;
        answer.assert_protocol_error(-32602, refused);
    }
    let start = client
        .request(
            "resources/list",
            json!({ "cursor": made("shelf://books/{isbn}\n") }),
        )
        .await;
    assert_eq!(uri(&start.result()["resources"][0]), "shelf://books/1");
    // nobody vouches for what the function gave
    let odd = client
        .request(
            "resources/list",
            json!({ "cursor": made("shelf://books/{isbn}\n=x") }),
        )
        .await;
    odd.assert_protocol_error(-32603, "No such page.");
}

fn guarded() -> Server {
    let books = ResourceDef::new("shelf://books/{isbn}")
        .handler((ParamSpec::new("isbn"),), |(isbn,): (String,)| async move {
            isbn
        })
        .list(|(): ()| async { vec![Listed::of([("isbn", "1")]), Listed::of([("isbn", "2")])] })
        .visible(|(cx,): (Context,)| async move {
            let who = cx.identity().map(|identity| identity.subject().to_owned());
            who.as_deref() == Some("ada") || cx.uri_variables()["isbn"] == "2"
        });
    Server::new("Shelf").resource_value(books)
}

#[tokio::test]
async fn who_may_not_read_an_entry_does_not_see_it() {
    let server = guarded().build().unwrap();
    let nobody = TestClient::of(&server);
    assert_eq!(pages(&nobody).await, [["shelf://books/2"]]);
    nobody
        .read("shelf://books/1")
        .await
        .assert_protocol_error(-32602, "Resource not found");
    let ada = TestClient::of(&server).identity(Identity::new("ada"));
    assert_eq!(pages(&ada).await, [["shelf://books/1", "shelf://books/2"]]);
}

#[tokio::test]
async fn nothing_is_asked_for_who_lacks_a_scope() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let books = ResourceDef::new("shelf://books/{isbn}")
        .handler((ParamSpec::new("isbn"),), |(isbn,): (String,)| async move {
            isbn
        })
        .list(move |(): ()| {
            count.fetch_add(1, Ordering::Relaxed);
            async { vec![Listed::of([("isbn", "1")])] }
        })
        .scopes(["books:read"]);
    let server = Server::new("Shelf").resource_value(books).build().unwrap();
    assert_eq!(pages(&TestClient::of(&server)).await, [[""; 0]]);
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    let ada = Identity::new("ada").scope("books:read");
    let ada = TestClient::of(&server).identity(ada);
    assert_eq!(pages(&ada).await, [["shelf://books/1"]]);
    let closed = self::server(1).guard(|(): ()| async { false });
    assert_eq!(pages(&client(closed)).await, [[""; 0]]);
}

fn listing<T: Future<Output = R> + Send + 'static, R>(
    list: impl Fn(Paging) -> T + Send + Sync + 'static,
) -> Server
where
    R: IntoListed,
{
    let list = Arc::new(list);
    let books = ResourceDef::new("shelf://books/{isbn}")
        .handler((ParamSpec::new("isbn"),), |(isbn,): (String,)| async move {
            isbn
        })
        .list(move |(paging,): (Paging,)| {
            let list = Arc::clone(&list);
            async move { list(paging).await.into_listed() }
        });
    Server::new("Shelf").resource_value(books)
}

/// What the functions of these tests give.
trait IntoListed {
    fn into_listed(self) -> ToolResult<Page<Listed>>;
}

impl IntoListed for ToolResult<Page<Listed>> {
    fn into_listed(self) -> Self {
        self
    }
}

impl IntoListed for Page<Listed> {
    fn into_listed(self) -> ToolResult<Self> {
        Ok(self)
    }
}

#[tokio::test]
async fn what_nobody_could_read_is_left_out() {
    let server = listing(|_| async {
        Page::new([
            Listed::new("shelf://films/1"),
            Listed::new("no uri"),
            Listed::of([("number", "1")]),
            Listed::of([("isbn", "..")]),
            Listed::new("shelf://books/1").meta(json!([])),
            Listed::new("shelf://books/ü"),
        ])
    });
    assert_eq!(pages(&client(server)).await, [["shelf://books/%C3%BC"]]);
}

#[tokio::test]
async fn a_list_that_goes_round_in_circles_ends() {
    let server = listing(|_| async { Page::new([Listed::of([("isbn", "1")])]).next("again") });
    assert_eq!(pages(&client(server)).await.len(), 2);
    let server = listing(|paging| async move {
        match paging.after() {
            None => Page::new([]).next(""),
            Some("") => Page::new([Listed::of([("isbn", "1")])]),
            Some(other) => panic!("nobody gave {other}"),
        }
    });
    assert_eq!(pages(&client(server)).await.concat(), ["shelf://books/1"]);
}

#[tokio::test]
async fn what_fails_is_told_as_elsewhere() {
    async fn failed(_: Paging) -> ToolResult<Page<Listed>> {
        Err(Failure::hidden("secret"))
    }
    async fn panics(_: Paging) -> Page<Listed> {
        panic!("secret")
    }
    for server in [listing(failed), listing(panics)] {
        let answer = client(server).request("resources/list", json!({})).await;
        let message = answer.message()["error"]["message"].as_str().unwrap();
        assert!(
            message.starts_with("Internal error (reference "),
            "{message}"
        );
    }
    let mut limits = ferramenta::Limits::default();
    limits.result = 1_000;
    let server = listing(|_| async {
        Page::new((0..100).map(|isbn| Listed::of([("isbn", isbn.to_string())])))
    });
    let answer = client(server.limits(limits))
        .request("resources/list", json!({}))
        .await;
    let message = answer.message()["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("The result has "), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_list_has_a_time_limit() {
    let server = listing(|_| async {
        std::future::pending::<()>().await;
        Page::new([])
    });
    let answer = client(server).request("resources/list", json!({})).await;
    answer.assert_protocol_error(-32603, "timed out after 60 s");
}

#[test]
fn mistakes_are_found_at_the_start() {
    let list = |def: ResourceDef| def.handler((), |()| async { "" });
    let one = list(ResourceDef::new("a://b")).list(|(): ()| async { Vec::new() });
    let outside = list(ResourceDef::new("a://c")).visible(|(_,): (Paging,)| async { true });
    let errors = Server::new("t")
        .resource_value(one)
        .resource_value(outside)
        .build()
        .unwrap_err()
        .to_string();
    for words in [
        "resource `a://b`: a function lists it, and it is at one URI",
        "a://c -> Paging: this isn't asked for a page",
    ] {
        assert!(errors.contains(words), "{errors}");
    }
    let http = ResourceDef::new("a://{x}")
        .handler((ParamSpec::new("x"),), |(x,): (String,)| async move { x })
        .list(|(_,): (HttpParts,)| async { Vec::new() });
    assert!(Server::new("t").resource_value(http).build().is_ok());
}
