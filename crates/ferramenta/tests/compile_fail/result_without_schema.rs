#![allow(unused)]

use ferramenta::tool;

struct Book;

#[tool]
fn gives() -> Book {
    Book
}

#[tool]
async fn gives_many() -> Vec<Book> {
    Vec::new()
}

fn main() {}
