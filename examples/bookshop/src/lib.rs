//! A bookshop's catalog: each tool, prompt and resource is a function, and the function is all there is to write.
//!
//! [`steps`] shows how `search_books` came to be, one attribute after the other.

#![allow(
    missing_docs,
    reason = "a doc comment on a type or field is a description that the model reads"
)]

pub mod steps;

use std::time::Duration;

use ferramenta::{Server, prompt, resource, schema, tool};

#[schema(rename_all = "kebab-case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genre {
    Fiction,
    NonFiction,
    Poetry,
}

impl Genre {
    /// The name, as it stands in the schema.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fiction => "fiction",
            Self::NonFiction => "non-fiction",
            Self::Poetry => "poetry",
        }
    }
}

/// Search the catalog by title or author.
#[tool(title = "Search the catalog", read_only, closed_world)]
pub fn search_books(
    /// Title or author to search for.
    query: String,
    /// Maximum number of results.
    #[arg(default = 10, range(1..=50))]
    limit: i64,
    genre: Option<Genre>,
) -> String {
    let place = genre
        .map(|genre| format!(" in {}", genre.name()))
        .unwrap_or_default();
    format!("Found 3 books matching '{query}'{place} (showing up to {limit}).")
}

#[schema]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub title: String,
    pub author: String,
    /// Year of first publication.
    #[arg(range(1450..))]
    pub year: i64,
}

/// Add a book to the catalog.
#[tool]
pub fn add_book(book: Book) -> String {
    let Book {
        title,
        author,
        year,
    } = book;
    format!("Added '{title}' by {author} ({year}).")
}

/// Look up whether a book is in stock.
#[tool(read_only)]
pub async fn check_stock(
    /// Title of the book.
    title: String,
) -> String {
    // stands for the warehouse that a real shop would ask
    tokio::time::sleep(Duration::from_millis(1)).await;
    format!("'{title}' is in stock.")
}

/// Ask for books like one that was liked.
#[prompt(title = "Recommend books", inline)]
pub fn recommend_books(
    /// Title of the book that was liked.
    liked: String,
    /// How many books to recommend.
    #[arg(default = 3, range(1..=10))]
    count: u32,
    genre: Option<Genre>,
) -> String {
    let place = genre
        .map(|genre| format!(" in {}", genre.name()))
        .unwrap_or_default();
    format!(
        "I liked '{liked}'. Search the catalog{place} for books like it, and recommend {count} that are in stock."
    )
}

/// When the shop is open.
#[resource("shop://hours", title = "Opening hours", mime = "text/plain", inline)]
pub fn opening_hours() -> &'static str {
    "Monday to Saturday, 9 to 18"
}

/// What stands on the shelf of a genre.
#[resource(
    "shop://shelves/{genre}",
    title = "A shelf",
    mime = "text/plain",
    inline
)]
pub fn shelf(genre: Genre) -> String {
    format!("3 books of {}", genre.name())
}

/// The bookshop.
pub fn server() -> Server {
    Server::new("Bookshop")
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Search before you add: a book may be in the catalog already.")
        .tools::<(search_books, add_book, check_stock)>()
        .prompt::<recommend_books>()
        .resources::<(opening_hours, shelf)>()
}
