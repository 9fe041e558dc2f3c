#![allow(unused)]

use std::collections::HashMap;

use ferramenta::{Args, ToolError, ToolResult, tool};

struct Book;

#[tool]
fn takes(books: Vec<Book>, maybe: Option<Vec<Book>>, shelves: HashMap<String, Book>) {}

#[tool]
fn takes_all(Args(book): Args<Book>) {}

#[tool]
fn gives() -> ToolResult<Vec<Book>> {
    Ok(Vec::new())
}

#[tool]
fn gives_or_fails() -> Result<Book, ToolError> {
    Ok(Book)
}

fn main() {}
