use ferramenta::{Paging, method, resource};

/// It lists no resources.
async fn texts(_: Paging) -> Vec<String> {
    Vec::new()
}

/// A book.
#[resource("shelf://books/{isbn}", list = texts)]
async fn book(isbn: String) -> String {
    isbn
}

/// A shelf.
#[resource("shelf://{name}", list = "shelves", cache(ttl = "soon", scope = everybody))]
async fn shelf(name: String) -> String {
    name
}

/// The hours.
#[resource("shelf://hours", cache(scope = public))]
async fn hours() -> &'static str {
    "9 to 5"
}

/// It has no name.
#[method]
async fn stamp() {}

/// Its result is nothing that can be sent.
#[method("com.example/print")]
async fn print() -> std::thread::Thread {
    std::thread::current()
}

/// It says what only tools say.
#[method("com.example/forget", read_only)]
async fn forget(#[arg(complete = texts)] text: String) {
    drop(text);
}

fn main() {}
