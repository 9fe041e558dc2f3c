#![allow(unused)]

use ferramenta::{Inject, Server, resource, tool};

#[resource]
async fn nowhere() -> &'static str {
    ""
}

#[resource(mime = "text/plain")]
async fn at_no_place() -> &'static str {
    ""
}

#[resource("shop://shelves", mimetype = "text/plain", output = String)]
async fn misspelt() -> &'static str {
    ""
}

#[resource("shop://counts")]
async fn no_contents() -> u32 {
    1
}

#[resource("shop://{text}")]
async fn of_any_type<T: Into<String>>(text: T) -> String {
    text.into()
}

#[resource("shop://books")]
struct Book;

#[tool]
async fn no_resource() {}

fn main() {
    let _ = Server::new("t").resource::<no_resource>();
}
