//! A set of tools that share a value: the methods of one `impl` block.

mod support;

use std::sync::{Arc, Mutex};

use ferramenta::{Context, Identity, Inject, Server, ToolError, toolset};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

#[derive(Default)]
struct Shelf(Mutex<Vec<String>>);

#[derive(Inject)]
struct Catalog {
    shelf: Arc<Shelf>,
}

#[toolset]
impl Catalog {
    const MOST: usize = 2;

    /// Search the catalog.
    #[tool(read_only)]
    fn search(
        &self,
        /// Part of a title.
        query: String,
        #[arg(default = 10, range(1..=50))] limit: usize,
    ) -> Vec<String> {
        let books = self.books();
        let found = books.iter().filter(|book| book.contains(&query));
        found.take(limit).cloned().collect()
    }

    /// Add a book.
    #[tool(name = "catalog.add", title = "Add a book")]
    async fn add(&self, title: String) -> Result<usize, ToolError> {
        if self.books().len() == Self::MOST {
            return Err(ToolError::new("The shelf is full."));
        }
        self.books().push(title);
        Ok(self.books().len())
    }

    #[ferramenta::tool(inline)]
    fn kinds() -> Vec<String> {
        vec!["fiction".into()]
    }

    fn books(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.shelf.0.lock().expect("unpoisoned")
    }
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

#[tokio::test]
async fn methods_share_a_value() {
    for version in VERSIONS {
        let server = Server::new("t")
            .service(Shelf::default())
            .tools::<Catalog>();
        let client = client_of(version, server);
        for title in ["Dune", "Emma"] {
            let answer = client.tool("catalog.add", json!({ "title": title })).await;
            answer.assert_ok();
        }
        let full = client.tool("catalog.add", json!({ "title": "x" })).await;
        full.assert_error("The shelf is full.");
        let found = client.tool("search", json!({ "query": "m" })).await;
        found.assert_ok().assert_text_contains("Emma");
        client.tool("kinds", json!({})).await.assert_ok();
        let refused = client
            .tool("search", json!({ "query": "m", "limit": 0 }))
            .await;
        refused.assert_text_contains("limit: 0 is less than the minimum of 1");
    }
}

#[tokio::test]
async fn tools_stand_in_their_order() {
    let server = Server::new("t")
        .service(Shelf::default())
        .tools::<(Catalog, (Admin,))>();
    let tools = client(server)
        .identity(Identity::new("ada").scope("admin").scope("admin:write"))
        .list_tools()
        .await;
    assert_eq!(
        names(&tools),
        [
            "search",
            "catalog.add",
            "kinds",
            "admin_list",
            "admin_clear"
        ]
    );
    assert_eq!(tools[0]["description"], "Search the catalog.");
    assert_eq!(
        tools[0]["inputSchema"]["properties"]["query"]["description"],
        "Part of a title."
    );
    assert_eq!(tools[1]["title"], "Add a book");
}

mod elsewhere {
    pub(super) use ferramenta as library;
    use library::Inject;

    #[derive(Inject)]
    #[inject(crate = library)]
    pub(super) struct Conditional;
}

#[elsewhere::library::toolset(crate = elsewhere::library)]
impl elsewhere::Conditional {
    #[cfg(not(test))]
    #[tool]
    fn absent(&self, missing: Missing) {}

    #[cfg(test)]
    #[tool]
    fn present(_this: Inject<Self>) {}

    #[cfg(not(test))]
    #[visible]
    fn seen(missing: Missing) -> bool {
        false
    }
}

#[tokio::test]
async fn methods_may_be_conditional() {
    let client = client(Server::new("t").tools::<elsewhere::Conditional>());
    assert_eq!(names(&client.list_tools().await), ["present"]);
    client.tool("present", json!({})).await.assert_ok();
}

/// Its set has rules.
#[derive(Inject)]
struct Admin;

#[toolset(prefix = "admin_", scopes("admin"))]
impl Admin {
    #[tool]
    async fn list(&self, shelf: Inject<Shelf>) -> usize {
        shelf.0.lock().expect("unpoisoned").len()
    }

    #[tool(scopes("admin:write"))]
    fn clear(&self, shelf: Inject<Shelf>) {
        shelf.0.lock().expect("unpoisoned").clear();
    }

    #[visible]
    fn is_known(&self, cx: &Context) -> bool {
        cx.identity().is_some()
    }

    #[authorize]
    async fn may(cx: Context, shelf: Inject<Shelf>) -> bool {
        shelf.0.lock().is_ok()
            && cx
                .identity()
                .is_some_and(|identity| identity.subject() == "ada")
    }
}

#[tokio::test]
async fn rules_of_a_set_hold_for_all_its_tools() {
    let server = || Server::new("t").service(Shelf::default()).tools::<Admin>();
    for version in VERSIONS {
        let nobody = client_of(version, server());
        let call = nobody.tool("admin_list", json!({})).await;
        call.assert_protocol_error(-32602, "Unknown tool: admin_list");
        let bob = client_of(version, server()).identity(Identity::new("bob").scope("admin"));
        let call = bob.tool("admin_list", json!({})).await;
        call.assert_protocol_error(-32602, "Access denied: admin_list");
        let ada = client_of(version, server()).identity(Identity::new("ada").scope("admin"));
        assert_eq!(names(&ada.list_tools().await), ["admin_list"]);
        ada.tool("admin_list", json!({})).await.assert_ok();
    }
}

#[test]
fn a_set_is_a_value_as_well() {
    let catalog = Catalog {
        shelf: Arc::default(),
    };
    let found = catalog.search("x".into(), 1);
    assert!(found.is_empty());
    let server = Server::new("t").service(catalog).tools::<Catalog>();
    assert!(server.build().is_ok());
}

#[test]
fn what_a_set_misses_is_told_for_each_tool() {
    let errors = Server::new("t").tools::<Catalog>().build();
    let errors = errors.expect_err("no shelf");
    let problems: Vec<_> = errors
        .errors()
        .iter()
        .map(|error| error.problem.as_str())
        .collect();
    assert_eq!(problems, ["search -> Catalog -> Shelf: not provided"]);
}
