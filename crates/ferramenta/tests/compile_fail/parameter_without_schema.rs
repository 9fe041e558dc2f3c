#![allow(unused)]

use ferramenta::tool;

struct Book;

#[derive(serde::Deserialize)]
struct Shelf {
    name: String,
}

#[tool]
fn takes(limit: u32, book: Book, query: String) -> String {
    let _ = (limit, book);
    query
}

#[tool]
async fn takes_many(shelves: Vec<Shelf>) -> String {
    shelves[0].name.clone()
}

fn main() {}
