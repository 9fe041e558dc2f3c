//! Cursors of lists: one that was given leads to the next entry, one behind the last entry to none, and everything else is
//! refused.
//!
//! An input is two lines: the method of a list, and a cursor.

use std::{collections::HashMap, sync::OnceLock};

use ferramenta::{Listed, Page, Paging, Server, TestClient, ToolDef, prompt, resource};
use serde_json::{Value, json};

use crate::wire;

const LISTS: [(&str, &str); 4] = [
    ("tools/list", "tools"),
    ("prompts/list", "prompts"),
    ("resources/list", "resources"),
    ("resources/templates/list", "resourceTemplates"),
];

/// Asks for the page behind the cursor.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (method, cursor) = text.split_once('\n').unwrap_or((text, ""));
    let Some((method, list)) = LISTS.into_iter().find(|(known, _)| *known == method) else {
        return;
    };
    let shelf = Shelf::get();
    let page = page(&shelf.client, method, list, Some(cursor));
    match (shelf.given.get(&(method, cursor.to_owned())), page) {
        (Some(expected), Some(Found { entry, .. })) => {
            assert_eq!(entry.as_ref(), Some(expected), "behind {cursor}");
        }
        (Some(_), None) => panic!("a cursor that was given was refused: {cursor}"),
        // the end has no cursor of its own, and what lists on demand may take any key
        (None, Some(Found { entry: None, .. })) | (None, None) => {}
        (None, Some(found)) => assert!(
            method == "resources/list" && found.on_demand(),
            "a cursor that was never given led to {found:?}"
        ),
    }
}

/// Entries, one on each page.
struct Shelf {
    client: TestClient,
    /// By list and cursor, the entry behind it.
    given: HashMap<(&'static str, String), String>,
}

/// A page that was given.
#[derive(Debug)]
struct Found {
    /// The name of the entry, unless the page is empty.
    entry: Option<String>,
    next: Option<String>,
}

impl Found {
    fn on_demand(&self) -> bool {
        let number = |entry: &String| entry.strip_prefix("book-")?.parse::<u32>().ok();
        self.entry
            .as_ref()
            .and_then(number)
            .is_some_and(|number| (1..=BOOKS).contains(&number))
    }
}

const BOOKS: u32 = 3;

impl Shelf {
    fn get() -> &'static Self {
        static SHELF: OnceLock<Shelf> = OnceLock::new();
        SHELF.get_or_init(Self::open)
    }

    fn open() -> Self {
        let tool = |number: u32| ToolDef::new(format!("tool-{number}")).handler((), |()| async {});
        let server = (1..=3).fold(Server::new("Shelf"), |server, number| {
            server.tool_value(tool(number))
        });
        let server = server
            .prompts::<(first, second)>()
            .resources::<(fixed, book, page_of)>();
        let client = TestClient::new(server.page_size(1));
        let mut given = HashMap::new();
        for (method, list) in LISTS {
            let mut cursor = None;
            while let Some(found) = page(&client, method, list, cursor.as_deref()) {
                if let (Some(cursor), Some(entry)) = (cursor, found.entry) {
                    given.insert((method, cursor), entry);
                }
                cursor = found.next;
                if cursor.is_none() {
                    break;
                }
            }
        }
        assert!(given.len() > 6, "too few pages: {given:?}");
        Self { client, given }
    }
}

/// One page; nothing where the cursor was refused.
fn page(client: &TestClient, method: &str, list: &str, cursor: Option<&str>) -> Option<Found> {
    let params = cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }));
    let answer = wire::ask(client, method, params);
    if let Some(error) = answer.get("error") {
        assert_eq!(error["code"], -32602, "{error}");
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|text| text.contains("`cursor`")),
            "{error}"
        );
        return None;
    }
    let entries = answer["result"][list].as_array().expect("a list");
    assert!(entries.len() <= 1, "more than a page: {answer}");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Some(Found {
        entry: entries.first().and_then(|entry| text(&entry["name"])),
        next: text(&answer["result"]["nextCursor"]),
    })
}

/// The first prompt.
#[prompt]
async fn first() -> &'static str {
    "first"
}

/// The second prompt.
#[prompt]
async fn second() -> &'static str {
    "second"
}

/// A resource that is always there.
#[resource("shelf://fixed")]
async fn fixed() -> &'static str {
    "fixed"
}

/// A book.
#[resource("shelf://books/{number}", list = books)]
async fn book(number: u32) -> String {
    number.to_string()
}

/// A page of a book.
#[resource("shelf://books/{number}/pages/{page}")]
async fn page_of(number: u32, page: u32) -> String {
    format!("{number} {page}")
}

async fn books(paging: Paging) -> Page<Listed> {
    let after = paging
        .after()
        .and_then(|key| key.parse().ok())
        .unwrap_or(0_u32);
    let rest = (1..=BOOKS).filter(|number| *number > after);
    let entry =
        |number: u32| Listed::of([("number", number.to_string())]).name(format!("book-{number}"));
    Page::of_rest(
        rest.map(|number| (number.to_string(), entry(number))),
        &paging,
    )
}
